#pragma once

// Steps of copies side by side. Included by one file for each instruction set, which has a number
// of lanes of its own: of what is here nothing is shared between them.

#include "linkwork/dynamics/explicit_steps.hpp"
#include "linkwork/dynamics/hinges/hinges_alone.hpp"
#include "linkwork/dynamics/hinges/recursion.hpp"
#include "linkwork/dynamics/hinges/recursion_passes_here.hpp"
#include "linkwork/ensemble/lane_moves_here.hpp"
#include "linkwork/ensemble/lane_variational_here.hpp"

namespace linkwork {

namespace {

/// v̇ = H⁻¹(τ − b), and the power of what acts and what damps.
template <typename S>
S accelerate(LaneMemory<S>& memory, const LaneVector<S>& q, const LaneVector<S>& v,
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
  const hinges::RecursionPasses<S>& passes = hinges::recursionPassesHere<S>;
  passes.turnHinges(memory.hinges.view(memory.plan()),
                    static_cast<int>(memory.hinges.hinges.size()), q.data());
  if (memory.loops.any()) memory.loops.update(q, v, memory.hinges);
  hinges::HingesAlone<S> alone;  // loops are solved before it
  hinges::Recursion<S, hinges::HingesAlone<S>> recursion(
      memory.plan(), passes, memory.hinges,
      {q.data(), v.data(), memory.jointForces.data(), memory.bodies.gravity}, alone);
  recursion.forwardDynamics(a.data());
  if (memory.loops.any()) memory.loops.correct(memory.torque, a);
  return power;
}

/// Couplings closed again to rounding.
template <typename S>
void closeTies(LaneMemory<S>& memory) {
  for (const LaneTie<S>& tie : memory.ties) {
    S q = tie.offset, v(0);
    for (const auto& term : tie.terms) {
      q += S(term.coefficient) * memory.q[term.position];
      v += S(term.coefficient) * memory.v[term.velocity];
    }
    memory.q[tie.position] = q;
    memory.v[tie.velocity] = v;
  }
}

template <typename S, typename Advance>
void step(LaneMemory<S>& memory, double h, typename LaneSteps<S>::Verdict& verdict,
          Advance advance) {
  S power(0);
  memory.velocityBefore = memory.v;
  const auto motion = [&](double, double weight, const LaneVector<S>& q, const LaneVector<S>& v,
                          LaneVector<S>& a) { power += S(weight) * accelerate(memory, q, v, a); };
  advance(memory.joints(), motion);
  if (memory.loops.any())
    memory.loops.close(memory.q, memory.v);
  else
    closeTies(memory);
  memory.work += S(h) * power;
  judge(memory, verdict);
}

template <typename S>
constexpr LaneSteps<S> laneStepsHere{
    [](LaneMemory<S>& memory, double h, typename LaneSteps<S>::Verdict& verdict) {
      step(memory, h, verdict, [&](const LaneJoints<S>& joints, const auto& motion) {
        stepRungeKutta4(joints, h, motion, memory, memory.q, memory.v);
      });
    },
    [](LaneMemory<S>& memory, double h, typename LaneSteps<S>::Verdict& verdict) {
      step(memory, h, verdict, [&](const LaneJoints<S>& joints, const auto& motion) {
        stepSemiImplicitEuler(joints, h, motion, memory.v, memory, memory.q, memory.v);
      });
    },
    stepSecondOrder<S>, hinges::recursionPassesHere<S>, hinges::stepPassesHere<S>};

}  // namespace
}  // namespace linkwork
