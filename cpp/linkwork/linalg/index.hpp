#pragma once

#include <cstddef>

namespace linkwork {

/// An index as the standard containers take it.
constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace linkwork
