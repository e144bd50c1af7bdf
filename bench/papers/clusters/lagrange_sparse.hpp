#pragma once

#include <Eigen/Cholesky>

#include "papers/clusters/spanning_tree.hpp"
#include "papers/dynamics_method.hpp"

namespace linkwork::papers {

/// The Lagrange-multiplier method with the sparsity of the spanning tree: H = Lᵀ L by
/// Featherstone's factorization without fill-in, then
///
///   Z = L⁻ᵀ Kᵀ    y = L⁻ᵀ (τ − C)    (Zᵀ Z) λ = k − Zᵀ y    q̈ = L⁻¹ (y + Z λ)
///
/// where ZᵀZ = K H⁻¹ Kᵀ. A row of K and of Z has entries only for the velocities of its cluster and
/// those that support it. Each cluster adds its part of ZᵀZ over the constraints of its subtree. If
/// a cluster's rows are redundant, elimination within the cluster keeps the independent ones
/// (gauss_jordan.hpp).
///
/// cost  O(n d² + n d r + n r² + r³) at most: d depth, r constraints; cubic on a chain of gears. No
///       allocation after construction, but beyond some hundred constraints Eigen takes blocks.
/// Source: Featherstone, "Rigid Body Dynamics Algorithms", sections 6.5 and 8.6; "Exploiting
/// sparsity in operational-space dynamics", Int. J. Robotics Research 29 (2010).
class LagrangeSparse final : public DynamicsMethod {
 public:
  explicit LagrangeSparse(const ClusterTree<double>& tree);

  void forwardDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                       const AppliedForces<double>& forces, VectorRef<double> a) override;

  /// The equation f = τ + Kᵀλ with f = H q̈ + C does not determine the multipliers: forces on all
  /// joints are possible. With τ on the independent joints only, it does. Elimination within each
  /// cluster leaves rows q̈_d + K_r q̈_i = k_r, and
  ///
  ///   q̈_d = k_r − K_r q̈_i      λ = f_d      τ_i = f_i − K_rᵀ λ
  ///
  /// which is Gᵀf, projection, with G = [−K_r; 1] never formed.
  /// cost  O(n + Σ c³) for clusters of c velocities
  void inverseDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                       const ConstVectorRef<double>& a, const AppliedForces<double>& forces,
                       VectorRef<double> torque) override;

 private:
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  /// The rows of a cluster, followed by those of its subtree.
  struct Rows {
    int first = 0, count = 0;
    int end = 0;  ///< end of the rows of its subtree
  };

  void updateConstraints(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v);
  void solveRows(const Cluster<double>& cluster, const Rows& rows);
  void factor();
  void spanAccelerations(const Cluster<double>& cluster, const ConstVectorRef<double>& q,
                         const ConstVectorRef<double>& v);
  template <typename Visit>
  void eachReduced(const Cluster<double>& cluster, const Visit& visit);

  SpanningTree spanning_;
  std::vector<Rows> rows_;  ///< by cluster
  RowMajor z_;              ///< Z, coordinates × constraints
  RowMajor delassus_;       ///< ZᵀZ, lower triangle
  Eigen::LLT<RowMajor> cholesky_;
  VectorX<double> rightSide_;              ///< k, then λ
  VectorX<double> solution_;               ///< y, then q̈, by coordinate
  VectorX<double> spanningAccelerations_;  ///< q̈ by entries of v, of inverse dynamics
};

}  // namespace linkwork::papers
