#pragma once

#include <vector>

#include "linkwork/dynamics/end_effector.hpp"

namespace linkwork {

/// A node on the paths of forces to the ground: an end-effector, or a body where paths meet. Later
/// nodes share the results along the common path.
struct ForceNode {
  int body = 0;             ///< its index in ClusterTree::bodies()
  int parent = -1;          ///< the next node on its path; -1: the ground
  int parentBody = ground;  ///< the body of that node
  int lastCluster = -1;     ///< the last cluster crossed before it; -1: none, an end-effector
  int root = -1;            ///< the cluster through which its path reaches the ground
  int width = 6;            ///< number of columns: 6, or 3 if sufficient
  int column = 0;           ///< its first column in the columns of all nodes
};

/// The paths of end-effectors to the ground, as a tree whose inner nodes are the bodies where paths
/// meet. End-effectors on different bodies of one constrained cluster meet in its output body, but
/// already share the cluster's dofs.
struct ForcePaths {
  template <typename Scalar>
  ForcePaths(const ClusterTree<Scalar>& tree, const std::vector<EndEffector<Scalar>>& endEffectors);

  std::vector<ForceNode>
      nodes;  ///< the end-effectors in order, then the bodies where they meet, backward
  std::vector<int> fromRoot;  ///< nodes by their distance from the ground, in nodes
  std::vector<int> clusters;  ///< crossed by any path, parents first
  int columns = 0;            ///< of all nodes
};

extern template ForcePaths::ForcePaths(const ClusterTree<double>&,
                                       const std::vector<EndEffector<double>>&);

}  // namespace linkwork
