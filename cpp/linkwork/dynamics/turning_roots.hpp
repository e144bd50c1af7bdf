#pragma once

#include <vector>

#include "linkwork/dynamics/workspace.hpp"

namespace linkwork {

/// The roots of a tree that turn freely, with all that they carry as it stands in the initial pose.
std::vector<TurningRoot<double>> turningRoots(const ClusterTree<double>& tree,
                                              Workspace<double>& work);

}  // namespace linkwork
