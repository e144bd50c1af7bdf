#pragma once

// Accelerations of hinges (hinge_recursion.hpp).

#include "linkwork/dynamics/hinges/hinge_frames.hpp"

namespace linkwork::fast {
namespace {

/// q̈ = u/D − (U/D)ᵀ e',  e' += z q̈.
inline double accelerateStep(const Hinge& hinge, const HingeScratch& here, Increment& at) {
  const double* b = at.angular;
  const double* e = at.linear;
  const double* g = here.gain;
  const double axial = hinge.isGeared ? g[2] * b[Z] : b[Z];
  const double turning = g[0] * b[X] + g[1] * b[Y];  // sums side by side: the pass waits for them
  const double moving = (g[3] * e[X] + g[4] * e[Y]) + g[5] * e[Z];
  const double result = (here.freeRate - axial) - (turning + moving);
  at.angular[Z] += result;
  return result;
}

void accelerate(const Memory& memory, int first, int last, double* a) {
  Increment at{};
  for (int i = first; i < last; ++i) {
    const Hinge& hinge = memory.hinges[i];
    const HingeScratch& here = memory.scratch[i];
    const double c = memory.cosines[i], s = memory.sines[i];
    if (!hinge.followsCarrier)
      at = hinge.parent < 0 ? Increment{} : memory.increments[hinge.parent];
    withPlacement(hinge, [&]<Placement placement>() { carry<placement>(hinge, c, s, at); });
    a[hinge.velocity] = accelerateStep(hinge, here, at);
    if (hinge.carriesOthers) memory.increments[hinge.body] = at;
  }
}

}  // namespace
}  // namespace linkwork::fast
