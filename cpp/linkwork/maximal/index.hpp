#pragma once

#include <cstddef>

namespace linkwork::maximal {

/// Indices are ints, with −1 for none; containers want theirs.
constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace linkwork::maximal
