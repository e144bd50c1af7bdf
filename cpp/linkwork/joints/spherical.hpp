#pragma once

#include "linkwork/joints/joint_kinematics.hpp"
#include "linkwork/spatial/quaternion.hpp"
#include "linkwork/spatial/so3.hpp"

namespace linkwork {

/// A ball: J(q) = Rot(q), q a unit quaternion [x, y, z, w], v = ω in the child's joint frame.
/// q ⊕ δ = q · exp(δ) on the group, so q stays of unit length.
template <typename Scalar>
struct SphericalJoint : JointSizes<Scalar, 4, 3> {
  using Base = JointSizes<Scalar, 4, 3>;
  using typename Base::Position, typename Base::Velocity;

  static Transform<Scalar> transform(const Position& q) {
    return {quaternionOf(q).toRotationMatrix(), Vector3<Scalar>::Zero()};
  }
  static typename Base::MotionSubspace motionSubspace(const Position&) {
    return detail::unitColumns<Scalar, 0, 1, 2>();
  }
  static Vector6<Scalar> bias(const Position&, const Velocity&) { return Vector6<Scalar>::Zero(); }
  static Position retract(const Position& q, const Velocity& delta) {
    return quaternion::normalized<Scalar>(quaternionOf(q) * quaternion::exp(delta)).coeffs();
  }
  static Velocity difference(const Position& from, const Position& to) {
    return quaternion::log(
        Eigen::Quaternion<Scalar>(quaternionOf(from).conjugate() * quaternionOf(to)));
  }
  static Velocity chartVelocity(const Velocity& delta, const Velocity& v) {
    return so3::rightTangentInverse(delta) * v;
  }
  static Velocity chartForce(const Velocity& delta, const Velocity& force) {
    return so3::rightTangentInverse(delta).transpose() * force;
  }
  static Position closest(const Transform<Scalar>& pose) {
    return Eigen::Quaternion<Scalar>(pose.rotation).coeffs();
  }

 private:
  static Eigen::Quaternion<Scalar> quaternionOf(const Position& q) {
    return Eigen::Quaternion<Scalar>(q);
  }
};

}  // namespace linkwork
