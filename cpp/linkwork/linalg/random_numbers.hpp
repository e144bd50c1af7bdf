#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "linkwork/elementary.hpp"

namespace linkwork {

/// SplitMix64's step: bits that look random for every input.
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
inline std::uint64_t mixed(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Uniformly distributed in (0, 1]; a pure function of the seed and two indices.
inline double evenNumber(std::uint64_t seed, std::uint64_t row, std::uint64_t column) {
  const std::uint64_t bits = mixed(mixed(mixed(seed) ^ row) ^ column);
  return (static_cast<double>(bits >> 11) + 1) * 0x1p-53;
}

/// Normally distributed with deviation 1, bitwise identical on every machine (Box and Muller).
inline double normalNumber(std::uint64_t seed, std::uint64_t row, std::uint64_t column) {
  const double u = evenNumber(seed, row, 2 * column), w = evenNumber(seed, row, 2 * column + 1);
  return std::sqrt(-2 * elementary::log(u)) * elementary::cos(2 * std::numbers::pi * w);
}

}  // namespace linkwork
