#pragma once

#include <cmath>

#include "linkwork/spatial/sine_cosine.hpp"

/// All that a kernel (dynamics/hinges) has to ask of its scalar beyond arithmetic: double, Lanes,
/// Jet or symbolic::Expression. A scalar that differs declares an overload of its own beside it.
///
/// Inlined by force: kernels are compiled for several instruction sets, and no copy compiled for
/// one may serve another.
namespace linkwork {

/// Whether a pivot may be divided by. Where one number stands for several (Lanes), the pivots that
/// may not become not a number, and with them all that follows.
template <typename Scalar>
[[gnu::always_inline]] inline bool acceptPivot(Scalar& pivot) {
  return pivot > Scalar(0);
}

/// The same against what rounding may leave of a pivot.
template <typename Scalar>
[[gnu::always_inline]] inline bool acceptPivot(Scalar& pivot, const Scalar& least) {
  return pivot > least;
}

/// Whether == tells numbers that are known from the start, zeros and ones, from all others: then it
/// pays to look for them.
template <typename Scalar>
inline constexpr bool knowsStructure = false;

/// sin and cos of n angles [rad].
template <typename Scalar>
[[gnu::always_inline]] inline void sineCosine(const Scalar* angles, Scalar* sines, Scalar* cosines,
                                              int n) {
  using std::cos;
  using std::sin;
  for (int i = 0; i < n; ++i) {
    sines[i] = sin(angles[i]);
    cosines[i] = cos(angles[i]);
  }
}

}  // namespace linkwork
