#pragma once

#include "linkwork/elementary.hpp"
#include "linkwork/joints/joint_kinematics.hpp"

namespace linkwork {

/// Sliding and turning in the x–y plane: J(q) = Trans(x, y, 0) Rot(z, θ), q = [x, y, θ], v = q̇.
template <typename Scalar>
struct PlanarJoint : VectorJoint<Scalar, 3> {
  using Base = VectorJoint<Scalar, 3>;
  using typename Base::Position, typename Base::Velocity;

  static Transform<Scalar> transform(const Position& q) {
    return {detail::rotationZ(q[2]), Vector3<Scalar>(q[0], q[1], Scalar(0))};
  }
  /// The parent's x and y axes seen from the turned child, and the turn itself.
  static typename Base::MotionSubspace motionSubspace(const Position& q) {
    using elementary::cos;
    using elementary::sin;
    const Scalar c = cos(q[2]), s = sin(q[2]);
    typename Base::MotionSubspace subspace = detail::unitColumns<Scalar, 3, 4, 2>();
    subspace.template block<2, 2>(3, 0) << c, s, -s, c;
    return subspace;
  }
  static Vector6<Scalar> bias(const Position& q, const Velocity& v) {
    using elementary::cos;
    using elementary::sin;
    const Scalar c = cos(q[2]), s = sin(q[2]);
    Vector6<Scalar> bias = Vector6<Scalar>::Zero();
    bias[3] = v[2] * (-s * v[0] + c * v[1]);
    bias[4] = v[2] * (-c * v[0] - s * v[1]);
    return bias;
  }
  static Position closest(const Transform<Scalar>& pose) {
    return Position(pose.translation[0], pose.translation[1], detail::angleAboutZ(pose.rotation));
  }
};

}  // namespace linkwork
