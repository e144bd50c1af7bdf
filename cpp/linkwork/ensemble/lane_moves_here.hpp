#pragma once

// State updates of SIMD-batched copies in a step, and their validity check. Included like
// lane_steps_here.hpp.

#include "linkwork/ensemble/lane_steps.hpp"
#include "linkwork/joints/free.hpp"

namespace linkwork {

template <typename S>
void retract(const LaneJoints<S>& joints, const LaneVector<S>& q, const LaneVector<S>& delta,
             LaneVector<S>& result) {
  for (const auto [position, velocity, count] : joints.runs)
    for (int k = 0; k < count; ++k) result[position + k] = q[position + k] + delta[velocity + k];
  for (const kernels::FloatingBody<S>& body : joints.floating)
    result.template segment<7>(body.position) = FreeJoint<S>::retract(
        q.template segment<7>(body.position), delta.template segment<6>(body.velocity));
}

template <typename S>
void chartVelocity(const LaneJoints<S>& joints, const LaneVector<S>& delta, const LaneVector<S>& v,
                   LaneVector<S>& result) {
  for (const auto [position, velocity, count] : joints.runs)
    for (int k = 0; k < count; ++k) result[velocity + k] = v[velocity + k];
  for (const kernels::FloatingBody<S>& body : joints.floating)
    result.template segment<6>(body.velocity) = FreeJoint<S>::chartVelocity(
        delta.template segment<6>(body.velocity), v.template segment<6>(body.velocity));
}

namespace {

/// Checks a step from velocityBefore.
template <typename S>
void judge(const LaneMemory<S>& memory, typename LaneSteps<S>::Outcome& outcome) {
  outcome.doubt = memory.work - memory.work;
  outcome.change = S(0);
  outcome.speed = S(0);
  for (Eigen::Index k = 0; k < memory.q.size(); ++k) outcome.doubt += memory.q[k] - memory.q[k];
  for (Eigen::Index k = 0; k < memory.v.size(); ++k) {
    const S change = memory.v[k] - memory.velocityBefore[k];
    outcome.doubt += change - change;
    outcome.change = larger(outcome.change, change * change);
    outcome.speed = larger(
        outcome.speed,
        larger(memory.v[k] * memory.v[k], memory.velocityBefore[k] * memory.velocityBefore[k]));
  }
}

}  // namespace
}  // namespace linkwork
