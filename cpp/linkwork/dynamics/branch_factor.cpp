#include "linkwork/dynamics/branch_factor.hpp"

#include <algorithm>

#include "linkwork/linalg/index.hpp"

namespace linkwork {

BranchFactor::BranchFactor(const ClusterTree<double>& tree)
    : runs_(at(tree.degreesOfFreedom())),
      factor_(tree.degreesOfFreedom(), tree.degreesOfFreedom()) {
  std::vector<int> lastDof;  // by cluster: of it, or of the nearest that has any and carries it
  for (const Cluster<double>& cluster : tree.clusters()) {
    const int before =
        cluster.parent == ground ? -1 : lastDof[at(tree.body(cluster.parent).cluster)];
    const bool isNext = before >= 0 && before + 1 == cluster.firstDof;
    for (int k = cluster.firstDof; k < cluster.firstDof + cluster.dofs; ++k) {
      runs_[at(k)] = {cluster.firstDof, k + 1, before};
      if (isNext) runs_[at(k)] = {runs_[at(before)].first, k + 1, runs_[at(before)].carrier};
    }
    lastDof.push_back(cluster.dofs > 0 ? cluster.firstDof + cluster.dofs - 1 : before);
  }
  for (auto c = tree.clusters().rbegin(); c != tree.clusters().rend(); ++c) {
    for (int k = c->firstDof + c->dofs - 2; k >= c->firstDof; --k)
      runs_[at(k)].end = runs_[at(k + 1)].end;
    if (c->parent == ground || c->dofs == 0) continue;
    const int before = lastDof[at(tree.body(c->parent).cluster)];
    if (before >= 0)
      runs_[at(before)].end = std::max(runs_[at(before)].end, runs_[at(c->firstDof)].end);
  }
}

bool BranchFactor::factor(const MatrixX<double>& mass) {
  factor_ = mass;
  return hinges::passes().factorBranches(runs_.data(), static_cast<int>(runs_.size()),
                                         factor_.data(), factor_.outerStride());
}

void BranchFactor::solve(Rows& x) const {
  hinges::passes().solveBranches(runs_.data(), static_cast<int>(runs_.size()), factor_.data(),
                                 factor_.outerStride(), x.data(), static_cast<int>(x.cols()));
}

void BranchFactor::invert(Rows& inverse) const {
  hinges::passes().invertBranches(runs_.data(), static_cast<int>(runs_.size()), factor_.data(),
                                  factor_.outerStride(), inverse.data());
}

}  // namespace linkwork
