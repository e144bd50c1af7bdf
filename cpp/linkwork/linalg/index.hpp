#pragma once

#include <cstddef>

namespace linkwork {

/// Converts an index for standard containers.
constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace linkwork
