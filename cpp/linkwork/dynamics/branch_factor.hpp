#pragma once

#include <vector>

#include "linkwork/dynamics/queries/branch_matrix.hpp"

namespace linkwork {

/// H = Lᵀ D L of a mass matrix. L has a unit diagonal and the sparsity of H. No fill-in.
///
/// cost  for n dofs of depth d: O(n d²) to factor, O(n d) per solution; no allocation
/// Source: Featherstone, "Efficient Factorization of the Joint-Space Inertia Matrix for Branched
/// Kinematic Trees" (2005).
class BranchFactor {
 public:
  explicit BranchFactor(const ClusterTree<double>& tree);

  /// Factors a mass matrix (mass_matrix.hpp), dense (reads the upper triangle) or by branches.
  /// Returns false if it is not positive definite.
  bool factor(const MatrixX<double>& mass);
  bool factor(const BranchMatrix& mass);

  /// x ← H⁻¹ x
  void solve(MatrixRef<double> x);
  /// x ← x H⁻¹, for x with a multiple of eight rows. Faster, because it needs no transposition.
  void solveTransposed(MatrixRef<double> x);
  /// H⁻¹
  void invert(MatrixRef<double> inverse);

 private:
  bool factor();

  BranchMatrix factor_;       ///< 1/D on the diagonal, L(k, i) at (i, k)
  std::vector<double> room_;  ///< eight SIMD-batched columns
};

}  // namespace linkwork
