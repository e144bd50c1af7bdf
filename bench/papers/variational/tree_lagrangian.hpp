#pragma once

#include <vector>

#include "linkwork/model/cluster_tree.hpp"

namespace linkwork::papers {

/// Derivatives of the Lagrangian L = T − V of a tree whose joints have one coordinate each, under
/// gravity and springs.
///
/// With the joints' axes s_j, twists V_j and d_j = V_j × s_j in the world, the twist of a body has,
/// in the body, the derivatives s_j for q̇_j and d_j for q_j of every joint that supports it:
///
///   ∂L/∂q̇_j = Σ_i s_jᵀ G_i V_i,     ∂L/∂q_j = Σ_i (d_jᵀ G_i V_i + s_jᵀ w_i) − k_j (q_j − rest_j)
///
/// w: weight.
class TreeLagrangian {
 public:
  /// Throws MechanismError like axisOf. The tree must outlive this.
  explicit TreeLagrangian(const ClusterTree<double>& tree);

  /// Derivatives at (q, q̇) with the sums over all bodies made for every joint, as the scalable
  /// variational integrator has it. O(n d) for a tree of depth d, O(n²) for a chain.
  void differentiateByBody(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  /// The same with the sums propagated from the leaves to the root. O(n).
  void differentiateByRecursion(const Eigen::VectorXd& q, const Eigen::VectorXd& v);

  const Eigen::VectorXd& alongVelocity() const { return alongVelocity_; }  ///< ∂L/∂q̇ [N·m·s, N·s]
  const Eigen::VectorXd& alongPosition() const { return alongPosition_; }  ///< ∂L/∂q [N·m, N]

  /// L_q̇q̇ + a (L_q̇q − L_qq̇) − a² L_qq at the last derivatives, from composite bodies: O(n d). The
  /// source sums over all bodies for every pair of joints.
  void secondDerivatives(double a, Eigen::MatrixXd& result);

 private:
  /// A body with its joint; in world axes unless named InBody.
  struct Body {
    int parent = ground;
    Vector6<double> axisInBody;          ///< S
    Transform<double> pose;              ///< in the world
    Vector6<double> axis, twist, slope;  ///< s, V, d
    Vector6<double> momentum, weight;    ///< G V, w: in the body, or summed over its subtree
    RigidBodyInertia<double> inertia;    ///< of its subtree
  };

  int size() const { return static_cast<int>(bodies_.size()); }
  Body& of(int index) { return bodies_[static_cast<std::size_t>(index)]; }
  void moveTo(const Eigen::VectorXd& q, const Eigen::VectorXd& v);

  const ClusterTree<double>& tree_;
  std::vector<Body> bodies_;
  Eigen::VectorXd alongVelocity_, alongPosition_;
};

}  // namespace linkwork::papers
