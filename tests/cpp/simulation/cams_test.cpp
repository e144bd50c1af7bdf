#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "linkwork/json.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/scenes.hpp"

/// Couplings with functions: cams and polynomials. The scenes that all methods pass
/// (simulation/scenes.hpp) have a cam shaft.
namespace linkwork::test {
namespace {

constexpr double shaftInertia = 0.02, slideMass = 1.5, slideGravity = 10;

/// A crank that lifts a slide by f of its angle.
Mechanism cam(const CouplingFunction& function, double angle, double height, double speed,
              double rate) {
  Mechanism mechanism;
  mechanism.name = "cam";
  mechanism.gravity = {0, 0, -slideGravity};
  mechanism.initialState = NamedState{};
  const auto add = [&](const std::string& name, JointType type, double q, double v) {
    mechanism.bodies.push_back(
        {name, slideMass, {0, 0, 0}, {shaftInertia, shaftInertia, shaftInertia, 0, 0, 0}});
    Joint& joint = mechanism.joints.emplace_back();
    joint.type = type;
    joint.name = name;
    joint.parent = "world";
    joint.child = name;
    mechanism.initialState->q[name] = {q};
    mechanism.initialState->v[name] = {v};
  };
  add("crank", JointType::revolute, angle, speed);
  add("slide", JointType::prismatic, height, rate);
  mechanism.joints[0].axis = Eigen::Vector3d::UnitY();
  mechanism.couplings.push_back({"lift", {{"slide", 2}, {"crank", -2, function}}, 0});
  return mechanism;
}

/// f = 0.1 cos θ through `count` points of a turn.
CouplingFunction eccentric(int count) {
  CouplingFunction function;
  function.repeats = true;
  for (int i = 0; i <= count; ++i) {
    const double angle = 2 * std::numbers::pi * i / count;
    function.positions.push_back(angle);
    function.values.push_back(i == count ? 0.1 : 0.1 * std::cos(angle));
  }
  return function;
}

}  // namespace

TEST_CASE("a polynomial lifts a slide, by its equation of motion", "[simulation]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  const auto lift = [](double x) { return 0.2 * x + 0.3 * x * x; };
  const auto slope = [](double x) { return 0.2 + 0.6 * x; };
  const double angle = 0.4, speed = 3;
  const Mechanism mechanism =
      cam({.polynomial = {0, 0.2, 0.3}}, angle, lift(angle), speed, slope(angle) * speed);
  Simulation simulation(mechanism, {.method = stepping.method,
                                    .integrator = stepping.integrator,
                                    .step = 1e-3,
                                    .energyTolerance = HUGE_VAL});
  // (I + m f'²) θ̈ + m f' f'' θ̇² = τ − m g f'
  const auto accelerationAt = [&](double x, double v, double torque) {
    const double f = slope(x);
    return (torque - slideMass * slideGravity * f - slideMass * f * 0.6 * v * v) /
           (shaftInertia + slideMass * f * f);
  };
  simulation.setTorques(std::vector{0.7, 0.0});
  const double expected = accelerationAt(angle, speed, 0.7);
  CHECK(simulation.forwardDynamics()[0] == Approx(expected).epsilon(1e-12));
  CHECK(simulation.forwardDynamics()[1] ==
        Approx(slope(angle) * expected + 0.6 * speed * speed).epsilon(1e-12));

  double x = angle, v = speed;  // by Runge and Kutta in short steps
  const double h = 1e-4, seconds = 1;
  for (int i = 0; i < static_cast<int>(std::lround(seconds / h)); ++i) {
    const double a1 = accelerationAt(x, v, 0.7), v2 = v + h / 2 * a1,
                 a2 = accelerationAt(x + h / 2 * v, v2, 0.7), v3 = v + h / 2 * a2,
                 a3 = accelerationAt(x + h / 2 * v2, v3, 0.7), v4 = v + h * a3,
                 a4 = accelerationAt(x + h * v3, v4, 0.7);
    x += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  simulation.advance(seconds);
  const bool isEuler = stepping.integrator == "semi-implicit-euler";
  CHECK(simulation.q()[0] == Approx(x).margin(isEuler ? 2e-2 : 2e-4));
  CHECK(std::abs(simulation.q()[1] - lift(simulation.q()[0])) < 1e-10);
  CHECK(std::abs(simulation.v()[1] - slope(simulation.q()[0]) * simulation.v()[0]) < 1e-9);
}

TEST_CASE("a cam turns on and on, and its slide follows the curve", "[simulation]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  const int count = 72;
  Simulation simulation(cam(eccentric(count), 0, 0.1, -20, 0),
                        {.method = stepping.method, .integrator = stepping.integrator});
  const double start = simulation.kineticEnergy() + simulation.potentialEnergy();
  // A cubic spline through points Δ apart is off by at most 5/384 Δ⁴ times the fourth derivative.
  const double off = 5.0 / 384 * std::pow(2 * std::numbers::pi / count, 4) * 0.1;
  for (int i = 0; i < 200; ++i) {
    simulation.step(10);
    REQUIRE(std::abs(simulation.q()[1] - 0.1 * std::cos(simulation.q()[0])) < off + 1e-10);
  }
  CHECK(simulation.q()[0] < -5 * 2 * std::numbers::pi);
  CHECK(simulation.couplingError() < (stepping.integrator == "baumgarte" ? 1e-8 : 1e-10));
  const double energy = simulation.kineticEnergy() + simulation.potentialEnergy();
  CHECK(energy == Approx(start).epsilon(0.02));
}

TEST_CASE("functions of couplings are read and written, and errors name the field",
          "[simulation]") {
  const Mechanism mechanism = cam(eccentric(8), 0, 0.1, 0, 0);
  CHECK(mechanismFromJson(toJson(mechanism)) == mechanism);
  const auto problem = [&](auto change) {
    Mechanism changed = mechanism;
    change(*changed.couplings[0].terms[1].function, changed);
    try {
      validate(changed);
    } catch (const MechanismError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  using F = CouplingFunction;
  CHECK_THAT(problem([](F& f, Mechanism&) { f = {}; }),
             Catch::Contains("couplings[0].terms[1].function"));
  CHECK_THAT(problem([](F& f, Mechanism&) { f.polynomial = {1}; }),
             Catch::Contains("expected one of both"));
  CHECK_THAT(problem([](F& f, Mechanism&) { f.values.pop_back(); }), Catch::Contains("8 for 9"));
  CHECK_THAT(problem([](F& f, Mechanism&) { f.values.back() = 0; }),
             Catch::Contains("the last is the first"));
  CHECK_THAT(problem([](F& f, Mechanism&) { f.positions[3] = 0; }),
             Catch::Contains("function.positions[3]"));
  CHECK_THAT(problem([](F& f, Mechanism& m) {
               Actuator& actuator = m.actuators.emplace_back();
               actuator.name = "motor";
               actuator.terms = {{"crank", 1, f}};
             }),
             Catch::Contains("actuators[0].terms[0].function"));
}

TEST_CASE("a slide cannot be moved beyond what its cam lifts", "[simulation]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Simulation simulation(cam({.polynomial = {0, 2, -1}}, 0, 0, 0.25, 0.5),
                        {.method = stepping.method, .integrator = stepping.integrator});
  PrescribedMotions motions;
  motions["slide"].velocity = 0.5;  // 2 x − x² is 1 at most
  simulation.prescribe(motions);
  simulation.advance(1.5);
  CHECK(simulation.q()[1] == Approx(0.75).margin(1e-6));
  CHECK_THROWS_AS(simulation.advance(2), SimulationError);
}

TEST_CASE("a function that does not repeat is constant beyond its points", "[simulation]") {
  CouplingFunction function;
  function.positions = {0, 1, 2};
  function.values = {0, 0.1, 0.3};
  Simulation simulation(cam(function, 3, 0.3, 1, 0));
  simulation.advance(1);
  CHECK(simulation.q()[0] == Approx(4));
  CHECK(simulation.q()[1] == Approx(0.3).margin(1e-12));
  CHECK(simulation.forwardDynamics()[0] == Approx(0).margin(1e-12));
}

TEST_CASE("inverse kinematics on a cam does not run away where the lift is flat", "[simulation]") {
  for (const double angle : {0.0, 1e-9, 1e-5, 1.0, 3.1415926}) {
    CAPTURE(angle);
    const Mechanism mechanism = cam(eccentric(64), angle, 0.1 * std::cos(angle), 0, 0);
    Model model(mechanism);
    for (const double height : {1.0, -1.0, 0.07}) {  // the lift is 0.1 m at most
      const InverseKinematicsResult found = model.inverseKinematics(
          model.initialPosition(), {{{"slide", {}}, {0, 0, height}, {}, 1, 0}});
      CAPTURE(height, found.q.transpose());
      CHECK(std::abs(found.q[0]) < 100);
      const bool isReachable = std::abs(height) <= 0.1 && angle > 1e-10;
      CHECK(found.isReached == isReachable);
    }
  }
}

}  // namespace linkwork::test
