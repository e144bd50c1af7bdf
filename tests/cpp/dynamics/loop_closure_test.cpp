#include "linkwork/dynamics/loop_closure.hpp"

#include <catch2/catch.hpp>

#include "dynamics/dense_maximal.hpp"
#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/catalogue/parts.hpp"
#include "linkwork/constraints/loop_constraints.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/joints/any_joint.hpp"

namespace linkwork::test {
namespace {

using Catch::Matchers::Contains;

/// Constraint violations are sums of several dozen products of lengths of order one.
constexpr double closedTolerance = 1e-13;

double largestViolation(const Fixture& on) {
  on.update();
  const ClosureError<double> error = closureError<double>(on.tree, on.q, on.work);
  return std::max({error.loopPosition, error.loopAngle, error.coupling});
}

/// Returns the largest |K v|, the rate at which velocities violate the loops.
double violationSpeed(const Fixture& on) {
  const double h = 1e-6;
  Fixture before = on, after = on;
  retract<double>(on.tree, on.q, h * on.v, after.q);
  retract<double>(on.tree, on.q, -h * on.v, before.q);
  return std::max(largestViolation(before), largestViolation(after)) /
         h;  // O(h) if v lies on the loops
}

/// A four-bar that all joint types can close. A free rocker next to it hangs from the same ground.
Mechanism fourBarClosedBy(JointType type) {
  Mechanism mechanism = fourBar();
  mechanism.loops.front().type = type;
  if (!hasAxis(type)) mechanism.loops.front().axis = {0, 0, 1};
  return mechanism;
}

/// A crank whose pin drives a slide on a rocker, on a body that tumbles. If slides come first, the
/// crank turns on a sled, which moves freely.
Mechanism quickReturn(bool slidesFirst) {
  const double length = 0.3, apart = 0.5, angle = 0.4;
  const Eigen::Vector3d normal = Eigen::Vector3d(0.3, -0.8, 0.5).normalized();
  const Eigen::Vector3d x = normal.unitOrthogonal(), y = normal.cross(x);
  const double across = length * std::cos(angle), up = length * std::sin(angle) + apart;
  const double rocker = std::atan2(up, across);

  Mechanism mechanism = detail::emptyMechanism("quick-return", 9.81);
  const auto bar = [&](const char* name, double mass) {
    return linkwork::box(name, mass, 0.1 * x, {0.1, 0.2, 0.3});
  };
  mechanism.bodies = {bar("base", 2), bar("crank", 1), bar("rocker", 1.5), bar("slider", 0.5)};
  const Eigen::Vector3d center(0.1, 0.2, -0.3);
  mechanism.joints = {
      detail::joinAt(JointType::spherical, "base", "world", "base", Eigen::Vector3d::UnitZ(),
                     center),
      detail::revolute("crank", "base", "crank", normal, center),
      detail::revolute("rocker", "base", "rocker", normal, center - apart * y),
      detail::joinAt(JointType::prismatic, "slider", "rocker", "slider", x, 0.1 * normal)};
  mechanism.loops = {detail::joinAt<Loop>(JointType::revolute, "pin", "crank", "slider", normal,
                                          length * x + 0.1 * normal)};
  auto& q = mechanism.initialState->q;
  q = {{"crank", {angle}}, {"rocker", {rocker}}, {"slider", {std::hypot(across, up)}}};
  if (!slidesFirst) return mechanism;
  mechanism.bodies.insert(mechanism.bodies.begin() + 1, bar("sled", 0.7));
  mechanism.joints.insert(
      mechanism.joints.begin() + 1,
      detail::joinAt(JointType::prismatic, "sled", "base", "sled", y, center - 0.2 * y));
  mechanism.joints[2] = detail::revolute("crank", "sled", "crank", normal, Eigen::Vector3d::Zero());
  q["sled"] = {0.2};
  return mechanism;
}

/// Closes a mechanism after ever smaller displacements.
void checkClosing(const Fixture& start, Random& random) {
  for (int decade = 1; decade <= 14; ++decade) {
    CAPTURE(decade);
    Fixture on = start;
    Eigen::VectorXd delta(on.tree.velocitySize());
    for (double& entry : delta) entry = uniform(random, -1, 1) * std::pow(10.0, -decade - 1);
    for (double& entry : on.v) entry = uniform(random, -1, 1);
    retract<double>(on.tree, on.q, delta, on.q);
    closeLoops<double>(on.tree, on.work, on.q, on.v);
    CHECK(largestViolation(on) <= closedTolerance);
    for (const Cluster<double>& cluster : on.tree.clusters()) {
      if (!cluster.constraint) continue;
      assembleConstraints<double>(on.tree, cluster, on.q, on.v, ConstraintLevel::position, on.work);
      const Eigen::MatrixXd& k = on.work.of(on.tree, cluster).jacobian;
      Eigen::VectorXd v(cluster.spanning());
      for (int i = 0; i < v.size(); ++i)
        v[i] = on.v[cluster.velocities[static_cast<std::size_t>(i)]];
      // Rounding of several dozen operations on both sides.
      CHECK((k * v).norm() <= 100 * epsilon * k.norm() * v.norm());
    }
  }
}

}  // namespace

TEST_CASE("a displaced state returns to its loops and couplings", "[dynamics][loops]") {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    Fixture on(mechanism, state);
    Random random(seed);
    Eigen::VectorXd delta(on.tree.velocitySize());
    for (double& entry : delta) entry = uniform(random, -1e-3, 1e-3);
    retract<double>(on.tree, on.q, delta, on.q);
    on.v += delta;
    try {
      closeLoops<double>(on.tree, on.work, on.q, on.v);
    } catch (const SimulationError& error) {
      CHECK_THAT(error.what(), Catch::StartsWith("the loops through joint \"") &&
                                   Contains("do not close: a gap of ") &&
                                   Catch::EndsWith(" m or rad remains"));
      // Rigid clusters (more equations than coordinates) cannot follow their independent joints.
      CHECK(std::any_of(on.tree.clusters().begin(), on.tree.clusters().end(), [](const auto& c) {
        return c.constraint && c.constraint->rows > c.constraint->rank;
      }));
      continue;
    }
    CHECK(largestViolation(on) <= closedTolerance);
    CHECK(violationSpeed(on) <= 1e-4);  // h times the curvature of the loops
  }
}

TEST_CASE("closed states satisfy the general loop equations from any start", "[dynamics][loops]") {
  // Loops in a plane and in closed form have kernels of their own.
  Random random(11);
  for (const char* name : {"fourBar", "fourBarChain", "sixBar", "sliderCrank", "gearedLeg",
                           "differentialLeg", "minitaur", "telloHumanoid"}) {
    CAPTURE(name);
    checkClosing(Fixture(catalogueMechanism(name)), random);
  }
}

TEST_CASE(
    "planar loops of revolute and prismatic joints satisfy the general equations in every plane",
    "[dynamics][loops]") {
  Random random(12);
  for (const bool slidesFirst : {false, true}) {
    CAPTURE(slidesFirst);
    const Fixture on(quickReturn(slidesFirst));
    int inPlane = 0;
    for (int c = 0; c < static_cast<int>(on.tree.clusters().size()); ++c)
      inPlane += on.tree.plan()->planarLoops(c) ? 1 : 0;
    REQUIRE(inPlane == 1);
    checkClosing(on, random);
  }
}

TEST_CASE("closure leaves a closed state unchanged", "[dynamics][loops]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    Fixture on(mechanism, state);
    const Eigen::VectorXd q = on.q, v = on.v;
    closeLoops<double>(on.tree, on.work, on.q, on.v);
    CHECK((on.q - q).cwiseAbs().maxCoeff() <= 1e-11);
    CHECK((on.v - v).cwiseAbs().maxCoeff() <= 1e-9);
  }
}

TEST_CASE("a planar loop in space removes the right number of dofs, redundant or not",
          "[dynamics][loops]") {
  // One dof remains. The other equations only repeat that the loop is planar.
  for (const JointType type :
       {JointType::revolute, JointType::spherical, JointType::cylindrical, JointType::universal}) {
    CAPTURE(name(type));
    Mechanism mechanism = fourBarClosedBy(type);
    if (type == JointType::universal) {
      mechanism.loops.front().axis = {0, 1, 0};
      mechanism.loops.front().axis2 = {1, 0, 0};
      // Turned: at the start, the child's second axis is that of the parent.
      const Fixture tree(fourBar());
      const int parent = tree.tree.treeBody(bodyNamed(mechanism, mechanism.loops[0].parent));
      const int child = tree.tree.treeBody(bodyNamed(mechanism, mechanism.loops[0].child));
      const Eigen::Matrix3d turn = bodyPose(tree.tree, child, tree.work).rotation.transpose() *
                                   bodyPose(tree.tree, parent, tree.work).rotation;
      mechanism.loops.front().childFrame.rotation =
          Eigen::Quaterniond(turn * mechanism.loops[0].parentFrame.rotation.toRotationMatrix());
    }
    const Fixture on(mechanism);
    CHECK(on.tree.degreesOfFreedom() == 1);
    const Fixture hinged(fourBar());
    CHECK((on.forward() - hinged.forward()).norm() <= 1e-10 * hinged.forward().norm());
  }
}

TEST_CASE("loops that share links form one cluster with one dof", "[dynamics][loops]") {
  for (const SixBarKind kind : {SixBarKind::watt, SixBarKind::stephenson}) {
    Fixture on(sixBar({.kind = kind}));
    REQUIRE(on.tree.clusters().size() == 1);
    CHECK(on.tree.degreesOfFreedom() == 1);
    CHECK(on.tree.clusters().front().constraint->rank == 4);  // of ten equations
    const Eigen::VectorXd dense = denseForwardDynamics(on);
    CHECK((on.forward() - dense).norm() <= 1e-11 * dense.norm());
    // A full turn of the crank.
    const double start = on.q[0];
    for (int i = 0; i < 700; ++i) {
      on.v *= 0.03 / on.v.norm();
      retract<double>(on.tree, on.q, on.v, on.q);
      closeLoops<double>(on.tree, on.work, on.q, on.v);
      CHECK(largestViolation(on) <= closedTolerance);
    }
    CHECK(std::abs(on.q[0] - start) > 6.3);
  }
}

TEST_CASE("a chain of four-bars moves alike with loops of five and of three equations",
          "[dynamics][loops]") {
  const auto chainClosedBy = [](JointType type, double length) {
    return fourBarChain({.units = 6, .length = length, .width = length, .closure = type});
  };
  for (const double length : {0.01, 0.2, 50.0}) {
    CAPTURE(length);
    const Fixture hinged(chainClosedBy(JointType::revolute, length));
    const Fixture pointed(chainClosedBy(JointType::spherical, length));
    for (const Fixture* on : {&hinged, &pointed}) {
      CHECK(on->tree.degreesOfFreedom() == 6);
      CHECK(on->tree.clusters().size() == 6);
      for (const Cluster<double>& cluster : on->tree.clusters())
        CHECK(cluster.constraint->rank == 2);
    }
    const Eigen::VectorXd a = hinged.forward();
    CHECK((pointed.forward() - a).norm() <= 1e-11 * a.norm());
    CHECK((denseForwardDynamics(hinged) - a).norm() <= 1e-9 * a.norm());
  }
}

TEST_CASE("loops of all types close in position and orientation", "[dynamics][loops]") {
  // A body on a free joint, closed by one loop: the dofs of the loop's joint remain.
  for (const JointType type : allLoopTypes) {
    CAPTURE(name(type));
    Random random(17);
    Mechanism mechanism;
    Body body;
    body.name = "body";
    body.mass = 1;
    body.inertia = {0.2, 0.3, 0.4, 0, 0, 0};
    mechanism.bodies.push_back(body);
    Joint joint;
    joint.name = "joint";
    joint.type = JointType::free;
    joint.parent = worldName;
    joint.child = "body";
    mechanism.joints.push_back(joint);
    Loop loop;
    loop.name = "loop";
    loop.type = type;
    loop.parent = worldName;
    loop.child = "body";
    loop.parentFrame = loop.childFrame = {randomVector(random, 1), randomRotation(random)};
    if (type == JointType::helical) loop.pitch = 0.1;
    if (type == JointType::rod) {
      loop.childFrame.position = randomVector(random, 1);
      loop.length = (loop.childFrame.position - loop.parentFrame.position).norm();
    }
    mechanism.loops.push_back(loop);

    Fixture on(mechanism);
    CHECK(on.tree.degreesOfFreedom() == velocitySize(type));
    Eigen::VectorXd delta(6);
    for (double& entry : delta) entry = uniform(random, -0.1, 0.1);
    retract<double>(on.tree, on.q, delta, on.q);
    on.v = delta;
    closeLoops<double>(on.tree, on.work, on.q, on.v);
    CHECK(largestViolation(on) <= closedTolerance);
    CHECK(violationSpeed(on) <= 1e-5);
  }
}

TEST_CASE("independent coordinates change if the old ones become dependent", "[dynamics][loops]") {
  // A double rocker reverses when its input is aligned with the coupler. At that pose the input
  // does not determine the rest. With any fixed choice, G would become infinite.
  FourBarOptions options;
  options.ground = 0.5;
  options.crank = 0.45;
  options.coupler = 0.3;
  options.rocker = 0.45;
  options.startAngle = 1.2;
  options.startSpeed = 2;
  Fixture on(fourBar(options));
  const Cluster<double>& cluster = on.tree.clusters().front();
  double largest = 0;
  int turns = 0;
  for (int i = 0; i < 4000; ++i) {  // along the dof at constant joint speed, past the reversals
    const double before = on.v[0];
    on.v *= 0.002 / on.v.norm();
    retract<double>(on.tree, on.q, on.v, on.q);
    closeLoops<double>(on.tree, on.work, on.q, on.v);
    on.update();
    largest =
        std::max(largest, on.work.of(on.tree, cluster).basis.leftCols(1).cwiseAbs().maxCoeff());
    if (before * on.v[0] < 0) ++turns;
  }
  CHECK(turns >= 2);
  CHECK(largest <= 30);  // three joints of comparable lengths share one motion
}

}  // namespace linkwork::test
