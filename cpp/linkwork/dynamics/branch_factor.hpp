#pragma once

#include <vector>

#include "linkwork/dynamics/queries/branch_matrix.hpp"

namespace linkwork {

/// H = Lᵀ D L of a mass matrix: L, whose diagonal is one, has entries where H has. No fill.
///
/// cost  for n freedoms of depth d: O(n d²) to factor, O(n d) a solution; no allocation
/// Source: Featherstone, "Efficient Factorization of the Joint-Space Inertia Matrix for Branched
/// Kinematic Trees" (2005).
class BranchFactor {
 public:
  explicit BranchFactor(const ClusterTree<double>& tree);

  /// Of a mass matrix (mass_matrix.hpp), whole, of which the upper triangle is read, or by
  /// branches. False where it is not positive definite.
  bool factor(const MatrixX<double>& mass);
  bool factor(const BranchMatrix& mass);

  /// x ← H⁻¹ x
  void solve(MatrixRef<double> x);
  /// x ← x H⁻¹, where x has a multiple of eight rows: the quicker way, for want of transposition.
  void solveTransposed(MatrixRef<double> x);
  /// H⁻¹
  void invert(MatrixRef<double> inverse);

 private:
  bool factor();

  BranchMatrix factor_;       ///< 1/D on the diagonal, L(k, i) at (i, k)
  std::vector<double> room_;  ///< eight columns side by side
};

}  // namespace linkwork
