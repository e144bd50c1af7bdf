#pragma once

#include <vector>

#include "linkwork/dynamics/cluster_slopes.hpp"
#include "linkwork/dynamics/hinges/derivative_memory.hpp"

namespace linkwork {

/// Analytic derivatives of inverse dynamics over clusters, O(n d) for n bodies of depth d.
///
/// All is written about the bodies' origins in the axes of the ground. Along freedom l of a cluster
/// a body b of it, and with it all that b carries, moves by a twist Δ; beside that its velocity and
/// acceleration change, seen from b itself, by
///
///   ν = δv_b − Δ × v_b        μ = δa_b − Δ × a_b + v_b × ν
///
/// and these two are the same for every body that b carries. Along ẏ_l alone, Δ = 0, ν = Δ_l and
/// μ = μ̇_l. From body to body of a cluster, with δq = G e_l, δv = (∂G/∂y_l) ẏ,
/// δa = (∂G/∂y_l) ÿ + ∂g/∂y_l and δȧ = ∂g/∂ẏ_l of the joint between them, whose subspace is S,
///
///   Δ += S δq        ν += ψ̇ δq + S δv        μ += ψ̈ δq + (ψ̇ + Ṡ) δv + S δa
///   μ̇ += (ψ̇ + Ṡ) δq + S δȧ        ψ̇ = v_p × S,  ψ̈ = a_p × S + v_p × ψ̇,  Ṡ = v × S
///
/// where p carries the joint's body, and a of the ground is −g. (Where S changes in the child's
/// axes with the joint's own numbers, what that adds is in JointSlopes.) With I, f and B of a body
/// and of the clusters on it, B = ½ [(v×*) I − I (v×) + (I v) ×̄*] and (f ×̄*) m = m ×* f,
///
///   ∂τ_k/∂y_l = Σ Δ_kᵀ (2B ν_l + I μ_l)            ∂τ_k/∂ẏ_l = Σ Δ_kᵀ (2B Δ_l + I μ̇_l)
///   ∂τ_l/∂y_k = Δ_lᵀ Σ (2B ν_k + I μ_k + Δ_k ×* f)  ∂τ_l/∂ẏ_k = Δ_lᵀ Σ (2B Δ_k + I μ̇_k)
///
/// over the bodies of k's cluster, for all l of clusters that carry it: k asks for two wrenches and
/// two covectors, whatever carries it. Within a cluster the forces τ of its joints are turned too,
///
///   δτ_y = (∂G/∂y_l)ᵀ τ + Gᵀ δτ
///
/// Of a rigid body with linear momentum p, 2B = [C 0; −2p̃ 0], twelve numbers, which add up.
/// Source: for trees Singh, Russell, Wensing, "Efficient Analytical Derivatives of Rigid-Body
/// Dynamics using Spatial Vector Algebra" (2022); clusters, rotors and the form of B are worked out
/// here.
class ClusterDerivatives {
 public:
  explicit ClusterDerivatives(const ClusterTree<double>& tree);

  /// Generalised forces that act on all joints, springs and dampers included, and how each follows
  /// its own entry of q (joints of one coordinate) and v.
  struct ActingForces {
    VectorX<double> torque, byPosition, byVelocity;
    bool areHeld;  ///< both slopes are zero
  };

  /// Where derivatives are written, m × m, all zero before.
  struct Result {
    MatrixRef<double> position, velocity;  ///< ∂τ_y/∂y and ∂τ_y/∂ẏ
    bool areTransposed;
    MatrixRef<double> mass;  ///< H, of which the upper triangle is written
  };

  /// ∂τ_y/∂y, ∂τ_y/∂ẏ and, as Σ Δ_kᵀ I Δ_l, the mass matrix, after updateJointTransforms at q.
  ///
  /// in    a       of all joints, on the loops
  ///       basis   G, and in `work` what updateKinematics leaves of all clusters but those of one
  ///               hinge
  ///       slopes  by cluster; `joints` by body
  /// No allocation.
  void update(const ClusterTree<double>& tree, const ConstVectorRef<double>& v,
              const ConstVectorRef<double>& a, const MatrixX<double>& basis,
              const std::vector<ClusterSlopes>& slopes, const std::vector<JointSlopes>& joints,
              const ActingForces& forces, Workspace<double>& work, Result result);

 private:
  struct Pass;

  std::vector<hinges::FreedomRun> runs_;               ///< by body
  std::vector<hinges::SpatialMotion<double>> bodies_;  ///< the ground's first
  std::vector<hinges::MovingComposite<double>> composites_;
  std::vector<double> motions_;
  std::vector<int> places_;                              ///< by cluster, among the next
  std::vector<hinges::FreedomMotion<double>> freedoms_;  ///< by body and freedom of its cluster
  /// Of the cluster under way: by body and freedom, and what the parent feels.
  std::vector<hinges::FreedomRow<double>> asked_;
  std::vector<Vector6<double>> forces_;  ///< by body: on it and what it carries in the cluster
  MatrixX<double> onPosition_, onVelocity_, onAcceleration_;  ///< δτ by joint entry and freedom
  VectorX<double> torque_;                                    ///< τ by joint entry
  std::ptrdiff_t count_ = 0;                                  ///< of motions
};

}  // namespace linkwork
