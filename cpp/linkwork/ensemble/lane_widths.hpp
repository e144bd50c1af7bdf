#pragma once

#include "linkwork/spatial/lanes.hpp"

namespace linkwork {

/// Number of copies per SIMD batch on this processor: 8 with AVX-512, 4 with AVX2, else 2.
int laneWidth();

/// Copies per SIMD batch with accelerations in floats, if supported: 16 with AVX-512, 4 in
/// WebAssembly and on other processors.
#if defined(__x86_64__)
inline constexpr int floatLaneWidth = 16;
#else
inline constexpr int floatLaneWidth = 4;
#endif
using FloatLanes = Lanes<floatLaneWidth, float>;

/// Whether lanes of a scalar support copies with loops.
template <typename S>
inline constexpr bool haveLoops = S::width != floatLaneWidth;

}  // namespace linkwork
