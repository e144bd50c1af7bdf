#pragma once

#include <cstddef>
#include <utility>

namespace linkwork {

/// Converts an index to the index type of the standard containers.
constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

namespace linalg {

/// Calls `visit.operator()<n>()` with the size as a compile-time constant, n = 1 … most. Sizes
/// above `most` call `visit.operator()<most>()`.
template <int most, typename Visitor>
decltype(auto) withSize(int size, Visitor&& visit) {
  if constexpr (most == 1) {
    return visit.template operator()<1>();
  } else {
    if (size >= most) return visit.template operator()<most>();
    return withSize<most - 1>(size, std::forward<Visitor>(visit));
  }
}

}  // namespace linalg
}  // namespace linkwork
