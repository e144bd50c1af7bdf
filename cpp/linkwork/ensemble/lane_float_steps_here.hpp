#pragma once

// Steps of SIMD-batched copies with accelerations in floats. Included like lane_steps_here.hpp.

#include "linkwork/ensemble/lane_steps_here.hpp"

namespace linkwork {
namespace {

template <typename To, typename From>
void convert(const From* from, To* to, Eigen::Index count) {
  for (Eigen::Index k = 0; k < count; ++k) to[k] = converted<To>(from[k]);
}

/// v̇ in floats, without loops. Joint angles are in doubles: many turns lose no digits.
template <typename S, typename F>
struct FloatMotion {
  LaneMemory<S>& memory;
  LaneMemory<F>& floats;

  S accelerate(const LaneVector<S>& q, const LaneVector<S>& v, LaneVector<S>& a) const {
    turn(memory, q);
    const kernels::Memory<S> from = memory.kernels.view(memory.plan());
    const kernels::Memory<F> to = floats.kernels.view(memory.plan());
    const auto revolutes = static_cast<Eigen::Index>(memory.kernels.revolutes.size());
    convert(from.sines, to.sines, revolutes);
    convert(from.cosines, to.cosines, revolutes);
    convert(q.data(), floats.q.data(), q.size());
    convert(v.data(), floats.v.data(), v.size());
    const F power = accelerateTurned(floats, floats.q, floats.v, floats.acceleration);
    convert(floats.acceleration.data(), a.data(), a.size());
    return converted<S>(power);
  }
  void closeLoops() const {}
};

template <int W, typename Advance>
void stepInFloats(LaneMemory<Lanes<W>>& memory, LaneMemory<Lanes<W, float>>& floats, double h,
                  typename LaneSteps<Lanes<W>>::Outcome& outcome) {
  convert(memory.torque.data(), floats.torque.data(), memory.torque.size());
  step(memory, h, outcome, Advance(), FloatMotion<Lanes<W>, Lanes<W, float>>{memory, floats});
}

constexpr FloatLaneSteps floatLaneStepsHere{stepInFloats<floatLaneWidth, LaneRungeKutta4>,
                                            stepInFloats<floatLaneWidth, LaneSemiImplicitEuler>};

}  // namespace
}  // namespace linkwork
