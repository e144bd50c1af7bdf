#pragma once

// Accelerations of hinges (passes_here.hpp).

#include "linkwork/dynamics/hinges/hinge_frames.hpp"

namespace linkwork::hinges {
namespace {

/// q̈ = u/D − (U/D)ᵀ e',  e' += z q̈.
template <typename S>
inline S accelerateStep(const Hinge<S>& hinge, const HingeScratch<S>& here, Increment<S>& at) {
  const S* b = at.angular;
  const S* e = at.linear;
  const S* g = here.gain;
  const S axial = hinge.isGeared ? g[2] * b[Z] : b[Z];
  const S turning = g[0] * b[X] + g[1] * b[Y];  // sums side by side: the pass waits for them
  const S moving = (g[3] * e[X] + g[4] * e[Y]) + g[5] * e[Z];
  const S result = (here.freeRate - axial) - (turning + moving);
  at.angular[Z] += result;
  return result;
}

template <typename S>
void accelerate(const Memory<S>& memory, int first, int last, S* a) {
  Increment<S> at{};
  for (int i = first; i < last; ++i) {
    const Hinge<S>& hinge = memory.hinges[i];
    const HingeScratch<S>& here = memory.scratch[i];
    const S c = memory.cosines[i], s = memory.sines[i];
    if (!hinge.followsParent)
      at = hinge.parent < 0 ? Increment<S>{} : memory.increments[hinge.parent];
    withPlacement(hinge, [&]<Placement placement>() { toJoint<placement>(hinge, at); });
    if (hinge.isGeared) {  // its gain is for the joint's frame
      a[hinge.velocity] = accelerateStep(hinge, here, at);
      turnAndSlide(hinge, c, s, at);
    } else {
      turnAndSlide(hinge, c, s, at);
      a[hinge.velocity] = accelerateStep(hinge, here, at);
    }
    if (hinge.carriesOthers) memory.increments[hinge.body] = at;
  }
}

}  // namespace
}  // namespace linkwork::hinges
