#pragma once

#include <concepts>
#include <vector>

#include "linkwork/dynamics/kernels/kernel_workspace.hpp"
#include "linkwork/dynamics/kernels/step_memory.hpp"
#include "linkwork/model/discrete_momenta.hpp"
#include "linkwork/spatial/displacement.hpp"
#include "linkwork/spatial/lanes.hpp"

namespace linkwork {

/// Numbers of bodies in steps, without those of revolute joints.
template <typename S>
struct StepBodies {
  explicit StepBodies(int size)
      : count(size),
        stride((size + kernels::bodyLanes - 1) / kernels::bodyLanes * kernels::bodyLanes),
        inertias(static_cast<std::size_t>(10 * stride)) {}
  explicit StepBodies(const ClusterTree<S>& tree);

  /// Writes each number of the inertia of one body by `set(to, from)`.
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
  const auto& h = inertia.moment;
  const auto& j = inertia.rotational;
  S* to = inertias.data() + body;
  for (const auto* from :
       {&inertia.mass, &h.x, &h.y, &h.z, &j.xx, &j.yy, &j.zz, &j.xy, &j.xz, &j.yz}) {
    set(*to, *from);
    to += stride;
  }
}

/// Steps of trees of revolute joints and floating bodies without springs, damping and friction, by
/// the kernels of dynamics/kernels. It replaces StepState, DiscreteEquations and ImpulseSweep.
///
/// Momenta are in the same frames, and therefore each step may be solved by either. The residual f
/// is never formed: one backward pass computes M δu = −f directly from the momenta of bodies, with
/// the factors of M from v = M⁻¹ p.
///
/// Scalars are double for one step, lanes for those of several mechanisms, and expressions for
/// generated code (integrators/setup/variational_program.cpp). If a joint moves no mass, functions
/// that would divide by it return false; lanes become NaN there, and expressions do not detect it.
///
/// cost  O(n); no allocation
template <typename S>
class RevoluteStep {
 public:
  /// All arguments must outlive it; their numbers may change between calls of moveTo.
  RevoluteStep(const Plan& plan, int velocities, KernelWorkspace<S>& kernels, StepBodies<S>& bodies,
               const kernels::RecursionPasses<S>& passes, const kernels::StepPasses<S>& stepPasses);
  RevoluteStep(const RevoluteStep&) = delete;
  RevoluteStep& operator=(const RevoluteStep&) = delete;

  /// Moves to a position: computes placements, weights, and the factors of M.
  bool moveTo(const VectorX<S>& q);
  /// π += impulse · weight.
  void addPotentialForces(const S& impulse, DiscreteMomenta<S>& momenta) const;
  /// Computes v = M(q)⁻¹ p.
  bool velocityOf(const DiscreteMomenta<S>& momenta, VectorX<S>& v);

  /// Starts a step of h [s], with momenta that include half the impulse of forces.
  void begin(const S& h, const DiscreteMomenta<S>& momenta);
  /// Evaluates everything at the average velocity u. Returns false if numbers are not finite or a
  /// body turns too far; expressions do not detect this.
  MaskOf<S> evaluate(const VectorX<S>& u);
  /// Computes δu = −M(q)⁻¹ f.
  bool direction(VectorX<S>& du);
  /// Computes the momenta ν at q ⊕ h u.
  void momentaAtEnd(DiscreteMomenta<S>& momenta) const;

  /// Calls `visit` with each number that moveTo computes for later functions.
  template <typename Visit>
  void visitPlaced(Visit visit);
  /// The same for evaluate: momenta at both ends.
  template <typename Visit>
  void visitMomenta(Visit visit);
  /// Results of evaluate for each body.
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

/// Computes momenta at both ends of a step of h [s] of a body that turns by more than the series of
/// the pass can represent. Returns false if it turns too far.
bool momentaOfLargeTurn(const RigidBodyInertia<double>& inertia, const Displacement& moved,
                        double h, Vector6<double>& start, Vector6<double>& end);

/// Returns whether RevoluteStep supports a tree.
bool suitsRevoluteStep(const ClusterTree<double>& tree);

extern template class RevoluteStep<double>;

}  // namespace linkwork
