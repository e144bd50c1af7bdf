#pragma once

#include <cmath>
#include <numbers>
#include <string>

#include "linkwork/mechanism.hpp"

/// Loops of many bodies.
namespace linkwork::test {

inline constexpr double linkLength = 0.2;  // [m]

inline Body link(int i) {
  Body body;
  body.name = "link" + std::to_string(i);
  body.mass = 1 + 0.1 * (i % 7);
  body.centerOfMass = {0.5 * linkLength, 0, 0};
  body.inertia = {1e-3, 5e-3, 5e-3, 0, 0, 0};
  return body;
}

/// A closed polygon of n links. The first and the last are on the same body, "world" or a floating
/// one, which also supports a pendulum; another pendulum hangs from the ring.
inline Mechanism ring(int n, JointType type, const std::string& base) {
  Mechanism mechanism;
  mechanism.name = "ring";
  NamedState state;
  const auto add = [&](const std::string& parent, const Body& body, JointType joint) -> Joint& {
    mechanism.bodies.push_back(body);
    Joint& added = mechanism.joints.emplace_back();
    added.name = "to " + body.name;
    added.type = joint;
    added.parent = parent;
    added.child = body.name;
    return added;
  };
  if (base != "world") {
    Body body = link(0);
    body.name = base;
    add("world", body, JointType::free);
    Body weight = link(3);
    weight.name = "weight";
    add(base, weight, JointType::revolute).axis = {1, 0, 0};
  }
  const double turn = 2 * std::numbers::pi / n;
  for (int i = 0; i < n; ++i) {
    Joint& joint = add(i == 0 ? base : "link" + std::to_string(i - 1), link(i), type);
    if (type == JointType::revolute) joint.axis = {0, 1, 0};
    joint.parentFrame.position = {i == 0 ? 0 : linkLength, 0, 0};
    joint.armature = 0.01 * (i % 3);
    if (type == JointType::spherical)
      state.q[joint.name] = {0, std::sin(turn / 2), 0, std::cos(turn / 2)};
    else
      state.q[joint.name] = {turn};
  }
  Loop& loop = mechanism.loops.emplace_back();
  loop.name = "closing";
  loop.type = type;
  if (type == JointType::revolute) loop.axis = {0, 1, 0};
  loop.parent = base;
  loop.child = "link" + std::to_string(n - 1);
  loop.childFrame.position = {linkLength, 0, 0};
  Body pendulum = link(n);
  pendulum.name = "pendulum";
  add("link" + std::to_string(n / 2), pendulum, JointType::revolute).axis = {1, 0, 0};
  mechanism.initialState = state;
  return mechanism;
}

}  // namespace linkwork::test
