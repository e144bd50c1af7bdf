#pragma once

#include <string>
#include <vector>

#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// Contiguous bodies in the tree with the same kernel.
struct DescribedSegment {
  std::string kind;         ///< of its kernel, as text: see plan_description.cpp
  std::vector<int> bodies;  ///< tree bodies
  std::string reason;       ///< of a general one: why no fast kernel applies
};

/// Describes a tree's plan. General clusters with different reasons are separate segments.
std::vector<DescribedSegment> describePlan(const ClusterTree<double>& tree);

}  // namespace linkwork
