#pragma once

#include <vector>

#include "linkwork/dynamics/hinges/hinge.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// H = Lᵀ D L of a mass matrix in ẏ: row k of L, whose diagonal is one, has entries at the freedoms
/// of k's cluster before it and of the clusters that carry that, as H has. No fill.
///
/// cost  for n freedoms of depth d: O(n d²) to factor, O(n d) a solution; no allocation
/// Source: Featherstone, "Efficient Factorization of the Joint-Space Inertia Matrix for Branched
/// Kinematic Trees" (2005).
class BranchFactor {
 public:
  explicit BranchFactor(const ClusterTree<double>& tree);

  /// Of a mass matrix (mass_matrix.hpp), of which the upper triangle is read. False where it is not
  /// positive definite.
  bool factor(const MatrixX<double>& mass);

  /// x ← H⁻¹ x
  void solve(MatrixRef<double> x);

  /// H⁻¹
  void invert(MatrixRef<double> inverse);

 private:
  hinges::Branches branches() const {
    return {static_cast<int>(first_.size()) - 1, first_.data(), carriers_.data()};
  }

  std::vector<int> first_, carriers_;  ///< hinges::Branches
  MatrixX<double> factor_;             ///< 1/D on the diagonal, L(k, i) at (i, k)
  std::vector<double> room_;
};

}  // namespace linkwork
