#pragma once

#include "linkwork/dynamics/kernels/plan.hpp"
#include "linkwork/dynamics/workspace.hpp"

namespace linkwork {

/// Chooses the kernel of each cluster of a tree, once.
Plan planOf(const ClusterTree<double>& tree, Workspace<double>& work);

}  // namespace linkwork
