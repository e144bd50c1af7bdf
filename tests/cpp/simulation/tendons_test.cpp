#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "linkwork/json.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"
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
  Simulation simulation = movingBy(mechanism, stepping);
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
  Simulation simulation = movingBy(mechanism, stepping);
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
  Simulation simulation = movingBy(mechanism, stepping);
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
  mechanism.tendons.push_back(
      {"line", {{"a", {0, 0, 0}}, {"b", {0, 0, 0}}}, {}, 0, 0, {}, false, {}});
  Actuator muscle;
  muscle.name = "muscle";
  muscle.tendon = "line";
  mechanism.actuators.push_back(muscle);
  Simulation simulation = movingBy(mechanism, stepping);
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
  Simulation sliding = movingBy(sliders, stepping);
  CHECK(sliding.forwardDynamics()[0] == Approx(8 * 0.5 / 2));
  CHECK(sliding.forwardDynamics()[1] == Approx(2 * 8 * 0.5 / 2));
  sliding.advance(0.3);
  const double rate = std::sqrt(8 * 5 / 2.0);
  CHECK(sliding.tendonLengths()[0] == Approx(0.5 - 0.5 * std::cos(rate * 0.3)).margin(2e-3));
}

TEST_CASE("derivatives follow the springs of lines", "[tendons]") {
  Mechanism mechanism = twoBodies();
  mechanism.tendons.push_back(
      {"spring", {{"a", {0, 0.1, 0}}, {"b", {0, 0, 0.2}}}, {}, 30, 2, 1.0, false, {}});
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

TEST_CASE("a spring or a damper of any stiffness holds what hangs on it", "[tendons]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  const double stiffness = GENERATE(2e4, 1e7, 1e11);
  CAPTURE(stiffness);
  Mechanism mechanism = twoBodies();
  mechanism.gravity = {0, 0, -10};
  const bool onlyPulls = GENERATE(false, true);
  mechanism.initialState->q["b"] = {0, 0, -2, 0, 0, 0, 1};
  mechanism.tendons.push_back({"upper",
                               {{"world", {0, 0, 1}}, {"a", {0, 0, 0}}},
                               {},
                               stiffness,
                               stiffness / 100,
                               1,
                               onlyPulls,
                               {}});
  mechanism.tendons.push_back({"lower",
                               {{"a", {0, 0, 0}}, {"b", {0, 0, 0}}},
                               {},
                               2 * stiffness,
                               stiffness / 50,
                               2,
                               onlyPulls,
                               {}});
  Simulation simulation = movingBy(mechanism, stepping);
  simulation.advance(1);
  // 4 kg hang on the upper line, 3 kg on the lower one.
  CHECK(simulation.tendonLengths()[0] == Approx(1 + 40 / stiffness).epsilon(1e-9));
  CHECK(simulation.tendonLengths()[1] == Approx(2 + 30 / (2 * stiffness)).epsilon(1e-9));
}

TEST_CASE("stiff dampers stop what they join, and keep the momentum", "[tendons]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  const double damping = GENERATE(3e3, 1e6);
  Mechanism mechanism = twoBodies();
  mechanism.tendons.push_back(
      {"damper", {{"a", {0, 0, 0}}, {"b", {0, 0, 0}}}, {}, 0, damping, {}, false, {}});
  mechanism.initialState->v["a"] = {0, 0, 0, -1, 0, 0};
  Simulation simulation = movingBy(mechanism, stepping);
  simulation.advance(0.1);
  CHECK(simulation.v()[3] == Approx(-0.25).epsilon(1e-6));
  CHECK(simulation.v()[9] == Approx(-0.25).epsilon(1e-6));
}

TEST_CASE("stiff actuators hold lines and sums of coordinates within their range", "[tendons]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Mechanism mechanism = twoBodies();
  mechanism.tendons.push_back(
      {"line", {{"a", {0, 0, 0}}, {"b", {0, 0, 0}}}, {}, 0, 0, {}, false, {}});
  Actuator& winch = mechanism.actuators.emplace_back();
  winch.name = "winch";
  winch.type = ActuatorType::position;
  winch.tendon = "line";
  winch.stiffness = 1e6;
  winch.damping = 1e5;
  winch.forceRange = {-60, 60};
  Simulation simulation = movingBy(mechanism, stepping);
  simulation.setControl("winch", 1.5);
  simulation.advance(0.03);  // 60 N on a reduced mass of 0.75 kg
  CHECK(simulation.actuatorForces()[0] == Approx(-60));
  CHECK(simulation.tendonLengths()[0] == Approx(2 - 0.5 * 80 * 0.03 * 0.03).epsilon(2e-3));
  simulation.advance(2);
  CHECK(simulation.tendonLengths()[0] == Approx(1.5).epsilon(1e-6));
  CHECK(simulation.momentum().norm() < 1e-9);
}

TEST_CASE("stiff springs move without inertia as by implicit Euler", "[tendons]") {
  Mechanism mechanism;
  mechanism.name = "train";
  mechanism.gravity.setZero();
  for (const std::string name : {"a", "b", "c"}) {
    mechanism.bodies.push_back({name, 2, {0, 0, 0}, {0.1, 0.1, 0.1, 0, 0, 0}});
    Joint& joint = mechanism.joints.emplace_back();
    joint.name = name;
    joint.type = JointType::prismatic;
    joint.axis = {1, 0, 0};
    joint.parent = "world";
    joint.child = name;
  }
  const double stiff = 1e6, less = 1e4, held = 3e3;
  mechanism.tendons.push_back(
      {"front", {}, {{"b", 1}, {"a", -1}}, stiff, stiff / 10, 0.5, false, {}});
  mechanism.tendons.push_back({"back", {}, {{"c", 1}, {"b", -1}}, less, 0, 0.5, false, {}});
  Actuator& servo = mechanism.actuators.emplace_back();
  servo.name = "servo";
  servo.type = ActuatorType::position;
  servo.terms = {{"a", 1}};
  servo.stiffness = held;
  servo.damping = held / 10;

  const double h = 1e-3, mass = 2, goal = 0.7;
  Simulation simulation(mechanism,
                        {.method = "multipliers", .integrator = "first-order", .step = h});
  simulation.setControl("servo", goal);
  // M (x' − x) = h T (f − K x'), T = 1 s
  Eigen::Matrix3d stiffness;
  stiffness << stiff + held, -stiff, 0, -stiff, stiff + less, -less, 0, -less, less;
  const Eigen::Vector3d force(held * goal - stiff * 0.5, (stiff - less) * 0.5, less * 0.5);
  const Eigen::Matrix3d implicit = mass * Eigen::Matrix3d::Identity() + h * stiffness;
  Eigen::Vector3d x = Eigen::Vector3d::Zero();
  for (int i = 0; i < 20; ++i) {
    simulation.step();
    x = implicit.lu().solve(Eigen::Vector3d(mass * x + h * force)).eval();
    CAPTURE(i);
    CHECK((vectorOf(simulation.q()) - x).norm() < 1e-9 * x.norm());
  }
  simulation.advance(10);
  CHECK((vectorOf(simulation.q()) - Eigen::Vector3d(0.7, 1.2, 1.7)).norm() < 1e-9);
  CHECK(simulation.actuatorForces()[0] == Approx(0).margin(1e-6));
}

TEST_CASE("stiff drives press against stops without inertia", "[tendons]") {
  Mechanism mechanism;
  mechanism.name = "slider";
  mechanism.bodies.push_back({"a", 2, {0, 0, 0}, {0.1, 0.1, 0.1, 0, 0, 0}});
  Joint& joint = mechanism.joints.emplace_back();
  joint.name = "a";
  joint.type = JointType::prismatic;
  joint.axis = {1, 0, 0};
  joint.parent = "world";
  joint.child = "a";
  joint.limits = JointLimits{-1, 0.5};
  const double stiffness = GENERATE(1e3, 1e6);
  mechanism.tendons.push_back({"spring", {}, {{"a", 1}}, stiffness, 0, 2, false, {}});
  Simulation simulation(mechanism,
                        {.method = "multipliers", .integrator = "first-order", .step = 0.01});
  simulation.advance(1);
  CHECK(simulation.q()[0] == Approx(0.5).epsilon(1e-6));
  REQUIRE(simulation.limitForces().size() == 1);
  CHECK(simulation.limitForces()[0].force == Approx(-1.5 * stiffness).epsilon(1e-6));
}

TEST_CASE("a rope stops bodies at its length, and returns a part of their speed", "[tendons]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  const double restitution = GENERATE(0.0, 0.5, 1.0);
  CAPTURE(restitution);
  Mechanism mechanism = twoBodies();
  Tendon& rope = mechanism.tendons.emplace_back();
  rope.name = "rope";
  rope.points = {{"a", {0, 0, 0}}, {"b", {0, 0, 0}}};
  rope.limits = JointLimits{0.5, 2.5, restitution};
  mechanism.initialState->v["a"] = {0, 0, 0, -1, 0, 0};
  Simulation simulation = movingBy(mechanism, stepping);
  simulation.advance(0.4);
  CHECK(simulation.v()[3] == Approx(-1).epsilon(1e-12));
  CHECK(simulation.tendonLimitForces()[0] == 0);
  double longest = 0, pull = 0;
  for (int i = 0; i < 200; ++i) {
    simulation.step();
    longest = std::max(longest, simulation.tendonLengths()[0]);
    pull += 1e-3 * simulation.tendonLimitForces()[0];
  }
  // The reduced mass is 0.75 kg, the center of mass moves at −0.25 m/s.
  CHECK(longest < 2.5 + 1e-6);
  CHECK(simulation.v()[9] - simulation.v()[3] == Approx(-restitution).margin(1e-7));
  CHECK(simulation.v()[3] == Approx(-0.25 + 0.75 * restitution).epsilon(1e-6));
  // Steps that adapt are a little shorter than a millisecond.
  CHECK(pull == Approx(-0.75 * (1 + restitution)).epsilon(1e-4));
  // Later it is as short as it may be.
  if (restitution == 0) return;
  simulation.advance(2 / restitution + 0.2);
  CHECK(simulation.tendonLengths()[0] >= 0.5 - 1e-6);
  CHECK(simulation.v()[9] - simulation.v()[3] == Approx(restitution * restitution).epsilon(1e-4));
}

TEST_CASE("a weight swings on a rope as a pendulum, and pulls as one", "[tendons]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  const bool isRod = GENERATE(false, true);
  Mechanism mechanism;
  mechanism.name = "swing";
  mechanism.bodies.push_back({"seat", 2, {0, 0, 0}, {1, 1, 1, 0, 0, 0}});
  Joint& joint = mechanism.joints.emplace_back();
  joint.name = "flight";
  joint.type = JointType::free;
  joint.parent = "world";
  joint.child = "seat";
  mechanism.initialState = NamedState{};
  mechanism.initialState->q["flight"] = {1.5 * std::sin(1.0), 0, -1.5 * std::cos(1.0), 0, 0, 0, 1};
  Tendon& rope = mechanism.tendons.emplace_back();
  rope.name = "rope";
  rope.points = {{"world", {0, 0, 0}}, {"seat", {0, 0, 0}}};
  rope.limits = JointLimits{isRod ? 1.5 : 0, 1.5, 0};
  Simulation simulation = movingBy(mechanism, stepping);
  // At rest the acceleration is g sin θ along the arc; the rope supports m g cos θ.
  CHECK(simulation.forwardDynamics()[3] == Approx(-9.81 * std::sin(1.0) * std::cos(1.0)));
  simulation.advance(0.5);
  // θ of the pendulum after half a second, by its own equation in steps of 0.1 ms.
  double angle = 1, rate = 0;
  for (int i = 0; i < 5000; ++i) {
    const double h = 1e-4, g = 9.81 / 1.5;
    const double k1 = -g * std::sin(angle), k2 = -g * std::sin(angle + h / 2 * rate),
                 k3 = -g * std::sin(angle + h / 2 * rate + h * h / 4 * k1),
                 k4 = -g * std::sin(angle + h * rate + h * h / 2 * k2);
    angle += h * rate + h * h / 6 * (k1 + k2 + k3);
    rate += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  CHECK(simulation.tendonLengths()[0] == Approx(1.5).epsilon(1e-6));
  // The impulses of a step act at its ends: order 1 in steps of 1 ms.
  CHECK(std::atan2(simulation.q()[0], -simulation.q()[2]) == Approx(angle).margin(2e-3));
  CHECK(simulation.tendonLimitForces()[0] ==
        Approx(-2 * (9.81 * std::cos(angle) + 1.5 * rate * rate)).epsilon(1e-2));
  // With the speed, the acceleration includes that towards the center.
  const double x = simulation.q()[0], z = simulation.q()[2], vx = simulation.v()[3],
               vz = simulation.v()[5];
  const std::span<const double> a = simulation.forwardDynamics();
  CHECK(a[3] * x + a[5] * z == Approx(-(vx * vx + vz * vz)).epsilon(1e-6));
}

TEST_CASE("a sum of coordinates stays within its limits", "[tendons]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Mechanism mechanism;
  mechanism.name = "sliders";
  mechanism.gravity.setZero();
  for (const auto& [name, mass] : {std::pair("a", 1.0), std::pair("b", 4.0)}) {
    mechanism.bodies.push_back({name, mass, {0, 0, 0}, {1, 1, 1, 0, 0, 0}});
    Joint& joint = mechanism.joints.emplace_back();
    joint.name = name;
    joint.type = JointType::prismatic;
    joint.parent = "world";
    joint.child = name;
  }
  Tendon& sum = mechanism.tendons.emplace_back();
  sum.name = "sum";
  sum.terms = {{"a", 1}, {"b", -2}};
  sum.limits = JointLimits{-0.1, 0.3, 0};
  Simulation simulation = movingBy(mechanism, stepping);
  simulation.setTorques(std::vector<double>{6, 0});
  simulation.advance(1);
  // W = 1/1 + 4/4 along the sum; 6 N on a alone accelerate it by 6 m/s².
  CHECK(simulation.tendonLengths()[0] == Approx(0.3).epsilon(1e-6));
  CHECK(simulation.tendonLimitForces()[0] == Approx(-3).epsilon(1e-6));
  CHECK(simulation.v()[0] == Approx(2 * simulation.v()[1]).epsilon(1e-6));
  CHECK(simulation.forwardDynamics()[0] == Approx(3).epsilon(1e-9));
  CHECK(simulation.forwardDynamics()[1] == Approx(2 * 3 / 4.0).epsilon(1e-9));
  CHECK(simulation.limitForces().empty());
}

TEST_CASE("reactions of joints include the pull of a rope at its length", "[tendons]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Mechanism mechanism;
  mechanism.name = "crane";
  mechanism.bodies.push_back({"weight", 3, {0, 0, 0}, {1, 1, 1, 0, 0, 0}});
  mechanism.bodies.push_back({"beam", 5, {1, 0, 0}, {1, 1, 1, 0, 0, 0}});
  for (const auto& [name, type] :
       {std::pair("weight", JointType::free), std::pair("beam", JointType::fixed)}) {
    Joint& joint = mechanism.joints.emplace_back();
    joint.name = name;
    joint.type = type;
    joint.parent = "world";
    joint.child = name;
  }
  mechanism.initialState = NamedState{};
  mechanism.initialState->q["weight"] = {2, 0, -1, 0, 0, 0, 1};
  Tendon& rope = mechanism.tendons.emplace_back();
  rope.name = "rope";
  rope.points = {{"beam", {2, 0, 0}}, {"weight", {0, 0, 0}}};
  rope.limits = JointLimits{0, 1, 0};
  Simulation simulation = movingBy(mechanism, stepping);
  simulation.advance(0.1);
  CHECK(simulation.tendonLimitForces()[0] == Approx(-3 * 9.81).epsilon(1e-6));
  const std::span<const double> reactions = simulation.reactions();
  CHECK(reactions[11] == Approx(8 * 9.81).epsilon(1e-6));
  CHECK(reactions[7] == Approx(-(5 * 1 + 3 * 2) * 9.81).epsilon(1e-6));
}

TEST_CASE("a spring is slack at the initial state of its mechanism, not at that of a simulation",
          "[tendons]") {
  Mechanism mechanism = twoBodies();
  mechanism.tendons.push_back(
      {"spring", {{"a", {0, 0, 0}}, {"b", {0, 0, 0}}}, {}, 10, 0, {}, false, {}});
  NamedState elsewhere;
  elsewhere.q["b"] = {3, 0, 0, 0, 0, 0, 1};
  Simulation given(mechanism, {}, elsewhere), moved(mechanism);
  moved.setState(elsewhere);
  CHECK(given.potentialEnergy() == Approx(0.5 * 10 * 1));
  CHECK(moved.potentialEnergy() == given.potentialEnergy());
}

TEST_CASE("tendons are read and written, and errors name the field", "[tendons]") {
  Mechanism mechanism = twoBodies();
  mechanism.tendons.push_back({"spring",
                               {{"a", {0, 0.1, 0}}, {"world", {0, 0, 0.2}}},
                               {},
                               30,
                               2,
                               1.0,
                               true,
                               JointLimits{0.5, 3, 0.1}});
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
  CHECK_THAT(problem([](Mechanism& m) {
               m.tendons[0].limits = JointLimits{2, 1, 0};
             }),
             Catch::Contains("tendons[0].limits"));
  CHECK_THAT(
      problem([](Mechanism& m) { m.tendons[0].limits->upper = m.tendons[0].limits->lower = 0; }),
      Catch::Contains("tendons[0].limits.upper"));
  CHECK_THAT(problem([](Mechanism& m) { m.actuators[0].tendon = "sprung"; }),
             Catch::Contains("\"spring\""));
  CHECK_THAT(problem([](Mechanism& m) { m.actuators[0].tendon.clear(); }),
             Catch::Contains("neither terms nor a tendon"));
}

}  // namespace linkwork::test
