#pragma once

#include <vector>

#include "linkwork/dynamics/hinges/hinge_memory.hpp"
#include "linkwork/dynamics/hinges/step_memory.hpp"
#include "linkwork/integrators/step_state.hpp"

namespace linkwork {

/// What StepState, DiscreteEquations and ImpulseSweep do, by the kernels of dynamics/hinges: steps
/// of trees of hinges and floating bodies whose joints are free of springs, damping and friction.
///
/// Momenta are in the same frames, so that one step may be solved here and the next one there. The
/// residual f itself is never formed: one inward pass takes what bodies' momenta leave straight to
/// M δu = −f, by the factors of M that v = M⁻¹ p has needed anyway.
///
/// cost  O(n); no allocation
class HingeStep {
 public:
  /// Whether it can take the steps of this tree.
  static bool suits(const ClusterTree<double>& tree);

  /// The tree must outlive it.
  explicit HingeStep(const ClusterTree<double>& tree);
  HingeStep(const HingeStep&) = delete;
  HingeStep& operator=(const HingeStep&) = delete;

  /// Goes to a position: placements, weights, and M factored. Throws SimulationError if a joint
  /// moves no mass.
  void moveTo(const Eigen::VectorXd& q);
  /// π += impulse · weight.
  void addPotentialForces(double impulse, DiscreteMomenta& momenta) const;
  /// v = M(q)⁻¹ p.
  void velocityOf(const DiscreteMomenta& momenta, Eigen::VectorXd& v);

  /// A step of h [s] from here, with momenta that count half the impulse of forces.
  void begin(double h, const DiscreteMomenta& momenta);
  /// Everything at the average velocity u. False if numbers are no longer finite or a body turns
  /// too far.
  bool evaluate(const Eigen::VectorXd& u);
  /// δu = −M(q)⁻¹ f, always found.
  bool direction(Eigen::VectorXd& du);
  /// The momenta ν at q ⊕ h u.
  void momentaAtEnd(DiscreteMomenta& momenta) const;

 private:
  bool displaceFloating();
  bool evaluateLargeTurns();
  void solve(const hinges::StepMemory<double>& step, const DiscreteMomenta& known,
             Eigen::VectorXd& result);
  double* row(int k) { return byBody_.data() + k * stride_; }
  [[noreturn]] void throwMassless(int body) const;

  const ClusterTree<double>& tree_;
  const Plan& plan_;
  int count_, stride_;  ///< of bodies; of arrays by body
  HingeMemory<double> store_;
  std::vector<double> byBody_, byHinge_;  ///< what `step_` points to
  hinges::Memory<double> memory_;
  hinges::StepMemory<double> step_{}, rest_{};  ///< the latter without momenta at the start
  double h_ = 0;
  const DiscreteMomenta* momenta_ = nullptr;
  Eigen::VectorXd u_;
};

}  // namespace linkwork
