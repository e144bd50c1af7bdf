#pragma once

#include "linkwork/ensemble/lane_momenta.hpp"
#include "linkwork/ensemble/lane_widths.hpp"

namespace linkwork {

/// Steps of SIMD-batched copies, compiled for one instruction set (lane_steps_here.hpp). Each
/// updates the state in `memory` and its work. `doubt` is zero for lanes with finite numbers, else
/// NaN. The result also has the largest squared velocity and velocity change.
template <typename S>
struct LaneSteps {
  struct Outcome {
    S doubt;
    S change;  ///< the largest (v' − v)²
    S speed;   ///< the largest v² and v'²
  };
  void (*rungeKutta4)(LaneMemory<S>& memory, double h, Outcome& outcome);
  void (*semiImplicitEuler)(LaneMemory<S>& memory, double h, Outcome& outcome);
  void (*secondOrder)(LaneMemory<S>& memory, LaneMomenta<S>& momenta, double h, Outcome& outcome);
  const kernels::RecursionPasses<S>& passes;  ///< for LaneMomenta
  const kernels::StepPasses<S>& stepPasses;
};

/// Like LaneSteps, with states in doubles and accelerations in floats.
struct FloatLaneSteps {
  using States = Lanes<floatLaneWidth>;
  using Outcome = LaneSteps<States>::Outcome;
  void (*rungeKutta4)(LaneMemory<States>& memory, LaneMemory<FloatLanes>& floats, double h,
                      Outcome& outcome);
  void (*semiImplicitEuler)(LaneMemory<States>& memory, LaneMemory<FloatLanes>& floats, double h,
                            Outcome& outcome);
};

/// Null if the processor has no such lanes.
const FloatLaneSteps* floatLaneSteps();

/// The steps for laneWidth().
template <int W>
const LaneSteps<Lanes<W>>& laneSteps();
template <>
const LaneSteps<Lanes<2>>& laneSteps<2>();
template <>
const LaneSteps<Lanes<4>>& laneSteps<4>();
template <>
const LaneSteps<Lanes<8>>& laneSteps<8>();

}  // namespace linkwork
