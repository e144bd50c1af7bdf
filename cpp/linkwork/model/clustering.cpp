#include "linkwork/model/clustering.hpp"
#include "linkwork/linalg/index.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>

namespace linkwork {

namespace {

using NameIndex = std::unordered_map<std::string_view, int>;

template <typename Items>
NameIndex indexByName(const Items& items) {
  NameIndex index;
  index.reserve(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) index.emplace(items[i].name, static_cast<int>(i));
  return index;
}

/// Sets of bodies that grow together.
class DisjointSets {
 public:
  explicit DisjointSets(std::size_t size) : leader_(size) {
    std::iota(leader_.begin(), leader_.end(), 0);
  }
  int find(int item) {
    while (leader_[at(item)] != item) item = leader_[at(item)] = leader_[at(leader_[at(item)])];
    return item;
  }
  void merge(int a, int b) { leader_[at(find(a))] = find(b); }

 private:
  std::vector<int> leader_;
};

std::vector<int> depths(const Topology& topology) {
  std::vector<int> depth(topology.parent.size(), 0);  // 0: not known yet
  std::vector<int> path;
  for (int body = 0; at(body) < depth.size(); ++body) {
    int above = body;
    for (; above != ground && depth[at(above)] == 0; above = topology.parent[at(above)])
      path.push_back(above);
    int known = above == ground ? 0 : depth[at(above)];
    for (; !path.empty(); path.pop_back()) depth[at(path.back())] = ++known;
  }
  return depth;
}

/// Merges bodies along tree paths until every path has reached the same top.
class PathMerger {
 public:
  explicit PathMerger(const Topology& topology)
      : topology_(topology), depth_(depths(topology)), sets_(depth_.size()) {}

  /// Merges `bodies` and all bodies above them that lie strictly below the nearest common ancestor
  /// of `anchors`, which are bodies at or above them.
  void merge(const std::vector<int>& bodies, const std::vector<int>& anchors) {
    const int top = commonAncestor(anchors);
    const int first = *std::find_if(bodies.begin(), bodies.end(), [&](int b) { return b != top; });
    for (int body : bodies)
      for (; body != top; body = topology_.parent[at(body)]) sets_.merge(body, first);
  }

  int setOf(int body) { return sets_.find(body); }
  int depth(int body) const { return body == ground ? 0 : depth_[at(body)]; }

 private:
  int commonAncestor(const std::vector<int>& bodies) const {
    int ancestor = bodies.front();
    for (int other : bodies)
      while (ancestor != other) {
        int& deeper = depth(ancestor) >= depth(other) ? ancestor : other;
        deeper = topology_.parent[at(deeper)];
      }
    return ancestor;
  }

  const Topology& topology_;
  std::vector<int> depth_;
  DisjointSets sets_;
};

/// Groups in depth-first order: each is followed by the groups that hang from it.
std::vector<BodyGroup> inDepthFirstOrder(std::vector<BodyGroup> groups,
                                         const std::vector<int>& groupOf) {
  std::vector<std::vector<int>> carried(groups.size());
  std::vector<int> pending;
  for (int g = static_cast<int>(groups.size()) - 1; g >= 0; --g) {
    const int parent = groups[at(g)].parent;
    (parent == ground ? pending : carried[at(groupOf[at(parent)])]).push_back(g);
  }
  std::vector<BodyGroup> ordered;
  ordered.reserve(groups.size());
  while (!pending.empty()) {
    const int next = pending.back();
    pending.pop_back();
    pending.insert(pending.end(), carried[at(next)].begin(), carried[at(next)].end());
    ordered.push_back(std::move(groups[at(next)]));
  }
  return ordered;
}

}  // namespace

int bodyNamed(const Mechanism& mechanism, std::string_view name) {
  const auto found = std::find_if(mechanism.bodies.begin(), mechanism.bodies.end(),
                                  [&](const Body& body) { return body.name == name; });
  return found == mechanism.bodies.end() ? ground
                                         : static_cast<int>(found - mechanism.bodies.begin());
}

Topology topologyOf(const Mechanism& mechanism) {
  const NameIndex bodies = indexByName(mechanism.bodies);
  Topology topology;
  topology.parent.resize(mechanism.bodies.size(), ground);
  topology.jointBelow.resize(mechanism.bodies.size());
  topology.childOf.resize(mechanism.joints.size());
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const Joint& joint = mechanism.joints[j];
    const int child = bodies.at(joint.child);
    topology.childOf[j] = child;
    topology.jointBelow[at(child)] = static_cast<int>(j);
    if (joint.parent != worldName) topology.parent[at(child)] = bodies.at(joint.parent);
  }
  return topology;
}

std::vector<BodyGroup> clusterBodies(const Mechanism& mechanism, const Topology& topology) {
  const NameIndex bodyIndex = mechanism.loops.empty() ? NameIndex() : indexByName(mechanism.bodies);
  const NameIndex jointIndex =
      mechanism.couplings.empty() ? NameIndex() : indexByName(mechanism.joints);
  const auto bodyOf = [&](const std::string& name) {
    return name == worldName ? ground : bodyIndex.at(name);
  };

  PathMerger paths(topology);
  std::vector<int> loopBody, couplingBody;  // one body tied by each constraint; ground: none
  for (const Loop& loop : mechanism.loops) {
    if (loop.type == JointType::free) {  // which keeps nothing
      loopBody.push_back(ground);
      continue;
    }
    const int parent = bodyOf(loop.parent), child = bodyOf(loop.child);
    paths.merge({parent, child}, {parent, child});
    loopBody.push_back(paths.depth(parent) > paths.depth(child) ? parent : child);
  }
  for (const Coupling& coupling : mechanism.couplings) {
    std::vector<int> children, parents;
    for (const CouplingTerm& term : coupling.terms) {
      children.push_back(topology.childOf[at(jointIndex.at(term.joint))]);
      parents.push_back(topology.parent[at(children.back())]);
    }
    paths.merge(children, parents);
    couplingBody.push_back(children.front());
  }

  std::vector<int> order(mechanism.bodies.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return paths.depth(a) < paths.depth(b); });

  std::vector<BodyGroup> groups;
  std::vector<int> groupOf(order.size(), -1), groupOfSet(order.size(), -1);
  for (const int body : order) {
    int& group = groupOfSet[at(paths.setOf(body))];
    if (group < 0) {
      group = static_cast<int>(groups.size());
      groups.push_back(
          {.bodies = {}, .parent = topology.parent[at(body)], .loops = {}, .couplings = {}});
    }
    groups[at(group)].bodies.push_back(body);
    groupOf[at(body)] = group;
  }
  for (std::size_t l = 0; l < loopBody.size(); ++l)
    if (loopBody[l] != ground)
      groups[at(groupOf[at(loopBody[l])])].loops.push_back(static_cast<int>(l));
  for (std::size_t c = 0; c < couplingBody.size(); ++c)
    groups[at(groupOf[at(couplingBody[c])])].couplings.push_back(static_cast<int>(c));
  return inDepthFirstOrder(std::move(groups), groupOf);
}

}  // namespace linkwork
