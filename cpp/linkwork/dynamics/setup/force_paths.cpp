#include "linkwork/dynamics/setup/force_paths.hpp"
#include "linkwork/linalg/index.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace linkwork {

namespace {

template <typename Scalar>
void requireBody(const ClusterTree<Scalar>& tree, const EndEffector<Scalar>& endEffector) {
  const auto bodies = static_cast<int>(tree.bodies().size());
  if (endEffector.body >= 0 && endEffector.body < bodies) return;
  throw std::invalid_argument("an end-effector is on body " + std::to_string(endEffector.body) +
                              "; expected an index among the " + std::to_string(bodies) +
                              " bodies of the tree");
}

}  // namespace

template <typename Scalar>
ForcePaths::ForcePaths(const ClusterTree<Scalar>& tree,
                       const std::vector<EndEffector<Scalar>>& endEffectors) {
  std::vector<std::vector<int>> arrived(tree.bodies().size());  // nodes whose paths reach a body
  for (const EndEffector<Scalar>& endEffector : endEffectors) {
    requireBody(tree, endEffector);
    arrived[at(endEffector.body)].push_back(static_cast<int>(nodes.size()));
    ForceNode node;
    node.body = endEffector.body;
    node.width = endEffector.rows() <= 3 ? 3 : 6;
    nodes.push_back(node);
  }

  // Backward, children before parents: nodes that meet at a body merge.
  for (auto body = static_cast<int>(tree.bodies().size()) - 1; body >= 0; --body) {
    std::vector<int>& here = arrived[at(body)];
    if (here.size() > 1) {
      const auto joined = static_cast<int>(nodes.size());
      for (const int node : here) {
        nodes[at(node)].parent = joined;
        nodes[at(node)].parentBody = body;
      }
      ForceNode node;
      node.body = body;
      nodes.push_back(node);
      here = {joined};
    }
    if (here.empty()) continue;
    const int cluster = tree.body(body).cluster;
    nodes[at(here.front())].lastCluster = cluster;
    clusters.push_back(cluster);
    const int output = tree.clusters()[at(cluster)].parent;
    if (output != ground) arrived[at(output)].push_back(here.front());
  }
  std::sort(clusters.begin(), clusters.end());
  clusters.erase(std::unique(clusters.begin(), clusters.end()), clusters.end());

  for (ForceNode& node : nodes) {
    node.column = columns;
    columns += node.width;
  }
  std::vector<int> distance(nodes.size(), 0);
  for (std::size_t i = nodes.size(); i-- > 0;) {  // parents before children
    ForceNode& node = nodes[i];
    node.root = node.parent < 0 ? node.lastCluster : nodes[at(node.parent)].root;
    if (node.parent >= 0) distance[i] = distance[at(node.parent)] + 1;
    fromRoot.push_back(static_cast<int>(i));
  }
  std::stable_sort(fromRoot.begin(), fromRoot.end(),
                   [&](int a, int b) { return distance[at(a)] < distance[at(b)]; });
}

template ForcePaths::ForcePaths(const ClusterTree<double>&,
                                const std::vector<EndEffector<double>>&);

}  // namespace linkwork
