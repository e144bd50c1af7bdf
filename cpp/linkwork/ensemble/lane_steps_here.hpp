#pragma once

// Steps of SIMD-batched copies. Included by one file for each instruction set, each with its own
// number of lanes. They share nothing here.

#include "linkwork/dynamics/aba.hpp"
#include "linkwork/dynamics/explicit_steps.hpp"
#include "linkwork/dynamics/kernels/joint_kernels.hpp"
#include "linkwork/ensemble/lane_moves_here.hpp"
#include "linkwork/ensemble/lane_planar_here.hpp"
#include "linkwork/ensemble/lane_variational_here.hpp"

namespace linkwork {

namespace {

/// Sines and cosines of revolute joints at a position.
template <typename S>
void turn(LaneMemory<S>& memory, const LaneVector<S>& q) {
  kernels::updateJointTransforms(memory.kernels.view(memory.plan()),
                                 static_cast<int>(memory.kernels.revolutes.size()), q.data());
}

/// v̇ = H⁻¹(τ − b) after `turn` and with G and g of loops, and the power of applied and damping
/// forces.
template <typename S>
S accelerateTurned(LaneMemory<S>& memory, const LaneVector<S>& q, const LaneVector<S>& v,
                   LaneVector<S>& a) {
  S power(0);
  for (Eigen::Index k = 0; k < v.size(); ++k) {
    memory.jointForces[k] = memory.torque[k];
    power += memory.torque[k] * v[k];
  }
  for (const LanePassive<S>& joint : memory.passive) {
    const S damping = joint.damping * v[joint.velocity];
    S& force = memory.jointForces[joint.velocity];
    force -= damping;
    force -= joint.stiffness * (q[joint.position] - joint.rest);
    power -= damping * v[joint.velocity];
  }
  kernels::RevolutesAlone<S> alone;  // loops are solved already
  kernels::aba(kernels::JointKernels<S, kernels::RevolutesAlone<S>>(
                   memory.plan(), memory.kernels,
                   {q.data(), v.data(), memory.jointForces.data(), memory.bodies.gravity}, alone),
               a.data());
  return power;
}

/// Closes couplings to rounding.
template <typename S>
void closeTies(LaneMemory<S>& memory) {
  for (const LaneTie& tie : memory.ties) {
    S q(tie.offset), v(0);
    for (const auto& term : tie.terms) {
      q -= S(term.coefficient) * memory.q[term.position];
      v -= S(term.coefficient) * memory.v[term.velocity];
    }
    memory.q[tie.own.position] = q / S(tie.own.coefficient);
    memory.v[tie.own.velocity] = v / S(tie.own.coefficient);
  }
}

struct LaneRungeKutta4 {
  template <typename S, typename Motion>
  void operator()(LaneMemory<S>& memory, double h, const Motion& motion) const {
    stepRungeKutta4(memory.joints(), h, motion, memory, memory.q, memory.v);
  }
};

struct LaneSemiImplicitEuler {
  template <typename S, typename Motion>
  void operator()(LaneMemory<S>& memory, double h, const Motion& motion) const {
    stepSemiImplicitEuler(memory.joints(), memory.roots, h, h, motion, memory.v, memory, memory.q,
                          memory.v);
  }
};

/// v̇ in doubles, loops included.
template <typename S>
struct DoubleMotion {
  LaneMemory<S>& memory;

  S accelerate(const LaneVector<S>& q, const LaneVector<S>& v, LaneVector<S>& a) const {
    turn(memory, q);
    updatePlanarLoops(memory.plan(), q, v, memory.loops, memory.kernels);
    memory.loops.update(q, v, memory.kernels);
    return accelerateTurned(memory, q, v, a);
  }
  void closeLoops() const {
    closePlanarLoops(memory.plan(), memory.loops, memory.kernels, memory.q, memory.v);
    memory.loops.close(memory.q, memory.v);
  }
};

/// `motion` writes v̇, returns the power, and closes loops.
template <typename S, typename Advance, typename Motion>
void step(LaneMemory<S>& memory, double h, typename LaneSteps<S>::Outcome& outcome, Advance advance,
          const Motion& motion) {
  S power(0);
  memory.velocityBefore = memory.v;
  advance(memory, h,
          [&](double, double weight, const LaneVector<S>& q, const LaneVector<S>& v,
              LaneVector<S>& a) { power += S(weight) * motion.accelerate(q, v, a); });
  closeTies(memory);
  motion.closeLoops();
  memory.work += S(h) * power;
  judge(memory, outcome);
}

template <typename S, typename Advance>
void stepInDoubles(LaneMemory<S>& memory, double h, typename LaneSteps<S>::Outcome& outcome) {
  step(memory, h, outcome, Advance(), DoubleMotion<S>{memory});
}

template <typename S>
constexpr LaneSteps<S> laneStepsHere{stepInDoubles<S, LaneRungeKutta4>,
                                     stepInDoubles<S, LaneSemiImplicitEuler>, stepSecondOrder<S>,
                                     kernels::recursionPassesHere<S>, kernels::stepPassesHere<S>};

}  // namespace
}  // namespace linkwork
