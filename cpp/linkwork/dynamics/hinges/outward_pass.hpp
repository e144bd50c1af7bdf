#pragma once

// Motions of bodies on hinges, and the forces that they ask for (passes_here.hpp).

#include "linkwork/dynamics/hinges/hinge_frames.hpp"
#include "linkwork/spatial/scalar_traits.hpp"

namespace linkwork::hinges {
namespace {

/// Γ = α̃ + ω̃ ω̃: the acceleration of a point r of the body relative to its origin is Γ r.
template <typename S>
struct Gradient {
  S xx, xy, xz, yx, yy, yz, zx, zy, zz;

  explicit Gradient(const Motion<S>& at) {
    const S x = at.velocity[X], y = at.velocity[Y], z = at.velocity[Z];
    const S xSquared = x * x, ySquared = y * y, zSquared = z * z;
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

/// Motion of the parent → motion of the hinge's body. `at` is overwritten.
///   l += Γ p;  ω, α, l into the child's axes;  α += ω × z q̇ + z q̈;  ω += z q̇;  l += Γ z d
template <Placement placement, typename S>
[[gnu::always_inline]] inline void moveOutward(const Hinge<S>& hinge, S c, S s, S rate,
                                               S acceleration, const Gradient<S>& parent,
                                               Motion<S>& at) {
  const S* p = hinge.offset;
  if constexpr (placement == Placement::general) {
    at.linear[X] += parent.xx * p[X] + parent.xy * p[Y] + parent.xz * p[Z];
    at.linear[Y] += parent.yx * p[X] + parent.yy * p[Y] + parent.yz * p[Z];
    at.linear[Z] += parent.zx * p[X] + parent.zy * p[Y] + parent.zz * p[Z];
  } else {
    at.linear[X] += parent.xx * p[X];
    at.linear[Y] += parent.yx * p[X];
    at.linear[Z] += parent.zx * p[X];
  }
  toChildAxes<placement>(hinge, c, s, at.velocity);
  toChildAxes<placement>(hinge, c, s, at.angular);
  toChildAxes<placement>(hinge, c, s, at.linear);
  at.angular[X] += at.velocity[Y] * rate;
  at.angular[Y] -= at.velocity[X] * rate;
  at.angular[Z] += acceleration;
  at.velocity[Z] += rate;
}

/// Σ of a hinge's body.
template <typename S>
[[gnu::always_inline]] inline void secondMoments(const Hinge<S>& hinge, S e[6]) {
  if constexpr (knowsStructure<S>)
    for (int k = 0; k < 6; ++k) e[k] = hinge.second[k];
  else
    setSecondMoments(hinge.half, hinge.rotational, e);
}

/// What the body's own motion asks for:
///   F = m l + Γ h,   N = h × l + vee(Γ Σ)
template <typename S>
[[gnu::always_inline]] inline void bodyForce(S mass, const S h[3], const S e[6],
                                             const Motion<S>& at, const Gradient<S>& g, S n[3],
                                             S f[3]) {
  const S* l = at.linear;
  f[X] = mass * l[X] + g.xx * h[X] + g.xy * h[Y] + g.xz * h[Z];
  f[Y] = mass * l[Y] + g.yx * h[X] + g.yy * h[Y] + g.yz * h[Z];
  f[Z] = mass * l[Z] + g.zx * h[X] + g.zy * h[Y] + g.zz * h[Z];
  n[X] =
      h[Y] * l[Z] - h[Z] * l[Y] +
      ((g.zx * e[XY] + g.zy * e[YY] + g.zz * e[YZ]) - (g.yx * e[XZ] + g.yy * e[YZ] + g.yz * e[ZZ]));
  n[Y] =
      h[Z] * l[X] - h[X] * l[Z] +
      ((g.xx * e[XZ] + g.xy * e[YZ] + g.xz * e[ZZ]) - (g.zx * e[XX] + g.zy * e[XY] + g.zz * e[XZ]));
  n[Z] =
      h[X] * l[Y] - h[Y] * l[X] +
      ((g.yx * e[XX] + g.yy * e[XY] + g.yz * e[XZ]) - (g.xx * e[XY] + g.xy * e[YY] + g.xz * e[YZ]));
}

/// The rotors' spin N q̇ about ŝ, fixed in the parent: ω_p × I_a ŝ N q̇, and ŝᵀα_p.
template <bool inverse, typename S>
inline void spinRotors(const GearedRotors<S>& rotors, S rate, S acceleration,
                       const Motion<S>& parent, GearScratch<S>& here) {
  const S* u = rotors.couple;
  const S* w = parent.velocity;
  const S* alpha = parent.angular;
  here.parentCouple[X] = (w[Y] * u[Z] - w[Z] * u[Y]) * rate;
  here.parentCouple[Y] = (w[Z] * u[X] - w[X] * u[Z]) * rate;
  here.parentCouple[Z] = (w[X] * u[Y] - w[Y] * u[X]) * rate;
  here.parentBias = u[X] * alpha[X] + u[Y] * alpha[Y] + u[Z] * alpha[Z];
  if constexpr (inverse) {
    here.parentBias += rotors.reflected * acceleration;
    for (int k = 0; k < 3; ++k) here.parentCouple[k] += u[k] * acceleration;
  }
}

/// l += Γ z d, then N and F.
template <typename S>
[[gnu::always_inline]] inline void slideAndLoad(const Hinge<S>& hinge, Motion<S>& at,
                                                HingeScratch<S>& here) {
  const Gradient<S> own(at);
  at.linear[X] += hinge.slide * own.xz;
  at.linear[Y] += hinge.slide * own.yz;
  at.linear[Z] += hinge.slide * own.zz;
  S second[6];
  secondMoments(hinge, second);
  bodyForce(hinge.mass, hinge.moment, second, at, own, here.moment(), here.force());
}

/// Outward over hinges [first, last): N, F and τ. With `inverse`, accelerations are those given;
/// else zero, and what comes out is the bias.
template <bool inverse, typename S>
void outward(const Memory<S>& memory, int first, int last, const S* v, const S* torque,
             const S* a) {
  Motion<S> at{};
  for (int i = first; i < last; ++i) {
    const Hinge<S>& hinge = memory.hinges[i];
    HingeScratch<S>& here = memory.scratch[i];
    if (!hinge.followsParent) at = memory.motions[hinge.parent];
    const Gradient<S> parent(at);
    const S c = memory.cosines[i], s = memory.sines[i];
    const S rate = v[hinge.velocity];
    const S acceleration = inverse ? a[hinge.velocity] : S(0);
    if (hinge.isGeared)
      spinRotors<inverse>(memory.rotors[i], rate, acceleration, at, memory.gears[i]);
    withPlacement(hinge, [&]<Placement placement>() {
      moveOutward<placement>(hinge, c, s, rate, acceleration, parent, at);
    });
    slideAndLoad(hinge, at, here);
    here.torque() = torque[hinge.velocity];
    if (hinge.carriesOthers) memory.motions[hinge.body] = at;
  }
}

template <typename S>
void turnHinges(const Memory<S>& memory, int count, const S* q) {
  for (int i = 0; i < count; ++i)
    memory.angles[i] = q[memory.starts[i].position] + memory.starts[i].angle;
  sineCosine(memory.angles, memory.sines, memory.cosines, count);
}

template <typename S>
void outwardBias(const Memory<S>& memory, int first, int last, const S* v, const S* torque) {
  outward<false, S>(memory, first, last, v, torque, nullptr);
}

}  // namespace
}  // namespace linkwork::hinges
