#pragma once

// From the frame of a body on a hinge to that of its parent and back, for everything that the
// passes carry along (passes_here.hpp).

#include "linkwork/dynamics/hinges/hinge.hpp"
#include "linkwork/spatial/scalar_traits.hpp"

namespace linkwork::hinges {
namespace {

// clang-format off
enum { X, Y, Z };
enum { XX, YY, ZZ, XY, XZ, YZ };
enum { HXX, HXY, HXZ, HYX, HYY, HYZ, HZX, HZY, HZZ };
// clang-format on

/// Calls `visit` with the hinge's placement as a constant.
template <typename Visit>
inline auto withPlacement(const HingePlace& hinge, Visit visit) {
  switch (hinge.placement) {
    case Placement::perpendicular:
      return visit.template operator()<Placement::perpendicular>();
    case Placement::skew:
      return visit.template operator()<Placement::skew>();
    default:
      return visit.template operator()<Placement::general>();
  }
}

// A turn by (c, s) from child to parent axes: u' = c u − s v, v' = s u + c v.

template <typename S>
inline void turn(S c, S s, S& u, S& v) {
  const S old = u;
  u = c * old - s * v;
  v = s * old + c * v;
}

template <typename S>
inline void turnBack(S c, S s, S& u, S& v) {
  const S old = u;
  u = c * old + s * v;
  v = c * v - s * old;
}

/// Congruence of a 2×2 block [uu uv; vu vv].
template <typename S>
inline void turnBlock(S c, S s, S& uu, S& uv, S& vu, S& vv) {
  if constexpr (knowsStructure<S>)
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
inline void turnBlock(S c, S s, S& uu, S& uv, S& vv) {
  if constexpr (knowsStructure<S>) {
    S mirrored = uv;
    if (turnKnownBlock(c, s, uu, uv, mirrored, vv)) return;
  }
  const S t = s * (uu - vv) + 2 * c * uv;
  uu -= s * t;
  vv += s * t;
  uv = c * t - uv;
}

/// Rx(90°): u' = −v, v' = u.
template <typename S>
inline void quarter(S& u, S& v) {
  const S old = u;
  u = -v;
  v = old;
}

/// Into the joint's axes, in which the child turns about z: Rzᵀ(γ), Rxᵀ(α).
template <Placement placement, typename S>
inline void toJointAxes(const Hinge<S>& hinge, S u[3]) {
  if constexpr (placement == Placement::general) turnBack(hinge.cosTurn, hinge.sinTurn, u[X], u[Y]);
  if constexpr (placement == Placement::perpendicular) {
    const S old = u[Y];
    u[Y] = u[Z];
    u[Z] = -old;
  } else {
    turnBack(hinge.cosSlope, hinge.sinSlope, u[Y], u[Z]);
  }
}

/// Into the child's axes: Rzᵀ(q) after these.
template <Placement placement, typename S>
inline void toChildAxes(const Hinge<S>& hinge, S c, S s, S u[3]) {
  toJointAxes<placement>(hinge, u);
  turnBack(c, s, u[X], u[Y]);
}

/// The parent's increment seen from the joint's frame.
template <Placement placement, typename S>
inline void toJoint(const Hinge<S>& hinge, Increment<S>& at) {
  const S* p = hinge.offset;
  S* b = at.angular;
  S* e = at.linear;
  if constexpr (placement == Placement::general) {
    e[X] += b[Y] * p[Z] - b[Z] * p[Y];
    e[Y] += b[Z] * p[X] - b[X] * p[Z];
    e[Z] += b[X] * p[Y] - b[Y] * p[X];
  } else {
    e[Y] += b[Z] * p[X];
    e[Z] -= b[Y] * p[X];
  }
  toJointAxes<placement>(hinge, b);
  toJointAxes<placement>(hinge, e);
}

/// The joint's, with what the hinge adds or without, seen from its body: Rzᵀ(q), then along z by d.
template <typename S>
inline void turnAndSlide(const Hinge<S>& hinge, S c, S s, Increment<S>& at) {
  S* b = at.angular;
  S* e = at.linear;
  turnBack(c, s, b[X], b[Y]);
  turnBack(c, s, e[X], e[Y]);
  e[X] += b[Y] * hinge.slide;
  e[Y] -= b[X] * hinge.slide;
}

/// The parent's increment seen from the hinge's body, before the hinge adds its own: e' = X e.
template <Placement placement, typename S>
inline void toChild(const Hinge<S>& hinge, S c, S s, Increment<S>& at) {
  toJoint<placement>(hinge, at);
  turnAndSlide(hinge, c, s, at);
}

/// A wrench about the parent's origin seen from the hinge's body.
template <Placement placement, typename S>
inline void toChild(const Hinge<S>& hinge, S c, S s, Force<S>& at) {
  const S* p = hinge.offset;
  S* n = at.n;
  S* f = at.f;
  if constexpr (placement == Placement::general) {
    n[X] -= p[Y] * f[Z] - p[Z] * f[Y];
    n[Y] -= p[Z] * f[X] - p[X] * f[Z];
    n[Z] -= p[X] * f[Y] - p[Y] * f[X];
  } else {
    n[Y] += p[X] * f[Z];
    n[Z] -= p[X] * f[Y];
  }
  toChildAxes<placement>(hinge, c, s, n);
  toChildAxes<placement>(hinge, c, s, f);
  n[X] += hinge.slide * f[Y];
  n[Y] -= hinge.slide * f[X];
}

/// Origin back along z by d, then Rz(q). `full` if row ω_z is not zero (geared).
template <bool full, typename S>
[[gnu::always_inline]] inline void slideAndTurn(S d, S c, S s, Articulated<S>& at) {
  S* j = at.j;
  S* h = at.h;
  S* m = at.m;
  const S hxy = h[HXY], hyx = h[HYX], hyy = h[HYY];
  h[HXX] -= d * m[XY];
  h[HXY] -= d * m[YY];
  h[HXZ] -= d * m[YZ];
  h[HYX] += d * m[XX];
  h[HYY] += d * m[XY];
  h[HYZ] += d * m[XZ];
  j[XX] -= d * (hxy + h[HXY]);
  j[YY] += d * (hyx + h[HYX]);
  j[XY] += d * (h[HXX] - hyy);
  if constexpr (full) {
    j[XZ] -= d * h[HZY];
    j[YZ] += d * h[HZX];
  }
  at.n[X] -= d * at.f[Y];
  at.n[Y] += d * at.f[X];

  turnBlock(c, s, j[XX], j[XY], j[YY]);
  turnBlock(c, s, h[HXX], h[HXY], h[HYX], h[HYY]);
  turn(c, s, h[HXZ], h[HYZ]);
  if constexpr (full) {
    turn(c, s, j[XZ], j[YZ]);
    turn(c, s, h[HZX], h[HZY]);
  }
  turnBlock(c, s, m[XX], m[XY], m[YY]);
  turn(c, s, m[XZ], m[YZ]);
  turn(c, s, at.n[X], at.n[Y]);
  turn(c, s, at.f[X], at.f[Y]);
}

/// Rx(α). Without rotors row and column ω_z are zero before, and
///   J_xz = s J_xy, J_xy = c J_xy, (J_yy, J_yz, J_zz) = (c², cs, s²) J_yy.
template <bool full, typename S>
[[gnu::always_inline]] inline void slope(S c, S s, Articulated<S>& at) {
  S* j = at.j;
  S* h = at.h;
  S* m = at.m;
  turn(c, s, h[HXY], h[HXZ]);
  if constexpr (full) {
    turn(c, s, j[XY], j[XZ]);
    turnBlock(c, s, j[YY], j[YZ], j[ZZ]);
    turn(c, s, h[HYX], h[HZX]);
    turnBlock(c, s, h[HYY], h[HYZ], h[HZY], h[HZZ]);
  } else {
    j[XZ] = s * j[XY];
    j[XY] *= c;
    const S yy = j[YY];
    j[YZ] = c * s * yy;
    j[ZZ] = s * s * yy;
    j[YY] = c * c * yy;
    turn(c, s, h[HYY], h[HYZ]);
    for (int k = 0; k < 3; ++k) {
      h[HZX + k] = s * h[HYX + k];
      h[HYX + k] *= c;
    }
  }
  turn(c, s, m[XY], m[XZ]);
  turnBlock(c, s, m[YY], m[YZ], m[ZZ]);
  turn(c, s, at.n[Y], at.n[Z]);
  turn(c, s, at.f[Y], at.f[Z]);
}

/// Rx(90°).
template <bool full, typename S>
inline void slopePerpendicular(Articulated<S>& at) {
  S* j = at.j;
  S* h = at.h;
  S* m = at.m;
  quarter(h[HXY], h[HXZ]);
  if constexpr (full) {
    quarter(j[XY], j[XZ]);
    const S yy = j[YY];
    j[YY] = j[ZZ];
    j[ZZ] = yy;
    j[YZ] = -j[YZ];
    quarter(h[HYX], h[HZX]);
    const S hyy = h[HYY], hyz = h[HYZ];
    h[HYY] = h[HZZ];
    h[HZZ] = hyy;
    h[HYZ] = -h[HZY];
    h[HZY] = -hyz;
  } else {
    j[XZ] = j[XY];
    j[XY] = 0;
    j[ZZ] = j[YY];
    j[YY] = 0;
    j[YZ] = 0;
    h[HZX] = h[HYX];
    h[HZY] = -h[HYZ];
    h[HZZ] = h[HYY];
    h[HYX] = h[HYY] = h[HYZ] = 0;
  }
  quarter(m[XY], m[XZ]);
  const S myy = m[YY];
  m[YY] = m[ZZ];
  m[ZZ] = myy;
  m[YZ] = -m[YZ];
  quarter(at.n[Y], at.n[Z]);
  quarter(at.f[Y], at.f[Z]);
}

/// Origin back along x by a.
template <typename S>
inline void shiftAlongX(S a, Articulated<S>& at) {
  S* j = at.j;
  S* h = at.h;
  const S* m = at.m;
  const S hyz = h[HYZ], hzy = h[HZY], hzz = h[HZZ];
  h[HYX] -= a * m[XZ];
  h[HYY] -= a * m[YZ];
  h[HYZ] -= a * m[ZZ];
  h[HZX] += a * m[XY];
  h[HZY] += a * m[YY];
  h[HZZ] += a * m[YZ];
  j[XY] -= a * h[HXZ];
  j[XZ] += a * h[HXY];
  j[YY] -= a * (hyz + h[HYZ]);
  j[ZZ] += a * (hzy + h[HZY]);
  j[YZ] += a * (h[HYY] - hzz);
  at.n[Y] -= a * at.f[Z];
  at.n[Z] += a * at.f[Y];
}

/// Origin back by any p: H' = H + p̂ M, J' = J − H p̂ + p̂ H'ᵀ, n' = n + p × f.
template <typename S>
inline void shift(const S p[3], Articulated<S>& at) {
  S* j = at.j;
  const S* m = at.m;
  const S x = p[X], y = p[Y], z = p[Z];
  const S* h = at.h;
  const S g[9] = {h[HXX] + y * m[XZ] - z * m[XY], h[HXY] + y * m[YZ] - z * m[YY],
                  h[HXZ] + y * m[ZZ] - z * m[YZ], h[HYX] + z * m[XX] - x * m[XZ],
                  h[HYY] + z * m[XY] - x * m[YZ], h[HYZ] + z * m[XZ] - x * m[ZZ],
                  h[HZX] + x * m[XY] - y * m[XX], h[HZY] + x * m[YY] - y * m[XY],
                  h[HZZ] + x * m[YZ] - y * m[XZ]};
  j[XX] += y * (h[HXZ] + g[HXZ]) - z * (h[HXY] + g[HXY]);
  j[YY] += z * (h[HYX] + g[HYX]) - x * (h[HYZ] + g[HYZ]);
  j[ZZ] += x * (h[HZY] + g[HZY]) - y * (h[HZX] + g[HZX]);
  j[XY] += y * g[HYZ] - z * g[HYY] + z * h[HXX] - x * h[HXZ];
  j[XZ] += y * g[HZZ] - z * g[HZY] + x * h[HXY] - y * h[HXX];
  j[YZ] += z * g[HZX] - x * g[HZZ] + x * h[HYY] - y * h[HYX];
  for (int k = 0; k < 9; ++k) at.h[k] = g[k];
  at.n[X] += y * at.f[Z] - z * at.f[Y];
  at.n[Y] += z * at.f[X] - x * at.f[Z];
  at.n[Z] += x * at.f[Y] - y * at.f[X];
}

template <typename S>
inline void turnAll(S c, S s, Articulated<S>& at) {
  turn(c, s, at.j[XZ], at.j[YZ]);
  turn(c, s, at.h[HZX], at.h[HZY]);
  turnBlock(c, s, at.j[XX], at.j[XY], at.j[YY]);
  turnBlock(c, s, at.h[HXX], at.h[HXY], at.h[HYX], at.h[HYY]);
  turn(c, s, at.h[HXZ], at.h[HYZ]);
  turnBlock(c, s, at.m[XX], at.m[XY], at.m[YY]);
  turn(c, s, at.m[XZ], at.m[YZ]);
  turn(c, s, at.n[X], at.n[Y]);
  turn(c, s, at.f[X], at.f[Y]);
}

/// From the joint's frame, before it turns, to the parent's. `full` unless row ω_z is zero.
template <Placement placement, bool full, typename S>
[[gnu::always_inline]] inline void fromJoint(const Hinge<S>& hinge, Articulated<S>& at) {
  if constexpr (placement == Placement::perpendicular)
    slopePerpendicular<full>(at);
  else
    slope<full>(hinge.cosSlope, hinge.sinSlope, at);
  if constexpr (placement == Placement::general) {
    turnAll(hinge.cosTurn, hinge.sinTurn, at);
    shift(hinge.offset, at);
  } else {
    shiftAlongX(hinge.offset[X], at);
  }
}

/// From the body's own frame to its parent's.
template <Placement placement, bool full, typename S>
[[gnu::always_inline]] inline void toParent(const Hinge<S>& hinge, S c, S s, Articulated<S>& at) {
  slideAndTurn<full>(hinge.slide, c, s, at);
  fromJoint<placement, full>(hinge, at);
}

template <Placement placement, typename S>
inline void propagateForce(const Hinge<S>& hinge, S c, S s, Force<S>& at) {
  S* n = at.n;
  S* f = at.f;
  n[X] -= hinge.slide * f[Y];
  n[Y] += hinge.slide * f[X];
  turn(c, s, n[X], n[Y]);
  turn(c, s, f[X], f[Y]);
  if constexpr (placement == Placement::perpendicular) {
    quarter(n[Y], n[Z]);
    quarter(f[Y], f[Z]);
  } else {
    turn(hinge.cosSlope, hinge.sinSlope, n[Y], n[Z]);
    turn(hinge.cosSlope, hinge.sinSlope, f[Y], f[Z]);
  }
  const S* p = hinge.offset;
  if constexpr (placement == Placement::general) {
    turn(hinge.cosTurn, hinge.sinTurn, n[X], n[Y]);
    turn(hinge.cosTurn, hinge.sinTurn, f[X], f[Y]);
    n[X] += p[Y] * f[Z] - p[Z] * f[Y];
    n[Y] += p[Z] * f[X] - p[X] * f[Z];
    n[Z] += p[X] * f[Y] - p[Y] * f[X];
  } else {
    n[Y] -= p[X] * f[Z];
    n[Z] += p[X] * f[Y];
  }
}

}  // namespace
}  // namespace linkwork::hinges
