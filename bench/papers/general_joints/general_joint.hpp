#pragma once

#include <vector>

#include "papers/dynamics_method.hpp"

namespace linkwork::papers {

/// Forward dynamics of Si & Guenter for joints of any kind: the inverse of the mass matrix has the
/// square factors
///
///   M⁻¹ = (1 − SᵀYΠ)ᵀ Ω⁻¹ (1 − SᵀYΠ)
///
/// whose product with τ − C takes six recursions over the bodies k, λ(k) the parent of k:
///
///   1  forward   v, a = Ṡq̇ + v × Sq̇, b = −ad*(v) J v − f     (18–21), by updateKinematics
///   2  forward   α_k = Ad⁻¹ α_λ + a_k,   ᾱ = J α + b          (22, 23)
///   3  backward  p_k = Σ Ad* p_i + ᾱ_k,   τ̄ = τ − Sᵀp         (24–26)
///   4  backward  J̄_k, Ω_k = Sᵀ J̄ S, Π = Ad* J̄ S Ω⁻¹, Y = Ad* (1 − J̄ S Ω⁻¹ Sᵀ)   (27–30)
///   5  backward  z_k = Σ (Y z_i + Π τ̄_i),   c̄ = Ω⁻¹ (τ̄ − Sᵀz)                     (31–33)
///   6  forward   η_k = Yᵀ η_λ + S c̄,   q̈ = c̄ − Πᵀ η_λ                             (34, 35)
///
/// It is the articulated-body algorithm with other bias terms: there they are propagated with the
/// inertias, here they are computed first, as forces at q̈ = 0. A constrained cluster counts as one
/// joint, S its motion subspace on each of its bodies and λ its output body; then v̇ = G ÿ + g.
///
/// cost  O(n) for clusters of bounded size; no allocation
/// Source: Si & Guenter, "Linear-Time Dynamics for Multibody Systems with General Joint Models",
/// section 4.
class GeneralJoint final : public DynamicsMethod {
 public:
  explicit GeneralJoint(const ClusterTree<double>& tree);

  void forwardDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                       const AppliedForces<double>& forces, VectorRef<double> a) override;

  /// Recursions 4 to 6 alone, from the kinematics in `work` and τ̄ by ẏ: ÿ in its place.
  void solve(VectorRef<double> torque);
  Workspace<double>& work() { return work_; }

 private:
  void restForces(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                  const AppliedForces<double>& forces);
  void factor();
  /// The bodies of a cluster with their motion subspaces: visit(body, S).
  template <typename Visit>
  void eachBody(const Cluster<double>& cluster, Visit visit);

  const ClusterTree<double>& tree_;
  Workspace<double> work_;
  std::vector<Vector6<double>> restAcceleration_;  ///< α
  std::vector<Vector6<double>> force_;             ///< p, then z
  std::vector<Vector6<double>> increment_;         ///< η
  Matrix6X<double> handed_;                        ///< Π by ẏ
  VectorX<double> torque_;                         ///< τ̄, c and c̄ by ẏ, at last ÿ
  Vector6<double> atGround_, atRest_ = Vector6<double>::Zero();
};

}  // namespace linkwork::papers
