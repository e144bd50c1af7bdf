#include "linkwork/maximal/joint_rows.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace linkwork::maximal {
namespace {

constexpr int zAxis = 2;

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
    return RowRule{RowKind::along, zAxis, zAxis, 0}.change(pose, change);
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
