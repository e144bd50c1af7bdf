#pragma once

#include "linkwork/joints/joint_kinematics.hpp"

namespace linkwork {

/// A massless rod of constant length between two balls, one at the origin of either joint frame.
/// It closes loops and carries no body, so that it needs no coordinates of its own: its position is
/// where the child's ball is seen from the parent's.
///
///   J(d, R) = Trans(L d) R        d: unit vector along the rod, R: any rotation
///   v = (ω, ḋ in two directions across the rod)
///
/// One row constrains it: with p the child's origin in the parent's frame, φ = |p| − L, and T is
/// the unit force along the rod. Frames' rotations do not matter.
template <typename Scalar>
struct RodJoint {
  static constexpr int velocitySize = 5;
  using Velocity = Vector<Scalar, 5>;
  using MotionSubspace = Eigen::Matrix<Scalar, 6, 5>;
  using ConstraintSubspace = Eigen::Matrix<Scalar, 6, 1>;
  struct Position {
    Vector3<Scalar> direction;  ///< d, in the parent's joint frame
    Matrix3<Scalar> rotation;   ///< R, child's joint frame to the parent's
  };

  explicit RodJoint(const Scalar& length) : length(length) {}

  Transform<Scalar> transform(const Position& q) const {
    return {q.rotation, length * q.direction};
  }
  MotionSubspace motionSubspace(const Position& q) const {
    MotionSubspace subspace = MotionSubspace::Zero();
    subspace.template topLeftCorner<3, 3>().setIdentity();
    subspace.template bottomRightCorner<3, 2>() = length * across(q);
    return subspace;
  }
  /// Both directions across the rod turn with it without spinning about it, so that ḋ changes by
  /// −|ḋ|² d alone; in the child's frame, which turns with ω.
  Vector6<Scalar> bias(const Position& q, const Velocity& v) const {
    const Vector3<Scalar> swing = across(q) * v.template tail<2>();
    Vector6<Scalar> bias = Vector6<Scalar>::Zero();
    bias.template tail<3>() =
        -length * (swing.squaredNorm() * along(q) + v.template head<3>().cross(swing));
    return bias;
  }
  static ConstraintSubspace constraintSubspace(const Position& q) {
    ConstraintSubspace force = ConstraintSubspace::Zero();
    force.template tail<3>() = along(q);
    return force;
  }
  /// Where both balls coincide the rod has no direction; any will do, since that is no pose of it.
  static Position closest(const Transform<Scalar>& pose) {
    const Scalar distance = pose.translation.norm();
    Vector3<Scalar> direction = Vector3<Scalar>::UnitX();
    if (distance > Scalar(0)) direction = pose.translation / distance;
    return {direction, pose.rotation};
  }

  Scalar length;  ///< L [m]

 private:
  /// d in the child's frame, and two unit vectors that complete it to a right-handed triad.
  static Vector3<Scalar> along(const Position& q) { return q.rotation.transpose() * q.direction; }
  static Eigen::Matrix<Scalar, 3, 2> across(const Position& q) {
    const Vector3<Scalar> axis = along(q), first = axis.unitOrthogonal();
    Eigen::Matrix<Scalar, 3, 2> directions;
    directions << first, axis.cross(first);
    return directions;
  }
};

}  // namespace linkwork
