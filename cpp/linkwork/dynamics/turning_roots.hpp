#pragma once

#include <vector>

#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// Returns the bodies that float, or hang from the ground on a ball, each with its own inertia.
std::vector<TurningRoot<double>> turningRoots(const ClusterTree<double>& tree);

}  // namespace linkwork
