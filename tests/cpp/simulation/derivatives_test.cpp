#include <catch2/catch.hpp>

#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/allocation_counter.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// Derivatives of a simulation under every kind of force.
namespace linkwork::test {
namespace {

/// Applies a torque, a wrench, a point force and a pull to a chain in motion.
void pushOnChain(Simulation& simulation) {
  simulation.step(100);
  simulation.setTorque("joint1", std::vector<double>{0.3});
  simulation.setWrench("link2", std::vector<double>{0.1, 0.2, 0.3, 1, -2, 0.5});
  simulation.applyPointForce("link3", {0.05, 0.1, -0.2}, {2, 1, -1});
  simulation.pull("link2", {0.1, 0, -0.3}, {0.5, 0.2, 1}, 40, 3);
}

}  // namespace

TEST_CASE("derivatives of a simulation agree with differences, with pulls and motors",
          "[simulation][derivatives]") {
  ChainOptions options;
  options.links = 3;
  options.startAngle = 0.8;
  Simulation simulation(chain(options));
  pushOnChain(simulation);
  const bool withMotors = GENERATE(false, true);
  const Eigen::VectorXd q = vectorOf(simulation.q()), v = vectorOf(simulation.v());
  if (withMotors) {
    Tracking tracking;
    tracking.joints["joint3"].center = 0.4;
    simulation.track(tracking);
  }
  const ForwardDynamicsDerivatives found = simulation.forwardDynamicsDerivatives();
  const Eigen::VectorXd a = vectorOf(simulation.forwardDynamics());
  const InverseDynamicsDerivatives inverse = simulation.inverseDynamicsDerivatives(
      listOf(std::span<const double>(a.data(), static_cast<std::size_t>(a.size()))));
  if (withMotors) {  // motor torques are constant here
    const std::vector<double> torque = listOf(simulation.trackingTorque());
    simulation.stopTracking();
    simulation.setTorque("joint3", std::span<const double>(torque).subspan(2, 1));
  }

  const auto accelerationsAt = [&](const Eigen::VectorXd& position,
                                   const Eigen::VectorXd& velocity) {
    simulation.setState(listOf({position.data(), 3}), listOf({velocity.data(), 3}));
    return vectorOf(simulation.forwardDynamics());
  };
  // Differences have errors of h² and of rounding over h. Both are about 1e-9 of the accelerations.
  const double h = 1e-5, tolerance = 1e-7 * a.cwiseAbs().maxCoeff();
  for (int j = 0; j < 3; ++j) {
    const Eigen::VectorXd step = h * Eigen::VectorXd::Unit(3, j);
    const Eigen::VectorXd byPosition =
        (accelerationsAt(q + step, v) - accelerationsAt(q - step, v)) / (2 * h);
    const Eigen::VectorXd byVelocity =
        (accelerationsAt(q, v + step) - accelerationsAt(q, v - step)) / (2 * h);
    CHECK((found.position.col(j) - byPosition).cwiseAbs().maxCoeff() <= tolerance);
    CHECK((found.velocity.col(j) - byVelocity).cwiseAbs().maxCoeff() <= tolerance);
  }
  // ∂ÿ/∂y = −M⁻¹ ∂τ/∂y at the same accelerations.
  CHECK((inverse.acceleration * found.position + inverse.position).cwiseAbs().maxCoeff() <=
        1e-12 * inverse.position.cwiseAbs().maxCoeff());
  CHECK((inverse.acceleration * found.velocity + inverse.velocity).cwiseAbs().maxCoeff() <=
        1e-12 * inverse.velocity.cwiseAbs().maxCoeff());
}

TEST_CASE("derivatives of a simulation allocate in the first call only",
          "[simulation][derivatives]") {
  if (!allocationsAreCounted) {
    WARN("skipped: allocations are not counted in this build");
    return;
  }
  Simulation simulation(chain());
  simulation.pull(simulation.mechanism().bodies.back().name, {0, 0, 0.1}, {1, 1, 1}, 5, 0.5);
  const std::vector<double> a(simulation.v().size(), 0.5);
  simulation.forwardDynamicsDerivatives();
  CHECK(allocationsIn([&] {
          simulation.forwardDynamicsDerivatives();
          simulation.inverseDynamicsDerivatives(a);
        }) == 0);
}

}  // namespace linkwork::test
