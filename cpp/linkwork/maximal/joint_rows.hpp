#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <type_traits>

#include "linkwork/constraints/rows.hpp"
#include "linkwork/joint.hpp"
#include "linkwork/model/rigid_parts.hpp"
#include "linkwork/spatial.hpp"

/// Joints as equations between two free parts: the rows of constraints/rows.hpp in world axes. The
/// gradient of a row is a wrench on the child. Its opposite acts on the parent at the same point:
/// no row changes the total momentum.
namespace linkwork::maximal {

/// S of any joint type.
template <typename Scalar>
using MotionColumnsOf = Eigen::Matrix<Scalar, 6, Eigen::Dynamic, Eigen::ColMajor, 6, 6>;
using MotionColumns = MotionColumnsOf<double>;

using RowRule = linkwork::RowRule<double>;

/// The frames of a joint on its two parts.
struct JointFrames {
  int parent = 0, child = 0;
  Transform<double> onParent, onChild;
};

/// The change of a part's pose in a step, free of cancellation: of the position, and R⁺ − R.
struct PartChange {
  Eigen::Vector3d slide{0, 0, 0};
  Eigen::Matrix3d turn = Eigen::Matrix3d::Zero();
};

/// A joint in the world.
template <typename Scalar>
struct JointPoseOf {
  Matrix3<Scalar> parentAxes, childAxes;      ///< P, C
  Vector3<Scalar> gap;                        ///< d
  Vector3<Scalar> childOffset, parentOffset;  ///< from either center of mass to the child's origin
  /// Of a general joint: the last coordinates that were found; of a change: those at its end.
  std::array<Scalar, 7> coordinates{};

  static JointPoseOf at(const JointFrames& frames, const PartPoseOf<Scalar>& parent,
                        const PartPoseOf<Scalar>& child) {
    const auto &onParent = frames.onParent, &onChild = frames.onChild;
    JointPoseOf pose;
    pose.parentAxes.noalias() = parent.rotation * onParent.rotation.cast<Scalar>();
    pose.childAxes.noalias() = child.rotation * onChild.rotation.cast<Scalar>();
    pose.childOffset.noalias() = child.rotation * onChild.translation.cast<Scalar>();
    pose.parentOffset = child.position - parent.position + pose.childOffset;
    pose.gap = pose.parentOffset - parent.rotation * onParent.translation.cast<Scalar>();
    return pose;
  }

  JointPoseOf operator+(const JointPoseOf& change) const {
    return {
        parentAxes + change.parentAxes,   childAxes + change.childAxes,       gap + change.gap,
        childOffset + change.childOffset, parentOffset + change.parentOffset, change.coordinates};
  }

  // The vectors of a row.
  linkwork::Vec3<Scalar> parentAxis(std::size_t axis) const {
    return vec3(parentAxes.col(static_cast<Eigen::Index>(axis)));
  }
  linkwork::Vec3<Scalar> childAxis(std::size_t axis) const {
    return vec3(childAxes.col(static_cast<Eigen::Index>(axis)));
  }
  linkwork::Vec3<Scalar> childFromParent() const { return vec3(gap); }

  /// The child's frame seen from the parent's.
  Transform<Scalar> relative() const {
    return {parentAxes.transpose() * childAxes, parentAxes.transpose() * gap};
  }

  /// A motion or wrench in world axes, in those of the child; and back.
  Vector6<Scalar> toChild(const Vector6<Scalar>& inWorld) const {
    Vector6<Scalar> inChild;
    inChild << childAxes.transpose() * inWorld.template head<3>(),
        childAxes.transpose() * inWorld.template tail<3>();
    return inChild;
  }
  Vector6<Scalar> toWorld(const Vector6<Scalar>& inChild) const {
    Vector6<Scalar> inWorld;
    inWorld << childAxes * inChild.template head<3>(), childAxes * inChild.template tail<3>();
    return inWorld;
  }
};
using JointPose = JointPoseOf<double>;

/// The change of a joint pose by changes of the parts.
inline JointPose changeOf(const JointFrames& frames, const PartChange& parent,
                          const PartChange& child) {
  JointPose pose;
  pose.parentAxes.noalias() = parent.turn * frames.onParent.rotation;
  pose.childAxes.noalias() = child.turn * frames.onChild.rotation;
  pose.childOffset.noalias() = child.turn * frames.onChild.translation;
  pose.parentOffset = child.slide - parent.slide + pose.childOffset;
  pose.gap = pose.parentOffset - parent.turn * frames.onParent.translation;
  return pose;
}

/// A force at the child's origin and a torque, in world axes.
template <typename Scalar>
struct RowWrenchOf {
  Vector3<Scalar> force, torque;
};
using RowWrench = RowWrenchOf<double>;

/// Converts a row to another scalar.
template <typename Scalar>
linkwork::RowRule<Scalar> onScalar(const RowRule& rule) {
  return {rule.kind, rule.parentAxis, rule.childAxis, Scalar(rule.measure)};
}

/// The gradient of a row.
template <typename Scalar>
RowWrenchOf<Scalar> wrenchOf(const RowRule& rule, const JointPoseOf<Scalar>& pose) {
  const auto [force, torque] = onScalar<Scalar>(rule).wrench(pose);
  return {force.vector(), torque.vector()};
}

/// The wrenches dual to the joint's velocities, v = W · relative twist: columns of S (SᵀS)⁻¹.
/// Writes nv of them.
template <typename Scalar>
void freeWrenches(JointType type, double pitch, const JointPoseOf<Scalar>& pose,
                  RowWrenchOf<Scalar>* wrenches);

/// Of a joint with one coordinate: the gradient of the coordinate, times a factor, and its change
/// over a step, accurate relative to the change.
template <typename Scalar>
RowWrenchOf<Scalar> coordinateWrench(JointType type, const JointPoseOf<Scalar>& pose,
                                     const std::type_identity_t<Scalar>& factor);
double coordinateChange(JointType type, const JointPose& pose, const JointPose& change);

/// Writes q of a tree joint from its pose, in the layout of its type. Angles and signs of
/// quaternions are those closest to `before`.
template <typename Scalar>
void readPosition(JointType type, double pitch, const JointPoseOf<Scalar>& pose,
                  const std::type_identity_t<Scalar>* before, std::type_identity_t<Scalar>* q);

/// The wrench on the child, and its opposite on the parent: torque about the center of mass in the
/// part's axes, force in world axes.
inline Vector6<double> onChild(const RowWrench& wrench, const JointPose& pose,
                               const Eigen::Matrix3d& rotation) {
  Vector6<double> column;
  column.tail<3>() = wrench.force;
  column.head<3>().noalias() =
      rotation.transpose() * (wrench.torque + pose.childOffset.cross(wrench.force));
  return column;
}
inline Vector6<double> onParent(const RowWrench& wrench, const JointPose& pose,
                                const Eigen::Matrix3d& rotation) {
  Vector6<double> column;
  column.tail<3>() = -wrench.force;
  column.head<3>().noalias() =
      -(rotation.transpose() * (wrench.torque + pose.parentOffset.cross(wrench.force)));
  return column;
}

/// A nonholonomic constraint on a part: a rolling disc or a knife edge (mechanism.hpp).
struct SlipConstraint {
  int part = 0;
  Eigen::Vector3d point, direction;  ///< center and axis, or point and n, in the part's frame
  double radius = 0;                 ///< of a disc; 0 for a knife edge
  double height = 0;
  int node = -1;

  bool isDisc() const { return radius > 0; }
  int rows() const { return isDisc() ? 3 : 1; }
  /// Rows that constrain velocities only. A disc's last row also constrains its height.
  int slipRows() const { return isDisc() ? 2 : 1; }

  /// The rows at an attitude, of (ω; v of the center of mass) in world axes.
  template <typename Scalar>
  void rowsAt(const Matrix3<Scalar>& rotation, Vector6<Scalar>* rows) const;

  /// Height of a disc's lowest point above the plane, and its change without cancellation [m].
  template <typename Scalar>
  Scalar gap(const PartPoseOf<Scalar>& pose) const;
  double gapChange(const PartPose& pose, const PartChange& change) const;
};

}  // namespace linkwork::maximal
