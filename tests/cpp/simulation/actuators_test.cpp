#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "linkwork/catalogue.hpp"
#include "linkwork/json.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/scenes.hpp"

/// Actuators: their laws in every method with inertia, and implicit gains.
namespace linkwork::test {
namespace {

constexpr double inertia = 0.5;

/// A flywheel of 0.5 kg·m² without gravity, with one actuator on its joint.
Mechanism flywheel(Actuator actuator) {
  Mechanism mechanism;
  mechanism.name = "flywheel";
  mechanism.gravity.setZero();
  Body& body = mechanism.bodies.emplace_back();
  body.name = "wheel";
  body.mass = 1;
  body.inertia = {inertia, inertia, inertia, 0, 0, 0};
  Joint& joint = mechanism.joints.emplace_back();
  joint.name = "axle";
  joint.type = JointType::revolute;
  joint.parent = "world";
  joint.child = "wheel";
  actuator.name = "motor";
  if (actuator.terms.empty()) actuator.terms = {{"axle", 1}};
  mechanism.actuators.push_back(actuator);
  return mechanism;
}

Actuator servo(double stiffness, double damping) {
  Actuator actuator;
  actuator.type = ActuatorType::position;
  actuator.stiffness = stiffness;
  actuator.damping = damping;
  return actuator;
}

Actuator velocityMotor(double damping, double mostForce) {
  Actuator actuator;
  actuator.type = ActuatorType::velocity;
  actuator.damping = damping;
  actuator.forceRange = {-mostForce, mostForce};
  return actuator;
}

Simulation start(const Mechanism& mechanism, const Stepping& stepping, double step = 2e-3) {
  return Simulation(mechanism,
                    {.method = stepping.method, .integrator = stepping.integrator, .step = step});
}

}  // namespace

TEST_CASE("a torque actuator acts with gain and coefficient within its ranges", "[actuators]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Actuator actuator;
  actuator.gain = 3;
  actuator.terms = {{"axle", 2}};
  actuator.controlRange = {-1, 1};
  actuator.forceRange = {-HUGE_VAL, 2.5};
  Simulation simulation = start(flywheel(actuator), stepping);
  simulation.setControl("motor", 0.5);
  simulation.advance(0.5);
  CHECK(simulation.v()[0] == Approx(2 * 3 * 0.5 * 0.5 / inertia).epsilon(1e-9));
  CHECK(simulation.actuatorForces()[0] == Approx(1.5));
  simulation.setControl("motor", -7);  // acts as −1
  simulation.advance(0.5);
  CHECK(simulation.v()[0] == Approx(2 * 3 * (0.5 - 1) * 0.5 / inertia).margin(1e-9));
  simulation.setControl("motor", 1);  // 3 N·m are limited to 2.5
  CHECK(simulation.actuatorForces()[0] == Approx(2.5));
  CHECK(simulation.forwardDynamics()[0] == Approx(2 * 2.5 / inertia));
}

TEST_CASE("the range of a joint limits the sum of its actuators", "[actuators]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Mechanism mechanism = flywheel({});
  mechanism.joints[0].actuatorForceRange = {-1, 4};
  mechanism.actuators[0].terms[0].coefficient = 2;
  Actuator& other = mechanism.actuators.emplace_back(velocityMotor(1e5, 10));  // implicit
  other.name = "other";
  other.terms = {{"axle", 0.5}};
  Simulation simulation = start(mechanism, stepping);
  simulation.setControl("motor", 1);
  simulation.setControl("other", 50);
  simulation.advance(0.5);  // 2 + 0.5 · 10 N·m are limited to 4
  CHECK(simulation.v()[0] == Approx(4 * 0.5 / inertia).epsilon(1e-9));
  simulation.setControl("motor", -3);  // −6 + 0.5 · 10
  simulation.advance(0.5);
  CHECK(simulation.v()[0] == Approx((4 - 1) * 0.5 / inertia).epsilon(1e-9));
  CHECK(mechanismFromJson(toJson(mechanism)) == mechanism);
  mechanism.actuators[1] = mechanism.actuators[0];
  mechanism.actuators[1].name = "other";
  Simulation both = start(mechanism, stepping);
  both.setControls(std::vector{-3.0, 1.0});  // −6 + 2
  CHECK(both.forwardDynamics()[0] == Approx(-1 / inertia));
  both.advance(0.5);
  CHECK(both.v()[0] == Approx(-0.5 / inertia).epsilon(1e-9));
}

TEST_CASE("stiff gains saturate exactly, then hold the position", "[actuators]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Actuator actuator = servo(1e6, 5e5);  // on target the position error decays in 0.5 s
  actuator.forceRange = {-2, 2};
  Simulation simulation = start(flywheel(actuator), stepping);
  simulation.setControl("motor", 1);
  simulation.advance(0.25);  // 2 N·m accelerate at 4 rad/s²
  CHECK(simulation.v()[0] == Approx(2 * 0.25 / inertia).epsilon(1e-9));
  CHECK(simulation.actuatorForces()[0] == Approx(2).epsilon(1e-9));
  simulation.advance(6);
  CHECK(simulation.q()[0] == Approx(1).epsilon(1e-4));
  CHECK(std::abs(simulation.v()[0]) < 1e-4);
}

TEST_CASE("gains of any size hold a load with the sag of their stiffness", "[actuators]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  const double stiffness = GENERATE(50.0, 1e4, 1e8);
  CAPTURE(stiffness);
  Mechanism mechanism = flywheel(servo(stiffness, 0.2 * stiffness));
  mechanism.gravity = {0, -10, 0};
  mechanism.bodies[0].centerOfMass = {0.3, 0, 0};
  Simulation simulation = start(mechanism, stepping);
  simulation.advance(4);
  // k q = −m g l cos q
  double angle = 0;
  for (int i = 0; i < 100; ++i) angle = -10 * 0.3 * std::cos(angle) / stiffness;
  CHECK(simulation.q()[0] == Approx(angle).epsilon(1e-5).margin(1e-9));
}

TEST_CASE("a force-limited motor works against dry friction and stops", "[actuators]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Mechanism mechanism = flywheel(velocityMotor(1e5, 4));
  mechanism.joints[0].friction = 5;
  Simulation weak = start(mechanism, stepping);
  weak.setControl("motor", 10);
  weak.advance(0.2);
  CHECK(std::abs(weak.v()[0]) < 1e-9);
  mechanism.actuators[0].forceRange = {-6, 6};
  mechanism.joints[0].limits = JointLimits{-1, 0.5};
  Simulation strong = start(mechanism, stepping);
  strong.setControl("motor", 10);
  strong.advance(0.2);
  // The smooth law of friction is less than 5 N·m up to some hundredths of a rad/s.
  CHECK(strong.v()[0] == Approx((6 - 5) * 0.2 / inertia).epsilon(4e-2));
  strong.advance(3);
  CHECK(strong.q()[0] == Approx(0.5).margin(1e-6));
  REQUIRE(strong.limitForces().size() == 1);
  // Friction of unknown size up to 5 N·m holds with the stop.
  CHECK(strong.limitForces()[0].force <= -1 + 1e-6);
  CHECK(strong.limitForces()[0].force >= -11 - 1e-6);
}

TEST_CASE("a motor presses a joint against its stop with its largest force", "[actuators]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Mechanism mechanism = flywheel(velocityMotor(1e5, 4));
  mechanism.joints[0].limits = JointLimits{-1, 0.5};
  Simulation simulation = start(mechanism, stepping);
  simulation.setControl("motor", 10);
  simulation.advance(2);
  CHECK(simulation.q()[0] == Approx(0.5).margin(1e-6));
  REQUIRE(simulation.limitForces().size() == 1);
  CHECK(simulation.limitForces()[0].force == Approx(-4).epsilon(1e-6));
  CHECK(simulation.actuatorForces()[0] == Approx(4).epsilon(1e-6));
}

TEST_CASE("limited power gives kinetic energy at a constant rate", "[actuators]") {
  Actuator actuator;
  actuator.maxPower = 3;
  Mechanism mechanism = flywheel(actuator);
  mechanism.initialState = NamedState{};
  mechanism.initialState->v["axle"] = {1};
  Simulation simulation = start(mechanism, {"articulated-body", "rk4"});
  simulation.setControl("motor", 1000);
  simulation.advance(2);
  CHECK(simulation.kineticEnergy() == Approx(0.5 * inertia + 3 * 2).epsilon(1e-9));
  CHECK(simulation.work() == Approx(3 * 2).epsilon(1e-9));
}

TEST_CASE("stiff gains keep the largest power from rest on", "[actuators]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Actuator actuator = velocityMotor(1e5, HUGE_VAL);
  actuator.maxPower = 2;
  Simulation simulation = start(flywheel(actuator), stepping, 1e-3);
  simulation.setControl("motor", 100);
  simulation.step();
  CHECK(simulation.kineticEnergy() <= 2 * 2 * simulation.time());
  simulation.advance(1);
  CHECK(simulation.kineticEnergy() == Approx(2 * simulation.time()).epsilon(3e-2));
}

TEST_CASE("the work of gains and dampers is of order 2 in symmetric steps", "[actuators]") {
  const Stepping stepping =
      GENERATE(Stepping{"multipliers", "rattle"}, Stepping{"variational", "second-order"},
               Stepping{"variational-maximal", "second-order"});
  CAPTURE(stepping.method, stepping.integrator);
  Mechanism mechanism = flywheel(servo(20, 1));
  mechanism.joints[0].damping = 0.5;
  const auto imbalance = [&](double step) {
    Simulation simulation = start(mechanism, stepping, step);
    simulation.setControl("motor", 1);
    simulation.advance(0.2);
    return simulation.kineticEnergy() - simulation.work();
  };
  const double coarse = imbalance(4e-3), fine = imbalance(2e-3);
  REQUIRE(std::abs(fine) > 1e-6);
  CHECK(coarse / fine == Approx(4).epsilon(0.05));
}

TEST_CASE("an activation filter follows the control exactly", "[actuators]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Actuator actuator;
  actuator.activation = ActivationType::filter;
  actuator.timeConstant = 0.1;
  Simulation simulation = start(flywheel(actuator), stepping, 1e-3);
  simulation.setControl("motor", 2);
  simulation.advance(0.3);
  const double left = std::exp(-3.0);
  CHECK(simulation.activations()[0] == Approx(2 * (1 - left)).epsilon(1e-12));
  CHECK(simulation.v()[0] == Approx(2 / inertia * (0.3 - 0.1 * (1 - left))).epsilon(5e-3));
  // Half a step later the velocity of semi-implicit Euler would be exact; others are of order 2.
  if (stepping.integrator == "rk4")
    CHECK(simulation.v()[0] == Approx(2 / inertia * (0.3 - 0.1 * (1 - left))).epsilon(1e-9));
}

TEST_CASE("an integrator's activation stays in its range", "[actuators]") {
  Actuator actuator = servo(100, 10);
  actuator.activation = ActivationType::integrator;
  actuator.activationRange = {-0.25, 0.25};
  Simulation simulation = start(flywheel(actuator), {"articulated-body", "rk4"});
  simulation.setControl("motor", 1);
  simulation.advance(0.1);
  CHECK(simulation.activations()[0] == Approx(0.1).epsilon(1e-12));
  simulation.advance(1);
  CHECK(simulation.activations()[0] == 0.25);
  simulation.setControl("motor", -1);
  simulation.advance(0.1);
  CHECK(simulation.activations()[0] == Approx(0.15).epsilon(1e-12));
}

TEST_CASE("a tendon drives its joints by their coefficients", "[actuators]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Mechanism mechanism;
  mechanism.name = "sliders";
  mechanism.gravity.setZero();
  for (const char* const name : {"a", "b"}) {
    mechanism.bodies.push_back({name, 2, {0, 0, 0}, {1, 1, 1, 0, 0, 0}});
    Joint& joint = mechanism.joints.emplace_back();
    joint.name = name;
    joint.type = JointType::prismatic;
    joint.parent = "world";
    joint.child = name;
  }
  Actuator actuator;
  actuator.name = "tendon";
  actuator.type = ActuatorType::general;
  actuator.terms = {{"a", 1}, {"b", -3}};
  actuator.gain = 2;
  actuator.offset = 1;
  mechanism.actuators.push_back(actuator);
  Simulation simulation = start(mechanism, stepping);
  simulation.setControls(std::vector{0.5});
  simulation.advance(1);
  CHECK(simulation.v()[0] == Approx(1.0).epsilon(1e-9));
  CHECK(simulation.v()[1] == Approx(-3.0).epsilon(1e-9));
}

TEST_CASE("a stiff velocity motor turns the crank of a four-bar", "[actuators]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Mechanism mechanism = fourBar();
  Actuator actuator = velocityMotor(1e5, 1e3);
  actuator.name = "motor";
  actuator.terms = {{mechanism.joints[0].name, 1}};
  mechanism.actuators.push_back(actuator);
  Simulation simulation = start(mechanism, stepping, 1e-3);
  simulation.setControl("motor", 5);
  simulation.advance(1.5);
  CHECK(simulation.v()[0] == Approx(5).epsilon(1e-3));
  CHECK(simulation.loopError() < 1e-9);
}

TEST_CASE("snapshots, clones and resets keep controls and activations", "[actuators]") {
  Actuator actuator;
  actuator.activation = ActivationType::filter;
  actuator.timeConstant = 0.1;
  const Mechanism mechanism = flywheel(actuator);
  Simulation simulation = start(mechanism, {"multipliers", "rattle"});
  simulation.setControl("motor", 1);
  simulation.advance(0.1);
  const std::vector<double> snapshot = simulation.snapshot();
  Simulation clone = simulation.clone(), other = start(mechanism, {"multipliers", "rattle"});
  other.restore(snapshot);
  for (Simulation* each : {&simulation, &clone, &other}) each->advance(0.1);
  CHECK(clone.v()[0] == simulation.v()[0]);
  CHECK(other.v()[0] == simulation.v()[0]);
  simulation.reset();
  CHECK(simulation.controls() == std::vector{0.0});
  CHECK(simulation.activations() == std::vector{0.0});
}

TEST_CASE("actuators are read and written, and errors name the field", "[actuators]") {
  Actuator actuator = servo(10, 1);
  actuator.forceRange.upper = 5;
  actuator.maxPower = 100;
  const Mechanism mechanism = flywheel(actuator);
  CHECK(mechanismFromJson(toJson(mechanism)) == mechanism);
  const auto problem = [&](auto change) {
    Mechanism changed = mechanism;
    change(changed.actuators[0]);
    try {
      validate(changed);
    } catch (const MechanismError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(problem([](Actuator& a) { a.terms[0].joint = "axel"; }),
             Catch::Contains("actuators[0].terms[0].joint"));
  CHECK_THAT(problem([](Actuator& a) { a.stiffness = -1; }),
             Catch::Contains("actuators[0].stiffness"));
  CHECK_THAT(problem([](Actuator& a) { a.gain = 2; }), Catch::Contains("actuators[0].gain"));
  CHECK_THAT(problem([](Actuator& a) {
               a.controlRange = {1, -1};
             }),
             Catch::Contains("actuators[0].controlRange"));
  CHECK_THAT(problem([](Actuator& a) { a.activation = ActivationType::filter; }),
             Catch::Contains("actuators[0].timeConstant"));
  Simulation simulation = start(mechanism, {"articulated-body", "rk4"});
  CHECK_THROWS_WITH(simulation.setControl("moter", 1), Catch::Contains("\"motor\""));
  CHECK_THROWS_AS(simulation.setControls(std::vector{1.0, 2.0}), MechanismError);
  CHECK_THROWS_AS(simulation.setControl("motor", std::nan("")), MechanismError);
}

}  // namespace linkwork::test
