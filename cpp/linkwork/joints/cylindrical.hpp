#pragma once

#include "linkwork/joints/joint_kinematics.hpp"

namespace linkwork {

/// A sleeve on a shaft: J(q) = Rot(z, q₀) Trans(z q₁), q = [angle, length].
template <typename Scalar>
struct CylindricalJoint : VectorJoint<Scalar, 2> {
  using Base = VectorJoint<Scalar, 2>;
  using typename Base::Position, typename Base::Velocity;

  static Transform<Scalar> transform(const Position& q) {
    return {detail::rotationZ(q[0]), Vector3<Scalar>(Scalar(0), Scalar(0), q[1])};
  }
  static typename Base::MotionSubspace motionSubspace(const Position&) {
    return detail::unitColumns<Scalar, 2, 5>();
  }
  static Vector6<Scalar> bias(const Position&, const Velocity&) { return Vector6<Scalar>::Zero(); }
  static Position closest(const Transform<Scalar>& pose) {
    return Position(detail::angleAboutZ(pose.rotation), pose.translation[2]);
  }
};

}  // namespace linkwork
