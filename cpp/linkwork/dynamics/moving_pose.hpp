#pragma once

#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/jet.hpp"

namespace linkwork {

/// A pose that moves along its loops, in jets: whatever is computed of it comes with its rate. One
/// serves one thread.
struct MovingPose {
  explicit MovingPose(const ClusterTree<double>& tree);

  ClusterTree<DerivativeJet> tree;
  Workspace<double> base;         ///< the pose
  Workspace<DerivativeJet> work;  ///< the pose as it moves in some directions
  VectorX<DerivativeJet> start, step, q, rest;
};

/// The pose in `base`, which is at q, moves along `step`, whose slopes are laid out like v; `work`
/// has the kinematics of this, with the same independent velocities.
/// cost  O(n); no allocation
/// Throws SimulationError at a singular pose of a loop.
void moveAlong(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
               MovingPose& moving);

/// The pose at q moves with velocities v on the loops, in the first direction.
void moveWith(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
              const ConstVectorRef<double>& v, MovingPose& moving);

/// The rate of what was computed along the first direction.
template <typename Matrix>
MatrixX<double> slopesOf(const Matrix& numbers) {
  return numbers.unaryExpr([](const DerivativeJet& number) { return number.partials[0]; });
}

}  // namespace linkwork
