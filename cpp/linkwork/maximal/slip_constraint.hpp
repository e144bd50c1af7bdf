#pragma once

#include <Eigen/Core>

#include "linkwork/maximal/joint_rows.hpp"

namespace linkwork::maximal {

/// A rolling disc or a knife edge (mechanism.hpp) on a part.
struct SlipConstraint {
  int part = 0;
  Eigen::Vector3d point, direction;  ///< center and axis, or point and n, in the part's frame
  double radius = 0;                 ///< of a disc; 0 for a knife edge
  double height = 0;
  int node = -1;

  bool isDisc() const { return radius > 0; }
  int rows() const { return isDisc() ? 3 : 1; }
  /// Rows that hold velocities alone; a disc's last one also holds its height.
  int slipRows() const { return isDisc() ? 2 : 1; }

  /// The rows at an attitude, acting on (ω; v of the center of mass), world axes.
  template <typename Scalar>
  void rowsAt(const Matrix3<Scalar>& rotation, Vector6<Scalar>* rows) const;

  /// Height of a disc's lowest point above the plane, and its change without cancellation.
  template <typename Scalar>
  Scalar gap(const PartPoseOf<Scalar>& pose) const;
  double gapChange(const PartPose& pose, const PartChange& change) const;
};

}  // namespace linkwork::maximal
