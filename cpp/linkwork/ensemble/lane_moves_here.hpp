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
  for (const hinges::FloatingBody<S>& body : joints.floating)
    result.template segment<7>(body.position) = FreeJoint<S>::retract(
        q.template segment<7>(body.position), delta.template segment<6>(body.velocity));
}

template <typename S>
void chartVelocity(const LaneJoints<S>& joints, const LaneVector<S>& delta, const LaneVector<S>& v,
                   LaneVector<S>& result) {
  for (const auto [position, velocity, count] : joints.runs)
    for (int k = 0; k < count; ++k) result[velocity + k] = v[velocity + k];
  for (const hinges::FloatingBody<S>& body : joints.floating)
    result.template segment<6>(body.velocity) = FreeJoint<S>::chartVelocity(
        delta.template segment<6>(body.velocity), v.template segment<6>(body.velocity));
}

namespace {

/// Checks a step from velocityBefore.
template <typename S>
void judge(const LaneMemory<S>& memory, typename LaneSteps<S>::Verdict& verdict) {
  verdict.doubt = memory.work - memory.work;
  verdict.change = S(0);
  verdict.speed = S(0);
  for (Eigen::Index k = 0; k < memory.q.size(); ++k) verdict.doubt += memory.q[k] - memory.q[k];
  for (Eigen::Index k = 0; k < memory.v.size(); ++k) {
    const S change = memory.v[k] - memory.velocityBefore[k];
    verdict.doubt += change - change;
    verdict.change = larger(verdict.change, change * change);
    verdict.speed = larger(
        verdict.speed,
        larger(memory.v[k] * memory.v[k], memory.velocityBefore[k] * memory.velocityBefore[k]));
  }
}

}  // namespace
}  // namespace linkwork
