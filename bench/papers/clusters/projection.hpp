#pragma once

#include "linkwork/dynamics/operational_space.hpp"
#include "papers/clusters/spanning_tree.hpp"
#include "papers/dynamics_method.hpp"

namespace linkwork::papers {

/// The projection method: the equations of motion of the spanning tree, projected on the velocities
/// that the loops leave free, q̇ = G ẏ, q̈ = G ÿ + g:
///
///   (Gᵀ H G) ÿ = Gᵀ (τ − C − H g)        inverse dynamics: τ_y = Gᵀ (H (G ÿ + g) + C − τ)
///   Λ⁻¹ = J G (Gᵀ H G)⁻¹ Gᵀ Jᵀ           J: twists of the end-effectors by q̇
///
/// H g + C comes from one pass of Newton–Euler at q̈ = g. G is block diagonal by clusters, and the
/// reduced matrix has the branch-induced sparsity of the tree of clusters. Both are exploited: this
/// is the fastest form of the method known to the authors.
///
/// cost  O(n d) for H and its projection, O(m d²) for the factors; d depth in coordinates, up to n:
///       cubic on a chain. No allocation after construction.
/// Source: Chignoli et al., section II-D; Featherstone, "Rigid Body Dynamics Algorithms",
/// chapter 8.
class Projection final : public DynamicsMethod {
 public:
  explicit Projection(const ClusterTree<double>& tree);

  void forwardDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                       const AppliedForces<double>& forces, VectorRef<double> a) override;
  void inverseDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                       const ConstVectorRef<double>& a, const AppliedForces<double>& forces,
                       VectorRef<double> torque) override;

  /// Λ⁻¹ = YᵀY with Gᵀ H G = LᵀL and Y = L⁻ᵀ Gᵀ Jᵀ, which is zero except for the coordinates that
  /// support an end-effector. Arguments as those of linkwork::inverseOperationalSpaceInertia; the
  /// first call with more rows than before allocates.
  void inverseOperationalSpaceInertia(const ConstVectorRef<double>& q,
                                      const OperationalSpace<double>& space,
                                      MatrixRef<double> inverse);

 private:
  /// The place of a coordinate of the spanning tree in the reduced one.
  struct Reduced {
    int row;    ///< its own place on a path, or that of its cluster's first freedom
    int local;  ///< its row in G; −1 in a single body, where G = 1
    const MatrixX<double>* basis;
    int dofs;
  };

  void updateConstraints(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v);
  void projectMass();
  void projectAbove(int coordinate, int above);
  void projectCluster(const Cluster<double>& cluster);
  void projectForces(const VectorX<double>& spanning);
  void factorMass();
  int lastFreedom(int body) const;
  void fillColumns(const EndEffector<double>& endEffector, int first);

  SpanningTree spanning_;
  BranchMatrix mass_;              ///< Gᵀ H G, then its factor
  std::vector<Reduced> reduced_;   ///< by spanning coordinate
  VectorX<double> row_;            ///< a row of H G
  VectorX<double> independent_;    ///< Gᵀ(…), then ÿ
  VectorX<double> accelerations_;  ///< q̈, by entries of v
  MatrixX<double> columns_;        ///< Y: rows by place on an end-effector's path
};

}  // namespace linkwork::papers
