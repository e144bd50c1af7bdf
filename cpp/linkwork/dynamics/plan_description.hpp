#pragma once

#include <string>
#include <vector>

#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// Bodies that follow each other in the tree and are run by the same kernel.
struct DescribedSegment {
  std::string kind;         ///< hinges, coupled, floating or general
  std::vector<int> bodies;  ///< tree bodies
  std::string reason;       ///< of a general one: why no fast kernel serves
};

/// A tree's plan in words. Clusters that take the general recursion for different reasons stand
/// apart.
std::vector<DescribedSegment> describePlan(const ClusterTree<double>& tree);

}  // namespace linkwork
