#include <catch2/catch.hpp>

#include "joints/sized_at_run_time.hpp"

/// Motion subspace, bias and constraint subspace of every joint, compared with its transform.
namespace linkwork::test::joints {

using Eigen::MatrixXd, Eigen::VectorXd;

TEST_CASE("the motion subspace is the derivative of the transform along q ⊕ tδ", "[joints]") {
  for (const AnyJoint& joint : everyJoint())
    for (const VectorXd& q : coordinatesOf(joint))
      for (const VectorXd& v : movesOf(joint, 2.0)) {
        CAPTURE(joint.name(), q.transpose(), v.transpose());
        const auto rate = derivativeAtZero([&](double t) -> PoseMatrix {
          return matrixOf(joint.transform(joint.retract(q, t * v)));
        });
        const Vector6<double> twist = joint.motionSubspace(q) * v;
        CHECK((twistOf(joint.transform(q), rate) - twist).norm() <=
              differenceTolerance(q.norm() + v.norm()));
      }
}

TEST_CASE("if v is q̇, the columns of the motion subspace are the partial derivatives", "[joints]") {
  for (const AnyJoint& joint : everyJoint()) {
    if (joint.isGroup()) continue;
    for (const VectorXd& q : coordinatesOf(joint))
      for (int i = 0; i < joint.velocities(); ++i) {
        CAPTURE(joint.name(), q.transpose(), i);
        const auto rate = derivativeAtZero([&](double t) -> PoseMatrix {
          VectorXd moved = q;
          moved[i] += t;
          return matrixOf(joint.transform(moved));
        });
        CHECK((twistOf(joint.transform(q), rate) - joint.motionSubspace(q).col(i)).norm() <=
              differenceTolerance(q.norm()));
      }
  }
}

TEST_CASE("the rate of a quaternion is half its product with the angular velocity", "[joints]") {
  for (const JointType type : {JointType::spherical, JointType::free}) {
    const AnyJoint joint{type};
    for (const VectorXd& q : coordinatesOf(joint))
      for (const VectorXd& v : movesOf(joint, 2.0)) {
        CAPTURE(joint.name(), q.transpose(), v.transpose());
        const auto rate =
            derivativeAtZero([&](double t) -> VectorXd { return joint.retract(q, t * v).tail(4); });
        const Eigen::Quaterniond turn(q.tail<4>().data());
        const Eigen::Quaterniond velocity(0, v[0] / 2, v[1] / 2, v[2] / 2);
        CHECK((rate - (turn * velocity).coeffs()).norm() <= differenceTolerance(v.norm()));
      }
  }
}

TEST_CASE("the bias is the derivative of the motion subspace along the motion, times v",
          "[joints]") {
  for (const AnyJoint& joint : everyJoint())
    for (const VectorXd& q : coordinatesOf(joint))
      for (const VectorXd& v : movesOf(joint, 2.0)) {
        CAPTURE(joint.name(), q.transpose(), v.transpose());
        const auto rate = derivativeAtZero([&](double t) -> Vector6<double> {
          return joint.motionSubspace(joint.retract(q, t * v)) * v;
        });
        CHECK((rate - joint.bias(q, v)).norm() <= differenceTolerance(q.norm() + v.norm()));
      }
}

TEST_CASE("a joint transmits exactly the wrenches that do no work along it", "[joints]") {
  for (const AnyJoint& joint : everyJoint())
    for (const VectorXd& q : coordinatesOf(joint)) {
      CAPTURE(joint.name(), q.transpose());
      const MatrixXd motion = joint.motionSubspace(q), carried = joint.constraintSubspace(q);
      REQUIRE(motion.cols() == joint.velocities());
      REQUIRE(carried.cols() == 6 - joint.velocities());
      CHECK((carried.transpose() * motion).lpNorm<1>() <= roundingOf(0));
      // Together they span the space and are well conditioned. Columns are near unit length and
      // almost perpendicular, because pitches are below 1/2.
      Matrix6<double> both;
      both << motion, carried;
      CHECK(both.jacobiSvd().singularValues().minCoeff() > 0.5);
    }
}

TEST_CASE("at q = 0 the joint's frames coincide, and poses are rigid", "[joints]") {
  for (const AnyJoint& joint : everyJoint()) {
    CAPTURE(joint.name());
    VectorXd zero = VectorXd::Zero(joint.positions());
    if (joint.isGroup()) zero.tail<1>().setOnes();
    CHECK(matrixOf(joint.transform(zero)) == matrixOf(Transform<double>::Identity()));
    for (const VectorXd& q : coordinatesOf(joint)) {
      const Matrix3<double> rotation = joint.transform(q).rotation;
      CHECK((rotation.transpose() * rotation - Matrix3<double>::Identity()).norm() <=
            roundingOf(0));
      CHECK(rotation.determinant() > 0);
    }
  }
}

}  // namespace linkwork::test::joints
