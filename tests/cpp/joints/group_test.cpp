#include <catch2/catch.hpp>
#include <numbers>

#include "joints/sized_at_run_time.hpp"

/// ⊕, ⊖ and the chart of every joint: the laws of a retraction.
namespace linkwork::test::joints {

using Eigen::VectorXd;

namespace {

/// Checks that two coordinates give the same pose, to rounding of numbers of `size`.
void checkSamePose(const AnyJoint& joint, const VectorXd& a, const VectorXd& b, double size) {
  CHECK((matrixOf(joint.transform(a)) - matrixOf(joint.transform(b))).norm() <= roundingOf(size));
}

double sizeOf(const VectorXd& q, const VectorXd& delta) { return q.norm() + delta.norm(); }

}  // namespace

TEST_CASE("q ⊕ 0 is q", "[joints]") {
  for (const AnyJoint& joint : everyJoint())
    for (const VectorXd& q : coordinatesOf(joint)) {
      CAPTURE(joint.name(), q.transpose());
      // Quaternions are normalized again, with rounding.
      CHECK((joint.retract(q, VectorXd::Zero(joint.velocities())) - q).norm() <=
            (joint.isGroup() ? 2 * epsilon : 0));
    }
}

TEST_CASE("⊖ inverts ⊕ up to half a turn", "[joints]") {
  for (const AnyJoint& joint : everyJoint())
    for (const VectorXd& q : coordinatesOf(joint))
      for (const VectorXd& delta : movesOf(joint, 3.1)) {
        CAPTURE(joint.name(), q.transpose(), delta.transpose());
        const VectorXd moved = joint.retract(q, delta);
        CHECK((joint.difference(q, moved) - delta).norm() <= 4 * roundingOf(sizeOf(q, delta)));
      }
}

TEST_CASE("from ⊕ (to ⊖ from) is the pose of `to`", "[joints]") {
  for (const AnyJoint& joint : everyJoint()) {
    const auto coordinates = coordinatesOf(joint);
    for (const VectorXd& from : coordinates)
      for (const VectorXd& to : coordinates) {
        CAPTURE(joint.name(), from.transpose(), to.transpose());
        const VectorXd delta = joint.difference(from, to);
        checkSamePose(joint, joint.retract(from, delta), to, 4 * sizeOf(from, to));
        if (joint.isGroup()) CHECK(delta.head<3>().norm() <= std::numbers::pi + roundingOf(0));
      }
  }
}

TEST_CASE("displacements along one direction add", "[joints]") {
  for (const AnyJoint& joint : everyJoint())
    for (const VectorXd& q : coordinatesOf(joint))
      for (const VectorXd& delta : movesOf(joint, 3.0)) {
        CAPTURE(joint.name(), q.transpose(), delta.transpose());
        checkSamePose(joint, joint.retract(joint.retract(q, delta), 0.7 * delta),
                      joint.retract(q, 1.7 * delta), 4 * sizeOf(q, delta));
      }
}

TEST_CASE("in the chart, δ̇ = T(δ)⁻¹ v moves the joint with velocity v", "[joints]") {
  for (const AnyJoint& joint : everyJoint()) {
    const auto moves = movesOf(joint, 2.0);
    const VectorXd q = coordinatesOf(joint).back();
    for (const VectorXd& delta : moves)
      for (const VectorXd& v : moves) {
        CAPTURE(joint.name(), delta.transpose(), v.transpose());
        const VectorXd rate = joint.chartVelocity(delta, v);
        const auto poseRate = derivativeAtZero([&](double t) -> PoseMatrix {
          return matrixOf(joint.transform(joint.retract(q, delta + t * rate)));
        });
        const VectorXd place = joint.retract(q, delta);
        const Vector6<double> twist = joint.motionSubspace(place) * v;
        CHECK((twistOf(joint.transform(place), poseRate) - twist).norm() <=
              differenceTolerance(10 * (place.norm() + rate.norm())));
      }
    for (const VectorXd& v : moves)  // at δ = 0 the chart is the identity to first order
      CHECK(joint.chartVelocity(VectorXd::Zero(v.size()), v) == v);
  }
}

TEST_CASE("quaternions keep unit length after any number of displacements", "[joints]") {
  for (const JointType type : {JointType::spherical, JointType::free}) {
    const AnyJoint joint{type};
    VectorXd q = coordinatesOf(joint).back();
    for (const VectorXd& delta : movesOf(joint, 3.0))
      for (int i = 0; i < 200; ++i) {
        q = joint.retract(q, delta);
        REQUIRE(std::abs(q.tail<4>().norm() - 1) <= 4 * epsilon);
      }
  }
}

}  // namespace linkwork::test::joints
