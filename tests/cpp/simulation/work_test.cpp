#include <catch2/catch.hpp>
#include <cmath>

#include "linkwork/catalogue.hpp"
#include "linkwork/model/clustering.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// The work of external forces, damping and friction: kinetic + potential − work is constant.
namespace linkwork::test {
namespace {

constexpr double workDuration = 0.05;

/// Applies every kind of force at once, on different bodies and joints. Forces are proportional to
/// weights, because others would accelerate thin links too much within a step.
void applyEverything(Simulation& simulation) {
  const Mechanism& mechanism = simulation.mechanism();
  for (const Joint& joint : mechanism.joints) {
    if (joint.type == JointType::general) continue;  // these refuse torques
    const auto size = static_cast<std::size_t>(velocitySize(joint));
    const double mass =
        mechanism.bodies[static_cast<std::size_t>(bodyNamed(mechanism, joint.child))].mass;
    simulation.setTorque(joint.name, std::vector<double>(size, 0.2 * mass));
  }
  const Body &first = mechanism.bodies.front(), &last = mechanism.bodies.back();
  Vector6<double> wrench;
  wrench << 0.1, -0.2, 0.3, 1, -2, 0.5;
  wrench *= first.mass;
  simulation.setWrench(first.name, listOf({wrench.data(), 6}));
  simulation.applyPointForce(last.name, {0.1, 0, -0.1}, last.mass * Eigen::Vector3d(2, 1, 0));
  simulation.applyPointForce(first.name, {0, 0.1, 0}, first.mass * Eigen::Vector3d(0, 1, 0.5));
  simulation.pull(last.name, {0, 0, 0.05}, {0.5, 0.3, 0.2}, 20 * last.mass, last.mass);
}

/// Returns the final change of kinetic + potential − work, relative to kinetic + |potential| at the
/// start.
double imbalance(const Mechanism& mechanism, const std::string& integrator, int steps) {
  Simulation simulation(mechanism, {.integrator = integrator, .step = workDuration / steps});
  applyEverything(simulation);
  const double kinetic = simulation.kineticEnergy(), potential = simulation.potentialEnergy();
  simulation.step(steps);
  CHECK(std::abs(simulation.work()) > 1e-4);
  return (simulation.kineticEnergy() - kinetic + simulation.potentialEnergy() - potential -
          simulation.work()) /
         (kinetic + std::abs(potential));
}

Mechanism withLosses(Mechanism mechanism, double damping, double friction) {
  for (Joint& joint : mechanism.joints) {
    if (joint.type == JointType::fixed || joint.type == JointType::general) continue;
    joint.damping = damping;
    joint.friction = friction;
  }
  return mechanism;
}

}  // namespace

TEST_CASE("energy less work is constant to the integrator's order", "[simulation]") {
  for (const auto& [name, lossless] : allScenes()) {
    INFO(name);
    // Little damping, or the thinnest links would stop within a step.
    const Mechanism mechanism = withLosses(lossless, 1e-3, 0);
    // The balance may converge faster than the state, but not slower, down to rounding of 160
    // steps.
    const double coarse = imbalance(mechanism, "rk4", 80), fine = imbalance(mechanism, "rk4", 160);
    CHECK(std::abs(fine) < std::max(std::abs(coarse) / std::exp2(3.9), 64 * epsilon));
    const double rough = imbalance(mechanism, "semi-implicit-euler", 400);
    CHECK(std::abs(imbalance(mechanism, "semi-implicit-euler", 800)) <
          std::abs(rough) / std::exp2(0.9));
  }
}

TEST_CASE("the balance includes dry friction", "[simulation]") {
  // No joint reverses here: at rest, friction changes its sign within 0.01 rad/s or m/s, and only
  // far smaller steps resolve that.
  for (const Mechanism& lossless : {everyJointType(), fourBar()}) {
    INFO(lossless.name);
    const Mechanism mechanism = withLosses(lossless, 0.01, 0.005);
    const double coarse = imbalance(mechanism, "rk4", 100), fine = imbalance(mechanism, "rk4", 200);
    CHECK(std::log2(std::abs(coarse / fine)) == Approx(4).margin(0.1));
  }
}

TEST_CASE("damping and friction never add energy", "[simulation]") {
  for (const auto& [name, lossless] : scenesOfPlainJoints()) {
    INFO(name);
    for (const auto& [damping, friction] : {std::pair{1e-3, 0.0}, {0.0, 1e-5}}) {
      Simulation simulation(withLosses(lossless, damping, friction));
      double before = 0;
      for (int i = 0; i < 30; ++i) {
        simulation.step();
        REQUIRE(simulation.work() < before);
        before = simulation.work();
      }
    }
    Simulation free(lossless);
    free.step(30);
    CHECK(free.work() == 0);
  }
}

TEST_CASE("the work of a constant torque is torque times angle", "[simulation]") {
  Simulation simulation(cartPendulum());
  const Eigen::VectorXd start = vectorOf(simulation.q());
  simulation.setTorque("rail", std::vector<double>{3});
  simulation.setTorque("pivot", std::vector<double>{-0.7});
  simulation.step(200);
  const Eigen::VectorXd moved = vectorOf(simulation.q()) - start;
  CHECK(simulation.work() == Approx(3 * moved[0] - 0.7 * moved[1]).epsilon(1e-9));
}

TEST_CASE("the work of a constant force is force times the displacement of its point",
          "[simulation]") {
  Simulation simulation(everyJointType());
  const Eigen::Vector3d point(0.1, -0.2, 0.3), force(4, -3, 2);
  const std::string body = "revolute";
  const auto& bodies = simulation.mechanism().bodies;
  const auto index = std::find_if(bodies.begin(), bodies.end(),
                                  [&](const Body& each) { return each.name == body; });
  const auto place = [&]() -> Eigen::Vector3d {
    const double* pose = simulation.poses().data() + 7 * (index - bodies.begin());
    return Eigen::Quaterniond(pose + 3) * point + Eigen::Vector3d(pose[0], pose[1], pose[2]);
  };
  const Eigen::Vector3d start = place();
  simulation.applyPointForce(body, point, force);
  simulation.step(200);
  // Both follow the motion. The quadrature differs by the integrator's error.
  CHECK(simulation.work() == Approx(force.dot(place() - start)).epsilon(1e-9));
}

TEST_CASE("an undamped pull is a spring", "[simulation]") {
  Simulation simulation(tumblingChain(4));
  const Eigen::Vector3d target(0.3, 0.2, -0.4);
  const double stiffness = 30;
  simulation.pull("link4", {0, 0, -0.2}, target, stiffness, 0);
  const auto stored = [&] { return simulation.pullForce().squaredNorm() / (2 * stiffness); };
  const double start = stored();
  simulation.step(200);
  CHECK(simulation.work() == Approx(start - stored()).epsilon(1e-8));
}

}  // namespace linkwork::test
