#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "linkwork/json.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/scenes.hpp"

/// Tendons: springs between points, lines over points, sums of coordinates.
namespace linkwork::test {
namespace {

/// Two bodies of 1 kg and 3 kg that fly freely, without gravity, 2 m apart along x.
Mechanism twoBodies() {
  Mechanism mechanism;
  mechanism.name = "pair";
  mechanism.gravity.setZero();
  mechanism.initialState = NamedState{};
  for (const auto& [name, mass, x] : {std::tuple("a", 1.0, 0.0), std::tuple("b", 3.0, 2.0)}) {
    mechanism.bodies.push_back({name, mass, {0, 0, 0}, {0.1, 0.1, 0.1, 0, 0, 0}});
    Joint& joint = mechanism.joints.emplace_back();
    joint.name = name;
    joint.type = JointType::free;
    joint.parent = "world";
    joint.child = name;
    mechanism.initialState->q[name] = {x, 0, 0, 0, 0, 0, 1};
  }
  return mechanism;
}

Simulation simulationWith(const Mechanism& mechanism, const Stepping& stepping) {
  return Simulation(mechanism,
                    {.method = stepping.method, .integrator = stepping.integrator, .step = 1e-3});
}

}  // namespace

TEST_CASE("a spring between two bodies oscillates with their reduced mass", "[tendons]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Mechanism mechanism = twoBodies();
  Tendon& spring = mechanism.tendons.emplace_back();
  spring.name = "spring";
  spring.points = {{"a", {0, 0, 0}}, {"b", {0, 0, 0}}};
  spring.stiffness = 30;
  spring.restLength = 1.5;
  Simulation simulation = simulationWith(mechanism, stepping);
  CHECK(simulation.potentialEnergy() == Approx(0.5 * 30 * 0.25));
  simulation.advance(0.7);
  const double rate = std::sqrt(30 / 0.75);
  CHECK(simulation.tendonLengths()[0] ==
        Approx(1.5 + 0.5 * std::cos(rate * simulation.time())).margin(2e-3));
  CHECK(simulation.momentum().norm() < 1e-9);
  CHECK(simulation.kineticEnergy() + simulation.potentialEnergy() - simulation.work() ==
        Approx(0.5 * 30 * 0.25).epsilon(2e-2));
  // Work is that of the integrator's own errors: of order 2 in steps of 1 ms, or of order 1.
  CHECK(std::abs(simulation.work()) < (stepping.integrator == "semi-implicit-euler" ? 0.1 : 1e-4));
}

TEST_CASE("a line over a fixed point is as long as its segments and pulls along them",
          "[tendons]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  // A weight on a slider hangs on a line over a point of the world, whose other end is fixed.
  Mechanism mechanism;
  mechanism.name = "weight";
  mechanism.bodies.push_back({"weight", 2, {0, 0, 0}, {1, 1, 1, 0, 0, 0}});
  Joint& joint = mechanism.joints.emplace_back();
  joint.name = "rail";
  joint.type = JointType::prismatic;
  joint.parent = "world";
  joint.child = "weight";
  joint.parentFrame.position = {0, 0, -1};
  Tendon& line = mechanism.tendons.emplace_back();
  line.name = "line";
  line.points = {{"world", {3, 4, 0}}, {"world", {0, 0, 0}}, {"weight", {0, 0, 0}}};
  line.stiffness = 1000;
  line.damping = 80;
  Simulation simulation = simulationWith(mechanism, stepping);
  CHECK(simulation.tendonLengths()[0] == Approx(5 + 1));
  simulation.advance(2);
  CHECK(simulation.q()[0] == Approx(-2 * 9.81 / 1000).epsilon(1e-6));
}

TEST_CASE("a cable pulls and never has a compressive force", "[tendons]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Mechanism mechanism = twoBodies();
  Tendon& cable = mechanism.tendons.emplace_back();
  cable.name = "cable";
  cable.points = {{"a", {0, 0, 0}}, {"b", {0, 0, 0}}};
  cable.stiffness = 100;
  cable.damping = 1;
  cable.restLength = 2.5;
  cable.onlyPulls = true;
  mechanism.initialState->v["a"] = {0, 0, 0, -1, 0, 0};
  Simulation simulation = simulationWith(mechanism, stepping);
  simulation.advance(0.4);  // slack: 2.4 m
  CHECK(simulation.v()[3] == Approx(-1).epsilon(1e-12));
  simulation.advance(2);  // taut, then slack again on the way back
  CHECK(simulation.v()[3] > 0);
  CHECK(simulation.v()[9] < 0);
}

TEST_CASE("an actuator shortens a line, and springs of sums act on joints", "[tendons]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Mechanism mechanism = twoBodies();
  mechanism.tendons.push_back({"line", {{"a", {0, 0, 0}}, {"b", {0, 0, 0}}}, {}, 0, 0, {}, false});
  Actuator muscle;
  muscle.name = "muscle";
  muscle.tendon = "line";
  mechanism.actuators.push_back(muscle);
  Simulation simulation = simulationWith(mechanism, stepping);
  simulation.setControl("muscle", -6);  // shortens
  simulation.advance(0.1);
  CHECK(simulation.v()[3] == Approx(6 * 0.1).epsilon(1e-9));
  CHECK(simulation.v()[9] == Approx(-2 * 0.1).epsilon(1e-9));
  CHECK(simulation.actuatorForces()[0] == -6);
  CHECK(simulation.work() == Approx(simulation.kineticEnergy()).epsilon(2e-2));

  Mechanism sliders;
  sliders.name = "sliders";
  sliders.gravity.setZero();
  for (const char* const name : {"a", "b"}) {
    sliders.bodies.push_back({name, 2, {0, 0, 0}, {1, 1, 1, 0, 0, 0}});
    Joint& joint = sliders.joints.emplace_back();
    joint.name = name;
    joint.type = JointType::prismatic;
    joint.parent = "world";
    joint.child = name;
  }
  Tendon& sum = sliders.tendons.emplace_back();
  sum.name = "sum";
  sum.terms = {{"a", 1}, {"b", 2}};
  sum.stiffness = 8;
  sum.restLength = 0.5;
  Simulation sliding = simulationWith(sliders, stepping);
  CHECK(sliding.forwardDynamics()[0] == Approx(8 * 0.5 / 2));
  CHECK(sliding.forwardDynamics()[1] == Approx(2 * 8 * 0.5 / 2));
  sliding.advance(0.3);
  const double rate = std::sqrt(8 * 5 / 2.0);
  CHECK(sliding.tendonLengths()[0] == Approx(0.5 - 0.5 * std::cos(rate * 0.3)).margin(2e-3));
}

TEST_CASE("derivatives follow the springs of lines", "[tendons]") {
  Mechanism mechanism = twoBodies();
  mechanism.tendons.push_back(
      {"spring", {{"a", {0, 0.1, 0}}, {"b", {0, 0, 0.2}}}, {}, 30, 2, 1.0, false});
  Simulation simulation(mechanism);
  const Eigen::MatrixXd slopes = simulation.forwardDynamicsDerivatives().position;
  const std::vector<double> v(12, 0.0);
  const auto accelerationAt = [&](double x) {
    std::vector<double> q(simulation.q().begin(), simulation.q().end());
    q[0] = x;
    Simulation moved(mechanism);
    moved.setState(q, v);
    return std::vector<double>(moved.forwardDynamics().begin(), moved.forwardDynamics().end());
  };
  const std::vector<double> ahead = accelerationAt(1e-5), behind = accelerationAt(-1e-5);
  for (int i = 0; i < 12; ++i)
    CHECK(slopes(i, 3) == Approx((ahead[std::size_t(i)] - behind[std::size_t(i)]) / 2e-5)
                              .margin(1e-5));  // differences: 1e-11 / 2e-5 of rounding
}

TEST_CASE("tendons that are too stiff for explicit steps are errors with their name", "[tendons]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Mechanism mechanism = twoBodies();
  mechanism.tendons.push_back(
      {"damper", {{"a", {0, 0, 0}}, {"b", {0, 0, 0}}}, {}, 0, 1e6, {}, false});
  mechanism.initialState->v["a"] = {0, 0, 0, -1, 0, 0};
  Simulation simulation = simulationWith(mechanism, stepping);
  CHECK_THROWS_WITH(simulation.advance(1), Catch::Contains("tendon \"damper\" is stiff"));
  CHECK(simulation.v()[3] == -1);
  mechanism.tendons[0].damping = 3000;  // 4 times too stiff: parts of the step suffice
  Simulation parts = simulationWith(mechanism, stepping);
  parts.advance(0.1);
  CHECK(parts.v()[3] == Approx(-0.25).epsilon(1e-6));
  CHECK(parts.v()[9] == Approx(-0.25).epsilon(1e-6));
}

TEST_CASE("a spring is slack at the initial state of its mechanism, not at that of a simulation",
          "[tendons]") {
  Mechanism mechanism = twoBodies();
  mechanism.tendons.push_back(
      {"spring", {{"a", {0, 0, 0}}, {"b", {0, 0, 0}}}, {}, 10, 0, {}, false});
  NamedState elsewhere;
  elsewhere.q["b"] = {3, 0, 0, 0, 0, 0, 1};
  Simulation given(mechanism, {}, elsewhere), moved(mechanism);
  moved.setState(elsewhere);
  CHECK(given.potentialEnergy() == Approx(0.5 * 10 * 1));
  CHECK(moved.potentialEnergy() == given.potentialEnergy());
}

TEST_CASE("tendons are read and written, and errors name the field", "[tendons]") {
  Mechanism mechanism = twoBodies();
  mechanism.tendons.push_back(
      {"spring", {{"a", {0, 0.1, 0}}, {"world", {0, 0, 0.2}}}, {}, 30, 2, 1.0, true});
  Actuator actuator;
  actuator.name = "muscle";
  actuator.tendon = "spring";
  mechanism.actuators.push_back(actuator);
  CHECK(mechanismFromJson(toJson(mechanism)) == mechanism);
  const auto problem = [&](auto change) {
    Mechanism changed = mechanism;
    change(changed);
    try {
      validate(changed);
    } catch (const MechanismError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(problem([](Mechanism& m) { m.tendons[0].points.resize(1); }),
             Catch::Contains("tendons[0].points"));
  CHECK_THAT(problem([](Mechanism& m) { m.tendons[0].points[0].body = "c"; }),
             Catch::Contains("tendons[0].points[0].body"));
  CHECK_THAT(problem([](Mechanism& m) { m.tendons[0].points.clear(); }),
             Catch::Contains("neither points nor terms"));
  CHECK_THAT(problem([](Mechanism& m) { m.actuators[0].tendon = "sprung"; }),
             Catch::Contains("\"spring\""));
  CHECK_THAT(problem([](Mechanism& m) { m.actuators[0].tendon.clear(); }),
             Catch::Contains("neither terms nor a tendon"));
}

}  // namespace linkwork::test
