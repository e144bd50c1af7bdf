#pragma once

#include <Eigen/Geometry>
#include <array>
#include <vector>

#include "linkwork/joints/joint_type.hpp"
#include "linkwork/spatial/transform.hpp"

/// Joints as equations between two parts that move freely.
///
/// P and C are the axes of the joint's frames on parent and child in the world (columns), d the way
/// from the parent's origin to the child's. Every equation is one of
///
///   along a       P_a · d = 0
///   across a, b   P_a · C_b = 0
///   screw p       P_z · d − p θ = 0           θ the angle about z, turns counted
///   rod L         (d · d − L²) / 2L = 0
///
/// and its gradient is a wrench of the child on the parent's surroundings: a force f through the
/// child's origin and a torque t, of which the parent takes the opposite, so that no row changes a
/// momentum.
namespace linkwork::maximal {

/// S of any joint type.
using MotionColumns = Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::ColMajor, 6, 6>;

enum class RowKind { along, across, screw, rod };

struct RowRule {
  RowKind kind = RowKind::along;
  int parentAxis = 0, childAxis = 0;
  double measure = 0;  ///< pitch of a screw [m/rad], length of a rod [m]
};

/// The equations of a joint type: 6 − nv of them.
std::vector<RowRule> rulesOf(JointType type, double measure);

/// Where a joint's frames are on its two parts.
struct JointFrames {
  int parent = 0, child = 0;
  Transform<double> onParent, onChild;
};

/// Where a part is: its centre of mass, its attitude, and that as a matrix.
struct PartPose {
  Eigen::Vector3d position{0, 0, 0};
  Eigen::Quaterniond attitude{1, 0, 0, 0};
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
};

/// What a step changes of it, free of cancellation: of the position, and R⁺ − R.
struct PartChange {
  Eigen::Vector3d slide{0, 0, 0};
  Eigen::Matrix3d turn = Eigen::Matrix3d::Zero();
};

/// A joint in the world.
struct JointPose {
  Eigen::Matrix3d parentAxes, childAxes;      ///< P, C
  Eigen::Vector3d gap;                        ///< d
  Eigen::Vector3d childOffset, parentOffset;  ///< the child's origin, from either centre of mass
  /// Of a general joint: q, where its coordinates were last found.
  std::array<double, 7> coordinates{};

  static JointPose at(const JointFrames& frames, const PartPose& parent, const PartPose& child) {
    JointPose pose;
    pose.parentAxes.noalias() = parent.rotation * frames.onParent.rotation;
    pose.childAxes.noalias() = child.rotation * frames.onChild.rotation;
    pose.childOffset.noalias() = child.rotation * frames.onChild.translation;
    pose.parentOffset = child.position - parent.position + pose.childOffset;
    pose.gap = pose.parentOffset - parent.rotation * frames.onParent.translation;
    return pose;
  }

  /// Its change where the parts change.
  static JointPose change(const JointFrames& frames, const PartChange& parent,
                          const PartChange& child) {
    JointPose pose;
    pose.parentAxes.noalias() = parent.turn * frames.onParent.rotation;
    pose.childAxes.noalias() = child.turn * frames.onChild.rotation;
    pose.childOffset.noalias() = child.turn * frames.onChild.translation;
    pose.parentOffset = child.slide - parent.slide + pose.childOffset;
    pose.gap = pose.parentOffset - parent.turn * frames.onParent.translation;
    return pose;
  }

  JointPose operator+(const JointPose& change) const {
    return {parentAxes + change.parentAxes,   childAxes + change.childAxes,       gap + change.gap,
            childOffset + change.childOffset, parentOffset + change.parentOffset, coordinates};
  }

  /// The child's frame seen from the parent's.
  Transform<double> relative() const {
    return {parentAxes.transpose() * childAxes, parentAxes.transpose() * gap};
  }
};

/// The angle about z of the child in the parent, within a turn.
double angleOf(const JointPose& pose);

/// Its change, exact to rounding of itself, below half a turn.
double angleChange(const JointPose& pose, const JointPose& change);

/// What a row leaves open: g(k). `angle` is the screw's, turns counted.
double gapOf(const RowRule& rule, const JointPose& pose, double angle);

/// g(k+1) − g(k) without cancellation.
double gapChange(const RowRule& rule, const JointPose& pose, const JointPose& change);

/// A force through the child's origin and a torque, world axes.
struct RowWrench {
  Eigen::Vector3d force, torque;
};

/// The gradient of a row.
RowWrench wrenchOf(const RowRule& rule, const JointPose& pose);

/// The wrenches dual to the joint's velocities, v = W · relative twist: columns of S (SᵀS)⁻¹.
/// Writes nv of them.
void freeWrenches(JointType type, double pitch, const JointPose& pose, RowWrench* wrenches);

/// The coordinate of a joint with one: its gradient, times a factor, and its change over a step,
/// exact to rounding of itself.
RowWrench coordinateWrench(JointType type, const JointPose& pose, double factor);
double coordinateChange(JointType type, const JointPose& pose, const JointPose& change);

/// q of a tree joint, laid out as in its joint type, from its pose: angles and signs of quaternions
/// next to those `before`.
void readPosition(JointType type, double pitch, const JointPose& pose, const double* before,
                  double* q);

/// The wrench as it acts on the child, or its opposite on the parent: torque about the centre of
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
