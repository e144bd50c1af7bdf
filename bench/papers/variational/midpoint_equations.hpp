#pragma once

#include "papers/variational/tree_lagrangian.hpp"

namespace linkwork::papers {

/// The equations of one step of the scalable variational integrator, of a tree whose joints have
/// one coordinate each: its discrete Lagrangian is taken at the midpoint of the configurations,
///
///   L_d(q_k, q_{k+1}) = h L(q̄, u),       q̄ = (q_k + q_{k+1})/2,     u = (q_{k+1} − q_k)/h
///   f(u) = −D₁L_d − p_k = ∂L/∂q̇ − (h/2) ∂L/∂q − p_k = 0
///   p_{k+1} = D₂L_d = ∂L/∂q̇ + (h/2) ∂L/∂q
///
/// Jacobian and end momentum are those of the u that a residual had last.
/// Source: Johnson and Murphey, "Scalable Variational Integrators for Constrained Mechanical
/// Systems in Generalized Coordinates", 2009.
class MidpointEquations {
 public:
  /// Throws MechanismError like axisOf. The tree must outlive this.
  explicit MidpointEquations(const ClusterTree<double>& tree) : lagrangian_(tree) {}

  /// Sets out from q_k [q] with a step h [s] and the momentum p_k, dual to v [N·m·s, N·s].
  void begin(const Eigen::VectorXd& q, double h, const Eigen::VectorXd& momentum);

  /// f(u) as published, O(n²) for a chain, and by recursion, O(n) (tree_lagrangian.hpp).
  void residualByDerivatives(const Eigen::VectorXd& u, Eigen::VectorXd& f);
  void residualByRecursion(const Eigen::VectorXd& u, Eigen::VectorXd& f);

  /// ∂f/∂u = L_q̇q̇ + (h/2)(L_q̇q − L_qq̇) − (h²/4) L_qq.
  void jacobian(Eigen::MatrixXd& result) { lagrangian_.secondDerivatives(0.5 * h_, result); }

  /// D₂L_d: the momentum at k+1.
  void endMomentum(Eigen::VectorXd& momentum) const;

 private:
  TreeLagrangian lagrangian_;
  Eigen::VectorXd start_, middle_, momentum_;
  double h_ = 0;
};

}  // namespace linkwork::papers
