#pragma once

#include <numbers>

#include "linkwork/joints/joint_kinematics.hpp"

namespace linkwork {

/// A screw: J(q) = Rot(z, q) Trans(z pitch q), q an angle [rad], pitch in m/rad.
template <typename Scalar>
struct HelicalJoint : VectorJoint<Scalar, 1> {
  using Base = VectorJoint<Scalar, 1>;
  using typename Base::Position, typename Base::Velocity;

  Scalar pitch;

  explicit HelicalJoint(const Scalar& metersPerRadian) : pitch(metersPerRadian) {}

  Transform<Scalar> transform(const Position& q) const {
    return {detail::rotationZ(q[0]), Vector3<Scalar>(Scalar(0), Scalar(0), pitch * q[0])};
  }
  typename Base::MotionSubspace motionSubspace(const Position&) const {
    typename Base::MotionSubspace subspace = detail::unitColumns<Scalar, 2>();
    subspace(5, 0) = pitch;
    return subspace;
  }
  static Vector6<Scalar> bias(const Position&, const Velocity&) { return Vector6<Scalar>::Zero(); }
  /// The rotation gives the angle within a turn; the advance gives the turn.
  Position closest(const Transform<Scalar>& pose) const {
    using std::round;
    const Scalar angle = detail::angleAboutZ(pose.rotation);
    if (pitch == Scalar(0)) return Position(angle);
    const Scalar turn(2 * std::numbers::pi);
    return Position(angle + turn * round((pose.translation[2] / pitch - angle) / turn));
  }
};

}  // namespace linkwork
