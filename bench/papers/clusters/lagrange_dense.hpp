#pragma once

#include <Eigen/Cholesky>

#include "papers/clusters/pivoted_rows.hpp"
#include "papers/clusters/spanning_tree.hpp"
#include "papers/dynamics_method.hpp"

namespace linkwork::papers {

/// The Lagrange-multiplier method with dense matrices: accelerations of the spanning tree and the
/// forces that close its loops, at once,
///
///   [H  Kᵀ] [ q̈ ]   [τ − C]
///   [K  0 ] [−λ ] = [  k  ]        K q̈ = k: every row of every loop and coupling, redundant or not
///
/// by its range space: with H = L Lᵀ, x = Lᵀ q̈ and Z = L⁻¹ Kᵀ this is
///
///   minimise |x − L⁻¹(τ − C)|  subject to  Zᵀ x = k
///
/// and a QR decomposition of Z with column pivoting (pivoted_rows.hpp) finds as many independent
/// rows as the loops have at the pose that the tree was compiled at, so that redundant loops do no
/// harm and no threshold decides; H's condition is not squared. Cheaper than an indefinite
/// factorisation of the whole matrix.
///
/// cost  O(n³ + n R r): n spanning velocities, R rows, r of them independent. No allocation after
///       construction, but beyond some hundred velocities Eigen takes blocks for its products.
/// Source: Chignoli et al., section II-D; Featherstone, "Rigid Body Dynamics Algorithms", 8.6.
class LagrangeDense final : public DynamicsMethod {
 public:
  explicit LagrangeDense(const ClusterTree<double>& tree);

  void forwardDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                       const AppliedForces<double>& forces, VectorRef<double> a) override;

 private:
  void updateConstraints(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v);
  void factor();

  SpanningTree spanning_;
  MatrixX<double> mass_;  ///< H
  Eigen::LLT<MatrixX<double>> cholesky_;
  PivotedRows rows_;           ///< L⁻¹ Kᵀ
  VectorX<double> rightSide_;  ///< k
  VectorX<double> solution_;   ///< x, then q̈ by coordinate
};

}  // namespace linkwork::papers
