#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"

/// Robots that stiff joints hold on the floor.
namespace linkwork::test {
namespace {

/// Position actuators, or springs and dampers, of 500 N·m/rad and 10 N·m·s/rad hold the joints at
/// their initial angles.
Mechanism held(Mechanism robot, bool byActuators) {
  const NamedState start = robot.initialState.value_or(NamedState{});
  for (Joint& joint : robot.joints) {
    if (velocitySize(joint) != 1 || joint.name.find("Rotor") != std::string::npos) continue;
    const auto found = start.q.find(joint.name);
    const double angle = found == start.q.end() ? 0 : found->second[0];
    if (byActuators) {
      Actuator& actuator = robot.actuators.emplace_back();
      actuator.type = ActuatorType::general;
      actuator.name = joint.name;
      actuator.terms = {{joint.name, 1}};
      actuator.stiffness = 500;
      actuator.damping = 10;
      actuator.offset = 500 * angle;
      continue;
    }
    joint.stiffness = 500;
    joint.damping = 10;
    joint.rest = angle;
  }
  return robot;
}

/// The Mini Cheetah with balls for feet on a plane.
Mechanism cheetahOnFloor() {
  Mechanism robot = miniCheetah();
  Collider& floor = robot.contact.colliders.emplace_back();
  floor.body = worldName;
  floor.type = ColliderType::plane;
  for (const Body& body : robot.bodies) {
    if (body.name.find("Shank") == std::string::npos) continue;
    Collider& foot = robot.contact.colliders.emplace_back();
    foot.body = body.name;
    foot.type = ColliderType::sphere;
    foot.radius = 0.02;
    foot.friction = 0.7;
    foot.frame.position = {0, 0, -0.19};
  }
  return robot;
}

}  // namespace

TEST_CASE("gains of 500 N·m/rad hold robots on the floor at 2 ms, in every method",
          "[integrators][slow]") {
  const auto [method, integrator] = GENERATE(
      std::pair("articulated-body", "rk4"), std::pair("articulated-body", "semi-implicit-euler"),
      std::pair("variational", "second-order"), std::pair("variational", "fourth-order"),
      std::pair("variational-maximal", "second-order"), std::pair("multipliers", "rattle"),
      std::pair("multipliers", "rk4"), std::pair("multipliers", "baumgarte"));
  const bool isCheetah = GENERATE(true, false), byActuators = GENERATE(true, false);
  CAPTURE(method, integrator, isCheetah, byActuators);
  const Mechanism robot =
      held(isCheetah ? cheetahOnFloor() : mitHumanoid({.base = RobotBase::standing}), byActuators);
  Simulation simulation(robot, {.method = method, .integrator = integrator, .step = 2e-3});
  const double height = simulation.q()[2];
  simulation.advance(1);
  CHECK(std::abs(simulation.q()[2] - height) < 0.03);
  CHECK(simulation.kineticEnergy() < 0.01);
  CHECK(simulation.contactForces().size() >= 4);
}

}  // namespace linkwork::test
