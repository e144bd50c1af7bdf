#include <catch2/catch.hpp>

#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/scenes.hpp"

/// Impulses that a user applies between steps.
namespace linkwork::test {
namespace {

Simulation simulationOf(const Mechanism& mechanism, const Stepping& stepping) {
  return Simulation(mechanism,
                    {.method = stepping.method, .integrator = stepping.integrator, .step = 1e-3});
}

/// A body of 2 kg that floats without gravity.
Mechanism floatingBody() {
  Mechanism mechanism;
  mechanism.name = "body";
  mechanism.gravity.setZero();
  mechanism.bodies.push_back({"body", 2, {0, 0, 0}, {0.1, 0.2, 0.4, 0, 0, 0}});
  Joint& joint = mechanism.joints.emplace_back();
  joint.name = "root";
  joint.type = JointType::free;
  joint.parent = "world";
  joint.child = "body";
  return mechanism;
}

}  // namespace

TEST_CASE("an impulse moves a free body by its mass and turns it by its inertia", "[simulation]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Simulation simulation = simulationOf(floatingBody(), stepping);
  simulation.advance(0.01);
  simulation.applyImpulse("body", {0, 0.5, 0}, {0, 0, 3});
  // Velocities of a free joint are (ω; v): r × p = (1.5, 0, 0) N·m·s
  CHECK(simulation.v()[0] == Approx(1.5 / 0.1).epsilon(1e-14));
  CHECK(simulation.v()[5] == Approx(3.0 / 2).epsilon(1e-14));
  CHECK(simulation.work() == Approx(0.5 * 0.1 * 225 + 0.5 * 2 * 2.25).epsilon(1e-14));
  simulation.advance(0.1);  // about a principal axis
  CHECK(simulation.v()[0] == Approx(15).epsilon(1e-9));
  // Variational steps are screws: (h ω)²/12 shorter.
  CHECK(simulation.q()[2] == Approx(0.15).epsilon(2e-5));
}

TEST_CASE("an impulse on a robot that floats is the change of its momentum", "[simulation]") {
  Simulation simulation(miniCheetah(), {.step = 1e-3});
  simulation.advance(0.05);
  const Vector6<double> before = simulation.momentum();
  const Eigen::Vector3d impulse(1, -2, 3);
  simulation.applyImpulse(simulation.mechanism().bodies.back().name, {0, 0, -0.1}, impulse);
  const Vector6<double> change = simulation.momentum() - before;
  CHECK((change.tail<3>() - impulse).norm() < 1e-12);
  CHECK(simulation.loopError() < 1e-9);
}

TEST_CASE("an impulse into the ground bounces as an impact of that speed", "[simulation]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Mechanism mechanism = floatingBody();
  mechanism.gravity = {0, 0, -9.81};
  Collider& ground = mechanism.contact.colliders.emplace_back();
  ground.type = ColliderType::plane;
  ground.body = "world";
  Collider& ball = mechanism.contact.colliders.emplace_back();
  ball.type = ColliderType::sphere;
  ball.body = "body";
  ball.radius = 0.1;
  ball.restitution = ground.restitution = 0.5;
  mechanism.initialState.emplace().q["root"] = {0, 0, 0.1, 0, 0, 0, 1};
  Simulation simulation = simulationOf(mechanism, stepping);
  simulation.advance(0.05);
  CHECK(std::abs(simulation.v()[5]) < 0.01);  // at rest
  simulation.applyImpulse("body", {0, 0, 0}, {0, 0, -4});
  CHECK(simulation.v()[5] == Approx(-2).margin(0.01));
  simulation.advance(2e-3);
  CHECK(simulation.v()[5] == Approx(1).margin(0.05));  // less two or three steps of gravity
}

TEST_CASE("impulses that are not numbers, and too large ones, change nothing", "[simulation]") {
  Simulation simulation(fourBar());
  const std::vector<double> before(simulation.v().begin(), simulation.v().end());
  CHECK_THROWS_WITH(simulation.applyImpulse("crank", {0, 0, 0}, {0, NAN, 0}),
                    Catch::Contains("impulse[1]"));
  CHECK_THROWS_WITH(simulation.applyImpulse("carnk", {0, 0, 0}, {0, 0, 1}),
                    Catch::Contains("crank"));
  CHECK_THROWS_AS(simulation.applyImpulse("crank", {0.1, 0, 0}, {1e200, 1e200, 1e200}),
                  SimulationError);
  CHECK(std::vector<double>(simulation.v().begin(), simulation.v().end()) == before);
}

}  // namespace linkwork::test
