#pragma once

#include <type_traits>

#include "linkwork/ensemble/lane_memory.hpp"
#include "linkwork/integrators/quasi_newton.hpp"
#include "linkwork/integrators/revolute_step.hpp"
#include "linkwork/methods.hpp"

namespace linkwork {

/// State of SIMD-batched steps of discrete mechanics in addition to LaneMemory: the integrator's
/// memory and workspace (integrators/minimal_variational_integrator.hpp).
template <typename S>
class LaneMomenta {
 public:
  LaneMomenta(const ClusterTree<double>& tree, LaneMemory<S>& memory,
              const MinimalVariationalOptions& how, const kernels::RecursionPasses<S>& passes,
              const kernels::StepPasses<S>& stepPasses)
      : options(how),
        step(*tree.plan(), tree.velocitySize(), memory.kernels, memory.bodies, passes, stepPasses),
        momenta(tree.bodies().size(), tree.velocitySize()),
        pushed(momenta),
        end(momenta),
        lastU(momenta.joints),
        bend(lastU),
        u(lastU),
        direction(lastU),
        v(lastU),
        q(VectorX<S>::Zero(tree.positionSize())) {}

  /// Calls `visit` with every stored number, in the order of the integrator's memory.
  template <typename Visit>
  void visitMemory(Visit visit) {
    const auto visitAll = [&](auto& numbers) {
      if constexpr (std::is_same_v<decltype(numbers), S&>)
        visit(numbers);
      else
        for (S& number : numbers) visit(number);
    };
    visitVariationalMemory(momenta, lastU, bend, lastStep, visitAll);
  }

  const MinimalVariationalOptions options;
  RevoluteStep<S> step;
  bool isPlaced = false;  ///< whether `step` is at the state
  DiscreteMomenta<S> momenta, pushed, end;
  VectorX<S> lastU, bend, u, direction, v, q;
  S lastStep{0};
};

}  // namespace linkwork
