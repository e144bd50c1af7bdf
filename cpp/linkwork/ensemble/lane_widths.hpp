#pragma once

#include "linkwork/spatial/lanes.hpp"

namespace linkwork {

/// How many copies this processor moves side by side: 8 where it has AVX-512, 4 with AVX2, else 2.
int laneWidth();

/// How many move side by side with accelerations in floats, where they do: 16 with AVX-512, 4 in
/// WebAssembly and on other processors.
#if defined(__x86_64__)
inline constexpr int floatLaneWidth = 16;
#else
inline constexpr int floatLaneWidth = 4;
#endif
using FloatLanes = Lanes<floatLaneWidth, float>;

/// Whether copies with loops move in lanes of a scalar.
template <typename S>
inline constexpr bool haveLoops = S::width != floatLaneWidth;

}  // namespace linkwork
