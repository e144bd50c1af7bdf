#pragma once

#include <numbers>

#include "linkwork/integrators/discrete_momentum.hpp"
#include "linkwork/integrators/step_state.hpp"

namespace linkwork {

/// A body may turn by this much in one step [rad]. A turn of 2π cannot be told from none, and close
/// to it the momentum of a displacement grows without bound; a rotor that spins evenly is exact up
/// to here.
inline constexpr double largestTurn = 1.5 * std::numbers::pi;

/// What a step does to one body.
struct BodyStep {
  Displacement moved;     ///< Φ = T_k⁻¹ T_{k+1}
  Vector6<double> twist;  ///< x = log Φ = h V̄
  DiscreteMomentum momentum;
  Vector6<double> impulse;  ///< F: through its joint, at k
};

/// The discrete Euler–Lagrange equations of one step, by the discrete recursive Newton–Euler
/// algorithm. The unknown u is the joints' average velocity, q_{k+1} = q_k ⊕ h u; q_{k+1} itself is
/// formed only once u is found, and displacements are composed as such (displacement.hpp), so that
/// what is left of the residual at the root is rounding of the momenta, whatever h and n.
///
///   Φ_i = rel_i⁻¹ Φ_parent rel_i · J_i(q_k)⁻¹ J_i(q_k ⊕ h u_i)      rel_i: to the parent, at k
///   F_i = μ_i − π_i + Σ_children rel_c F_c                           π: known, with half the
///   impulse f_i = S_iᵀ F_i − j_i + (h/2) d(u_i)                              of the forces at k
///
/// S is the joints' motion subspace at k; d(u) = damping u + friction u/√(u² + vₛ²) acts by the
/// average velocity, half of it at either end: on joints with charts, as Sᵀ d(ξ) by the average
/// twist ξ = log(J_k⁻¹ J_{k+1})/h, with the S of either end. On clusters with loops or couplings
/// the equations are Nᵀ f = 0 and φ(q_{k+1}) = 0 (cluster_displacement.hpp): the discrete
/// null-space method, cluster by cluster.
///
/// cost  O(n) for clusters of bounded size; no allocation
/// Source: Lee, Liu, Park and Srinivasa, "A Linear-Time Variational Integrator for Multibody
/// Systems", algorithm 2; Betsch and Leyendecker, "The discrete null space method for the energy
/// consistent integration of constrained mechanical systems", part II.
class DiscreteEquations {
 public:
  explicit DiscreteEquations(StepState& node);

  /// Leaves out dry friction of these strengths, laid out like v, from now on (null: nothing).
  void relieve(const Eigen::VectorXd* strengths) { relieved_ = strengths; }

  /// A step of h [s] from the node, with momenta there that count half the impulse of its forces.
  void begin(double h, const DiscreteMomenta& momenta);

  /// Everything at u. Returns false if numbers are no longer finite or a body turns too far.
  bool evaluate(const Eigen::VectorXd& u);

  /// f at the last u [N·m·s, N·s], dual to the spanning velocities at k.
  const Eigen::VectorXd& residual() const { return residual_; }
  /// The momenta at q_{k+1} that the step itself leaves: ν, and half the impulse of damping.
  void momentaAtEnd(DiscreteMomenta& momenta) const;
  /// Work of damping and friction in the step [J].
  double dissipated() const;

  StepState& node() { return *node_; }
  const ClusterTree<double>& tree() const { return node_->tree(); }
  double step() const { return h_; }
  const Eigen::VectorXd& u() const { return u_; }
  const DiscreteMomenta& momenta() const { return *momenta_; }
  const std::vector<BodyStep>& bodies() const { return bodies_; }
  /// J(q_k)⁻¹ J(q_{k+1}) of the bodies' joints.
  const std::vector<Displacement>& joints() const { return joints_; }
  /// Motion subspaces at q_{k+1}, by spanning velocities.
  const Matrix6X<double>& endSubspaces() const { return endSubspaces_; }
  /// Derivative of (h/2) d(u) by a change of the joint's position at q_{k+1}, told as a twist of S
  /// there: as large as the joint has velocities, the rest is zero.
  Matrix6<double> dampingTangent(const TreeBody<double>& body) const;
  /// δu of a change of the joints' positions at q_{k+1}, told as twists of S there.
  void changeOfVelocity(const Eigen::VectorXd& change, Eigen::VectorXd& du) const;

 private:
  void moveBody(int index);
  Vector6<double> averageTwist(int index) const;
  void addResistance(int index, double impulse, const Matrix6X<double>& subspaces,
                     Eigen::VectorXd& forces) const;
  Matrix6<double> twistDampingTangent(const TreeBody<double>& body) const;

  StepState* node_;
  double h_ = 0;
  const DiscreteMomenta* momenta_ = nullptr;
  const Eigen::VectorXd* relieved_ = nullptr;
  std::vector<BodyStep> bodies_;
  std::vector<Displacement> joints_;
  Eigen::VectorXd u_, moved_, residual_;
  Matrix6X<double> endSubspaces_;
};

/// The direction δu in which a root of the equations is sought.
class RootFinder {
 public:
  virtual ~RootFinder() = default;
  /// A new step begins; its equations are not evaluated yet.
  virtual void begin(DiscreteEquations&) {}
  /// Convergence is slow: what is kept from one direction to the next may be forgotten.
  virtual void renew() {}
  /// δu at the u where the equations were evaluated last. False where there is none.
  virtual bool direction(DiscreteEquations& equations, Eigen::VectorXd& du) = 0;
};

}  // namespace linkwork
