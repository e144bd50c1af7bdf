#include <Eigen/Geometry>

#include "linkwork/joints/any_joint.hpp"

namespace linkwork {

Eigen::Matrix3d canonicalFrame(JointType type, const Eigen::Vector3d& axis,
                               const Eigen::Vector3d& axis2) {
  if (!hasAxis(type)) return Eigen::Matrix3d::Identity();

  const Eigen::Vector3d first = axis.stableNormalized();
  Eigen::Matrix3d frame;
  if (type == JointType::universal) {
    // Perpendicular to within the tolerance of the mechanism file: make it so to rounding.
    const Eigen::Vector3d second = (axis2 - axis2.dot(first) * first).stableNormalized();
    frame << first, second, first.cross(second);
    return frame;
  }
  if (first == Eigen::Vector3d::UnitZ()) return Eigen::Matrix3d::Identity();
  const Eigen::Vector3d second = first.unitOrthogonal();
  frame << second, first.cross(second), first;
  return frame;
}

}  // namespace linkwork
