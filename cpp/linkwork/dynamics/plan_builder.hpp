#pragma once

#include "linkwork/dynamics/hinges/plan.hpp"
#include "linkwork/dynamics/workspace.hpp"

namespace linkwork {

/// Decides, once, which kernel runs which clusters of a tree.
Plan planOf(const ClusterTree<double>& tree, Workspace<double>& work);

}  // namespace linkwork
