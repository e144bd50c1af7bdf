#pragma once

// Motions of bodies on hinges, and the forces that they ask for (hinge_recursion.hpp).

#include "linkwork/dynamics/hinges/hinge_frames.hpp"
#include "linkwork/dynamics/hinges/sine_cosine.hpp"

namespace linkwork::fast {
namespace {

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
[[gnu::always_inline]] inline void moveOutward(const Hinge& hinge, double c, double s, double rate,
                                               double acceleration, const Gradient& carrier,
                                               Motion& at) {
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
