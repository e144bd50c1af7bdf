#pragma once

#include <string>
#include <vector>

#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// Contiguous bodies in the tree with the same kernel.
struct DescribedSegment {
  std::string kind;         ///< revolute joints, coupled, floating or general
  std::vector<int> bodies;  ///< tree bodies
  std::string reason;       ///< of a general one: why no fast kernel applies
};

/// Describes a tree's plan. General clusters with different reasons are separate segments.
std::vector<DescribedSegment> describePlan(const ClusterTree<double>& tree);

}  // namespace linkwork
