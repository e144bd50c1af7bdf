#pragma once

#include "linkwork/joints/joint_kinematics.hpp"

namespace linkwork {

/// No motion: J = 1.
template <typename Scalar>
struct FixedJoint : VectorJoint<Scalar, 0> {
  using Base = VectorJoint<Scalar, 0>;
  using typename Base::Position, typename Base::Velocity;

  static Transform<Scalar> transform(const Position&) { return Transform<Scalar>::Identity(); }
  static typename Base::MotionSubspace motionSubspace(const Position&) { return {}; }
  static Vector6<Scalar> bias(const Position&, const Velocity&) { return Vector6<Scalar>::Zero(); }
  static Position closest(const Transform<Scalar>&) { return {}; }
};

}  // namespace linkwork
