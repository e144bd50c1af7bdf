#pragma once

#include <catch2/catch.hpp>
#include <span>

#include "dynamics/tolerance.hpp"
#include "linkwork/ensemble.hpp"
#include "simulation/flat.hpp"

namespace linkwork::test {

inline EnsembleOptions optionsOf(const char* integrator, int count, int threads = 1) {
  return {.count = count,
          .simulation = {.method = "articulated-body", .integrator = integrator},
          .threads = threads};
}

inline std::span<const double> rowOf(std::span<const double> rows, int copy, std::size_t size) {
  return rows.subspan(static_cast<std::size_t>(copy) * size, size);
}

/// Checks that two states differ only by rounding after several steps of a smooth motion. The only
/// other difference is the rounding of fused multiply–add.
inline void checkAlike(std::span<const double> found, std::span<const double> expected) {
#if defined(__EMSCRIPTEN__)
  CHECK(listOf(found) == listOf(expected));
#else
  double size = 1;
  for (const double number : expected) size = std::max(size, std::abs(number));
  CHECK(largestDifference(found, expected) <= 1e5 * epsilon * size);
#endif
}

}  // namespace linkwork::test
