#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>

#include "dynamics/dense_maximal.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/simulation.hpp"

/// Large clusters, whose forward dynamics cut their loops (dynamics/cut_loops.hpp).
namespace linkwork::test {
namespace {

constexpr double length = 0.2;

Body link(int i) {
  Body body;
  body.name = "link" + std::to_string(i);
  body.mass = 1 + 0.1 * (i % 7);
  body.centerOfMass = {0.5 * length, 0, 0};
  body.inertia = {1e-3, 5e-3, 5e-3, 0, 0, 0};
  return body;
}

/// A closed polygon of n links. The first and the last are on the same body, "world" or a floating
/// one, which also supports a pendulum; another pendulum hangs from the ring.
Mechanism ring(int n, JointType type, const std::string& base) {
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
    joint.parentFrame.position = {i == 0 ? 0 : length, 0, 0};
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
  loop.childFrame.position = {length, 0, 0};
  Body pendulum = link(n);
  pendulum.name = "pendulum";
  add("link" + std::to_string(n / 2), pendulum, JointType::revolute).axis = {1, 0, 0};
  mechanism.initialState = state;
  return mechanism;
}

/// At random velocities and forces, some steps from the symmetric start.
Fixture moving(const Mechanism& mechanism) {
  Fixture on(mechanism);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  for (double& entry : on.v) entry = number(random);
  closeLoops<double>(on.tree, on.work, on.q, on.v);
  for (double& entry : on.forces.torque) entry = number(random);
  for (Vector6<double>& wrench : on.forces.wrenches)
    for (double& entry : wrench) entry = number(random);
  on.forces.hasWrenches = true;
  on.update();
  return on;
}

bool isCut(const Fixture& on) {
  for (const Cluster<double>& cluster : on.tree.clusters())
    if (cluster.isCut()) return true;
  return false;
}

}  // namespace

TEST_CASE("accelerations of large loops agree with a dense computation in maximal coordinates") {
  const auto [type, links] =
      GENERATE(std::pair(JointType::revolute, 40), std::pair(JointType::spherical, 20));
  const std::string base = GENERATE("world", "base");
  const Fixture on = moving(ring(links, type, base));
  REQUIRE(isCut(on));
  const Eigen::VectorXd a = on.forward();
  CAPTURE(links, base);
  CHECK((a - denseForwardDynamics(on)).norm() <= solveTolerance(on, 100) * a.norm());
}

TEST_CASE("inverse dynamics reproduce the forces of large loops") {
  const Fixture on = moving(ring(60, JointType::revolute, "base"));
  REQUIRE(isCut(on));
  const Eigen::VectorXd torque = on.inverse(on.forward());
  CHECK(torque.lpNorm<Eigen::Infinity>() <= 1e-9);  // forces are of 1 N·m, over 60 links
}

}  // namespace linkwork::test
