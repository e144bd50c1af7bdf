#pragma once

#include "linkwork/joints/joint_kinematics.hpp"

namespace linkwork {

/// A revolute joint: J(q) = Rot(z, q), q an angle [rad].
template <typename Scalar>
struct RevoluteJoint : VectorJoint<Scalar, 1> {
  using Base = VectorJoint<Scalar, 1>;
  using typename Base::Position, typename Base::Velocity;

  static Transform<Scalar> transform(const Position& q) {
    return {detail::rotationZ(q[0]), Vector3<Scalar>::Zero()};
  }
  static typename Base::MotionSubspace motionSubspace(const Position&) {
    return detail::unitColumns<Scalar, 2>();
  }
  static Vector6<Scalar> bias(const Position&, const Velocity&) { return Vector6<Scalar>::Zero(); }
  static Position closest(const Transform<Scalar>& pose) {
    return Position(detail::angleAboutZ(pose.rotation));
  }
};

}  // namespace linkwork
