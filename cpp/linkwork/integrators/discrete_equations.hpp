#pragma once

#include "linkwork/integrators/discrete_recursion.hpp"
#include "linkwork/integrators/step_state.hpp"

namespace linkwork {

/// The discrete Euler–Lagrange equations of one step: f(u) = 0 of discrete_recursion.hpp, and on
/// clusters with loops or couplings Nᵀ f = 0 and φ(q_{k+1}) = 0 (cluster_displacement.hpp): the
/// discrete null-space method, cluster by cluster.
///
/// cost  O(n) for clusters of bounded size; no allocation
/// Source: Betsch and Leyendecker, "The discrete null space method for the energy consistent
/// integration of constrained mechanical systems", part II.
class DiscreteEquations {
 public:
  explicit DiscreteEquations(StepState& node);

  /// Leaves out dry friction of these strengths, laid out like v, from now on (null: nothing).
  void relieve(const Eigen::VectorXd* strengths) { recursion_.relieve(strengths); }

  /// A step of h [s] from the node, with momenta there that count half the impulse of its forces.
  void begin(double h, const DiscreteMomenta<double>& momenta);

  /// Everything at u. Returns false if numbers are no longer finite or a body turns too far.
  bool evaluate(const Eigen::VectorXd& u);

  /// f at the last u [N·m·s, N·s], dual to the spanning velocities at k.
  const Eigen::VectorXd& residual() const { return recursion_.residual(); }
  /// The momenta at q_{k+1} that the step itself leaves: ν, and half the impulse of damping.
  void momentaAtEnd(DiscreteMomenta<double>& momenta) const {
    recursion_.momentaAtEnd(momenta.bodies, momenta.joints);
  }
  /// Work of damping and friction in the step [J].
  double dissipated() const;

  StepState& node() { return *node_; }
  const ClusterTree<double>& tree() const { return node_->tree(); }
  double step() const { return recursion_.step(); }
  const Eigen::VectorXd& u() const { return recursion_.u(); }
  const DiscreteMomenta<double>& momenta() const { return *momenta_; }
  const std::vector<BodyStep<double>>& bodies() const { return recursion_.bodies(); }
  /// J(q_k)⁻¹ J(q_{k+1}) of the bodies' joints.
  const std::vector<Displacement>& joints() const { return recursion_.joints(); }
  /// Motion subspaces at q_{k+1}, by spanning velocities.
  const Matrix6X<double>& endSubspaces() const { return recursion_.endSubspaces(); }
  /// Derivative of (h/2) d(u) by a change of the joint's position at q_{k+1}, told as a twist of S
  /// there: as large as the joint has velocities, the rest is zero.
  Matrix6<double> dampingTangent(const TreeBody<double>& body) const;
  /// δu of a change of the joints' positions at q_{k+1}, told as twists of S there.
  void changeOfVelocity(const Eigen::VectorXd& change, Eigen::VectorXd& du) const;

 private:
  Matrix6<double> twistDampingTangent(const TreeBody<double>& body) const;

  StepState* node_;
  const DiscreteMomenta<double>* momenta_ = nullptr;
  DiscreteRecursion<double> recursion_;
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
