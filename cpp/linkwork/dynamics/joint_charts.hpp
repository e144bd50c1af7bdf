#pragma once

#include "linkwork/model/cluster_tree.hpp"

/// Validity of the coordinates of general joints: their ranges, their charts, and the independence
/// of their motions.
namespace linkwork {

/// Threshold of the orthogonal part of a column of S relative to its length. Below it, coordinates
/// are nearly singular, like Euler angles within 0.06° of gimbal lock.
inline constexpr double leastIndependence = 1e-3;

/// Checks every general joint: its chart exists, its coordinates are in range, and the columns of S
/// are independent. Throws SimulationError with the joint, the coordinate, its value and its range.
///
/// cost  O(n), no allocation
void requireRegularCoordinates(const ClusterTree<double>& tree, const ConstVectorRef<double>& q);

/// Switches every general joint to its best-conditioned chart. Pose and velocity are unchanged to
/// rounding: S' v' = S v. Returns whether any chart has changed.
///
/// cost  O(n), no allocation
bool switchCharts(const ClusterTree<double>& tree, Eigen::VectorXd& q, Eigen::VectorXd& v);

}  // namespace linkwork
