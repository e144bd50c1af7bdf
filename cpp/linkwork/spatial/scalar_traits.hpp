#pragma once

#include <cmath>
#include <concepts>

#include "linkwork/elementary.hpp"
#include "linkwork/spatial/sine_cosine.hpp"

/// Everything that a kernel (dynamics/kernels) needs of its scalar beyond arithmetic: double,
/// Lanes, Jet or symbolic::Expression. A scalar that differs has overloads in its own header.
///
/// Always inlined: kernels are compiled for several instruction sets, and no function compiled for
/// one may be linked into another.
namespace linkwork {

/// Returns whether a pivot may be divided by. Lanes whose pivot may not become NaN, and with them
/// all their results.
template <typename Scalar>
[[gnu::always_inline]] inline bool acceptPivot(Scalar& pivot) {
  return pivot > Scalar(0);
}

/// The same with a bound on the rounding error of a pivot.
template <typename Scalar>
[[gnu::always_inline]] inline bool acceptPivot(Scalar& pivot, const Scalar& least) {
  return pivot > least;
}

/// The number of lanes of a scalar.
template <typename Scalar>
inline constexpr int laneCount = 1;

/// The result of a comparison: bool, or one per lane.
template <typename Scalar>
struct MaskTraits {
  using Type = bool;
};
template <typename Scalar>
using MaskOf = typename MaskTraits<Scalar>::Type;

/// Evaluates a condition on numbers.
template <typename Holds>
[[gnu::always_inline]] inline bool whereHolds(Holds holds, const std::same_as<double> auto&... of) {
  return holds(of...);
}
[[gnu::always_inline]] inline bool any(bool mask) { return mask; }
[[gnu::always_inline]] inline bool all(bool mask) { return mask; }

/// Assigns numbers for which a condition holds; the others stay.
template <typename Scalar>
[[gnu::always_inline]] inline void assignWhere(bool mask, Scalar& to, const Scalar& from) {
  if (mask) to = from;
}

/// Index of a vector's entry; of Lanes, one index per lane.
template <typename Scalar>
struct EntryOf {
  using Type = int;
};
template <typename Scalar>
[[gnu::always_inline]] inline const Scalar& entryOf(const Scalar* vector, int at) {
  return vector[at];
}
template <typename Scalar>
[[gnu::always_inline]] inline void setEntry(Scalar* vector, int at, const Scalar& number) {
  vector[at] = number;
}

/// Whether == detects the structural zeros and ones of a scalar. Kernels then skip operations with
/// them.
template <typename Scalar>
inline constexpr bool hasKnownStructure = false;

/// Congruence of a 2×2 block [uu uv; vu vv] by a turn (c, s), if known zeros determine it; else
/// returns false.
template <typename Scalar>
[[gnu::always_inline]] inline bool turnKnownBlock(const Scalar& c, const Scalar& s, Scalar& uu,
                                                  Scalar& uv, Scalar& vu, Scalar& vv) {
  const Scalar zero(0);
  if (s == zero) return true;  // half a turn: the block stays
  if (c == zero) {
    const Scalar oldUu = uu, oldUv = uv;
    uu = vv;
    vv = oldUu;
    uv = -vu;
    vu = -oldUv;
    return true;
  }
  if (!(vv == zero && uv == zero && vu == zero)) return false;
  uv = vu = c * s * uu;
  vv = s * s * uu;
  uu = c * c * uu;
  return true;
}

/// sin and cos of n angles [rad].
template <typename Scalar>
[[gnu::always_inline]] inline void sineCosine(const Scalar* angles, Scalar* sines, Scalar* cosines,
                                              int n) {
  using elementary::cos;
  using elementary::sin;
  for (int i = 0; i < n; ++i) {
    sines[i] = sin(angles[i]);
    cosines[i] = cos(angles[i]);
  }
}

}  // namespace linkwork
