#include "linkwork/maximal/contact_rows.hpp"

#include <cmath>

#include "linkwork/maximal/joint_motion_space.hpp"

namespace linkwork::maximal {
namespace {

Vector6<double> through(const Eigen::Vector3d& offset, const Eigen::Vector3d& force,
                        const Eigen::Vector3d& torque) {
  Vector6<double> result;
  result.tail<3>() = force;
  result.head<3>() = torque + offset.cross(force);
  return result;
}

}  // namespace

Eigen::Matrix3d contactAxes(const Eigen::Vector3d& normal) {
  int least = 0;
  for (int i = 1; i < 3; ++i)
    if (std::abs(normal[i]) < std::abs(normal[least])) least = i;
  Eigen::Matrix3d axes;
  axes.col(0) = normal;
  axes.col(1) = normal.cross(Eigen::Vector3d::Unit(least)).normalized();
  axes.col(2) = normal.cross(axes.col(1));
  return axes;
}

PartRow contactRow(const collision::ContactPoint& point, const Eigen::Vector3d& axis,
                   const std::vector<PartPose>& parts) {
  PartRow row;
  row.parts = point.parts;
  for (std::size_t side = 0; side < 2; ++side) {
    if (point.parts[side] == groundPart) continue;
    const Eigen::Vector3d offset = point.point - parts[at(point.parts[side])].position;
    row.forces[side] = through(offset, side == 0 ? (-axis).eval() : axis, Eigen::Vector3d::Zero());
  }
  return row;
}

PartRow coordinateRow(const JointConstraint& constraint, const JointPose& pose, double sign) {
  RowWrench wrench;
  freeWrenches(constraint, pose, &wrench);
  wrench.force *= sign;
  wrench.torque *= sign;
  PartRow row;
  row.parts = {constraint.frames.parent, constraint.frames.child};
  row.forces[0] = through(pose.parentOffset, -wrench.force, -wrench.torque);
  row.forces[1] = through(pose.childOffset, wrench.force, wrench.torque);
  return row;
}

double rateOf(const PartRow& row, const PartVector& velocities) {
  double rate = 0;
  for (std::size_t side = 0; side < 2; ++side)
    if (row.parts[side] != groundPart)
      rate += row.forces[side].dot(velocities[at(row.parts[side])]);
  return rate;
}

}  // namespace linkwork::maximal
