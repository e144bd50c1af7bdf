#pragma once

#include <vector>

#include "linkwork/dynamics/cluster_slopes.hpp"
#include "linkwork/dynamics/kernels/derivative_memory.hpp"

namespace linkwork {

/// Analytic derivatives of inverse dynamics over clusters, O(n d) for n bodies of depth d.
///
/// All quantities are about the bodies' origins in the axes of the ground. Along dof l of a
/// cluster, a body b of it and the subtree of b move by a twist Δ. Velocity and acceleration
/// change, relative to b, by
///
///   ν = δv_b − Δ × v_b        μ = δa_b − Δ × a_b + v_b × ν
///
/// Both are the same for every body that b supports. Along ẏ_l alone, Δ = 0, ν = Δ_l and μ = μ̇_l.
/// From body to body of a cluster, with δq = G e_l, δv = (∂G/∂y_l) ẏ, δa = (∂G/∂y_l) ÿ + ∂g/∂y_l
/// and δȧ = ∂g/∂ẏ_l of the joint between them, with motion subspace S,
///
///   Δ += S δq        ν += ψ̇ δq + S δv        μ += ψ̈ δq + (ψ̇ + Ṡ) δv + S δa
///   μ̇ += (ψ̇ + Ṡ) δq + S δȧ        ψ̇ = v_p × S,  ψ̈ = a_p × S + v_p × ψ̇,  Ṡ = v × S
///
/// where p is the parent of the joint's body, and a of the ground is −g. (If S depends on q in the
/// child's axes, JointSlopes adds its part.) With I, f and B of a body and of the clusters on it,
/// B = ½ [(v×*) I − I (v×) + (I v) ×̄*] and (f ×̄*) m = m ×* f,
///
///   ∂τ_k/∂y_l = Σ Δ_kᵀ (2B ν_l + I μ_l)            ∂τ_k/∂ẏ_l = Σ Δ_kᵀ (2B Δ_l + I μ̇_l)
///   ∂τ_l/∂y_k = Δ_lᵀ Σ (2B ν_k + I μ_k + Δ_k ×* f)  ∂τ_l/∂ẏ_k = Δ_lᵀ Σ (2B Δ_k + I μ̇_k)
///
/// over the bodies of k's cluster, for all l of clusters that support it. Each k propagates two
/// wrenches and two covectors. Within a cluster G also changes the joint forces τ,
///
///   δτ_y = (∂G/∂y_l)ᵀ τ + Gᵀ δτ
///
/// Of a rigid body with linear momentum p, 2B = [C 0; −2p̃ 0], twelve numbers, which add up.
/// Source: for trees Singh, Russell, Wensing, "Efficient Analytical Derivatives of Rigid-Body
/// Dynamics using Spatial Vector Algebra" (2022); clusters, rotors and the form of B are derived
/// here.
class ClusterDerivatives {
 public:
  explicit ClusterDerivatives(const ClusterTree<double>& tree);

  /// Generalized forces on all joints, springs and dampers included, and their slopes by their own
  /// entry of q (joints of one coordinate) and v.
  struct ActingForces {
    VectorX<double> torque, byPosition, byVelocity;
    bool areHeld;  ///< both slopes are zero
  };

  /// Results, m × m, zero on entry.
  struct Result {
    MatrixRef<double> position, velocity;  ///< ∂τ_y/∂y and ∂τ_y/∂ẏ
    bool areTransposed;
    MatrixRef<double> mass;  ///< H: the upper triangle
  };

  /// ∂τ_y/∂y, ∂τ_y/∂ẏ and, as Σ Δ_kᵀ I Δ_l, the mass matrix, after updateJointTransforms at q.
  ///
  /// in    a       of all joints, on the loops
  ///       basis   G; `work` has the results of updateKinematics for all clusters but single
  ///               revolute joints
  ///       slopes  by cluster; `joints` by body
  /// No allocation.
  void update(const ClusterTree<double>& tree, const ConstVectorRef<double>& v,
              const ConstVectorRef<double>& a, const MatrixX<double>& basis,
              const std::vector<ClusterSlopes>& slopes, const std::vector<JointSlopes>& joints,
              const ActingForces& forces, Workspace<double>& work, Result result);

 private:
  struct Pass;

  std::vector<kernels::FreedomRun> runs_;               ///< by body
  std::vector<kernels::SpatialMotion<double>> bodies_;  ///< the ground's first
  std::vector<kernels::MovingComposite<double>> composites_;
  std::vector<double> motions_;
  std::vector<int> places_;  ///< by cluster: first index in `freedoms_`
  std::vector<kernels::FreedomMotion<double>> freedoms_;  ///< by body and dof of its cluster
  /// Of the current cluster: by body and dof, and the wrench on the parent.
  std::vector<kernels::FreedomRow<double>> asked_;
  std::vector<Vector6<double>> forces_;  ///< by body: on its subtree in the cluster
  MatrixX<double> onPosition_, onVelocity_, onAcceleration_;  ///< δτ by joint entry and dof
  VectorX<double> torque_;                                    ///< τ by joint entry
  std::ptrdiff_t count_ = 0;                                  ///< number of motions
};

}  // namespace linkwork
