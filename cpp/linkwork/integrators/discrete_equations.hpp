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
  explicit DiscreteEquations(StepState& knot);

  /// Excludes joint Coulomb friction of these strengths, in the layout of v, from now on (null:
  /// nothing).
  void relieve(const Eigen::VectorXd* strengths) { recursion_.relieve(strengths); }

  /// Starts a step of h [s] from the knot, with momenta that include half the impulse of forces
  /// there.
  void begin(double h, const DiscreteMomenta<double>& momenta);

  /// Evaluates everything at u. Returns false if numbers are not finite or a body turns too far.
  bool evaluate(const Eigen::VectorXd& u);

  /// f at the last u [N·m·s, N·s], dual to the spanning velocities at k.
  const Eigen::VectorXd& residual() const { return recursion_.residual(); }
  /// Momenta at q_{k+1} after the step itself: ν, and half the impulse of damping.
  void momentaAtEnd(DiscreteMomenta<double>& momenta) const {
    recursion_.momentaAtEnd(momenta.bodies, momenta.joints);
  }
  /// Work of damping and friction in the step [J].
  double dissipated() const;

  StepState& knot() { return *knot_; }
  const ClusterTree<double>& tree() const { return knot_->tree(); }
  double step() const { return recursion_.step(); }
  const Eigen::VectorXd& u() const { return recursion_.u(); }
  const DiscreteMomenta<double>& momenta() const { return *momenta_; }
  const std::vector<BodyStep<double>>& bodies() const { return recursion_.bodies(); }
  /// J(q_k)⁻¹ J(q_{k+1}) of the bodies' joints.
  const std::vector<Displacement>& joints() const { return recursion_.joints(); }
  /// Motion subspaces at q_{k+1}, by spanning velocities.
  const Matrix6X<double>& endSubspaces() const { return recursion_.endSubspaces(); }
  /// Derivative of (h/2) d(u) + a u, with the armature a, by a change of the joint position at
  /// q_{k+1}, as a twist of S there. Its size is the number of velocities of the joint; the rest is
  /// zero.
  Matrix6<double> jointTangent(const TreeBody<double>& body) const;
  /// Computes δu from a change of the joint positions at q_{k+1}, as twists of S there.
  void changeOfVelocity(const Eigen::VectorXd& change, Eigen::VectorXd& du) const;

 private:
  Matrix6<double> twistDampingTangent(const TreeBody<double>& body) const;

  StepState* knot_;
  const DiscreteMomenta<double>* momenta_ = nullptr;
  DiscreteRecursion<double> recursion_;
};

/// Computes the direction δu of the search for a root of the equations.
class RootFinder {
 public:
  virtual ~RootFinder() = default;
  /// Starts a step, before its equations are evaluated.
  virtual void begin(DiscreteEquations&) {}
  /// Discards what is stored from one direction to the next, because convergence is slow.
  virtual void renew() {}
  /// Computes δu at the u of the last evaluation. Returns false if there is none.
  virtual bool direction(DiscreteEquations& equations, Eigen::VectorXd& du) = 0;
};

}  // namespace linkwork
