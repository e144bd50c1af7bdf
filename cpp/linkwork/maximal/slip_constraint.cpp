#include "linkwork/maximal/slip_constraint.hpp"

#include <cmath>

namespace linkwork::maximal {
namespace {

/// √(1 − a_z²): how steep a disc stands.
double steepness(double upward) { return std::sqrt((1 - upward) * (1 + upward)); }

}  // namespace

void SlipConstraint::rowsAt(const Eigen::Matrix3d& rotation, Vector6<double>* to) const {
  const Eigen::Vector3d offset = rotation * point, axis = rotation * direction;
  const auto write = [&](Vector6<double>& row, const Eigen::Vector3d& along,
                         const Eigen::Vector3d& from) { row << from.cross(along), along; };
  if (!isDisc()) return write(to[0], axis, offset);
  const Eigen::Vector3d down = axis.z() * axis - Eigen::Vector3d::UnitZ();
  const Eigen::Vector3d lowest = offset + (radius / steepness(axis.z())) * down;
  for (int i = 0; i < 3; ++i) write(to[i], Eigen::Vector3d::Unit(i), lowest);
}

double SlipConstraint::gap(const PartPose& pose) const {
  const Eigen::Vector3d center = pose.position + pose.rotation * point;
  return center.z() - radius * steepness((pose.rotation * direction).z()) - height;
}

double SlipConstraint::gapChange(const PartPose& pose, const PartChange& change) const {
  const double upward = (pose.rotation * direction).z(), by = (change.turn * direction).z();
  return change.slide.z() + (change.turn * point).z() +
         radius * by * (2 * upward + by) / (steepness(upward) + steepness(upward + by));
}

}  // namespace linkwork::maximal
