#include <catch2/catch.hpp>
#include <cmath>

#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// Lagrange multipliers as a method of a simulation: conserved quantities of its integrators.
namespace linkwork::test {
namespace {

SimulationOptions multipliers(const std::string& integrator, double step) {
  return {.method = "multipliers", .integrator = integrator, .step = step};
}

double balanceOf(Simulation& simulation) {
  return simulation.kineticEnergy() + simulation.potentialEnergy() - simulation.work();
}

/// Returns the largest |balance − balance at the start| over a number of steps.
double worstBalance(const Mechanism& mechanism, const SimulationOptions& options, int steps) {
  Simulation simulation(mechanism, options);
  const double start = balanceOf(simulation);
  double worst = 0;
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    worst = std::max(worst, std::abs(balanceOf(simulation) - start));
  }
  return worst;
}

Mechanism flying() {
  Mechanism mechanism = everyJointType();
  mechanism.gravity.setZero();
  return mechanism;
}

/// Returns a thrown body on a free joint that turns about its intermediate axis.
Mechanism thrownBox() {
  Mechanism mechanism;
  mechanism.bodies = {{.name = "box", .mass = 2, .inertia = {0.01, 0.02, 0.03, 0, 0, 0}}};
  Joint joint;
  joint.type = JointType::free;
  joint.name = "free";
  joint.parent = "world";
  joint.child = "box";
  mechanism.joints = {joint};
  mechanism.initialState.emplace();
  mechanism.initialState->q["free"] = {0, 0, 1, 0, 0, 0, 1};
  mechanism.initialState->v["free"] = {0.01, 6, 0.02, 1, 0, 2};
  return mechanism;
}

}  // namespace

TEST_CASE("RATTLE conserves energy where other second-order steps lose it",
          "[simulation][maximal]") {
  ChainOptions options;
  options.links = 3;
  options.startAngle = 0.6;
  const Mechanism pendulum = chain(options);
  // The energy oscillates by h² without accumulation: the error in ten seconds is close to that in
  // one.
  const double early = worstBalance(pendulum, multipliers("rattle", 2e-3), 500);
  const double late = worstBalance(pendulum, multipliers("rattle", 2e-3), 5000);
  CHECK(late < 4 * early);
  const double finer = worstBalance(pendulum, multipliers("rattle", 1e-3), 1000);
  CHECK(std::log2(early / finer) == Approx(2).margin(0.1));
}

TEST_CASE("a free body keeps tumbling about its intermediate axis", "[simulation][maximal]") {
  Simulation simulation(thrownBox(), multipliers("rattle", 2e-3));
  const Vector6<double> momentum = simulation.momentum();
  const double start = balanceOf(simulation);
  double worst = 0;
  for (int i = 0; i < 5000; ++i) {
    simulation.step();
    worst = std::max(worst, std::abs(balanceOf(simulation) - start));
  }
  CHECK(worst < 1e-3 * 0.36);  // relative to the rotational energy, ½ 0.02 · 36 J, by (hω)²
  // Angular momentum about the center of mass. Gravity determines the rest.
  const Eigen::Vector3d center = Eigen::Map<const Eigen::Vector3d>(simulation.poses().data());
  const Vector6<double> now = simulation.momentum();
  const Eigen::Vector3d spin = now.head<3>() - center.cross(now.tail<3>());
  const Eigen::Vector3d before =
      momentum.head<3>() - Eigen::Vector3d(0, 0, 1).cross(momentum.tail<3>());
  CHECK((spin - before).norm() < 1e-11);  // rounding of 10⁴ rotations
}

TEST_CASE("momenta are constant without external forces", "[simulation][maximal]") {
  for (const std::string integrator : {"rattle", "rk4"}) {
    INFO(integrator);
    Simulation simulation(flying(), multipliers(integrator, 1e-3));
    const Vector6<double> start = simulation.momentum();
    simulation.step(300);
    // Multipliers are internal forces to rounding. The error of RK4 is far below that of its
    // projection.
    CHECK((simulation.momentum() - start).norm() < (integrator == "rattle" ? 1e-11 : 1e-8));
  }
}

TEST_CASE("loops and gears stay closed under multipliers", "[simulation][maximal]") {
  for (const Mechanism& mechanism : {fourBar(), gearedLeg(), sliderCrank()})
    for (const std::string integrator : {"rattle", "rk4"}) {
      INFO(mechanism.name << ", " << integrator);
      Simulation simulation(mechanism, multipliers(integrator, 1e-3));
      simulation.step(500);
      CHECK(simulation.loopError() < 1e-12);
      CHECK(simulation.couplingError() < 1e-12);
    }
}

TEST_CASE("Baumgarte's method drifts, and its drift decays", "[simulation][maximal]") {
  Simulation simulation(fourBar(), multipliers("baumgarte", 5e-3));
  double worst = 0;
  for (int i = 0; i < 400; ++i) {
    simulation.step();
    worst = std::max(worst, simulation.loopError());
  }
  CHECK(worst > 1e-13);
  CHECK(worst < 1e-5);
}

TEST_CASE("multipliers agree with the articulated-body method", "[simulation][maximal]") {
  for (const auto& [name, mechanism] : allScenes()) {
    INFO(name);
    Simulation minimal(mechanism, {.method = "articulated-body", .step = 2e-4});
    Simulation maximal(mechanism, multipliers("rk4", 2e-4));
    minimal.step(50);
    maximal.step(50);
    // Both are of order four. The difference is rounding, amplified by the mechanism's condition
    // number.
    CHECK((vectorOf(minimal.q()) - vectorOf(maximal.q())).norm() <
          1e-8 * vectorOf(minimal.q()).norm());
  }
}

TEST_CASE("a pull drags a mechanism in first-order motion to rest", "[simulation][maximal]") {
  for (const Mechanism& mechanism : {fourBar(), chain()}) {
    INFO(mechanism.name);
    Simulation simulation(mechanism, multipliers("first-order", 5e-3));
    const std::size_t index = mechanism.bodies.size() / 2;
    const auto origin = [&] {
      return Eigen::Vector3d(Eigen::Map<const Eigen::Vector3d>(&simulation.poses()[7 * index]));
    };
    const Eigen::Vector3d start = origin();
    const Eigen::Vector3d target = start + Eigen::Vector3d(0.03, 0, 0.02);
    simulation.pull(mechanism.bodies[index].name, {0, 0, 0}, target, 1000, 50);
    simulation.step(2000);
    // It rests where the pull does no work along any motion of joints and loops. No other force
    // acts: first-order motion has no gravity.
    Mechanism weightless = mechanism;
    weightless.gravity.setZero();
    const auto unbalanced = [&](std::span<const double> q) {
      Simulation resting(weightless);
      resting.setState(q, std::vector<double>(simulation.v().size(), 0.0));
      resting.pull(mechanism.bodies[index].name, {0, 0, 0}, target, 1000, 50);
      return vectorOf(resting.forwardDynamics()).norm();
    };
    CHECK(unbalanced(simulation.q()) < 1e-6 * unbalanced(Simulation(mechanism).q()));
    CHECK(vectorOf(simulation.v()).norm() < 1e-6);  // at the nearest reachable pose
    CHECK(simulation.loopError() < 1e-12);
    simulation.release();
    simulation.step();
    const Eigen::VectorXd resting = vectorOf(simulation.q());
    simulation.step(100);
    CHECK((vectorOf(simulation.q()) - resting).norm() == 0);
  }
}

TEST_CASE("a stop in first-order motion exerts the force that presses against it",
          "[simulation][maximal]") {
  Mechanism mechanism = chain({.links = 1});
  const double start = Simulation(mechanism).q()[0];
  mechanism.joints[0].limits = JointLimits{.upper = start + 0.01};
  for (const double step : {1e-3, 1e-2}) {
    Simulation simulation(mechanism, multipliers("first-order", step));
    simulation.setTorques(std::vector{0.3});
    simulation.advance(1);
    CHECK(simulation.q()[0] == Approx(start + 0.01).margin(1e-9));
    REQUIRE(simulation.limitForces().size() == 1);
    // Within the part h ρ that the implicit step leaves out.
    CHECK(simulation.limitForces()[0].force == Approx(-0.3).epsilon(1e-3));
  }
}

}  // namespace linkwork::test
