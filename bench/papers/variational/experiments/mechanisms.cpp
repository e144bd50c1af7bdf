#include "mechanisms.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "linkwork/catalogue.hpp"
#include "linkwork/parts.hpp"

namespace linkwork::bench {

namespace {

const Eigen::Vector3d sideways{0, 1, 0};

Joint revolute(const std::string& name, const std::string& parent, const std::string& child,
               double down) {
  Joint joint;
  joint.type = JointType::revolute;
  joint.name = name;
  joint.parent = parent;
  joint.child = child;
  joint.axis = sideways;
  joint.parentFrame.position = {0, 0, -down};
  return joint;
}

Loop pin(const std::string& name, const std::string& parent, const Eigen::Vector3d& onParent,
         const std::string& child, const Eigen::Vector3d& onChild) {
  Loop loop;
  loop.type = JointType::revolute;
  loop.name = name;
  loop.parent = parent;
  loop.child = child;
  loop.axis = sideways;
  loop.parentFrame.position = onParent;
  loop.childFrame.position = onChild;
  return loop;
}

Body bar(const std::string& name, double length) {
  return cylinder(name, length, Eigen::Vector3d::Zero(), {0, 0, -length}, 0.04 * length);
}

/// The angle between neighbors of an arc of links whose ends are `part` of its length apart.
double arcTurn(int links, double part) {
  double low = 0, high = 2 * std::numbers::pi / links;
  for (int i = 0; i < 200; ++i) {
    const double turn = (low + high) / 2;
    const double chord = std::sin(links * turn / 2) / (links * std::sin(turn / 2));
    (chord > part ? low : high) = turn;
  }
  return (low + high) / 2;
}

}  // namespace

Mechanism serialChain(int links, double gravity) {
  return chain(
      {.links = links, .length = 1, .mass = 1, .axes = {{0, 1, 0}, {1, 0, 0}}, .gravity = gravity});
}

Mechanism boxChain(int links) {
  constexpr double length = 1.5;
  Mechanism mechanism =
      chain({.links = links, .length = length, .mass = 1, .axes = {{1, 0, 0}}, .gravity = 0});
  for (Body& body : mechanism.bodies) body.inertia = {1, 1, 1, 0, 0, 0};
  return mechanism;
}

Mechanism pendulum(int links, JointType joint) {
  return chain({.links = links, .length = 1, .mass = 1, .joint = joint});
}

Mechanism closedPendulum(int links, JointType joint) {
  Mechanism mechanism = pendulum(links, joint);
  mechanism.name = "closed pendulum";
  mechanism.gravity = {4, 4, -8};
  constexpr double part = 0.7;
  const double turn = arcTurn(links, part);
  // Links point, from straight down, from (n−1)/2 turns one way to as many the other way.
  for (int i = 0; i < links; ++i) {
    const double angle = i == 0 ? -0.5 * std::numbers::pi + (links - 1) * turn / 2 : -turn;
    std::vector<double>& q =
        mechanism.initialState->q[mechanism.joints[static_cast<std::size_t>(i)].name];
    if (joint == JointType::spherical)
      q = {0, std::sin(angle / 2), 0, std::cos(angle / 2)};
    else
      q = {angle};
  }
  Loop end = pin("end", std::string(worldName), {part * links, 0, 0}, mechanism.bodies.back().name,
                 {0, 0, -1});
  end.type = joint;
  if (!hasAxis(joint)) end.axis = JointGeometry{}.axis;
  mechanism.loops.push_back(end);
  return mechanism;
}

Mechanism rhombusChain(int segments) {
  constexpr double length = 1, open = 0.6, lean = 0.8;
  Mechanism mechanism;
  mechanism.name = "chain of rhombi";
  mechanism.initialState.emplace();
  std::string support(worldName);
  for (int i = 1; i <= segments; ++i) {
    const std::string end = std::to_string(i);
    for (const auto& [side, sign] : {std::pair{"left", 1.0}, {"right", -1.0}}) {
      const std::string upper = std::string(side) + "Upper" + end;
      const std::string lower = std::string(side) + "Lower" + end;
      mechanism.bodies.push_back(bar(upper, length));
      mechanism.bodies.push_back(bar(lower, length));
      mechanism.joints.push_back(revolute(upper, support, upper, i == 1 ? 0 : length));
      mechanism.joints.push_back(revolute(lower, upper, lower, length));
      // A segment hangs from the left lower bar of the one before, which leans the other way.
      const double carried = i == 1 ? lean : open;
      mechanism.initialState->q[upper] = {carried + sign * open};
      mechanism.initialState->q[lower] = {-2 * sign * open};
    }
    mechanism.loops.push_back(
        pin("pin" + end, "leftLower" + end, {0, 0, -length}, "rightLower" + end, {0, 0, -length}));
    support = "leftLower" + end;
  }
  return mechanism;
}

Mechanism hangingMinitaur() {
  Mechanism mechanism = minitaur({.base = RobotBase::hanging});
  for (Joint& joint : mechanism.joints) joint.damping = 0;
  return mechanism;
}

}  // namespace linkwork::bench
