#include "linkwork/dynamics/queries/branch_matrix.hpp"

#include <limits>
#include <stdexcept>

#include "linkwork/linalg/index.hpp"

namespace linkwork {

BranchMatrix::BranchMatrix(const ClusterTree<double>& tree) : start_{0} {
  constexpr std::size_t most = std::numeric_limits<int>::max();
  std::vector<int> last;  // by cluster: its last dof, or that of its parent
  for (const Cluster<double>& cluster : tree.clusters()) {
    int before = cluster.parent == ground ? -1 : last[at(tree.body(cluster.parent).cluster)];
    for (int k = cluster.firstDof; k < cluster.firstDof + cluster.dofs; ++k) {
      const std::size_t first = before < 0 ? 0 : at(start_[at(before)]),
                        end = before < 0 ? 0 : at(start_[at(before) + 1]);
      if (rows_.size() + (end - first) >= most)
        throw std::length_error("the mass matrix has more than 2147483647 entries");
      for (std::size_t i = first; i < end; ++i) rows_.push_back(rows_[i]);
      rows_.push_back(k);
      start_.push_back(static_cast<int>(rows_.size()));
      before = k;
    }
    last.push_back(before);
  }
  numbers_.resize(rows_.size());
}

void BranchMatrix::scale(int k, double ratio) {
  for (int i = start_[at(k)]; i < start_[at(k) + 1]; ++i) numbers_[at(i)] *= ratio;
  const int depth = branches().depth(k);
  for (int carried = k; carried < size(); ++carried)
    if (branches().depth(carried) >= depth && branches().supports(carried)[depth] == k)
      (*this)(k, carried) *= ratio;
}

void BranchMatrix::gather(const MatrixX<double>& full) {
  double* to = numbers_.data();
  for (int k = 0; k < size(); ++k)
    for (int i = start_[at(k)]; i < start_[at(k) + 1]; ++i) *to++ = full(rows_[at(i)], k);
}

}  // namespace linkwork
