#pragma once

#include <string>
#include <vector>

#include "linkwork/mechanism.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork::contact {

/// What stops and colliders make of a configuration, each `path: text`: joints beyond their limits,
/// parts inside each other, and contacts that no joint can move along.
std::vector<std::string> startWarnings(const Mechanism& mechanism, const ClusterTree<double>& tree,
                                       const Eigen::VectorXd& q);

}  // namespace linkwork::contact
