#pragma once

#include "linkwork/model/cluster_tree.hpp"

/// Where the coordinates of general joints serve: their ranges, their charts, and that their
/// motions are independent there.
namespace linkwork {

/// Below this part of its length a column of S is nearly in the span of the others: coordinates
/// are then singular in all but name, as Euler angles within 0.06° of gimbal lock.
inline constexpr double leastIndependence = 1e-3;

/// Requires of every general joint that its chart is one of its own, its coordinates are within
/// their ranges, and the columns of S independent. Throws SimulationError that names the joint, the
/// coordinate, its value and where it may be.
///
/// cost  O(n), no allocation
void requireRegularCoordinates(const ClusterTree<double>& tree, const ConstVectorRef<double>& q);

/// Lets every general joint write its coordinates in the chart that serves best. The pose stays and
/// the velocity too, to rounding: S' v' = S v. Returns whether any chart has changed.
///
/// cost  O(n), no allocation
bool switchCharts(const ClusterTree<double>& tree, Eigen::VectorXd& q, Eigen::VectorXd& v);

}  // namespace linkwork
