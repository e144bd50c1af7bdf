#pragma once

#include <cmath>
#include <concepts>

#include "linkwork/elementary.hpp"
#include "linkwork/spatial/sine_cosine.hpp"

/// All that a kernel (dynamics/kernels) has to ask of its scalar beyond arithmetic: double, Lanes,
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

/// How many numbers a scalar stands for.
template <typename Scalar>
inline constexpr int laneCount = 1;

/// Whether something holds of a number; of each, where one stands for several.
template <typename Scalar>
struct MaskTraits {
  using Type = bool;
};
template <typename Scalar>
using MaskOf = typename MaskTraits<Scalar>::Type;

/// Whether something holds of numbers.
template <typename Holds>
[[gnu::always_inline]] inline bool whereHolds(Holds holds, const std::same_as<double> auto&... of) {
  return holds(of...);
}
[[gnu::always_inline]] inline bool any(bool mask) { return mask; }
[[gnu::always_inline]] inline bool all(bool mask) { return mask; }

/// Numbers of which something holds change, the others stay.
template <typename Scalar>
[[gnu::always_inline]] inline void assignWhere(bool mask, Scalar& to, const Scalar& from) {
  if (mask) to = from;
}

/// Entries of a vector: where one number stands for several, each may stand at another.
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

/// Whether == tells numbers that are known from the start, zeros and ones, from all others: then it
/// pays to look for them.
template <typename Scalar>
inline constexpr bool hasKnownStructure = false;

/// Congruence of a 2×2 block [uu uv; vu vv] by a turn (c, s), where it is told by what is known
/// from the start; else false.
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
