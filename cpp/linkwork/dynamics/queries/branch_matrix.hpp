#pragma once

#include <Eigen/SparseCore>
#include <algorithm>
#include <vector>

#include "linkwork/dynamics/kernels/revolute_joint.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// A symmetric matrix over ẏ with the sparsity of a mass matrix. Column k has entries at the dofs
/// that support k or precede it in its cluster, and on the diagonal. Columns of dofs that support k
/// have entries at the same leading rows.
///
/// O(n d) numbers for n dofs of depth d. Throws std::length_error beyond 2³¹ − 1.
class BranchMatrix {
 public:
  explicit BranchMatrix(const ClusterTree<double>& tree);

  int size() const { return static_cast<int>(start_.size()) - 1; }
  double* numbers() { return numbers_.data(); }
  const double* numbers() const { return numbers_.data(); }
  std::size_t count() const { return numbers_.size(); }
  kernels::Branches branches() const { return {size(), start_.data(), rows_.data()}; }

  /// Entry (i, k), if i supports k, precedes it in its cluster or is k.
  double& operator()(int i, int k) {
    return numbers_[static_cast<std::size_t>(start_[static_cast<std::size_t>(k)] +
                                             branches().depth(i))];
  }

  void setZero() { std::fill(numbers_.begin(), numbers_.end(), 0.0); }
  /// Scales column and row k.
  void scale(int k, double ratio);
  /// Reads the entries of the upper triangle.
  void gather(const MatrixX<double>& full);
  /// The upper triangle.
  Eigen::Map<const Eigen::SparseMatrix<double>> upper() const {
    return {size(),        size(),       static_cast<Eigen::Index>(count()),
            start_.data(), rows_.data(), numbers()};
  }

 private:
  std::vector<int> start_, rows_;  ///< kernels::Branches
  std::vector<double> numbers_;
};

}  // namespace linkwork
