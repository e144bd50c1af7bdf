#pragma once

#include "linkwork/spatial/scalar_traits.hpp"

/// Rotations in the plane of two coordinates by (c, s), from child to parent axes:
/// u' = c u − s v, v' = s u + c v. Always inlined, as vec3.hpp explains.
namespace linkwork {

/// Of numbers or vectors.
template <typename S, typename T>
[[gnu::always_inline]] inline void turn(const S& c, const S& s, T& u, T& v) {
  const T old = u;
  u = c * old - s * v;
  v = s * old + c * v;
}

template <typename S, typename T>
[[gnu::always_inline]] inline void turnBack(const S& c, const S& s, T& u, T& v) {
  const T old = u;
  u = c * old + s * v;
  v = c * v - s * old;
}

/// Congruence of a 2×2 block [uu uv; vu vv].
template <typename S>
[[gnu::always_inline]] inline void turnBlock(S c, S s, S& uu, S& uv, S& vu, S& vv) {
  if constexpr (hasKnownStructure<S>)
    if (turnKnownBlock(c, s, uu, uv, vu, vv)) return;
  const S t = s * (uu - vv) + c * (uv + vu);
  uu -= s * t;
  vv += s * t;
  const S old = uv;
  uv = c * t - vu;
  vu = c * t - old;
}

/// The same for a symmetric block.
template <typename S>
[[gnu::always_inline]] inline void turnBlock(S c, S s, S& uu, S& uv, S& vv) {
  if constexpr (hasKnownStructure<S>) {
    S mirrored = uv;
    if (turnKnownBlock(c, s, uu, uv, mirrored, vv)) return;
  }
  const S t = s * (uu - vv) + 2 * c * uv;
  uu -= s * t;
  vv += s * t;
  uv = c * t - uv;
}

}  // namespace linkwork
