#pragma once

#include <concepts>
#include <vector>

#include "linkwork/dynamics/kernels/kernel_workspace.hpp"
#include "linkwork/dynamics/kernels/step_memory.hpp"
#include "linkwork/model/discrete_momenta.hpp"
#include "linkwork/spatial/displacement.hpp"
#include "linkwork/spatial/lanes.hpp"

namespace linkwork {

/// The numbers of bodies that steps read, besides those of revolute joints.
template <typename S>
struct StepBodies {
  explicit StepBodies(int size)
      : count(size),
        stride((size + kernels::bodyLanes - 1) / kernels::bodyLanes * kernels::bodyLanes),
        inertias(static_cast<std::size_t>(10 * stride)) {}
  explicit StepBodies(const ClusterTree<S>& tree);

  /// Writes each number of one body's inertia by `set(to, from)`.
  template <typename Inertia, typename Set>
  void setInertia(int body, const Inertia& inertia, Set set);

  RigidBodyInertia<double> inertia(int body, int lane) const {
    const auto at = [&](int k) {
      return inLane(inertias[static_cast<std::size_t>(k * stride + body)], lane);
    };
    return {at(0), {at(1), at(2), at(3)}, {at(4), at(5), at(6), at(7), at(8), at(9)}};
  }

  int count, stride;        ///< of bodies; of arrays by body
  std::vector<S> inertias;  ///< as StepMemory has them
  S gravity[3];             ///< [m/s²], world axes
};

template <typename S>
StepBodies<S>::StepBodies(const ClusterTree<S>& tree)
    : StepBodies(static_cast<int>(tree.bodies().size())) {
  for (int i = 0; i < count; ++i)
    setInertia(i, tree.body(i).inertia, [](S& to, const S& from) { to = from; });
  for (int k = 0; k < 3; ++k) gravity[k] = tree.gravity()[k];
}

template <typename S>
template <typename Inertia, typename Set>
void StepBodies<S>::setInertia(int body, const Inertia& inertia, Set set) {
  const auto& j = inertia.rotational;
  S* to = inertias.data() + body;
  for (const auto* from : {&inertia.mass, &inertia.moment[0], &inertia.moment[1],
                           &inertia.moment[2], &j.xx, &j.yy, &j.zz, &j.xy, &j.xz, &j.yz}) {
    set(*to, *from);
    to += stride;
  }
}

/// What StepState, DiscreteEquations and ImpulseSweep do, by the kernels of dynamics/kernels: steps
/// of trees of revolute joints and floating bodies whose joints are free of springs, damping and
/// friction.
///
/// Momenta are in the same frames, so that one step may be solved here and the next one there. The
/// residual f itself is never formed: one inward pass takes what bodies' momenta leave straight to
/// M δu = −f, by the factors of M that v = M⁻¹ p has needed anyway.
///
/// Numbers take a step, lanes those of several mechanisms, expressions write it down
/// (integrators/setup/variational_program.cpp). Where a joint moves no mass, what would divide by
/// it is false; lanes become not a number there, and expressions do not know.
///
/// cost  O(n); no allocation
template <typename S>
class RevoluteStep {
 public:
  /// All of these must outlive it; numbers may change between moves.
  RevoluteStep(const Plan& plan, int velocities, KernelWorkspace<S>& kernels, StepBodies<S>& bodies,
               const kernels::RecursionPasses<S>& passes, const kernels::StepPasses<S>& stepPasses);
  RevoluteStep(const RevoluteStep&) = delete;
  RevoluteStep& operator=(const RevoluteStep&) = delete;

  /// Goes to a position: placements, weights, and M factored.
  bool moveTo(const VectorX<S>& q);
  /// π += impulse · weight.
  void addPotentialForces(const S& impulse, DiscreteMomenta<S>& momenta) const;
  /// v = M(q)⁻¹ p.
  bool velocityOf(const DiscreteMomenta<S>& momenta, VectorX<S>& v);

  /// A step of h [s] from here, with momenta that count half the impulse of forces.
  void begin(const S& h, const DiscreteMomenta<S>& momenta);
  /// Everything at the average velocity u. False if numbers are no longer finite or a body turns
  /// too far; expressions do not know.
  MaskOf<S> evaluate(const VectorX<S>& u);
  /// δu = −M(q)⁻¹ f.
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
  const kernels::StepMemory<S>& step() const { return step_; }

 private:
  MaskOf<S> displaceFloating();
  MaskOf<S> evaluateLargeTurns();
  bool solve(const kernels::StepMemory<S>& step, const DiscreteMomenta<S>& known,
             VectorX<S>& result);
  void takeNumbers();
  S* row(int k) { return byBody_.data() + k * bodies_.stride; }

  const Plan& plan_;
  KernelWorkspace<S>& store_;
  StepBodies<S>& bodies_;
  const kernels::RecursionPasses<S>& passes_;
  const kernels::StepPasses<S>& stepPasses_;
  std::vector<S> byBody_, byRevolute_;  ///< what `step_` points to
  kernels::Memory<S> memory_;
  kernels::StepMemory<S> step_{}, rest_{};  ///< the latter without momenta at the start
  S h_{0};
  const DiscreteMomenta<S>* momenta_ = nullptr;
  VectorX<S> u_;
};

/// Momenta at both ends of a step of h [s] of a body that turns by more than the pass's series are
/// made for. False if it turns too far.
bool momentaOfLargeTurn(const RigidBodyInertia<double>& inertia, const Displacement& moved,
                        double h, Vector6<double>& start, Vector6<double>& end);

/// Whether RevoluteStep can take the steps of a tree.
bool suitsRevoluteStep(const ClusterTree<double>& tree);

extern template class RevoluteStep<double>;

}  // namespace linkwork
