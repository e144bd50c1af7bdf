#pragma once

#include "linkwork/joints/joint_kinematics.hpp"

namespace linkwork {

/// A slide: J(q) = Trans(z q), q a length [m].
template <typename Scalar>
struct PrismaticJoint : VectorJoint<Scalar, 1> {
  using Base = VectorJoint<Scalar, 1>;
  using typename Base::Position, typename Base::Velocity;

  static Transform<Scalar> transform(const Position& q) {
    return {Matrix3<Scalar>::Identity(), Vector3<Scalar>(Scalar(0), Scalar(0), q[0])};
  }
  static typename Base::MotionSubspace motionSubspace(const Position&) {
    return detail::unitColumns<Scalar, 5>();
  }
  static Vector6<Scalar> bias(const Position&, const Velocity&) { return Vector6<Scalar>::Zero(); }
  static Position closest(const Transform<Scalar>& pose) { return Position(pose.translation[2]); }
};

}  // namespace linkwork
