#include "linkwork/maximal/joint_rows.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "linkwork/joints/any_joint.hpp"

namespace linkwork::maximal {
namespace {

constexpr int xAxis = 0, yAxis = 1, zAxis = 2;

/// 2 (cos θ, sin θ) of the angle about z, as the library measures it on any rotation; or, with
/// one factor a change, a part of their change.
Eigen::Vector2d turnOf(const Eigen::Matrix3d& parent, const Eigen::Matrix3d& child) {
  return {parent.col(xAxis).dot(child.col(xAxis)) + parent.col(yAxis).dot(child.col(yAxis)),
          parent.col(yAxis).dot(child.col(xAxis)) - parent.col(xAxis).dot(child.col(yAxis))};
}

/// The number next to `before` that differs from `angle` by whole turns.
double nextTo(double before, double angle) {
  return before + std::remainder(angle - before, 2 * std::numbers::pi);
}

/// The sign of a quaternion that is next to `before`.
void chooseSign(const double* before, double* q) {
  Eigen::Map<Eigen::Vector4d> here(q);
  if (Eigen::Map<const Eigen::Vector4d>(before).dot(here) < 0) here = -here;
}

}  // namespace

std::vector<RowRule> rulesOf(JointType type, double measure) {
  std::vector<RowRule> rules;
  const auto along = [&](int axis) { rules.push_back({RowKind::along, axis, axis, 0}); };
  const auto across = [&](int parent, int child) {
    rules.push_back({RowKind::across, parent, child, 0});
  };
  const auto parallel = [&] { across(xAxis, zAxis), across(yAxis, zAxis); };
  switch (type) {
    case JointType::fixed:
      along(xAxis), along(yAxis), along(zAxis), parallel(), across(xAxis, yAxis);
      break;
    case JointType::revolute:
      along(xAxis), along(yAxis), along(zAxis), parallel();
      break;
    case JointType::prismatic:
      along(xAxis), along(yAxis), parallel(), across(xAxis, yAxis);
      break;
    case JointType::helical:
      along(xAxis), along(yAxis), parallel();
      rules.push_back({RowKind::screw, zAxis, zAxis, measure});
      break;
    case JointType::cylindrical:
      along(xAxis), along(yAxis), parallel();
      break;
    case JointType::universal:
      along(xAxis), along(yAxis), along(zAxis), across(xAxis, yAxis);
      break;
    case JointType::planar:
      along(zAxis), parallel();
      break;
    case JointType::spherical:
      along(xAxis), along(yAxis), along(zAxis);
      break;
    case JointType::rod:
      rules.push_back({RowKind::rod, xAxis, xAxis, measure});
      break;
    case JointType::free:
    case JointType::general:
      break;
  }
  return rules;
}

double angleOf(const JointPose& pose) {
  const Eigen::Vector2d turn = turnOf(pose.parentAxes, pose.childAxes);
  return std::atan2(turn[1], turn[0]);
}

double angleChange(const JointPose& pose, const JointPose& change) {
  const Eigen::Vector2d before = turnOf(pose.parentAxes, pose.childAxes);
  const Eigen::Vector2d by = turnOf(change.parentAxes, pose.childAxes + change.childAxes) +
                             turnOf(pose.parentAxes, change.childAxes);
  return std::atan2(before[0] * by[1] - before[1] * by[0], before.dot(before + by));
}

double gapOf(const RowRule& rule, const JointPose& pose, double angle) {
  const auto axis = pose.parentAxes.col(rule.parentAxis);
  switch (rule.kind) {
    case RowKind::across:
      return axis.dot(pose.childAxes.col(rule.childAxis));
    case RowKind::screw:
      return axis.dot(pose.gap) - rule.measure * angle;
    case RowKind::rod:
      return (pose.gap.squaredNorm() - rule.measure * rule.measure) / (2 * rule.measure);
    case RowKind::along:
      break;
  }
  return axis.dot(pose.gap);
}

double gapChange(const RowRule& rule, const JointPose& pose, const JointPose& change) {
  const auto axis = pose.parentAxes.col(rule.parentAxis);
  const auto turned = change.parentAxes.col(rule.parentAxis);
  if (rule.kind == RowKind::across) {
    const auto other = pose.childAxes.col(rule.childAxis);
    const auto otherTurned = change.childAxes.col(rule.childAxis);
    return turned.dot(other + otherTurned) + axis.dot(otherTurned);
  }
  if (rule.kind == RowKind::rod)
    return change.gap.dot(2 * pose.gap + change.gap) / (2 * rule.measure);
  const double along = turned.dot(pose.gap + change.gap) + axis.dot(change.gap);
  return rule.kind == RowKind::screw ? along - rule.measure * angleChange(pose, change) : along;
}

RowWrench wrenchOf(const RowRule& rule, const JointPose& pose) {
  const auto axis = pose.parentAxes.col(rule.parentAxis);
  switch (rule.kind) {
    case RowKind::across:
      return {Eigen::Vector3d::Zero(), pose.childAxes.col(rule.childAxis).cross(axis)};
    case RowKind::screw:
      return {axis, -rule.measure * axis};
    case RowKind::rod:
      return {pose.gap / rule.measure, Eigen::Vector3d::Zero()};
    case RowKind::along:
      break;
  }
  return {axis, Eigen::Vector3d::Zero()};
}

void freeWrenches(JointType type, double pitch, const JointPose& pose, RowWrench* wrenches) {
  if (type == JointType::revolute) {
    *wrenches = {Eigen::Vector3d::Zero(), pose.parentAxes.col(zAxis)};
    return;
  }
  withJoint(type, pitch, [&]<typename Joint>(const Joint& joint) {
    const MotionColumns subspace = joint.motionSubspace(joint.closest(pose.relative()));
    for (int k = 0; k < Joint::velocitySize; ++k) {  // which are orthogonal
      const Vector6<double> column = subspace.col(k) / subspace.col(k).squaredNorm();
      wrenches[k] = {pose.childAxes * column.tail<3>(), pose.childAxes * column.head<3>()};
    }
  });
}

RowWrench coordinateWrench(JointType type, const JointPose& pose, double factor) {
  const Eigen::Vector3d axis = factor * pose.parentAxes.col(zAxis);
  if (type == JointType::prismatic) return {axis, Eigen::Vector3d::Zero()};
  return {Eigen::Vector3d::Zero(), axis};
}

double coordinateChange(JointType type, const JointPose& pose, const JointPose& change) {
  if (type == JointType::prismatic)
    return gapChange({RowKind::along, zAxis, zAxis, 0}, pose, change);
  return angleChange(pose, change);
}

void readPosition(JointType type, double pitch, const JointPose& pose, const double* before,
                  double* q) {
  withJoint(type, pitch, [&]<typename Joint>(const Joint& joint) {
    using Coordinates = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 7, 1>;
    const Coordinates read = joint.closest(pose.relative());
    std::copy(read.data(), read.data() + read.size(), q);
  });
  switch (type) {
    case JointType::revolute:
    case JointType::helical:
    case JointType::cylindrical:
      q[0] = nextTo(before[0], q[0]);
      break;
    case JointType::universal:
      q[0] = nextTo(before[0], q[0]);
      q[1] = nextTo(before[1], q[1]);
      break;
    case JointType::planar:
      q[2] = nextTo(before[2], q[2]);
      break;
    case JointType::spherical:
      chooseSign(before, q);
      break;
    case JointType::free:
      chooseSign(before + 3, q + 3);
      break;
    default:
      break;
  }
}

}  // namespace linkwork::maximal
