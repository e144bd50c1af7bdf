#include "linkwork/joints/expressed_joint.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "linkwork/joints/universal.hpp"
#include "linkwork/spatial/se3.hpp"
#include "spatial/closeness.hpp"

namespace linkwork {

namespace {

std::vector<Transform<symbolic::Expression>> universalPose(const symbolic::Expression* q) {
  return {UniversalJoint<symbolic::Expression>::transform({q[0], q[1]})};
}

}  // namespace

TEST_CASE("a universal joint written as expressions is the universal joint", "[joints]") {
  const ExpressedJoint joint(2, {universalPose});
  std::mt19937 random(1);
  std::uniform_real_distribution<double> draw(-3, 3);
  for (int trial = 0; trial < 100; ++trial) {
    const Eigen::Vector2d q(draw(random), draw(random)), v(draw(random), draw(random));
    JointMotion<double> motion;
    joint.evaluate(q.data(), v.data(), motion);
    CHECK((motion.pose.rotation - UniversalJoint<double>::transform(q).rotation).norm() <
          8 * epsilon);
    CHECK((motion.subspace - UniversalJoint<double>::motionSubspace(q)).norm() < 8 * epsilon);
    CHECK((motion.bias - UniversalJoint<double>::bias(q, v)).norm() < 64 * epsilon);
  }
}

}  // namespace linkwork
