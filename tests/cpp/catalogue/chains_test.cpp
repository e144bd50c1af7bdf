#include "linkwork/catalogue.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <numbers>

#include "catalogue/initial_motion.hpp"
#include "linkwork/json.hpp"
#include "linkwork/parts.hpp"

namespace linkwork::test::catalogue {

using Catch::Matchers::Contains;

TEST_CASE("chains of every joint type are valid", "[catalogue]") {
  for (const JointType type : allJointTypes) {
    if (type == JointType::fixed || type == JointType::free) continue;
    for (const int links : {1, 2, 30}) {
      ChainOptions options;
      options.links = links;
      options.joint = type;
      options.axes = {{0, 0, 1}, {1, 2, 3}, {0, 1, 0}};
      options.startAngle = -1.9;
      options.gravity = 3.7;
      options.damping = 0.1;
      const Mechanism mechanism = chain(options);
      // A file stores axes with unit length. The axis (1, 2, 3) has another length.
      const Mechanism read = mechanismFromJson(toJson(mechanism));
      checkCommonLaws(read, 3.7, 0.1);
      CHECK(mechanism.bodies.size() == static_cast<std::size_t>(links));
      CHECK(totalMass(mechanism) == Approx(links * options.mass));
    }
  }
}

TEST_CASE("a chain of any size is valid, and its length is the sum of its links' lengths",
          "[catalogue]") {
  Random random;
  for (int i = 0; i < 50; ++i) {
    ChainOptions options;
    options.links = i == 0 ? 5000 : random.whole(1, 40);
    options.length = std::pow(10, random.between(-3, 2));
    options.mass = std::pow(10, random.between(-6, 6));
    options.startAngle = random.between(-3, 3);
    const Mechanism mechanism = chain(options);
    checkCommonLaws(mechanism, 9.81, 0);
    const Motion tip = initialMotions(mechanism).at(mechanism.bodies.back().name);
    const Eigen::Vector3d end = tip.pose * Eigen::Vector3d(0, 0, -options.length);
    const double reach = options.links * options.length;
    // A positive angle about +y swings the hanging chain towards -x. Rounding grows with each link.
    const Eigen::Vector3d expected(-std::sin(options.startAngle), 0, -std::cos(options.startAngle));
    CHECK((end - reach * expected).norm() < 1e-15 * options.links * reach + 1e-15);
  }
}

TEST_CASE("draped chains lie straight over their bar", "[catalogue]") {
  Random random;
  for (int i = 0; i < 30; ++i) {
    DrapedChainOptions options;
    options.links = random.whole(2, 60);
    options.length = random.between(0.05, 0.5);
    options.radius = random.between(0.05, 0.45) * options.length;
    options.joint = i % 2 ? JointType::spherical : JointType::revolute;
    options.drop = random.between(0, 1);
    options.shift = random.between(-0.5, 0.5);
    options.damping = random.between(0, 1);
    const Mechanism mechanism = drapedChain(options);
    checkCommonLaws(mechanism, 9.81, options.damping);
    const auto motions = initialMotions(mechanism);
    const double top = options.barHeight + options.barRadius + options.drop + options.radius;
    for (int k = 1; k <= options.links; ++k)
      CHECK(motions.at("link" + std::to_string(k)).pose.translation().z() == Approx(top));
    const Eigen::Vector3d first = motions.at("link1").pose.translation();
    const Eigen::Vector3d last =
        motions.at(mechanism.bodies.back().name).pose * Eigen::Vector3d(options.length, 0, 0);
    const double reach = options.links * options.length;
    CHECK(0.5 * (first + last).x() == Approx(options.shift * reach).margin(1e-12));
    CHECK(last.x() - first.x() == Approx(reach));
  }
  CHECK_THROWS_WITH(drapedChain({.length = 0.1, .radius = 0.05}),
                    Contains("options.radius: expected at most 0.45 of the length"));
  CHECK_THROWS_WITH(drapedChain({.joint = JointType::prismatic}),
                    Contains("options.joint: found prismatic; expected spherical or revolute"));
}

TEST_CASE("rings of any number of links close above the ground", "[catalogue]") {
  Random random;
  for (int i = 0; i < 30; ++i) {
    ClosedRingOptions options;
    options.links = i == 0 ? 200 : random.whole(3, 40);
    options.tilt = random.between(0, std::numbers::pi / 2);
    options.drop = random.between(0, 1);
    const Mechanism mechanism = closedRing(options);
    checkCommonLaws(mechanism, 9.81, 0);
    CHECK(closureError(mechanism) < 1e-12);
    double lowest = 1e3;
    for (const auto& [name, motion] : initialMotions(mechanism))
      if (name != worldName) lowest = std::min(lowest, motion.pose.translation().z());
    CHECK(lowest == Approx(options.drop + options.radius));
  }
}

TEST_CASE("a disc starts to roll without sliding", "[catalogue]") {
  Random random;
  for (int i = 0; i < 50; ++i) {
    RollingDiscOptions options;
    options.radius = random.between(0.1, 1);
    options.lean = random.between(-1.4, 1.4);
    options.speed = random.between(-3, 3);
    options.turning = random.between(-3, 3);
    const Mechanism mechanism = rollingDisc(options);
    checkCommonLaws(mechanism, 9.81, 0);
    const Eigen::Isometry3d pose =
        relativePose(mechanism.initialState->q, mechanism.joints.front());
    const std::vector<double>& v = mechanism.initialState->v.at("disc");
    // The lowest point of the disc's rim is below its center, at the world's origin.
    const Eigen::Vector3d lowest(0, -options.radius, 0);
    CHECK((pose * lowest).norm() < 1e-15);
    CHECK((pose.linear() * Eigen::Vector3d(1, 0, 0)).z() == Approx(0).margin(1e-15));
    const Eigen::Vector3d spin = Eigen::Vector3d::Map(v.data());
    CHECK((Eigen::Vector3d::Map(v.data() + 3) + spin.cross(lowest)).norm() < 1e-14);
    CHECK((pose.linear() * spin).dot(pose.linear() * Eigen::Vector3d::UnitZ()) ==
          Approx(-options.speed / options.radius + options.turning * pose.linear()(2, 2)));
  }
}

TEST_CASE("boxes are stacked on each other", "[catalogue]") {
  const Mechanism mechanism = boxStack({.boxes = 5, .size = 0.3, .mass = 2, .massRatio = 1.5});
  checkCommonLaws(mechanism, 9.81, 0);
  for (int i = 0; i < 5; ++i) {
    CHECK(mechanism.bodies[static_cast<std::size_t>(i)].mass == Approx(2 * std::pow(1.5, i)));
    CHECK(mechanism.initialState->q.at("box" + std::to_string(i + 1))[2] ==
          Approx(0.3 * (i + 0.5)));
  }
}

TEST_CASE("the inertia of a capsule is the sum of its parts' inertias", "[catalogue]") {
  // One capsule is almost a ball, the other one is almost a bar.
  const auto ball = capsule("ball", 3, {0, 0, 0}, {0, 0, 1e-9}, 0.2).inertia;
  for (int i = 0; i < 3; ++i)
    CHECK(ball[static_cast<std::size_t>(i)] == Approx(0.4 * 3 * 0.04).epsilon(1e-8));
  const auto slender = capsule("bar", 3, {0, 0, 0}, {2, 0, 0}, 1e-4).inertia;
  const auto bar = cylinder("bar", 3, {0, 0, 0}, {2, 0, 0}, 1e-4).inertia;
  CHECK(slender[1] == Approx(bar[1]).epsilon(1e-3));
  // Parallel-axis theorem: a capsule is a bar and two half balls, moved apart.
  const double m = 3, r = 0.2, length = 0.7, bars = m * length / (length + 4 * r / 3), b = m - bars;
  const double half = 3 * r / 8;  // from its flat side to its center of mass
  const double own = 0.4 * b * r * r - b * half * half;
  const double across = bars * (3 * r * r + length * length) / 12 + own +
                        b * (half + length / 2) * (half + length / 2);
  const Body body = capsule("capsule", m, {0, 0, 0}, {0, 0, length}, r);
  CHECK(body.inertia[0] == Approx(across));
  CHECK(body.inertia[2] == Approx(bars * r * r / 2 + 0.4 * b * r * r));
}

TEST_CASE("pendulums on carts are valid", "[catalogue]") {
  Random random;
  for (int i = 0; i < 50; ++i) {
    CartPendulumOptions options;
    options.cartMass = std::pow(10, random.between(-3, 6));
    options.poleMass = std::pow(10, random.between(-3, 6));
    options.poleLength = std::pow(10, random.between(-2, 2));
    options.damping = random.between(0, 10);
    const Mechanism mechanism = cartPendulum(options);
    checkCommonLaws(mechanism, 9.81, options.damping);
    CHECK(totalMass(mechanism) == Approx(options.cartMass + options.poleMass));
  }
}

TEST_CASE("branching trees have the number of rods that their levels give", "[catalogue]") {
  for (int depth = 1; depth <= 6; ++depth) {
    for (int branches = 1; branches <= 4; ++branches) {
      BranchingTreeOptions options;
      options.depth = depth;
      options.branches = branches;
      options.shrink = 0.3 + 0.1 * depth;
      const Mechanism mechanism = branchingTree(options);
      checkCommonLaws(mechanism, 9.81, 0);
      std::size_t rods = 0;
      for (int level = 0, inLevel = 1; level < depth; ++level, inLevel *= branches)
        rods += static_cast<std::size_t>(inLevel);
      CHECK(mechanism.bodies.size() == rods);
    }
  }
  CHECK(validate(branchingTree(
                     {.depth = 10, .branches = 2, .length = 0.01, .mass = 1e-3, .shrink = 0.3}))
            .empty());
}

}  // namespace linkwork::test::catalogue
