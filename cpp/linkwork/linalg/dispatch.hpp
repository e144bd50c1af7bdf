#pragma once

#include <utility>

namespace linkwork::linalg {

/// Calls `visit.operator()<n>()` with a size as a constant, n = 1 … most; larger sizes count as
/// `most`. Gives loops over small blocks compile-time bounds.
template <int most, typename Visitor>
decltype(auto) withSize(int size, Visitor&& visit) {
  if constexpr (most == 1) {
    return visit.template operator()<1>();
  } else {
    if (size >= most) return visit.template operator()<most>();
    return withSize<most - 1>(size, std::forward<Visitor>(visit));
  }
}

}  // namespace linkwork::linalg
