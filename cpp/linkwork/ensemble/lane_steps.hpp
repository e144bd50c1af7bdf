#pragma once

#include "linkwork/ensemble/lane_momenta.hpp"

namespace linkwork {

/// Steps of copies side by side, compiled for one instruction set (lane_steps_here.hpp). Each moves
/// the state in `memory` and its work; what comes back is zero in lanes whose numbers are finite,
/// else not a number, and with it how far velocities went in the step at most, squared.
template <typename S>
struct LaneSteps {
  struct Verdict {
    S doubt;
    S change;  ///< the largest (v' − v)²
  };
  void (*rungeKutta4)(LaneMemory<S>& memory, double h, Verdict& verdict);
  void (*semiImplicitEuler)(LaneMemory<S>& memory, double h, Verdict& verdict);
  void (*secondOrder)(LaneMemory<S>& memory, LaneMomenta<S>& momenta, double h, Verdict& verdict);
  const hinges::RecursionPasses<S>& passes;  ///< for LaneMomenta
  const hinges::StepPasses<S>& stepPasses;
};

/// How many copies this processor moves side by side: 8 where it has AVX-512, 4 with AVX2, else 2.
int laneWidth();

/// The steps for that width.
template <int W>
const LaneSteps<Lanes<W>>& laneSteps();
template <>
const LaneSteps<Lanes<2>>& laneSteps<2>();
template <>
const LaneSteps<Lanes<4>>& laneSteps<4>();
template <>
const LaneSteps<Lanes<8>>& laneSteps<8>();

}  // namespace linkwork
