#pragma once

#include <cstdint>
#include <string>

/// What shaders of one memory of copies have in common.
namespace linkwork::codegen {

inline constexpr const char* runBinding =
    R"(struct Run { count: u32, steps: u32, zero: u32 }
@group(0) @binding(0) var<uniform> run: Run;
)";

/// A whole number that a shader knows by name.
inline std::string placeText(const char* name, std::uint32_t value) {
  return std::string("const ") + name + " = " + std::to_string(value) + "u;\n";
}
inline std::string placeText(const char* name, int value) {
  return placeText(name, static_cast<std::uint32_t>(value));
}

}  // namespace linkwork::codegen
