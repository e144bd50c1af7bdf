#pragma once

#include <cstdint>
#include <cstring>

namespace linkwork::symbolic {

/// The bits of a number (std::bit_cast, which Emscripten's library lacks).
inline std::uint64_t bitsOf(double number) {
  std::uint64_t bits;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}
inline std::uint32_t bitsOf(float number) {
  std::uint32_t bits;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}

}  // namespace linkwork::symbolic
