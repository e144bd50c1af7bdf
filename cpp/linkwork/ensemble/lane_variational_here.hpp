#pragma once

// The step of discrete mechanics of SIMD-batched copies. Included like lane_steps_here.hpp.

#include <limits>
#include <utility>

#include "linkwork/dynamics/kernels/step_pass.hpp"
#include "linkwork/ensemble/lane_moves_here.hpp"
#include "linkwork/integrators/quasi_newton.hpp"
#include "linkwork/integrators/revolute_step_definitions.hpp"

namespace linkwork {
namespace {

/// Extrapolates the line through the last average and v by half a step.
template <typename S>
S onLine(const LaneMemory<S>& memory, const LaneMomenta<S>& at, const S& h, Eigen::Index k) {
  return memory.v[k] + h / at.lastStep * (memory.v[k] - at.lastU[k]);
}

/// The guess of MinimalVariationalIntegrator; lanes that have just started use their velocity.
template <typename S>
void guess(const LaneMemory<S>& memory, LaneMomenta<S>& at, const S& h) {
  for (Eigen::Index k = 0; k < at.u.size(); ++k)
    at.u[k] = choose(
        S(0) < at.lastStep,
        [&] { return onLine(memory, at, h, k) + h * (h + at.lastStep) * at.bend[k]; },
        [&] { return at.lastU[k]; });
}

template <typename S>
S largest(const VectorX<S>& values, double least) {
  S result(least);
  for (const S& value : values) result = larger(result, abs(value));
  return result;
}

/// The corrections of MinimalVariationalIntegrator, of each lane until it converges. Returns zero,
/// or NaN for lanes that do not converge or whose bodies turn too far.
template <typename S>
S correct(LaneMomenta<S>& at) {
  using Outcome = QuasiNewtonConvergence<>::Outcome;
  QuasiNewtonConvergence<> convergence[S::width];
  S doubt(0);
  auto isMoving = at.step.evaluate(at.u);
  const auto leave = [&](int lane) {
    doubt.set(lane, std::numeric_limits<double>::quiet_NaN());
    isMoving.holds[lane] = false;
  };
  for (int lane = 0; lane < S::width; ++lane)
    if (!isMoving.holds[lane]) leave(lane);
  for (int iteration = 0; any(isMoving); ++iteration) {
    at.step.direction(at.direction);
    const S size = largest(at.direction, 0) / largest(at.u, 1);
    MaskOf<S> isLast(false);
    for (int lane = 0; lane < S::width; ++lane) {
      if (!isMoving.holds[lane]) continue;
      const Outcome outcome = convergence[lane].judge(size[lane], at.options.tolerance);
      isLast.holds[lane] = outcome == Outcome::last;
      if (outcome == Outcome::tooSlow || iteration == at.options.maxIterations) leave(lane);
    }
    for (Eigen::Index k = 0; k < at.u.size(); ++k)
      at.u[k] = choose(
          isMoving, [&] { return at.u[k] + at.direction[k]; }, [&] { return at.u[k]; });
    const MaskOf<S> isKnown = at.step.evaluate(at.u);
    for (int lane = 0; lane < S::width; ++lane) {
      if (isMoving.holds[lane] && !isKnown.holds[lane]) leave(lane);
      if (isLast.holds[lane]) isMoving.holds[lane] = false;
    }
  }
  return doubt;
}

/// MinimalVariationalIntegrator::takeRevolutes, the same operations lane by lane.
template <typename S>
void stepSecondOrder(LaneMemory<S>& memory, LaneMomenta<S>& at, double seconds,
                     typename LaneSteps<S>::Outcome& outcome) {
  const S h(seconds), half(0.5 * seconds);
  const auto push = [&](DiscreteMomenta<S>& momenta) {
    at.step.addPotentialForces(half, momenta);
    for (Eigen::Index k = 0; k < at.u.size(); ++k) momenta.joints[k] += half * memory.torque[k];
  };
  memory.velocityBefore = memory.v;
  at.q = memory.q;
  if (!at.isPlaced) at.step.moveTo(at.q);
  at.pushed = at.momenta;
  push(at.pushed);
  at.step.begin(h, at.pushed);
  guess(memory, at, h);
  S doubt = correct(at);

  S power(0), change(0);
  for (Eigen::Index k = 0; k < at.u.size(); ++k) {
    power += memory.torque[k] * at.u[k];
    change += (at.u[k] - memory.v[k]) * (at.u[k] - memory.v[k]);
    memory.delta[k] = h * at.u[k];
  }
  memory.work += h * power;
  const S turn = h * h * change;
  for (int lane = 0; lane < S::width; ++lane)
    if (!(turn[lane] < largestTurnChange * largestTurnChange))
      doubt.set(lane, std::numeric_limits<double>::quiet_NaN());
  retract<S>(memory.joints(), memory.q, memory.delta, memory.q);

  at.step.momentaAtEnd(at.end);
  at.q = memory.q;
  at.step.moveTo(at.q);
  at.isPlaced = true;
  push(at.end);
  at.step.velocityOf(at.end, at.v);
  for (Eigen::Index k = 0; k < at.u.size(); ++k)
    at.bend[k] = choose(
        S(0) < at.lastStep,
        [&] { return (at.u[k] - onLine(memory, at, h, k)) / (h * (h + at.lastStep)); },
        [] { return S(0); });
  at.lastU = at.u;
  at.lastStep = h;
  std::swap(at.momenta, at.end);
  memory.v = at.v;
  judge(memory, outcome);
  outcome.doubt += doubt;
}

}  // namespace
}  // namespace linkwork
