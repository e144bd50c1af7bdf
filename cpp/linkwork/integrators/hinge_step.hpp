#pragma once

#include <concepts>
#include <vector>

#include "linkwork/dynamics/hinges/hinge_memory.hpp"
#include "linkwork/dynamics/hinges/step_memory.hpp"
#include "linkwork/model/discrete_momenta.hpp"

namespace linkwork {

/// What StepState, DiscreteEquations and ImpulseSweep do, by the kernels of dynamics/hinges: steps
/// of trees of hinges and floating bodies whose joints are free of springs, damping and friction.
///
/// Momenta are in the same frames, so that one step may be solved here and the next one there. The
/// residual f itself is never formed: one inward pass takes what bodies' momenta leave straight to
/// M δu = −f, by the factors of M that v = M⁻¹ p has needed anyway.
///
/// Numbers take a step; expressions write it down (integrators/variational_program.cpp).
///
/// cost  O(n); no allocation
template <typename S>
class HingeStep {
 public:
  /// The tree, whose plan it is, and the passes must outlive it.
  HingeStep(const ClusterTree<S>& tree, const Plan& plan, HingeMemory<S> numbers,
            const hinges::Passes<S>& passes, const hinges::StepPasses<S>& stepPasses);
  /// With the passes for the processor this runs on.
  explicit HingeStep(const ClusterTree<double>& tree) requires std::same_as<S, double>;
  HingeStep(const HingeStep&) = delete;
  HingeStep& operator=(const HingeStep&) = delete;

  /// Goes to a position: placements, weights, and M factored. Throws SimulationError if a joint
  /// moves no mass.
  void moveTo(const VectorX<S>& q);
  /// π += impulse · weight.
  void addPotentialForces(const S& impulse, DiscreteMomenta<S>& momenta) const;
  /// v = M(q)⁻¹ p.
  void velocityOf(const DiscreteMomenta<S>& momenta, VectorX<S>& v);

  /// A step of h [s] from here, with momenta that count half the impulse of forces.
  void begin(const S& h, const DiscreteMomenta<S>& momenta);
  /// Everything at the average velocity u. False if numbers are no longer finite or a body turns
  /// too far; expressions do not know.
  bool evaluate(const VectorX<S>& u);
  /// δu = −M(q)⁻¹ f, always found.
  bool direction(VectorX<S>& du);
  /// The momenta ν at q ⊕ h u.
  void momentaAtEnd(DiscreteMomenta<S>& momenta) const;

  /// Calls `visit` with every number that moveTo leaves to what comes after it.
  template <typename Visit>
  void visitPlaced(Visit visit);
  /// The same of evaluate: momenta at both ends.
  template <typename Visit>
  void visitMomenta(Visit visit);
  /// What evaluate knows of every body.
  const hinges::StepMemory<S>& step() const { return step_; }

 private:
  bool displaceFloating();
  bool evaluateLargeTurns();
  void solve(const hinges::StepMemory<S>& step, const DiscreteMomenta<S>& known,
             VectorX<S>& result);
  S* row(int k) { return byBody_.data() + k * stride_; }
  [[noreturn]] void throwMassless(int body) const;

  const ClusterTree<S>& tree_;
  const Plan& plan_;
  const hinges::Passes<S>& passes_;
  const hinges::StepPasses<S>& stepPasses_;
  int count_, stride_;  ///< of bodies; of arrays by body
  HingeMemory<S> store_;
  std::vector<S> byBody_, byHinge_;  ///< what `step_` points to
  hinges::Memory<S> memory_;
  hinges::StepMemory<S> step_{}, rest_{};  ///< the latter without momenta at the start
  S h_{0};
  const DiscreteMomenta<S>* momenta_ = nullptr;
  VectorX<S> u_;
};

/// Whether HingeStep can take the steps of a tree.
bool suitsHingeStep(const ClusterTree<double>& tree);

extern template class HingeStep<double>;

}  // namespace linkwork
