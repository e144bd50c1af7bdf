#pragma once

#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/jet.hpp"

namespace linkwork {

/// A pose that moves along its loops, in jets: every result includes its rate. One instance per
/// thread.
struct MovingPose {
  explicit MovingPose(const ClusterTree<double>& tree);

  ClusterTree<DerivativeJet> tree;
  Workspace<double> base;         ///< the pose
  Workspace<DerivativeJet> work;  ///< the moving pose in some directions
  VectorX<DerivativeJet> start, step, q, rest;
};

/// Moves the pose in `base`, at q, along `step`, whose slopes are laid out like v. Writes its
/// kinematics to `work`, with the same independent velocities.
/// cost  O(n); no allocation
/// Throws SimulationError at a singular pose of a loop.
void moveAlong(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
               MovingPose& moving);

/// Moves the pose at q with velocities v on the loops, in the first direction.
void moveWith(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
              const ConstVectorRef<double>& v, MovingPose& moving);

/// The rate of a result along the first direction.
template <typename Matrix>
MatrixX<double> slopesOf(const Matrix& numbers) {
  return numbers.unaryExpr([](const DerivativeJet& number) { return number.partials[0]; });
}

}  // namespace linkwork
