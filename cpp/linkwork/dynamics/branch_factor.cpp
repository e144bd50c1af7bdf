#include "linkwork/dynamics/branch_factor.hpp"

#include "linkwork/linalg/index.hpp"

namespace linkwork {

namespace {

constexpr int columnsAtOnce = 8;  // as hinges/branch_pass.hpp solves for

}  // namespace

BranchFactor::BranchFactor(const ClusterTree<double>& tree)
    : first_{0},
      factor_(tree.degreesOfFreedom(), tree.degreesOfFreedom()),
      room_(at(columnsAtOnce * tree.degreesOfFreedom())) {
  std::vector<int> last;  // by cluster: its last freedom, or that of what carries it
  std::vector<int> nearest(at(tree.degreesOfFreedom()));  // of those that carry a freedom, or −1
  for (const Cluster<double>& cluster : tree.clusters()) {
    int before = cluster.parent == ground ? -1 : last[at(tree.body(cluster.parent).cluster)];
    for (int k = cluster.firstDof; k < cluster.firstDof + cluster.dofs; ++k) {
      nearest[at(k)] = before;
      before = k;
      for (int i = nearest[at(k)]; i >= 0; i = nearest[at(i)]) carriers_.push_back(i);
      first_.push_back(static_cast<int>(carriers_.size()));
    }
    last.push_back(before);
  }
}

bool BranchFactor::factor(const MatrixX<double>& mass) {
  factor_ = mass;
  return hinges::passes().factorBranches(branches(), factor_.data(), factor_.outerStride());
}

void BranchFactor::solve(MatrixRef<double> x) {
  hinges::passes().solveBranches(branches(), factor_.data(), factor_.outerStride(), x.data(),
                                 static_cast<int>(x.cols()), x.outerStride(), room_.data());
}

void BranchFactor::invert(MatrixRef<double> inverse) {
  hinges::passes().invertBranches(branches(), factor_.data(), factor_.outerStride(), inverse.data(),
                                  inverse.outerStride(), room_.data());
}

}  // namespace linkwork
