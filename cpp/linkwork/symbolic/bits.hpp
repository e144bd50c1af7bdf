#pragma once

#include <cstdint>
#include <cstring>

namespace linkwork::symbolic {

/// The bits of a double (std::bit_cast, which Emscripten's library lacks).
inline std::uint64_t bitsOf(double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

}  // namespace linkwork::symbolic
