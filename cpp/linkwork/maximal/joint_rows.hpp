#pragma once

#include <Eigen/Geometry>
#include <array>
#include <type_traits>

#include "linkwork/joint.hpp"
#include "linkwork/joints/constraint_rows.hpp"
#include "linkwork/model/rigid_parts.hpp"
#include "linkwork/spatial.hpp"

/// Joints as equations between two parts that move freely: the rows of constraint_rows.hpp, with
/// all vectors in the world. The gradient of a row is a wrench of the child on the parent's
/// surroundings, of which the parent takes the opposite, so that no row changes a momentum.
namespace linkwork::maximal {

/// S of any joint type.
template <typename Scalar>
using MotionColumnsOf = Eigen::Matrix<Scalar, 6, Eigen::Dynamic, Eigen::ColMajor, 6, 6>;
using MotionColumns = MotionColumnsOf<double>;

using RowRule = linkwork::RowRule<double>;

/// Where a joint's frames are on its two parts.
struct JointFrames {
  int parent = 0, child = 0;
  Transform<double> onParent, onChild;
};

/// What a step changes of it, free of cancellation: of the position, and R⁺ − R.
struct PartChange {
  Eigen::Vector3d slide{0, 0, 0};
  Eigen::Matrix3d turn = Eigen::Matrix3d::Zero();
};

/// A joint in the world.
template <typename Scalar>
struct JointPoseOf {
  Matrix3<Scalar> parentAxes, childAxes;      ///< P, C
  Vector3<Scalar> gap;                        ///< d
  Vector3<Scalar> childOffset, parentOffset;  ///< the child's origin, from either center of mass
  /// Of a general joint: q, where its coordinates were last found; of a change: where it leads.
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
};
using JointPose = JointPoseOf<double>;

/// Its change where the parts change.
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

/// A force through the child's origin and a torque, world axes.
template <typename Scalar>
struct RowWrenchOf {
  Vector3<Scalar> force, torque;
};
using RowWrench = RowWrenchOf<double>;

/// A row on another scalar.
template <typename Scalar>
linkwork::RowRule<Scalar> onScalar(const RowRule& rule) {
  return {rule.kind, rule.parentAxis, rule.childAxis, Scalar(rule.measure)};
}

/// The gradient of a row.
template <typename Scalar>
RowWrenchOf<Scalar> wrenchOf(const RowRule& rule, const JointPoseOf<Scalar>& pose) {
  const auto [force, torque] = onScalar<Scalar>(rule).wrench(pose);
  return {vector3(force), vector3(torque)};
}

/// The wrenches dual to the joint's velocities, v = W · relative twist: columns of S (SᵀS)⁻¹.
/// Writes nv of them.
template <typename Scalar>
void freeWrenches(JointType type, double pitch, const JointPoseOf<Scalar>& pose,
                  RowWrenchOf<Scalar>* wrenches);

/// The coordinate of a joint with one: its gradient, times a factor, and its change over a step,
/// exact to rounding of itself.
template <typename Scalar>
RowWrenchOf<Scalar> coordinateWrench(JointType type, const JointPoseOf<Scalar>& pose,
                                     double factor);
double coordinateChange(JointType type, const JointPose& pose, const JointPose& change);

/// q of a tree joint, laid out as in its joint type, from its pose: angles and signs of quaternions
/// next to those `before`.
template <typename Scalar>
void readPosition(JointType type, double pitch, const JointPoseOf<Scalar>& pose,
                  const std::type_identity_t<Scalar>* before, std::type_identity_t<Scalar>* q);

/// The wrench as it acts on the child, or its opposite on the parent: torque about the center of
/// mass in the part's axes, force in world axes.
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

}  // namespace linkwork::maximal
