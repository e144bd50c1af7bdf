#pragma once

#include <vector>

#include "linkwork/model/cluster_tree.hpp"

namespace linkwork::baselines {

/// The equations of one step of the scalable variational integrator, of a tree whose joints have
/// one coordinate each: its discrete Lagrangian is taken at the midpoint of the configurations,
///
///   L_d(q_k, q_{k+1}) = h L(q̄, u),       q̄ = (q_k + q_{k+1})/2,     u = (q_{k+1} − q_k)/h
///   f(u) = −D₁L_d − p_k = ∂L/∂q̇ − (h/2) ∂L/∂q − p_k = 0
///   p_{k+1} = D₂L_d = ∂L/∂q̇ + (h/2) ∂L/∂q
///
/// With the joints' axes s_j, twists V_j and d_j = V_j × s_j in the world, a body's twist has, as
/// seen from the body, the derivatives s_j for q̇_j and d_j for q_j of every joint that carries it:
///
///   ∂L/∂q̇_j = Σ_i s_jᵀ G_i V_i,     ∂L/∂q_j = Σ_i (d_jᵀ G_i V_i + s_jᵀ w_i) − k_j (q̄_j − rest_j)
///
/// w: weight. Jacobian and end momentum are those of the u that a residual had last.
/// Source: Johnson and Murphey, "Scalable Variational Integrators for Constrained Mechanical
/// Systems in Generalized Coordinates", 2009.
class MidpointEquations {
 public:
  /// Throws MechanismError like axisOf. The tree must outlive this.
  explicit MidpointEquations(const ClusterTree<double>& tree);

  /// Sets out from q_k [q] with a step h [s] and the momentum p_k, dual to v [N·m·s, N·s].
  void begin(const Eigen::VectorXd& q, double h, const Eigen::VectorXd& momentum);

  /// f(u) with the sums over all bodies made for every joint, as published. O(n d) for a tree of
  /// depth d, O(n²) for a chain.
  void residualByDerivatives(const Eigen::VectorXd& u, Eigen::VectorXd& f);
  /// f(u) with the sums carried from the leaves to the root. O(n).
  void residualByRecursion(const Eigen::VectorXd& u, Eigen::VectorXd& f);

  /// ∂f/∂u = L_q̇q̇ + (h/2)(L_q̇q − L_qq̇) − (h²/4) L_qq from composite bodies: O(n d), where the
  /// source sums over all bodies for every pair of joints.
  void jacobian(Eigen::MatrixXd& result);

  /// D₂L_d: the momentum at k+1.
  void endMomentum(Eigen::VectorXd& momentum) const;

 private:
  /// A body with the joint that carries it, at q̄; what has no frame in its name is in the world's.
  struct Body {
    int parent = ground;
    Vector6<double> axisInBody;          ///< S
    Transform<double> pose;              ///< in the world
    Vector6<double> axis, twist, slope;  ///< s, V, d
    Vector6<double> momentum, weight;    ///< G V, w: in the body, or summed over what it carries
    RigidBodyInertia<double> inertia;    ///< of all it carries
  };

  int size() const { return static_cast<int>(bodies_.size()); }
  Body& of(int index) { return bodies_[static_cast<std::size_t>(index)]; }
  void moveBy(const Eigen::VectorXd& u);
  void finish(Eigen::VectorXd& f);

  const ClusterTree<double>& tree_;
  std::vector<Body> bodies_;
  Eigen::VectorXd q_, momentum_;
  Eigen::VectorXd alongVelocity_, alongPosition_;  ///< ∂L/∂q̇, ∂L/∂q
  double h_ = 0;
};

}  // namespace linkwork::baselines
