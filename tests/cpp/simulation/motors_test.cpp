#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/scenes.hpp"

/// Motors of joints that are set while a simulation runs.
namespace linkwork::test {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// A wheel of inertia 0.5 kg·m² about its axle, z.
Mechanism wheel(double damping = 0) {
  Mechanism mechanism;
  mechanism.name = "wheel";
  mechanism.bodies.push_back({"wheel", 1, {0, 0, 0}, {0.5, 0.5, 0.5, 0, 0, 0}});
  Joint& axle = mechanism.joints.emplace_back();
  axle.name = "axle";
  axle.type = JointType::revolute;
  axle.axis = {0, 0, 1};
  axle.parent = "world";
  axle.child = "wheel";
  axle.damping = damping;
  return mechanism;
}

Simulation motorizedBy(const Mechanism& mechanism, const Stepping& stepping, double step) {
  return Simulation(mechanism,
                    {.method = stepping.method, .integrator = stepping.integrator, .step = step});
}

}  // namespace

TEST_CASE("a motor accelerates by its largest force up to its velocity, and keeps it", "[motors]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Simulation simulation = motorizedBy(wheel(0.1), stepping, 1e-3);
  simulation.setMotor("axle", {.velocity = 4, .maxForce = 2});
  CHECK(simulation.motorForce("axle") == 0);
  // θ̈ = (2 − 0.1 θ̇)/0.5: θ̇ = 20 (1 − exp(−0.2 t)) up to 4 rad/s at t = −5 ln 0.8 = 1.1157 s
  simulation.advance(0.5);
  CHECK(simulation.motorForce("axle") == Approx(2).epsilon(1e-9));
  const bool isLate = stepping.integrator == "semi-implicit-euler";
  CHECK(simulation.v()[0] == Approx(20 * (1 - std::exp(-0.1))).epsilon(isLate ? 2e-3 : 2e-4));
  simulation.advance(1);
  CHECK(simulation.v()[0] == Approx(4).epsilon(1e-9));
  CHECK(simulation.motorForce("axle") == Approx(0.4).epsilon(1e-3));
  simulation.setMotor("axle", {.velocity = 4, .maxForce = 0.3});
  simulation.advance(60);
  CHECK(simulation.v()[0] == Approx(3).epsilon(1e-3));
  simulation.removeMotor("axle");
  const double before = simulation.v()[0];
  simulation.advance(1);
  CHECK(simulation.v()[0] == Approx(before * std::exp(-0.2)).epsilon(1e-3));
  CHECK(simulation.motorForce("axle") == 0);
}

TEST_CASE("a motor with gains that are stiff for its steps reaches its position", "[motors]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Simulation simulation = motorizedBy(wheel(), stepping, 1e-2);
  simulation.setMotor("axle",
                      {.position = 1, .stiffness = 1e6, .damping = 1e4, .maxForce = unlimited});
  simulation.advance(1);
  CHECK(simulation.q()[0] == Approx(1).epsilon(1e-6));
  CHECK(std::abs(simulation.v()[0]) < 1e-6);
}

TEST_CASE("soft motors have the forces of their law", "[motors]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Simulation simulation = motorizedBy(wheel(), stepping, 1e-3);
  simulation.setMotor("axle", {.velocity = 1, .position = 2, .stiffness = 3, .damping = 0.5});
  CHECK(simulation.motorForce("axle") == Approx(3 * 2 + 0.5));
  CHECK(simulation.forwardDynamics()[0] == Approx(6.5 / 0.5));
  const double energy = simulation.kineticEnergy();
  simulation.advance(1);
  CHECK(simulation.kineticEnergy() - energy == Approx(simulation.work()).epsilon(5e-3));
  CHECK(simulation.motorForce("axle") ==
        Approx(3 * (2 - simulation.q()[0]) + 0.5 * (1 - simulation.v()[0])));
}

TEST_CASE("accelerations have the forces of motors that keep a velocity", "[motors]") {
  Simulation simulation(wheel());
  simulation.setTorques(std::vector{3.0});
  simulation.setMotor("axle", {.velocity = 0, .maxForce = 5});
  CHECK(std::abs(simulation.forwardDynamics()[0]) < 1e-9);
  simulation.setMotor("axle", {.velocity = 0, .maxForce = 2});
  CHECK(simulation.forwardDynamics()[0] == Approx(1 / 0.5));
  simulation.setMotor("axle", {.velocity = 1, .maxForce = 2});
  CHECK(simulation.forwardDynamics()[0] == Approx(5 / 0.5));
  simulation.setMotor("axle", {.velocity = -1, .maxForce = 2});
  CHECK(simulation.forwardDynamics()[0] == Approx(1 / 0.5));
  simulation.setMotor("axle", {.velocity = 1});
  CHECK_THROWS_WITH(simulation.forwardDynamics(), Catch::Contains("axle"));
}

TEST_CASE("a motor stays within the range of its joint", "[motors]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Mechanism mechanism = wheel();
  mechanism.joints[0].actuatorForceRange = {-1, 1};
  Simulation simulation = motorizedBy(mechanism, stepping, 1e-3);
  simulation.setMotor("axle", {.velocity = 10});
  simulation.advance(1);
  CHECK(simulation.v()[0] == Approx(2).epsilon(2e-3));
  CHECK(simulation.motorForce("axle") == Approx(1).epsilon(1e-9));
}

TEST_CASE("a motor drives a loop, and survives clones, parameters and snapshots", "[motors]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  const Mechanism mechanism = fourBar();
  const std::string crank = mechanism.joints[0].name;
  Simulation simulation = motorizedBy(mechanism, stepping, 1e-3);
  simulation.setMotor(crank, {.velocity = 4, .maxForce = 1e3});
  simulation.advance(0.5);
  CHECK(simulation.v()[0] ==
        Approx(4).epsilon(stepping.integrator == "semi-implicit-euler" ? 1e-3 : 1e-9));
  const std::vector<double> snapshot = simulation.snapshot();
  Simulation clone = simulation.clone();
  clone.step(10);
  simulation.step(10);
  CHECK(clone.q()[0] == simulation.q()[0]);
  simulation.restore(snapshot);
  simulation.step(10);
  CHECK(clone.q()[0] == simulation.q()[0]);
  simulation.setParameter("gravity.z", -1);
  simulation.advance(0.1);
  CHECK(simulation.v()[0] == Approx(4).epsilon(1e-3));
  simulation.reset();
  CHECK(simulation.motorForce(crank) == 0);
  const double start = simulation.v()[0];
  simulation.step();
  CHECK(std::abs(simulation.v()[0] - start) < 1);
}

TEST_CASE("a motor without a largest force contradicts a stop", "[motors]") {
  Mechanism mechanism = wheel();
  mechanism.joints[0].limits = JointLimits{-0.1, 0.1};
  Simulation simulation(mechanism);
  simulation.setMotor("axle", {.velocity = 1, .maxForce = 5});
  simulation.advance(1);
  CHECK(simulation.q()[0] == Approx(0.1).margin(1e-6));
  CHECK(simulation.motorForce("axle") == Approx(5));
  simulation.reset();
  simulation.setMotor("axle", {.velocity = 1});
  CHECK_THROWS_WITH(simulation.advance(1), Catch::Contains("maxForce"));
  CHECK(simulation.q()[0] < 0.1 + 1e-6);
}

TEST_CASE("invalid motors are errors, and change nothing", "[motors]") {
  Simulation simulation(wheel());
  CHECK_THROWS_WITH(simulation.setMotor("axel", {}), Catch::Contains("axle"));
  CHECK_THROWS_WITH(simulation.setMotor("axle", {.velocity = unlimited}),
                    Catch::Contains("motor.velocity"));
  CHECK_THROWS_WITH(simulation.setMotor("axle", {.stiffness = -1}),
                    Catch::Contains("motor.stiffness"));
  CHECK_THROWS_WITH(simulation.setMotor("axle", {.damping = unlimited}),
                    Catch::Contains("motor.damping"));
  CHECK_THROWS_WITH(simulation.setMotor("axle", {.maxForce = -1}),
                    Catch::Contains("motor.maxForce"));
  CHECK_THROWS_WITH(simulation.setMotor("axle", {.position = 1e200, .stiffness = 1e200}),
                    Catch::Contains("motor"));
  simulation.step();
  CHECK(simulation.v()[0] == 0);
  simulation.removeMotor("axle");
  CHECK_NOTHROW(simulation.stepMap());
  simulation.setMotor("axle", {.maxForce = 1});
  CHECK_THROWS_WITH(simulation.stepMap(), Catch::Contains("motors of joints"));
}

}  // namespace linkwork::test
