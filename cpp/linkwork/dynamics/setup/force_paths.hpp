#pragma once

#include <vector>

#include "linkwork/dynamics/end_effector.hpp"

namespace linkwork {

/// A place on the way of forces to the ground: an end-effector, or a body where ways meet. From
/// there on one way is left, and whoever stands behind it shares what is computed along it.
struct ForceNode {
  int body = 0;             ///< where it stands, in ClusterTree::bodies()
  int parent = -1;          ///< the node its way leads to; -1: the ground
  int parentBody = ground;  ///< the body of that node
  int lastCluster = -1;     ///< crossed last before; -1: none, the end-effector stands there itself
  int root = -1;            ///< the cluster through which its way reaches the ground
  int width = 6;            ///< columns it carries: 6, or 3 if that is enough
  int column = 0;           ///< its first column where all nodes stand side by side
};

/// The ways of end-effectors to the ground, as a tree whose inner nodes are the bodies where two or
/// more of them arrive. End-effectors on different bodies of one constrained cluster meet in its
/// output body, but already share the cluster's dofs.
struct ForcePaths {
  template <typename Scalar>
  ForcePaths(const ClusterTree<Scalar>& tree, const std::vector<EndEffector<Scalar>>& endEffectors);

  std::vector<ForceNode>
      nodes;  ///< the end-effectors in their order, then the bodies where they meet, inward
  std::vector<int> outward;   ///< nodes by their distance from the ground, in nodes
  std::vector<int> clusters;  ///< crossed by any way, parents first
  int columns = 0;            ///< of all nodes
};

extern template ForcePaths::ForcePaths(const ClusterTree<double>&,
                                       const std::vector<EndEffector<double>>&);

}  // namespace linkwork
