#include "readings.hpp"

#include <vector>

#include "laws.hpp"

namespace linkwork::fuzz {
namespace {

void requireFiniteMatrix(const Eigen::MatrixXd& matrix, std::string_view what) {
  requireFinite({matrix.data(), static_cast<std::size_t>(matrix.size())}, what);
}

}  // namespace

void requireFiniteReadings(Simulation& simulation) {
  requireFinite(simulation.time(), "time is finite");
  requireFinite(simulation.q(), "q is finite");
  requireFinite(simulation.v(), "v is finite");
  requireFinite(simulation.work(), "work is finite");
  isAccepted([&] { requireFinite(simulation.poses(), "poses are finite"); });
  isAccepted([&] { requireFinite(simulation.kineticEnergy(), "kinetic energy is finite"); });
  isAccepted([&] { requireFinite(simulation.potentialEnergy(), "potential energy is finite"); });
  isAccepted([&] { requireFinite(simulation.loopError(), "the loop error is finite"); });
  isAccepted([&] { requireFinite(simulation.couplingError(), "the coupling error is finite"); });
  isAccepted([&] { requireFiniteMatrix(simulation.momentum(), "momentum is finite"); });
  isAccepted([&] { requireFinite(simulation.contactError(), "the contact error is finite"); });
  isAccepted([&] { requireFiniteMatrix(simulation.pullForce(), "the pull is finite"); });
  for (const ContactForce& contact : simulation.contactForces()) {
    requireFiniteMatrix(contact.force, "contact forces are finite");
    requireFinite(contact.gap, "gaps are finite");
  }
  for (const LimitForce& limit : simulation.limitForces())
    requireFinite(limit.force, "forces of limits are finite");
}

void query(Simulation& simulation) {
  isAccepted([&] { requireFinite(simulation.forwardDynamics(), "accelerations are finite"); });
  const std::vector<double> a(simulation.v().size(), 1.0);
  isAccepted([&] { requireFinite(simulation.inverseDynamics(a), "torques are finite"); });
  isAccepted([&] { requireFinite(simulation.reactions(), "reactions are finite"); });
  isAccepted([&] {
    const ForwardDynamicsDerivatives& derivatives = simulation.forwardDynamicsDerivatives();
    requireFiniteMatrix(derivatives.position, "∂v̇/∂y is finite");
    requireFiniteMatrix(derivatives.velocity, "∂v̇/∂ẏ is finite");
    requireFiniteMatrix(derivatives.torque, "∂v̇/∂τ is finite");
  });
  isAccepted([&] {
    const InverseDynamicsDerivatives& derivatives = simulation.inverseDynamicsDerivatives(a);
    requireFiniteMatrix(derivatives.position, "∂τ/∂y is finite");
    requireFiniteMatrix(derivatives.velocity, "∂τ/∂ẏ is finite");
    requireFiniteMatrix(derivatives.acceleration, "∂τ/∂ÿ is finite");
  });
  isAccepted([&] {
    const StepMap& map = simulation.stepMap();
    requireFiniteMatrix(map.state, "∂x'/∂x is finite");
    requireFiniteMatrix(map.torque, "∂x'/∂τ is finite");
  });
}

}  // namespace linkwork::fuzz
