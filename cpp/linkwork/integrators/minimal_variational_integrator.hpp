#pragma once

#include <functional>
#include <memory>
#include <numbers>
#include <optional>
#include <string>

#include "linkwork/integrators/discrete_equations.hpp"
#include "linkwork/integrators/integrator.hpp"
#include "linkwork/integrators/newton_sweep.hpp"
#include "linkwork/integrators/revolute_step.hpp"
#include "linkwork/methods.hpp"

namespace linkwork {

/// Near singular poses of loops, the directions of their free motion turn quickly. If they turn by
/// more than this between the start and the guess of a step, the step is taken as two halves [rad].
inline constexpr double largestBasisTurn = 0.2;

/// The variational integrator in minimal coordinates, for all mechanisms, O(n).
///
///   L_d = Σ_i h/2 V̄_iᵀ G_i V̄_i − (h/2)(V(q_k) + V(q_{k+1}))        V̄_i = log(T_i(k)⁻¹ T_i(k+1))/h
///
/// V is the potential of gravity and springs. Forces enter by the Lagrange–d'Alembert principle:
///
///   p_k + (h/2)(Q_k − ∂V/∂q_k − d(u)) = −D₁ K_d(q_k, q_{k+1})       solved for q_{k+1} = q_k ⊕ h u
///   p_{k+1} = D₂ K_d(q_k, q_{k+1}) + (h/2)(Q_{k+1} − ∂V/∂q_{k+1} − d(u))
///
/// L_d gives a map of states (q_k, p_k) to (q_{k+1}, p_{k+1}). It preserves the momenta of the
/// symmetries and, up to an oscillation of order h², the energy. Half of the impulse of forces acts
/// at each end of a step. Steps of any length, also negative ones, can follow each other.
///
/// Damping and friction d depend on the average velocity, so they always dissipate. Applied forces
/// Q are those at the ends of the step. At its end they are evaluated at the velocity that Q_k
/// alone would produce, with an error of h² in v. This keeps order 2 if they depend on velocity.
/// Steps without such forces are symmetric: a step of −h leads back.
///
/// The equations are solved by Lee's quasi-Newton corrections with M(q_k), as long as each is much
/// smaller than the last one, and from there by Newton's method. The usual step therefore needs
/// only evaluations and passes over forces. The kernels of revolute joints take it if they can
/// (revolute_step.hpp).
///
/// The work of applied forces is (h/2)(Q_k + Q_{k+1})·u, that of damping −h d(u)·u.
///
/// `step` throws SimulationError in these cases:
///  - Newton's method does not converge,
///  - a pivot of its matrix is low (lowestPivot): h is too long for the fastest oscillation,
///  - a body turns by largestTurn, or the turn of a joint changes by largestTurnChange: the root
///  may
///    belong to another motion.
/// Source: Marsden & West, "Discrete mechanics and variational integrators", 2001; Lee, Liu, Park
/// and Srinivasa, "A Linear-Time Variational Integrator for Multibody Systems"; loops by clusters
/// as in discrete_equations.hpp.
class MinimalVariationalIntegrator final : public Integrator {
 public:
  /// The tree must outlive the integrator.
  explicit MinimalVariationalIntegrator(const ClusterTree<double>& tree,
                                        const MinimalVariationalOptions& options = {});
  /// With another root finder.
  MinimalVariationalIntegrator(const ClusterTree<double>& tree,
                               const MinimalVariationalOptions& options,
                               std::unique_ptr<RootFinder> rootFinder);

  void start(const MotionState& state) override;
  double step(double h, StepForces& forces, MotionState& state) override;
  void visitMemory(MemoryVisitor& visit) override;
  void resume(const MotionState& state) override;

  /// Iterations of the root finder in the last step.
  int iterations() const { return iterations_; }

  /// Is called with each solution from now on: its h, the state at its start, u, and the state at
  /// its end. A step that is taken as two halves has two solutions.
  using Observer = std::function<void(double h, const MotionState& start, const Eigen::VectorXd& u,
                                      const MotionState& end)>;
  void observe(Observer observer) { observer_ = std::move(observer); }

 private:
  void advance(double h, double sinceStart, StepForces& forces, MotionState& state, int halvings);
  bool takeCompiled(double h, StepForces& forces, MotionState& state);
  bool takeRevolutes(double h, double sinceStart, StepForces& forces, MotionState& state);
  void guess(double h, const MotionState& state);
  void guessOnLine(double h, const Eigen::VectorXd& v, Eigen::VectorXd& u) const;
  bool basesTurnTooFar() const;
  bool correctByImpulses();
  double correctionSize() const;
  void solve(double h);
  void requireTrustworthy(double h, const MotionState& state) const;
  void arrive(double h, double sinceStart, StepForces& forces, MotionState& state);
  void finish(double h, MotionState& state);
  SimulationError failure(double h, const std::string& why) const;
  static void gatherForces(StepForces& forces, double sinceStart, const Eigen::VectorXd& q,
                           const Eigen::VectorXd& v, AppliedForces<double>& result);
  double workOf(double h, const AppliedForces<double>& forces) const;

  MinimalVariationalOptions options_;
  StepState knot_;
  DiscreteEquations equations_;
  std::unique_ptr<RootFinder> rootFinder_;
  std::optional<ImpulseSweep> impulses_;  ///< tried before the root finder
  KernelWorkspace<double> revoluteNumbers_;
  StepBodies<double> bodyNumbers_;
  std::optional<RevoluteStep<double>> revolutes_;       ///< tried before both
  bool forcesAct_ = false;                              ///< whether forces act in the current step
  bool isPlaced_ = false, areRevolutesPlaced_ = false;  ///< whether knot_, revolutes_ are current
  DiscreteMomenta<double> momenta_;                     ///< at the knot
  DiscreteMomenta<double> forced_;  ///< with half the impulse of the forces there
  DiscreteMomenta<double> end_;
  AppliedForces<double> startForces_, endForces_;
  MotionState arrived_;
  Eigen::VectorXd u_, trial_, direction_, nextDirection_, lastU_;
  Eigen::VectorXd curvature_;  ///< curvature error of the last guess on a line, over h (h + h_last)
  double lastStep_ = 0;
  std::vector<Vector6<double>> velocities_;  ///< of the bodies, at the start
  int iterations_ = 0;
  Observer observer_;
};

}  // namespace linkwork
