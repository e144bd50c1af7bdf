#pragma once

#include <type_traits>

namespace linkwork::hinges {
namespace {

/// Calls visit(0) … visit(count − 1), which write to different places: several at a time where the
/// processor can.
template <typename S, typename Visit>
inline void sideBySide(int count, const Visit& visit) {
  if constexpr (std::is_floating_point_v<S>) {
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
#else
#pragma GCC ivdep
#endif
    for (int i = 0; i < count; ++i) visit(i);
  } else {
    for (int i = 0; i < count; ++i) visit(i);
  }
}

}  // namespace
}  // namespace linkwork::hinges
