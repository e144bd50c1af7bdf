#pragma once

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/model/motion_state.hpp"
#include "papers/variational/step_equations.hpp"
#include "papers/variational/tree_lagrangian.hpp"

namespace linkwork::papers {

/// A variational integrator of higher order in minimal coordinates: within a step q is a quadratic
/// of three control points, and the action is integrated by Simpson's rule on them,
///
///   L_d(q₀, q₁) = ext_{q½} h Σ b_i L(q_i, q̇_i),   i = 0, ½, 1,   b = (1, 4, 1)/6
///   q̇₀ = 4a − b,  q̇½ = b,  q̇₁ = 3b − 4a,          a = (q½ − q₀)/h,  b = (q₁ − q₀)/h
///
/// which is of order 4. For trees whose joints have one coordinate each, under gravity and springs.
/// Solves the 2n equations p₀ = −D₁L_d and ∂L_d/∂q½ = 0 by quasi-Newton steps. Every mass matrix is
/// that of the time knot, and each step costs two of RIQN's: O(n) per correction.
/// Sources: Fan, Schultz and Murphey, "Efficient Computation of Higher-Order Variational
/// Integrators in Robotic Simulation and Trajectory Optimization", 2018 (the family, with exact
/// Newton); Lee, Liu, Park and Srinivasa, "A Linear-Time Variational Integrator for Multibody
/// Systems" (RIQN).
class SimpsonIntegrator {
 public:
  /// `tolerance` is on the last correction of a and b, its largest entry [rad/s, m/s]. Throws
  /// MechanismError like axisOf. The tree must outlive it.
  explicit SimpsonIntegrator(const ClusterTree<double>& tree, double tolerance = 1e-10);

  /// Begins at a state: p = M(q) v.
  void start(const MotionState& state);

  /// One step of h [s]; afterwards v = M(q)⁻¹ p. Throws SimulationError where the root is not
  /// found; then integrator and state are as before.
  void step(double h, MotionState& state);

  int iterations() const { return iterations_; }

 private:
  void guess(double h, const MotionState& state);
  void residuals(double h, const Eigen::VectorXd& q);

  const ClusterTree<double>& tree_;
  double tolerance_;
  TreeLagrangian lagrangian_;
  StepEquations node_;  ///< for M(q₀)⁻¹
  Workspace<double> work_;
  AppliedForces<double> noForces_, atRest_;
  Eigen::VectorXd momentum_, endMomentum_;
  Eigen::VectorXd a_, b_, q_, v_, zero_, holding_;
  Eigen::VectorXd start_, middle_;            ///< D₁L_d + p₀, ∂L_d/∂q½
  Eigen::VectorXd startDelta_, middleDelta_;  ///< M⁻¹ of them
  int iterations_ = 0;
};

}  // namespace linkwork::papers
