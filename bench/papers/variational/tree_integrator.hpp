#pragma once

#include <Eigen/LU>

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/model/motion_state.hpp"
#include "papers/variational/midpoint_equations.hpp"
#include "papers/variational/step_equations.hpp"

namespace linkwork::papers {

/// Velocities of the discrete Lagrangian.
enum class Discretisation {
  displacements,  ///< average velocities of the bodies, as DRNEA has them (step_equations.hpp)
  midpoint        ///< joints at the midpoint, as SVI has them (midpoint_equations.hpp)
};

/// How f(u) is evaluated, in either discretisation.
enum class Evaluation {
  recursion,   ///< DRNEA, O(n)
  derivatives  ///< scalable variational integrator, O(n²)
};

/// How u is corrected from f(u).
enum class RootSearch {
  recursiveNewton,  ///< the exact Jacobian, solved with by recursion: O(n)
  newton,           ///< the exact Jacobian, of DRNEA by Algorithm 4, factorized densely: O(n³)
  broyden,          ///< its inverse, updated from step to step by updates of rank one: O(n²)
  riqn              ///< recursive impulse-based quasi-Newton: δ = −M(q_k)⁻¹ f / h: O(n)
};

/// Initial guess of u (section 3.3): zero, the last step's velocity, or semi-implicit Euler from
/// there.
enum class Guess { rest, velocity, acceleration };

/// The convergence measure.
enum class Measure {
  correction,  ///< the largest entry of the last correction of u [rad/s, m/s]
  residual     ///< |f(u)|₂ before a correction [N·m·s, N·s], as the authors' code has it
};

struct TreeIntegratorOptions {
  Evaluation evaluation = Evaluation::recursion;
  RootSearch search = RootSearch::newton;
  Guess guess = Guess::acceleration;
  double tolerance = 1e-10;  ///< on the measure
  int maxIterations = 100;
  Discretisation discretisation = Discretisation::displacements;
  Measure measure = Measure::correction;
};

/// The variational integrator of Lee et al. for conservative trees of one-coordinate joints, put
/// together from the parts that their experiments compare:
///
///   −D₁K_d(q_k, q_{k+1}) = P,  P = p_k − h/2 ∇V(q_k)         p_{k+1} = D₂K_d − h/2 ∇V(q_{k+1})
///
/// or, with Discretisation::midpoint, −D₁L_d = p_k and p_{k+1} = D₂L_d, the potential at the
/// midpoint.
///
/// Gravity and springs act; damping, friction and forces from outside do not. It is a baseline:
/// MinimalVariationalIntegrator does the same for every mechanism, with a linear-time exact Newton.
class TreeIntegrator {
 public:
  /// Throws MechanismError like StepEquations, and for a recursive Newton of midpoints, which there
  /// is not. The tree must outlive it.
  explicit TreeIntegrator(const ClusterTree<double>& tree, TreeIntegratorOptions options = {});

  /// Begins at a state: p = M(q) v.
  void start(const MotionState& state);

  /// One step of h [s]; afterwards v = M(q)⁻¹ p. Throws SimulationError where the root is not
  /// found; then integrator and state are as before.
  void step(double h, MotionState& state);

  /// The largest entry of every correction of the last step's u, in turn [rad/s, m/s].
  const std::vector<double>& corrections() const { return corrections_; }
  int iterations() const { return static_cast<int>(corrections_.size()); }

 private:
  bool isMidpoint() const { return options_.discretisation == Discretisation::midpoint; }
  void begin(const MotionState& state, double h);
  void end(MotionState& state, double h);
  void setOut(const MotionState& state, double h);
  void findRoot(double h);
  void residual();
  void settle();
  void direct();
  void updateInverse();
  void holdingForces(const Eigen::VectorXd& q, Eigen::VectorXd& forces);

  const ClusterTree<double>& tree_;
  TreeIntegratorOptions options_;
  StepEquations equations_;
  MidpointEquations midpoint_;
  Workspace<double> work_;
  AppliedForces<double> noForces_, atRest_;
  Eigen::VectorXd momentum_, velocity_;  ///< p_k; u of the last step
  Eigen::VectorXd u_, f_, delta_, zero_, holding_;
  Eigen::VectorXd image_, row_;  ///< of Broyden's update
  Eigen::MatrixXd jacobian_, inverse_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
  bool hasInverse_ = false;
  std::vector<double> corrections_;
};

}  // namespace linkwork::papers
