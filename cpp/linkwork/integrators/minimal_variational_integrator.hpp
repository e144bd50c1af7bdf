#pragma once

#include <functional>
#include <memory>
#include <numbers>
#include <optional>
#include <string>

#include "linkwork/integrators/discrete_equations.hpp"
#include "linkwork/integrators/integrators.hpp"
#include "linkwork/integrators/newton_sweep.hpp"
#include "linkwork/integrators/revolute_step.hpp"
#include "linkwork/integrators/variational_integrator.hpp"
#include "linkwork/methods.hpp"

namespace linkwork {

/// Near singular poses of loops the motions that they allow turn quickly. A step over which they
/// would turn by more than this [rad], as far as the guess tells, is taken as two halves.
inline constexpr double largestBend = 0.2;

/// The variational integrator in minimal coordinates, on any mechanism, in O(n).
///
///   L_d = Σ_i h/2 V̄_iᵀ G_i V̄_i − (h/2)(V(q_k) + V(q_{k+1}))        V̄_i = log(T_i(k)⁻¹ T_i(k+1))/h
///
/// V is the potential of gravity and springs. Forces enter by Lagrange and d'Alembert:
///
///   p_k + (h/2)(Q_k − ∂V/∂q_k − d(u)) = −D₁ K_d(q_k, q_{k+1})       solved for q_{k+1} = q_k ⊕ h u
///   p_{k+1} = D₂ K_d(q_k, q_{k+1}) + (h/2)(Q_{k+1} − ∂V/∂q_{k+1} − d(u))
///
/// Damping and friction d act by the average velocity, so that they never push; outside forces Q
/// are those at the step's ends. At its end they are asked for at the velocity that Q_k would have
/// left (an error of h² in v), which keeps order 2 where they depend on velocity. Steps of the same
/// length without such forces are symmetric: a step of −h leads back.
///
/// The root is sought by Lee's quasi-Newton corrections, with M(q_k) for the derivative, as long as
/// each is much smaller than the one before, and by Newton's method from where that ends: so
/// nothing but evaluations and passes over forces is needed in the common case, by the revolute
/// joints' kernels where they can take the whole step (hinge_step.hpp).
///
/// `work` of outside forces is (h/2)(Q_k + Q_{k+1})·u, of damping −h d(u)·u.
///
/// A step is refused, with SimulationError and everything as before, if Newton's method does not
/// converge; if a pivot of its matrix is low (lowestPivot): h is then too long for the mechanism's
/// fastest swing; if a body turns by largestTurn, or a joint's turn changes by largestTurnChange:
/// the root may then be another motion's. Source: Lee, Liu, Park and Srinivasa, "A Linear-Time
/// Variational Integrator for Multibody Systems"; loops by clusters as in discrete_equations.hpp.
class MinimalVariationalIntegrator final : public VariationalIntegrator {
 public:
  /// The tree must outlive the integrator. `whole` takes the steps that it can.
  explicit MinimalVariationalIntegrator(const ClusterTree<double>& tree,
                                        const MinimalVariationalOptions& options = {},
                                        WholeDiscreteStep whole = {});
  /// With a root finder of one's own.
  MinimalVariationalIntegrator(const ClusterTree<double>& tree,
                               const MinimalVariationalOptions& options,
                               std::unique_ptr<RootFinder> rootFinder);

  void start(const MotionState& state) override;
  void step(double h, const ForcesAtNode& forces, MotionState& state) override;
  void relieve(const Eigen::VectorXd* strengths) override { equations_.relieve(strengths); }
  std::size_t memorySize() const override;
  void remember(std::span<double> into) const override;
  void recall(const MotionState& state, std::span<const double> memory) override;
  int iterations() const override { return iterations_; }

  /// Told of every solution from now on, two where a step is taken as halves: its h, where it
  /// began, u, and where it led.
  using Observer = std::function<void(double h, const MotionState& start, const Eigen::VectorXd& u,
                                      const MotionState& end)>;
  void observe(Observer observer) { observer_ = std::move(observer); }

 private:
  void advance(double h, double sinceStart, const ForcesAtNode& forces, MotionState& state,
               int halvings);
  bool advanceWhole(double h, MotionState& state);
  bool advanceRevolutes(double h, double sinceStart, const ForcesAtNode& forces,
                        MotionState& state);
  void guess(double h, const MotionState& state);
  void guessOnLine(double h, const Eigen::VectorXd& v, Eigen::VectorXd& u) const;
  bool bendsTooFar() const;
  template <typename Evaluate, typename Direction>
  bool correct(Evaluate evaluate, Direction direction);
  void solve(double h);
  void requireTrustworthy(double h, const MotionState& state) const;
  void arrive(double h, double sinceStart, const ForcesAtNode& forces, MotionState& state);
  void finish(double h, MotionState& state);
  SimulationError failure(double h, const std::string& why) const;
  static void askForForces(const ForcesAtNode& forces, double sinceStart, const Eigen::VectorXd& q,
                           const Eigen::VectorXd& v, AppliedForces<double>& result);
  double workOf(double h, const AppliedForces<double>& forces) const;

  MinimalVariationalOptions options_;
  WholeDiscreteStep whole_;
  StepState node_;
  DiscreteEquations equations_;
  std::unique_ptr<RootFinder> rootFinder_;
  std::optional<ImpulseSweep> impulses_;  ///< before the root finder
  KernelWorkspace<double> revoluteNumbers_;
  StepBodies<double> bodyNumbers_;
  std::optional<RevoluteStep<double>> revolutes_;       ///< before all that
  bool isPlaced_ = false, areRevolutesPlaced_ = false;  ///< whether node_, hinges_ are at the state
  DiscreteMomenta<double> momenta_;                     ///< at the node
  DiscreteMomenta<double> pushed_;  ///< with half the impulse of the forces there
  DiscreteMomenta<double> end_;
  AppliedForces<double> startForces_, endForces_;
  MotionState arrived_, before_;
  Eigen::VectorXd u_, trial_, direction_, nextDirection_, lastU_;
  Eigen::VectorXd bend_;  ///< what the last guess on a line missed, over h (h + h_last)
  double lastStep_ = 0;
  std::vector<Vector6<double>> velocities_;  ///< of the bodies, at the start
  std::vector<double> backup_;
  int iterations_ = 0;
  Observer observer_;
};

}  // namespace linkwork
