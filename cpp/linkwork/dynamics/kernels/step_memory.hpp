#pragma once

#include "linkwork/dynamics/kernels/revolute_joint.hpp"
#include "linkwork/spatial/scalar_traits.hpp"

/// Plain numbers only, as in revolute_joint.hpp.
namespace linkwork::kernels {

/// Arrays by body are padded to a multiple of this number.
inline constexpr int bodyLanes = 4;

/// Workspace of a step of discrete mechanics, by tree body, in the body's frame at the start of the
/// step. Structure of arrays.
template <typename S>
struct StepMemory {
  const S* inertia[10];         ///< mass, first moment, J about the origin: xx, yy, zz, xy, xz, yz
  S* turn[4];                   ///< its displacement's quaternion: w, then v
  S* shift[3];                  ///< and translation [m]
  S* start[6];                  ///< momentum μ at the step's start [N·m·s, N·s]
  S* end[6];                    ///< momentum ν at its end
  S* gravity[3];                ///< [m/s²]
  S *angles, *sines, *cosines;  ///< by joint, of half its rotation in the step
};

/// The passes of discrete mechanics, compiled for one instruction set (passes_here.hpp).
template <typename S>
struct StepPasses {
  void (*turnHalf)(const Memory<S>&, const StepMemory<S>&, int count, const S* u, S half);
  MaskOf<S> (*forwardTurns)(const Memory<S>&, const StepMemory<S>&, int first, int last);
  void (*momenta)(const StepMemory<S>&, int count, S rate);
  void (*backwardMomenta)(const Memory<S>&, const StepMemory<S>&, int first, int last,
                          const S* known, const S* knownJoints);
  void (*forwardGravity)(const Memory<S>&, const StepMemory<S>&, int first, int last,
                         const S* atGround);
};

/// The passes in doubles for the current processor.
const StepPasses<double>& stepPasses();

/// Largest rotation (w, v) for which the series of the logarithm and of the momenta are exact to
/// rounding: 0.2 rad.
template <typename S>
[[gnu::always_inline]] inline MaskOf<S> isSmallTurn(S w, S x, S y, S z) {
  return (S(0) < w) & (x * x + y * y + z * z < S(0.01) * w * w);
}

}  // namespace linkwork::kernels
