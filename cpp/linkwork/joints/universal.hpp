#pragma once

#include "linkwork/elementary.hpp"
#include "linkwork/joints/joint_kinematics.hpp"

namespace linkwork {

/// A cardan joint: J(q) = Rot(x, q₀) Rot(y, q₁), q = two angles [rad].
///
/// In the child's frame the second axis is y and the first one is Rot(y, q₁)ᵀ x = (cos q₁, 0, sin
/// q₁).
template <typename Scalar>
struct UniversalJoint : VectorJoint<Scalar, 2> {
  using Base = VectorJoint<Scalar, 2>;
  using typename Base::Position, typename Base::Velocity;

  static Transform<Scalar> transform(const Position& q) {
    using elementary::cos;
    using elementary::sin;
    const Scalar ca = cos(q[0]), sa = sin(q[0]), cb = cos(q[1]), sb = sin(q[1]);
    Transform<Scalar> pose = Transform<Scalar>::Identity();
    pose.rotation << cb, Scalar(0), sb, sa * sb, ca, -sa * cb, -ca * sb, sa, ca * cb;
    return pose;
  }
  static typename Base::MotionSubspace motionSubspace(const Position& q) {
    using elementary::cos;
    using elementary::sin;
    typename Base::MotionSubspace subspace = detail::unitColumns<Scalar, 0, 1>();
    subspace(0, 0) = cos(q[1]);
    subspace(2, 0) = sin(q[1]);
    return subspace;
  }
  static Vector6<Scalar> bias(const Position& q, const Velocity& v) {
    using elementary::cos;
    using elementary::sin;
    Vector6<Scalar> bias = Vector6<Scalar>::Zero();
    bias[0] = -sin(q[1]) * v[1] * v[0];
    bias[2] = cos(q[1]) * v[1] * v[0];
    return bias;
  }
  static Position closest(const Transform<Scalar>& pose) {
    using elementary::atan2;
    const Matrix3<Scalar>& r = pose.rotation;
    return Position(atan2(r(2, 1), r(1, 1)), atan2(r(0, 2), r(0, 0)));
  }
};

}  // namespace linkwork
