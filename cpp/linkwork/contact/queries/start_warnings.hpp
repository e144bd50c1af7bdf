#pragma once

#include <string>
#include <vector>

#include "linkwork/mechanism.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork::contact {

/// Returns warnings about a configuration, each `path: text`: joints beyond their limits,
/// overlapping parts, and contacts whose normal no joint can move along.
std::vector<std::string> startWarnings(const Mechanism& mechanism, const ClusterTree<double>& tree,
                                       const Eigen::VectorXd& q);

}  // namespace linkwork::contact
