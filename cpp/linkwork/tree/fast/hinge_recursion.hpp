// The passes of forward and inverse dynamics over runs of hinges. Included by one file for each
// instruction set; everything here has internal linkage, so that each gets its own.
//
// Forward dynamics is the articulated-body algorithm with the accelerations split in two: outward,
// those at q̈ = 0, and the forces N, F that they ask for; inward, inertias and forces; outward
// again, only the increments that q̈ adds. Inverse dynamics is the first pass with q̈ given, and
// forces inward. What a formed rotation matrix would cost is saved by turning about z and x in
// turn.
//
// Additions and multiplications a hinge, counted by running the passes on a counting number:
//
//                      plain: square  sloped  anyhow   geared: square  sloped  anyhow
//   outward (bias)            138     156     186              155     173     203
//   inward (inertia)          182     237     369              227     304     442
//   outward (increments)       32      44      64               33      45      65
//   forward dynamics          352     437     619              415     522     710
//   inverse dynamics          164     194     244              193     223     273
//
// and some 40 for sine and cosine.

#include "linkwork/tree/fast/hinge.hpp"
#include "linkwork/tree/fast/sine_cosine.hpp"

namespace linkwork::fast {
namespace {

// clang-format off
enum { X, Y, Z };
enum { XX, YY, ZZ, XY, XZ, YZ };
enum { HXX, HXY, HXZ, HYX, HYY, HYZ, HZX, HZY, HZZ };
// clang-format on

/// Calls `visit` with the hinge's placement as a constant.
template <typename Visit>
inline auto withPlacement(const Hinge& hinge, Visit visit) {
  switch (hinge.placement) {
    case Placement::square:
      return visit.template operator()<Placement::square>();
    case Placement::sloped:
      return visit.template operator()<Placement::sloped>();
    default:
      return visit.template operator()<Placement::anyhow>();
  }
}

// ---- plane rotations ------------------------------------------------------------------------
// A turn by (c, s) from child to parent axes: u' = c u − s v, v' = s u + c v.

inline void turn(double c, double s, double& u, double& v) {
  const double old = u;
  u = c * old - s * v;
  v = s * old + c * v;
}

inline void turnBack(double c, double s, double& u, double& v) {
  const double old = u;
  u = c * old + s * v;
  v = c * v - s * old;
}

/// Congruence of a 2×2 block [uu uv; vu vv].
inline void turnBlock(double c, double s, double& uu, double& uv, double& vu, double& vv) {
  const double t = s * (uu - vv) + c * (uv + vu);
  uu -= s * t;
  vv += s * t;
  const double old = uv;
  uv = c * t - vu;
  vu = c * t - old;
}

/// The same for a symmetric block.
inline void turnBlock(double c, double s, double& uu, double& uv, double& vv) {
  const double t = s * (uu - vv) + 2 * c * uv;
  uu -= s * t;
  vv += s * t;
  uv = c * t - uv;
}

/// Rx(90°): u' = −v, v' = u.
inline void quarter(double& u, double& v) {
  const double old = u;
  u = -v;
  v = old;
}

// ---- outward: motion ------------------------------------------------------------------------

/// Into the child's axes: Rzᵀ(γ), Rxᵀ(α), Rzᵀ(q).
template <Placement placement>
inline void toChildAxes(const Hinge& hinge, double c, double s, double u[3]) {
  if constexpr (placement == Placement::anyhow) turnBack(hinge.cosTurn, hinge.sinTurn, u[X], u[Y]);
  if constexpr (placement == Placement::square) {
    const double old = u[Y];
    u[Y] = u[Z];
    u[Z] = -old;
  } else {
    turnBack(hinge.cosSlope, hinge.sinSlope, u[Y], u[Z]);
  }
  turnBack(c, s, u[X], u[Y]);
}

/// Γ = α̃ + ω̃ ω̃: the acceleration of a point r of the body relative to its origin is Γ r.
struct Gradient {
  double xx, xy, xz, yx, yy, yz, zx, zy, zz;

  explicit Gradient(const Motion& at) {
    const double x = at.velocity[X], y = at.velocity[Y], z = at.velocity[Z];
    const double xSquared = x * x, ySquared = y * y, zSquared = z * z;
    xx = -(ySquared + zSquared);
    yy = -(xSquared + zSquared);
    zz = -(xSquared + ySquared);
    xy = x * y - at.angular[Z];
    yx = x * y + at.angular[Z];
    xz = x * z + at.angular[Y];
    zx = x * z - at.angular[Y];
    yz = y * z - at.angular[X];
    zy = y * z + at.angular[X];
  }
};

/// Motion of the carrier → motion of the hinge's body. `at` is overwritten.
///   l += Γ p;  ω, α, l into the child's axes;  α += ω × z q̇ + z q̈;  ω += z q̇;  l += Γ z d
template <Placement placement>
inline void moveOutward(const Hinge& hinge, double c, double s, double rate, double acceleration,
                        const Gradient& carrier, Motion& at) {
  const double* p = hinge.offset;
  if constexpr (placement == Placement::anyhow) {
    at.linear[X] += carrier.xx * p[X] + carrier.xy * p[Y] + carrier.xz * p[Z];
    at.linear[Y] += carrier.yx * p[X] + carrier.yy * p[Y] + carrier.yz * p[Z];
    at.linear[Z] += carrier.zx * p[X] + carrier.zy * p[Y] + carrier.zz * p[Z];
  } else {
    at.linear[X] += carrier.xx * p[X];
    at.linear[Y] += carrier.yx * p[X];
    at.linear[Z] += carrier.zx * p[X];
  }
  toChildAxes<placement>(hinge, c, s, at.velocity);
  toChildAxes<placement>(hinge, c, s, at.angular);
  toChildAxes<placement>(hinge, c, s, at.linear);
  at.angular[X] += at.velocity[Y] * rate;
  at.angular[Y] -= at.velocity[X] * rate;
  at.angular[Z] += acceleration;
  at.velocity[Z] += rate;
}

/// What the body's own motion asks for:
///   F = m l + Γ h,   N = h × l + vee(Γ Σ)
template <typename Body>
inline void bodyForce(const Body& hinge, const Motion& at, const Gradient& g, double n[3],
                      double f[3]) {
  const double* h = hinge.moment;
  const double* l = at.linear;
  const double* e = hinge.second;
  f[X] = hinge.mass * l[X] + g.xx * h[X] + g.xy * h[Y] + g.xz * h[Z];
  f[Y] = hinge.mass * l[Y] + g.yx * h[X] + g.yy * h[Y] + g.yz * h[Z];
  f[Z] = hinge.mass * l[Z] + g.zx * h[X] + g.zy * h[Y] + g.zz * h[Z];
  n[X] = h[Y] * l[Z] - h[Z] * l[Y] + (g.zx * e[XY] + g.zy * e[YY] + g.zz * e[YZ]) -
         (g.yx * e[XZ] + g.yy * e[YZ] + g.yz * e[ZZ]);
  n[Y] = h[Z] * l[X] - h[X] * l[Z] + (g.xx * e[XZ] + g.xy * e[YZ] + g.xz * e[ZZ]) -
         (g.zx * e[XX] + g.zy * e[XY] + g.zz * e[XZ]);
  n[Z] = h[X] * l[Y] - h[Y] * l[X] + (g.yx * e[XX] + g.yy * e[XY] + g.yz * e[XZ]) -
         (g.xx * e[XY] + g.xy * e[YY] + g.xz * e[YZ]);
}

template <Placement placement, bool inverse>
inline void outwardStep(const Hinge& hinge, double c, double s, double rate, double acceleration,
                        const Gradient& carrier, Motion& at, HingeScratch& here) {
  if (hinge.isGeared) {
    // The rotors' spin N q̇ about ŝ, fixed in the carrier: ω_p × I_a ŝ N q̇, and ŝᵀα_p.
    const double* u = hinge.couple;
    const double* w = at.velocity;
    here.carrierCouple[X] = (w[Y] * u[Z] - w[Z] * u[Y]) * rate;
    here.carrierCouple[Y] = (w[Z] * u[X] - w[X] * u[Z]) * rate;
    here.carrierCouple[Z] = (w[X] * u[Y] - w[Y] * u[X]) * rate;
    here.carrierBias = u[X] * at.angular[X] + u[Y] * at.angular[Y] + u[Z] * at.angular[Z];
    if constexpr (inverse) {
      here.carrierBias += hinge.reflected * acceleration;
      for (int k = 0; k < 3; ++k) here.carrierCouple[k] += u[k] * acceleration;
    }
  }
  moveOutward<placement>(hinge, c, s, rate, acceleration, carrier, at);
}

/// l += Γ z d, then N and F.
[[gnu::always_inline]] inline void slideAndLoad(const Hinge& hinge, Motion& at,
                                                HingeScratch& here) {
  const Gradient own(at);
  at.linear[X] += hinge.slide * own.xz;
  at.linear[Y] += hinge.slide * own.yz;
  at.linear[Z] += hinge.slide * own.zz;
  bodyForce(hinge, at, own, here.moment, here.force);
}

/// Outward over hinges [first, last). With `inverse`, accelerations are those given; else zero,
/// and what comes out is the bias.
template <bool inverse>
void outward(const Memory& memory, int first, int last, const double* v, const double* a) {
  Motion at{};
  for (int i = first; i < last; ++i) {
    const Hinge& hinge = memory.hinges[i];
    HingeScratch& here = memory.scratch[i];
    if (!hinge.followsCarrier) at = memory.motions[hinge.parent];
    const Gradient carrier(at);
    const double c = memory.cosines[i], s = memory.sines[i];
    const double rate = v[hinge.velocity];
    const double acceleration = inverse ? a[hinge.velocity] : 0;
    withPlacement(hinge, [&]<Placement placement>() {
      outwardStep<placement, inverse>(hinge, c, s, rate, acceleration, carrier, at, here);
    });
    slideAndLoad(hinge, at, here);
    if (hinge.carriesOthers) memory.motions[hinge.body] = at;
  }
}

// ---- inward: articulated inertia ------------------------------------------------------------

template <typename Body>
inline void addBody(const Body& hinge, const double n[3], const double f[3], Articulated& at) {
  const double* h = hinge.moment;
  for (int k = 0; k < 6; ++k) at.j[k] += hinge.rotational[k];
  at.h[HXY] -= h[Z];
  at.h[HXZ] += h[Y];
  at.h[HYX] += h[Z];
  at.h[HYZ] -= h[X];
  at.h[HZX] -= h[Y];
  at.h[HZY] += h[X];
  for (int k = 0; k < 3; ++k) {
    at.m[k] += hinge.mass;
    at.n[k] += n[k];
    at.f[k] += f[k];
  }
}

inline void add(const Articulated& from, Articulated& to) {
  for (int k = 0; k < 6; ++k) to.j[k] += from.j[k];
  for (int k = 0; k < 9; ++k) to.h[k] += from.h[k];
  for (int k = 0; k < 6; ++k) to.m[k] += from.m[k];
  for (int k = 0; k < 3; ++k) {
    to.n[k] += from.n[k];
    to.f[k] += from.f[k];
  }
}

/// The hinge gives way: A − U Uᵀ/D, p + U u/D, with U = A z (no rotors). Row and column ω_z become
/// zero and n_z becomes τ.
inline bool giveWay(double torque, Articulated& at, HingeScratch& here) {
  const double d = at.j[ZZ];
  if (!(d > 0)) return false;
  const double inverse = 1 / d;
  const double ux = at.j[XZ], uy = at.j[YZ];
  const double uf[3] = {at.h[HZX], at.h[HZY], at.h[HZZ]};
  const double gx = ux * inverse, gy = uy * inverse;
  const double gf[3] = {uf[X] * inverse, uf[Y] * inverse, uf[Z] * inverse};
  const double free = (torque - at.n[Z]) * inverse;
  here.pivot = d;
  here.gain[0] = gx;
  here.gain[1] = gy;
  here.gain[3] = gf[X];
  here.gain[4] = gf[Y];
  here.gain[5] = gf[Z];
  here.freeRate = free;

  at.n[X] += ux * free;
  at.n[Y] += uy * free;
  at.n[Z] = torque;
  for (int k = 0; k < 3; ++k) at.f[k] += uf[k] * free;
  at.j[XX] -= gx * ux;
  at.j[XY] -= gx * uy;
  at.j[YY] -= gy * uy;
  for (int k = 0; k < 3; ++k) {
    at.h[HXX + k] -= gx * uf[k];
    at.h[HYX + k] -= gy * uf[k];
  }
  at.m[XX] -= gf[X] * uf[X];
  at.m[YY] -= gf[Y] * uf[Y];
  at.m[ZZ] -= gf[Z] * uf[Z];
  at.m[XY] -= gf[X] * uf[Y];
  at.m[XZ] -= gf[X] * uf[Z];
  at.m[YZ] -= gf[Y] * uf[Z];
  return true;
}

/// The same with rotors: U = A z + u_r (turned into the body's axes), D = J_zz + Σ N² I_a.
inline bool giveWayGeared(const Hinge& hinge, double torque, const double couple[3],
                          Articulated& at, HingeScratch& here) {
  const double d = at.j[ZZ] + hinge.reflected;
  if (!(d > 0)) return false;
  const double inverse = 1 / d;
  const double u[6] = {at.j[XZ] + couple[X],
                       at.j[YZ] + couple[Y],
                       at.j[ZZ] + couple[Z],
                       at.h[HZX],
                       at.h[HZY],
                       at.h[HZZ]};
  const double free = (torque - at.n[Z] - here.carrierBias) * inverse;
  double* g = here.gain;
  for (int k = 0; k < 6; ++k) g[k] = u[k] * inverse;
  here.freeRate = free;
  here.pivot = d;

  for (int k = 0; k < 3; ++k) {
    at.n[k] += u[k] * free;
    at.f[k] += u[3 + k] * free;
  }
  at.j[XX] -= g[0] * u[0];
  at.j[YY] -= g[1] * u[1];
  at.j[ZZ] -= g[2] * u[2];
  at.j[XY] -= g[0] * u[1];
  at.j[XZ] -= g[0] * u[2];
  at.j[YZ] -= g[1] * u[2];
  for (int r = 0; r < 3; ++r)
    for (int k = 0; k < 3; ++k) at.h[3 * r + k] -= g[r] * u[3 + k];
  at.m[XX] -= g[3] * u[3];
  at.m[YY] -= g[4] * u[4];
  at.m[ZZ] -= g[5] * u[5];
  at.m[XY] -= g[3] * u[4];
  at.m[XZ] -= g[3] * u[5];
  at.m[YZ] -= g[4] * u[5];
  return true;
}

/// Origin back along z by d, then Rz(q). `full` if row ω_z is not zero (geared).
template <bool full>
inline void slideAndTurn(double d, double c, double s, Articulated& at) {
  double* j = at.j;
  double* h = at.h;
  double* m = at.m;
  const double hxy = h[HXY], hyx = h[HYX], hyy = h[HYY];
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
template <bool full>
inline void slope(double c, double s, Articulated& at) {
  double* j = at.j;
  double* h = at.h;
  double* m = at.m;
  turn(c, s, h[HXY], h[HXZ]);
  if constexpr (full) {
    turn(c, s, j[XY], j[XZ]);
    turnBlock(c, s, j[YY], j[YZ], j[ZZ]);
    turn(c, s, h[HYX], h[HZX]);
    turnBlock(c, s, h[HYY], h[HYZ], h[HZY], h[HZZ]);
  } else {
    j[XZ] = s * j[XY];
    j[XY] *= c;
    const double yy = j[YY];
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
template <bool full>
inline void slopeSquare(Articulated& at) {
  double* j = at.j;
  double* h = at.h;
  double* m = at.m;
  quarter(h[HXY], h[HXZ]);
  if constexpr (full) {
    quarter(j[XY], j[XZ]);
    const double yy = j[YY];
    j[YY] = j[ZZ];
    j[ZZ] = yy;
    j[YZ] = -j[YZ];
    quarter(h[HYX], h[HZX]);
    const double hyy = h[HYY], hyz = h[HYZ];
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
  const double myy = m[YY];
  m[YY] = m[ZZ];
  m[ZZ] = myy;
  m[YZ] = -m[YZ];
  quarter(at.n[Y], at.n[Z]);
  quarter(at.f[Y], at.f[Z]);
}

/// Origin back along x by a.
inline void shiftAlongX(double a, Articulated& at) {
  double* j = at.j;
  double* h = at.h;
  const double* m = at.m;
  const double hyz = h[HYZ], hzy = h[HZY], hzz = h[HZZ];
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
inline void shift(const double p[3], Articulated& at) {
  double* j = at.j;
  const double* m = at.m;
  const double x = p[X], y = p[Y], z = p[Z];
  const double* h = at.h;
  const double g[9] = {h[HXX] + y * m[XZ] - z * m[XY], h[HXY] + y * m[YZ] - z * m[YY],
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

inline void turnAll(double c, double s, Articulated& at) {
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

/// From the body's own frame to its carrier's. `full` unless row ω_z is zero.
template <Placement placement, bool full>
inline void toCarrier(const Hinge& hinge, double c, double s, Articulated& at) {
  slideAndTurn<full>(hinge.slide, c, s, at);
  if constexpr (placement == Placement::square)
    slopeSquare<full>(at);
  else
    slope<full>(hinge.cosSlope, hinge.sinSlope, at);
  if constexpr (placement == Placement::anyhow) {
    turnAll(hinge.cosTurn, hinge.sinTurn, at);
    shift(hinge.offset, at);
  } else {
    shiftAlongX(hinge.offset[X], at);
  }
}

/// One hinge of the inward pass: gives way and hands what is left to the carrier's frame.
template <Placement placement, bool geared>
inline bool inwardStep(const Hinge& hinge, double c, double s, Articulated& at,
                       HingeScratch& here) {
  if constexpr (geared) {
    double couple[3] = {hinge.couple[X], hinge.couple[Y], hinge.couple[Z]};
    toChildAxes<placement>(hinge, c, s, couple);
    if (!giveWayGeared(hinge, here.torque, couple, at, here)) return false;
  } else {
    if (!giveWay(here.torque, at, here)) return false;
  }
  if (hinge.parent < 0) return true;
  toCarrier<placement, geared>(hinge, c, s, at);
  if constexpr (geared)
    for (int k = 0; k < 3; ++k) at.n[k] += here.carrierCouple[k];
  return true;
}

template <bool geared>
inline bool inwardStep(const Hinge& hinge, double c, double s, Articulated& at,
                       HingeScratch& here) {
  return withPlacement(hinge, [&]<Placement placement>() {
    return inwardStep<placement, geared>(hinge, c, s, at, here);
  });
}

/// Inward over hinges [first, last), last to first; the one that moves no mass, or −1.
int inward(const Memory& memory, int first, int last) {
  Articulated at;
  for (int i = last - 1; i >= first; --i) {
    const Hinge& hinge = memory.hinges[i];
    HingeScratch& here = memory.scratch[i];
    if (!hinge.carriesNext) at = Articulated{};
    addBody(hinge, here.moment, here.force, at);
    if (hinge.carriesOthers) add(memory.articulated[hinge.body], at);
    const double c = memory.cosines[i], s = memory.sines[i];
    const bool yields = hinge.isGeared ? inwardStep<true>(hinge, c, s, at, here)
                                       : inwardStep<false>(hinge, c, s, at, here);
    if (!yields) return i;
    if (!hinge.followsCarrier && hinge.parent >= 0) add(at, memory.articulated[hinge.parent]);
  }
  return -1;
}

// ---- outward: accelerations -----------------------------------------------------------------

/// The carrier's increment seen from the hinge's body, before the hinge adds its own: e' = X e.
template <Placement placement>
inline void carry(const Hinge& hinge, double c, double s, Increment& at) {
  const double* p = hinge.offset;
  double* b = at.angular;
  double* e = at.linear;
  if constexpr (placement == Placement::anyhow) {
    e[X] += b[Y] * p[Z] - b[Z] * p[Y];
    e[Y] += b[Z] * p[X] - b[X] * p[Z];
    e[Z] += b[X] * p[Y] - b[Y] * p[X];
  } else {
    e[Y] += b[Z] * p[X];
    e[Z] -= b[Y] * p[X];
  }
  toChildAxes<placement>(hinge, c, s, b);
  toChildAxes<placement>(hinge, c, s, e);
  e[X] += b[Y] * hinge.slide;
  e[Y] -= b[X] * hinge.slide;
}

/// q̈ = u/D − (U/D)ᵀ e',  e' += z q̈.
inline double accelerateStep(const Hinge& hinge, const HingeScratch& here, Increment& at) {
  const double* b = at.angular;
  const double* e = at.linear;
  const double* g = here.gain;
  const double axial = hinge.isGeared ? g[2] * b[Z] : b[Z];
  const double turning = g[0] * b[X] + g[1] * b[Y];  // sums side by side: the pass waits for them
  const double moving = (g[3] * e[X] + g[4] * e[Y]) + g[5] * e[Z];
  const double result = (here.freeRate - axial) - (turning + moving);
  at.angular[Z] += result;
  return result;
}

void accelerate(const Memory& memory, int first, int last, double* a) {
  Increment at{};
  for (int i = first; i < last; ++i) {
    const Hinge& hinge = memory.hinges[i];
    const HingeScratch& here = memory.scratch[i];
    const double c = memory.cosines[i], s = memory.sines[i];
    if (!hinge.followsCarrier)
      at = hinge.parent < 0 ? Increment{} : memory.increments[hinge.parent];
    withPlacement(hinge, [&]<Placement placement>() { carry<placement>(hinge, c, s, at); });
    a[hinge.velocity] = accelerateStep(hinge, here, at);
    if (hinge.carriesOthers) memory.increments[hinge.body] = at;
  }
}

// ---- inward: forces (inverse dynamics) ------------------------------------------------------

template <Placement placement>
inline void handForce(const Hinge& hinge, double c, double s, Wrench& at) {
  double* n = at.n;
  double* f = at.f;
  n[X] -= hinge.slide * f[Y];
  n[Y] += hinge.slide * f[X];
  turn(c, s, n[X], n[Y]);
  turn(c, s, f[X], f[Y]);
  if constexpr (placement == Placement::square) {
    quarter(n[Y], n[Z]);
    quarter(f[Y], f[Z]);
  } else {
    turn(hinge.cosSlope, hinge.sinSlope, n[Y], n[Z]);
    turn(hinge.cosSlope, hinge.sinSlope, f[Y], f[Z]);
  }
  const double* p = hinge.offset;
  if constexpr (placement == Placement::anyhow) {
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

/// τ of every hinge [first, last) into its scratch: the force that its motion asks for, rotors
/// included.
void inwardForces(const Memory& memory, int first, int last) {
  Wrench at;
  for (int i = last - 1; i >= first; --i) {
    const Hinge& hinge = memory.hinges[i];
    HingeScratch& here = memory.scratch[i];
    if (!hinge.carriesNext) at = Wrench{};
    for (int k = 0; k < 3; ++k) {
      at.n[k] += here.moment[k];
      at.f[k] += here.force[k];
    }
    if (hinge.carriesOthers) {
      const Wrench& others = memory.wrenches[hinge.body];
      for (int k = 0; k < 3; ++k) {
        at.n[k] += others.n[k];
        at.f[k] += others.f[k];
      }
    }
    here.torque = hinge.isGeared ? at.n[Z] + here.carrierBias : at.n[Z];
    if (hinge.parent < 0) continue;
    const double c = memory.cosines[i], s = memory.sines[i];
    withPlacement(hinge, [&]<Placement placement>() { handForce<placement>(hinge, c, s, at); });
    if (hinge.isGeared)
      for (int k = 0; k < 3; ++k) at.n[k] += here.carrierCouple[k];
    if (!hinge.followsCarrier) {
      Wrench& carrier = memory.wrenches[hinge.parent];
      for (int k = 0; k < 3; ++k) {
        carrier.n[k] += at.n[k];
        carrier.f[k] += at.f[k];
      }
    }
  }
}

void turnHinges(const Memory& memory, int count, const double* q) {
  for (int i = 0; i < count; ++i)
    memory.angles[i] = q[memory.hinges[i].position] + memory.hinges[i].startAngle;
  sineCosine(memory.angles, memory.sines, memory.cosines, count);
}

void outwardBias(const Memory& memory, int first, int last, const double* v) {
  outward<false>(memory, first, last, v, nullptr);
}

}  // namespace
}  // namespace linkwork::fast
