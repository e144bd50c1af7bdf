#pragma once

#include "linkwork/joints/joint_kinematics.hpp"

namespace linkwork {

/// A massless rod of constant length between two balls, one at the origin of either joint frame.
/// It closes loops and has no child body, so it has no coordinates of its own: its position is that
/// of the child's ball in the parent's frame.
///
///   J(d, R) = Trans(L d) R        d: unit vector along the rod, R: any rotation
///
/// One row constrains it (constraints/rows.hpp). Frames' rotations do not matter.
template <typename Scalar>
struct RodJoint {
  struct Position {
    Vector3<Scalar> direction;  ///< d, in the parent's joint frame
    Matrix3<Scalar> rotation;   ///< R, child's joint frame to the parent's
  };

  explicit RodJoint(const Scalar& length) : length(length) {}

  Transform<Scalar> transform(const Position& q) const {
    return {q.rotation, length * q.direction};
  }
  /// If both balls coincide, the rod has no direction: any is used, because that is no pose of it.
  static Position closest(const Transform<Scalar>& pose) {
    const Scalar distance = pose.translation.norm();
    Vector3<Scalar> direction = Vector3<Scalar>::UnitX();
    if (distance > Scalar(0)) direction = pose.translation / distance;
    return {direction, pose.rotation};
  }

  Scalar length;  ///< L [m]
};

}  // namespace linkwork
