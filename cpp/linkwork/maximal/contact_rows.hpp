#pragma once

#include "linkwork/collision/contact_point.hpp"
#include "linkwork/maximal/articulated_parts.hpp"

/// Contacts and ends of joints' ranges as rows on parts.
namespace linkwork::maximal {

/// Axes of a contact by columns: its normal, and two tangents that depend on the normal alone.
Eigen::Matrix3d contactAxes(const Eigen::Vector3d& normal);

/// A force along an axis through a point of contact: on parts[1], and its opposite on parts[0].
PartRow contactRow(const collision::ContactPoint& point, const Eigen::Vector3d& axis,
                   const std::vector<PartPose>& parts);

/// ±1 times the coordinate of a joint that has one: the row's rate is ±q̇.
PartRow coordinateRow(const JointConstraint& constraint, const JointPose& pose, double sign);

/// The rate along a row.
double rateOf(const PartRow& row, const PartVector& velocities);

}  // namespace linkwork::maximal
