#pragma once

#include "linkwork/dynamics.hpp"
#include "linkwork/dynamics/workspace.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// A frame on a body for forces and motion: all six directions, or selected ones.
template <typename Scalar>
struct EndEffector {
  int body = 0;             ///< index in ClusterTree::bodies()
  Transform<Scalar> frame;  ///< in the mechanism's body frame
  Directions<Scalar> directions = Matrix6<Scalar>::Identity();
  DirectionAxes axes = DirectionAxes::frame;

  /// A point of a body (body frame [m]) with forces and velocities along the world's axes: 3 rows.
  static EndEffector atPoint(int body, const Vector3<Scalar>& point) {
    return {body,
            {Matrix3<Scalar>::Identity(), point},
            Matrix6<Scalar>::Identity().template rightCols<3>(),
            DirectionAxes::world};
  }

  int rows() const { return static_cast<int>(directions.cols()); }
};

/// The frame of an end-effector's directions, relative to its tree body. World directions require
/// the poses of updatePoses.
template <typename Scalar>
Transform<Scalar> frameOn(const ClusterTree<Scalar>& tree, const EndEffector<Scalar>& endEffector,
                          const Workspace<Scalar>& work) {
  Transform<Scalar> frame = tree.body(endEffector.body).userFrame * endEffector.frame;
  if (endEffector.axes == DirectionAxes::world)
    frame.rotation = work.of(endEffector.body).pose.rotation.transpose();
  return frame;
}

}  // namespace linkwork
