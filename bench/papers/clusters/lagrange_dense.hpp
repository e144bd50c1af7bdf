#pragma once

#include <Eigen/Cholesky>

#include "papers/clusters/pivoted_rows.hpp"
#include "papers/clusters/spanning_tree.hpp"
#include "papers/dynamics_method.hpp"

namespace linkwork::papers {

/// The Lagrange-multiplier method with dense matrices: solves for the accelerations of the spanning
/// tree and the loop forces at once,
///
///   [H  Kᵀ] [ q̈ ]   [τ − C]
///   [K  0 ] [−λ ] = [  k  ]        K q̈ = k: every row of every loop and coupling, redundant or not
///
/// in the range space: with H = L Lᵀ, x = Lᵀ q̈ and Z = L⁻¹ Kᵀ this is
///
///   minimize |x − L⁻¹(τ − C)|  subject to  Zᵀ x = k
///
/// A QR decomposition of Z with column pivoting (pivoted_rows.hpp) finds as many independent rows
/// as the loops have at the pose at which the tree was compiled. Redundant loops are therefore
/// allowed, there is no threshold, and H's condition is not squared. Cheaper than an indefinite
/// factorization of the whole matrix.
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
