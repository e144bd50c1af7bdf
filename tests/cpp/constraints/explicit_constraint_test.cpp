#include "linkwork/constraints/explicit_constraint.hpp"
#include "linkwork/dynamics/compile.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <numbers>

#include "dynamics/dense_maximal.hpp"
#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/constraints/loop_constraints.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/parts.hpp"
#include "linkwork/spatial/crank_angle.hpp"

namespace linkwork::test {
namespace {

/// Gives the cranks some mass. A computation in maximal coordinates can then move them.
Mechanism weighted(Mechanism mechanism) {
  for (Body& body : mechanism.bodies)
    if (body.mass == 0) {
      body.mass = 0.02;
      body.inertia = {1e-5, 1e-5, 1e-5, 0, 0, 0};
    }
  return mechanism;
}

/// Returns the same mechanism with every rod doubled. Redundant rows have no explicit form, and its
/// clusters are solved by pivoting.
Mechanism implicitly(Mechanism mechanism) {
  const std::vector<Loop> rods = mechanism.loops;
  for (Loop rod : rods) {
    rod.name += " again";
    mechanism.loops.push_back(rod);
  }
  return mechanism;
}

int explicitClusters(const ClusterTree<double>& tree) {
  return static_cast<int>(
      std::count_if(tree.clusters().begin(), tree.clusters().end(),
                    [](const auto& c) { return c.constraint && c.constraint->explicitForm; }));
}

/// A differential leg at a pose of its workspace, in motion.
struct LegPose {
  DifferentialLegOptions options;
  explicit LegPose(Random& random) {
    options.hipRoll = uniform(random, -0.3, 0.3);
    options.hipPitch = uniform(random, -0.8, 0.8);
    options.knee = uniform(random, -1.5, 1.5);
    options.ankle = uniform(random, -1, 0.6);
  }
};

void setMoving(Fixture& on, Random& random) {
  for (double& entry : on.v) entry = uniform(random, -3, 3);
  for (double& entry : on.forces.torque) entry = uniform(random, -5, 5);
  closeLoops<double>(on.tree, on.work, on.q, on.v);
  on.update();
}

/// A crank on a random body. A rod connects it to a body at the end of random joints.
Mechanism randomCrank(Random& random) {
  constexpr std::array types{JointType::revolute,   JointType::prismatic, JointType::helical,
                             JointType::universal,  JointType::planar,    JointType::spherical,
                             JointType::cylindrical};
  Mechanism mechanism;
  mechanism.initialState.emplace();
  const auto add = [&](const std::string& name, const std::string& parent, JointType type) {
    Joint joint;
    joint.type = type;
    joint.name = joint.child = name;
    joint.parent = parent;
    if (hasAxis(type)) joint.axis = randomVector(random, 1).normalized();
    if (type == JointType::universal)
      joint.axis2 = joint.axis.cross(randomVector(random, 1)).normalized();
    if (type == JointType::helical) joint.pitch = uniform(random, -0.2, 0.2);
    joint.parentFrame = {randomVector(random, 0.3), randomRotation(random)};
    joint.childFrame = {randomVector(random, 0.3), randomRotation(random)};
    mechanism.joints.push_back(joint);
    mechanism.bodies.push_back({name,
                                uniform(random, 0.5, 2),
                                randomVector(random, 0.2),
                                {0.1, 0.12, 0.15, 0.01, -0.02, 0.03}});
  };
  add("base", "world", JointType::free);
  add("middle", "base", types[random() % types.size()]);
  add("far", "middle", types[random() % types.size()]);
  add("crank", uniform(random, 0, 1) < 0.5 ? "base" : "world", JointType::revolute);
  mechanism.bodies.back().mass = 0.1;
  if (mechanism.joints.back().parent == "world") mechanism.joints.front().type = JointType::planar;

  const ClusterTree<double> tree = compile(mechanism);
  Workspace<double> work(tree);
  updateKinematics<double>(tree, tree.initialPosition(), tree.initialVelocity(), work);
  updatePoses(tree, work);
  Loop rod;
  rod.type = JointType::rod;
  rod.name = "rod";
  rod.parent = "far";
  rod.child = "crank";
  rod.parentFrame.position = randomVector(random, 0.3);
  rod.childFrame.position = randomVector(random, 0.3);
  const auto place = [&](int body, const Frame& frame) -> Eigen::Vector3d {
    return bodyPose(tree, tree.treeBody(body), work) * frame.position;
  };
  rod.length = (place(2, rod.parentFrame) - place(3, rod.childFrame)).norm();
  mechanism.loops.push_back(rod);
  return mechanism;
}

/// Returns the largest entry of K G and of K g − k, relative to the terms of the sums.
double constraintError(const Fixture& on) {
  double largest = 0;
  for (const Cluster<double>& cluster : on.tree.clusters()) {
    if (!cluster.constraint) continue;
    const ConstraintWorkspace<double>& workspace = on.work.of(on.tree, cluster);
    const Eigen::MatrixXd basis = workspace.basis.leftCols(cluster.dofs);
    const Eigen::VectorXd offset = workspace.offset;
    assembleConstraints<double>(on.tree, cluster, on.q, on.v, ConstraintLevel::acceleration,
                                on.work);
    const double scale = workspace.jacobian.cwiseAbs().maxCoeff() * basis.cwiseAbs().maxCoeff();
    largest = std::max(largest, (workspace.jacobian * basis).cwiseAbs().maxCoeff() / scale);
    const double force =
        std::max({1.0, workspace.rightSide.cwiseAbs().maxCoeff(),
                  workspace.jacobian.cwiseAbs().maxCoeff() * offset.cwiseAbs().maxCoeff()});
    largest = std::max(
        largest, (workspace.jacobian * offset - workspace.rightSide).cwiseAbs().maxCoeff() / force);
  }
  on.update();
  return largest;
}

}  // namespace

TEST_CASE("the differential leg satisfies the robot's published constraints",
          "[dynamics][transmissions]") {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const Fixture on(differentialLeg(LegPose(random).options));
    const JointValues q = namedPosition(on.mechanism, on.q);
    const auto angle = [&](const char* joint) { return q.at(joint)[0]; };
    const double roll = angle("hipRoll"), pitch = angle("hipPitch");
    using std::cos, std::sin;
    for (const auto& [side, sign] : {std::pair{"Left", 1.0}, {"Right", -1.0}}) {
      const double y = angle((std::string("hipRotor") + side).c_str()) / 6;
      const double gap = 57 * sin(y) / 2500 - 49 * cos(roll) / 5000 -
                         sign * 399 * sin(roll) / 20000 - 8 * cos(y) * cos(pitch) / 625 -
                         57 * cos(roll) * sin(pitch) / 2500 - sign * 7 * sin(y) * sin(roll) / 625 +
                         sign * 7 * sin(roll) * sin(pitch) / 625 -
                         8 * cos(roll) * sin(y) * sin(pitch) / 625 + 3021.0 / 160000;
      CHECK(std::abs(gap) <= 1e-15);  // a sum of nine terms of 0.02
    }
    using std::numbers::pi;
    const double y1 = angle("kneeAnkleRotor1") / 6, y2 = angle("kneeAnkleRotor2") / 6;
    const double half = (y1 - y2) / 2, ankle = angle("ankle");
    const double gap = 21 * cos(half + 1979 * pi / 4500) / 6250 -
                       13 * cos(half + 493 * pi / 1500) / 625 - 273 * cos(pi / 9) / 12500 -
                       7 * sin(half + ankle + 231 * pi / 500) / 2500 +
                       91 * sin(ankle + 2 * pi / 15) / 5000 - 147 * sin(ankle + pi / 45) / 50000 +
                       163349.0 / 6250000;
    CHECK(std::abs(gap) <= 1e-15);
    CHECK(angle("knee") == Approx((y1 + y2) / 2).margin(1e-15));
  }
}

TEST_CASE("explicit and implicit differentials agree over the workspace",
          "[dynamics][transmissions][laws]") {
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    const Mechanism leg = differentialLeg(LegPose(random).options);
    Fixture on(leg);
    REQUIRE(explicitClusters(on.tree) == 3);
    setMoving(on, random);
    // Rounding of several dozen operations.
    CHECK(constraintError(on) <= 100 * epsilon);

    const NamedState state{.q = namedPosition(leg, on.q),
                           .v = namedVelocity(leg, on.v),
                           .tau = namedVelocity(leg, on.forces.torque),
                           .a = {},
                           .wrenches = {}};
    const Fixture implicit(implicitly(leg), state);
    CHECK(explicitClusters(implicit.tree) == 1);  // the yaw gear's cluster
    CHECK(implicit.tree.degreesOfFreedom() == 5);
    const Eigen::VectorXd a = on.forward();
    // The condition number of the mass matrix is several thousand.
    CHECK(difference(implicit.forward(), a) <= 1e-10);
    const Fixture weighty(weighted(leg), state);
    CHECK(difference(denseForwardDynamics(weighty), weighty.forward()) <= 1e-9);
  }
}

TEST_CASE("tiny levers next to large gears matter", "[dynamics][transmissions]") {
  for (const double size : {1e-3, 1.0, 1e3}) {
    CAPTURE(size);
    Mechanism leg = differentialLeg({.ratio = 1000, .stiffness = 0});
    for (Joint& joint : leg.joints) joint.parentFrame.position *= size;
    for (Loop& rod : leg.loops) {
      rod.parentFrame.position *= size;
      rod.childFrame.position *= size;
      rod.length *= size;
    }
    for (Body& body : leg.bodies) {
      body.centerOfMass *= size;
      for (double& moment : body.inertia) moment *= size * size;
    }
    const Fixture on(leg), implicit(implicitly(leg));
    CHECK(explicitClusters(on.tree) == 3);
    CHECK(on.tree.degreesOfFreedom() == 5);
    CHECK(implicit.tree.degreesOfFreedom() == 5);
    // The condition number of the mass matrix grows with the square of the ratio.
    CHECK(difference(implicit.forward(), on.forward()) <= 1e-7);
  }
}

TEST_CASE("the explicit form of any crank with a rod agrees with pivoting",
          "[dynamics][transmissions][laws]") {
  int solved = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const Mechanism mechanism = randomCrank(random);
    Fixture on(mechanism);
    setMoving(on, random);
    const ClusterTree<double>& tree = on.tree;
    REQUIRE(explicitClusters(tree) == 1);
    CHECK(constraintError(on) <= 1000 * epsilon);
    solved +=
        solveExplicit<double>(tree,
                              *std::find_if(tree.clusters().begin(), tree.clusters().end(),
                                            [](const auto& c) { return c.constraint.has_value(); }),
                              on.q, on.v, on.work);
    on.update();
    const NamedState state{.q = namedPosition(mechanism, on.q),
                           .v = namedVelocity(mechanism, on.v),
                           .tau = namedVelocity(mechanism, on.forces.torque),
                           .a = {},
                           .wrenches = {}};
    CHECK(difference(Fixture(implicitly(mechanism), state).forward(), on.forward()) <= 1e-9);
  }
  CHECK(solved > 150);  // the others start near a dead center
}

TEST_CASE("closed form and Newton's method close the differentials alike",
          "[dynamics][transmissions][loops]") {
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    LegPose pose(random);
    pose.options.hipRoll /= 2;  // still within reach after the displacement
    pose.options.ankle /= 2;
    const Mechanism leg = differentialLeg(pose.options);
    Fixture on(leg), implicit(implicitly(leg));
    Eigen::VectorXd delta(on.tree.velocitySize());
    for (double& entry : delta) entry = uniform(random, -0.05, 0.05);
    for (Fixture* each : {&on, &implicit}) {
      retract<double>(each->tree, each->q, delta, each->q);
      closeLoops<double>(each->tree, each->work, each->q, each->v);
      each->update();
      const ClosureError<double> error = closureError<double>(each->tree, each->q, each->work);
      CHECK(std::max(error.loopPosition, error.coupling) <= 1e-13);
    }
    // Each form keeps its own independent coordinates. The explicit form keeps those of the limbs.
    const JointValues closed = namedPosition(leg, on.q);
    const JointValues desired = namedPosition(leg, on.tree.initialPosition() + delta);
    for (const char* joint : {"hipYaw", "hipRoll", "hipPitch", "knee", "ankle"})
      CHECK(closed.at(joint) == desired.at(joint));
  }
}

TEST_CASE("a crank's angle continues through whole turns on its branch",
          "[dynamics][transmissions]") {
  for (int i = -400; i <= 400; ++i) {
    const double desired = 0.05 * i;
    for (const double branch : {-1.0, 1.0}) {
      // The angle of a rod from the far end to the crank is always a right angle.
      const double a = 2 * std::cos(desired + branch), b = 2 * std::sin(desired + branch);
      const double c = a * std::cos(desired) + b * std::sin(desired);
      const auto found = crankAngle(a, b, c, desired + 0.3, 0.1);
      REQUIRE(found);
      CHECK(*found == Approx(desired).margin(20 * epsilon * std::max(1.0, std::abs(desired))));
    }
  }
  CHECK_FALSE(crankAngle(1.0, 0.0, 1.1, 0.0, 0.1));    // out of reach
  CHECK_FALSE(crankAngle(1.0, 0.0, 0.999, 0.0, 0.1));  // aligned
}

TEST_CASE("a crank is driven through its dead center", "[dynamics][transmissions][loops]") {
  // The foot's crank makes whole turns between the end positions of a shorter lever. At the crank's
  // dead centers the foot turns back. There the crank, not the foot, determines the pose.
  Mechanism mechanism;
  mechanism.initialState.emplace();
  for (const char* name : {"lever", "crank"}) {
    Joint joint;
    joint.type = JointType::revolute;
    joint.name = joint.child = name;
    joint.parent = worldName;
    joint.axis = {0, 1, 0};
    if (joint.name == "crank") joint.parentFrame.position = {0.5, 0, 0};
    mechanism.joints.push_back(joint);
    mechanism.bodies.push_back(
        {name, name == std::string("crank") ? 0.1 : 1.0, {0.1, 0, 0}, {0.01, 0.01, 0.01, 0, 0, 0}});
  }
  Loop rod;
  rod.type = JointType::rod;
  rod.name = "rod";
  rod.parent = "lever";
  rod.child = "crank";
  rod.parentFrame.position = {0, 0, 0.3};
  rod.childFrame.position = {0, 0, 0.1};
  rod.length = std::hypot(0.5, 0.2);
  mechanism.loops.push_back(rod);

  Fixture on(mechanism);
  REQUIRE(explicitClusters(on.tree) == 1);
  const Cluster<double>& cluster = on.tree.clusters().front();
  on.v << 1, 1;
  double largest = 0, error = 0, turned = on.q[1];
  int pivoted = 0;
  for (int i = 0; i < 4000; ++i) {
    on.v *= 0.004 / on.v.norm();
    retract<double>(on.tree, on.q, on.v, on.q);
    closeLoops<double>(on.tree, on.work, on.q, on.v);
    pivoted += !solveExplicit<double>(on.tree, cluster, on.q, on.v, on.work);
    on.update();
    const auto& basis = on.work.of(on.tree, cluster).basis;
    largest = std::max(largest, basis.leftCols(1).cwiseAbs().maxCoeff());
    error = std::max(error, constraintError(on));
  }
  CHECK(std::abs(on.q[1] - turned) > 4 * std::numbers::pi);  // whole turns
  CHECK(pivoted > 20);
  CHECK(largest <= 30);  // the choice changes at this leverage times the levers' lengths
  CHECK(error <= 1000 * epsilon);
}

}  // namespace linkwork::test
