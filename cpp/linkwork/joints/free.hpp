#pragma once

#include "linkwork/joints/joint_kinematics.hpp"
#include "linkwork/spatial/quaternion.hpp"
#include "linkwork/spatial/se3.hpp"

namespace linkwork {

/// No constraint: J(q) = Trans(p) Rot(r), q = [p, r] with r a unit quaternion [x, y, z, w],
/// v = [ω; v] the twist of the child's joint frame in that frame. q ⊕ δ = J(q) exp(δ) in SE(3).
template <typename Scalar>
struct FreeJoint : JointSizes<Scalar, 7, 6> {
  using Base = JointSizes<Scalar, 7, 6>;
  using typename Base::Position, typename Base::Velocity;

  static Transform<Scalar> transform(const Position& q) {
    return {quaternionOf(q).toRotationMatrix(), q.template head<3>()};
  }
  static typename Base::MotionSubspace motionSubspace(const Position&) {
    return Base::MotionSubspace::Identity();
  }
  static Vector6<Scalar> bias(const Position&, const Velocity&) { return Vector6<Scalar>::Zero(); }
  static Position retract(const Position& q, const Velocity& delta) {
    const Eigen::Quaternion<Scalar> rotation = quaternionOf(q);
    Position moved;
    moved.template head<3>() =
        q.template head<3>() + rotation.toRotationMatrix() * se3::exp(delta).translation;
    moved.template tail<4>() =
        quaternion::normalized<Scalar>(rotation *
                                       quaternion::exp(Vector3<Scalar>(delta.template head<3>())))
            .coeffs();
    return moved;
  }
  static Velocity difference(const Position& from, const Position& to) {
    return se3::log(transform(from).inverse() * transform(to));
  }
  static Velocity chartVelocity(const Velocity& delta, const Velocity& v) {
    return se3::rightTangentInverse(delta) * v;
  }
  static Velocity chartForce(const Velocity& delta, const Velocity& force) {
    return se3::rightTangentInverse(delta).transpose() * force;
  }
  static Position closest(const Transform<Scalar>& pose) {
    Position q;
    q << pose.translation, Eigen::Quaternion<Scalar>(pose.rotation).coeffs();
    return q;
  }

 private:
  static Eigen::Quaternion<Scalar> quaternionOf(const Position& q) {
    return Eigen::Quaternion<Scalar>(q.template tail<4>());
  }
};

}  // namespace linkwork
