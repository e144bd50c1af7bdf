#include "linkwork/contact/elimination_plan.hpp"

#include <algorithm>

#include "linkwork/linalg/index.hpp"

namespace linkwork::contact {

EliminationPlan::EliminationPlan(const ClusterTree<double>& tree)
    : tree_(tree),
      couplings_(tree.bodies().size()),
      children_(tree.clusters().size()),
      isGone_(tree.bodies().size()),
      steps_(tree.clusters().size()) {}

void EliminationPlan::make(std::span<const std::pair<int, int>> pairs) {
  for (std::vector<Coupling>& list : couplings_) list.clear();
  blocks_ = static_cast<int>(tree_.bodies().size());
  multiplications_ = 0;
  for (const auto& [a, b] : pairs)
    if (a != b) couple(a, b);

  std::fill(isGone_.begin(), isGone_.end(), 0);
  std::fill(children_.begin(), children_.end(), 0);
  for (const Cluster<double>& cluster : tree_.clusters())
    if (cluster.parent != ground) ++children_[at(tree_.body(cluster.parent).cluster)];
  ready_.clear();
  for (std::size_t c = 0; c < children_.size(); ++c)
    if (children_[c] == 0) ready_.push_back(static_cast<int>(c));
  for (count_ = 0; !ready_.empty(); ++count_) {
    const std::size_t next = cheapest();
    const int cluster = ready_[next];
    ready_[next] = ready_.back();
    ready_.pop_back();
    eliminate(cluster, steps_[count_]);
  }
}

int EliminationPlan::block(int a, int b) const {
  if (a == b) return a;
  for (const Coupling& coupling : couplings_[at(a)])
    if (coupling.body == b) return coupling.block;
  return -1;
}

void EliminationPlan::couple(int a, int b) {
  if (block(a, b) >= 0) return;
  couplings_[at(a)].push_back({b, blocks_++});
  couplings_[at(b)].push_back({a, blocks_++});
}

/// How many couplings a cluster's bodies have, those with each other among them.
int EliminationPlan::degree(const Cluster<double>& cluster) const {
  int result = 0;
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
    for (const Coupling& coupling : couplings_[at(i)]) result += isGone_[at(coupling.body)] == 0;
  return result;
}

std::size_t EliminationPlan::cheapest() const {
  std::size_t best = 0;
  int least = -1;
  for (std::size_t i = 0; i < ready_.size() && least != 0; ++i) {
    const int own = degree(tree_.clusters()[at(ready_[i])]);
    if (least >= 0 && own >= least) continue;
    least = own;
    best = i;
  }
  return best;
}

void EliminationPlan::eliminate(int index, Step& step) {
  const Cluster<double>& cluster = tree_.clusters()[at(index)];
  const int end = cluster.firstBody + cluster.bodyCount;
  step.cluster = index;
  step.front.clear();
  if (cluster.parent != ground) step.front.push_back(cluster.parent);
  for (int i = cluster.firstBody; i < end; ++i) isGone_[at(i)] = 1;
  for (int i = cluster.firstBody; i < end; ++i)
    for (const Coupling& coupling : couplings_[at(i)])
      if (!isGone_[at(coupling.body)] &&
          std::find(step.front.begin(), step.front.end(), coupling.body) == step.front.end())
        step.front.push_back(coupling.body);
  for (std::size_t i = 0; i < step.front.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) couple(step.front[i], step.front[j]);
  findBlocks(cluster, step);
  const auto front = 6.0 * static_cast<double>(step.front.size()), own = 6.0 * cluster.bodyCount;
  multiplications_ += cluster.dofs * (front * (front + own) + own * (own + cluster.dofs) +
                                      cluster.dofs * (front + cluster.dofs));
  if (cluster.parent == ground) return;
  const int parent = tree_.body(cluster.parent).cluster;
  if (--children_[at(parent)] == 0) ready_.push_back(parent);
}

void EliminationPlan::findBlocks(const Cluster<double>& cluster, Step& step) const {
  for (std::vector<int>* list : {&step.inside, &step.outward, &step.inward, &step.across})
    list->clear();
  const int end = cluster.firstBody + cluster.bodyCount;
  for (int a = cluster.firstBody; a < end; ++a) {
    for (int b = cluster.firstBody; b < end; ++b) step.inside.push_back(block(a, b));
    for (const int b : step.front) {
      step.outward.push_back(block(a, b));
      step.inward.push_back(block(b, a));
    }
  }
  for (const int a : step.front)
    for (const int b : step.front) step.across.push_back(block(a, b));
}

}  // namespace linkwork::contact
