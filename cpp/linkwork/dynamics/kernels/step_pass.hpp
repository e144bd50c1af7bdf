#pragma once

// Displacements of bodies on revolute joints over a step, the momenta of these displacements, and
// their joint forces (passes_here.hpp). Formulas of DiscreteEquations (integrators). The part of
// each body alone, most of the work, is SIMD-batched over bodies.

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "linkwork/dynamics/kernels/floating_body.hpp"
#include "linkwork/dynamics/kernels/revolute.hpp"
#include "linkwork/dynamics/kernels/step_memory.hpp"
#include "linkwork/spatial/scalar_traits.hpp"

namespace linkwork::kernels {
namespace {

/// Number of bodies in one vector register.
#if defined(__AVX2__)
constexpr int lanes = 4;
#else
constexpr int lanes = 2;
#endif
static_assert(bodyLanes % lanes == 0);

template <typename S>
void turnHalf(const Memory<S>& memory, const StepMemory<S>& step, int count, const S* u, S half) {
  for (int i = 0; i < count; ++i) step.angles[i] = half * u[memory.revolutes[i].velocity];
  sineCosine(step.angles, step.sines, step.cosines, count);
}

/// Φ = T⁻¹T' of a frame: R as the quaternion (w, v), and p (spatial/displacement.hpp).
template <typename S>
struct Turned {
  S w;
  Vec3<S> v, p;

  static Turned load(const StepMemory<S>& step, int body) {
    return {step.turn[0][body],
            {step.turn[1][body], step.turn[2][body], step.turn[3][body]},
            {step.shift[0][body], step.shift[1][body], step.shift[2][body]}};
  }
  void store(const StepMemory<S>& step, int body) const {
    step.turn[0][body] = w;
    for (int k = 0; k < 3; ++k) {
      step.turn[1 + k][body] = v[k];
      step.shift[k][body] = p[k];
    }
  }

  // p += (R − 1) r = 2 (w v × r + v × (v × r)) for r along an axis.
  void addAlongX(const S& r) { add(p.x, p.y, p.z, v.x, v.y, v.z, r); }
  void addAlongY(const S& r) { add(p.y, p.z, p.x, v.y, v.z, v.x, r); }
  void addAlongZ(const S& r) { add(p.z, p.x, p.y, v.z, v.x, v.y, r); }

 private:
  void add(S& along, S& next, S& last, const S& vAlong, const S& vNext, const S& vLast,
           const S& r) {
    const S twiceNext = 2 * r * vLast, twiceLast = -2 * r * vNext;
    along += vNext * twiceLast - vLast * twiceNext;
    next += w * twiceNext - vAlong * twiceLast;
    last += w * twiceLast + vAlong * twiceNext;
  }
};

/// Φ = rel⁻¹ Φ_parent rel · Rz(δ) with (c, s) of δ/2.
template <Placement placement, typename S>
inline void displace(const Revolute<S>& revolute, S c, S s, S halfCosine, S halfSine,
                     Turned<S>& at) {
  at.addAlongX(revolute.offset.x);
  if constexpr (placement == Placement::general) {
    at.addAlongY(revolute.offset.y);
    at.addAlongZ(revolute.offset.z);
  }
  toChildAxes<placement>(revolute, c, s, at.v);
  toChildAxes<placement>(revolute, c, s, at.p);
  at.addAlongZ(revolute.slide);
  turnBack(halfCosine, halfSine, at.v.x, at.v.y);
  turn(halfCosine, halfSine, at.w, at.v.z);
}

/// Forward over joints [first, last): displacements. Returns false if a rotation is too large.
template <typename S>
MaskOf<S> forwardTurns(const Memory<S>& memory, const StepMemory<S>& step, int first, int last) {
  MaskOf<S> areSmall(true);
  Turned<S> at{};
  for (int i = first; i < last; ++i) {
    const Revolute<S>& revolute = memory.revolutes[i];
    if (!revolute.followsParent)
      at = revolute.parent < 0 ? Turned<S>{S(1), {}, {}} : Turned<S>::load(step, revolute.parent);
    withPlacement(revolute, [&]<Placement placement>() {
      displace<placement>(revolute, memory.cosines[i], memory.sines[i], step.cosines[i],
                          step.sines[i], at);
    });
    at.store(step, revolute.body);
    areSmall = isSmallTurn(at.w, at.v.x, at.v.y, at.v.z) & areSmall;
  }
  return areSmall;
}

/// Loads numbers into a vector register; one number of any other scalar.
template <typename V, typename S>
[[gnu::always_inline]] inline V load(const S* numbers) {
  if constexpr (std::is_same_v<V, S>) {
    return *numbers;
  } else {
    V result;
    std::memcpy(&result, numbers, sizeof result);
    return result;
  }
}
template <typename V, typename S>
[[gnu::always_inline]] inline void store(const V& value, S* numbers) {
  if constexpr (std::is_same_v<V, S>)
    *numbers = value;
  else
    std::memcpy(numbers, &value, sizeof value);
}

template <typename V, std::size_t size>
[[gnu::always_inline]] inline V horner(const double (&coefficients)[size], V x) {
  V sum = V{} + coefficients[size - 1];
  for (std::size_t k = size - 1; k-- > 0;) sum = sum * x + coefficients[k];
  return sum;
}

/// Momenta at both ends of bodies with small rotations (integrators/discrete_momentum.hpp). V holds
/// the numbers of several bodies; `rate` is 1/h. x = log Φ = (ω; v),
///
///   m = G x/h,  m̃ ± ½ x̃ × m̃ + D̃ x̃ × (x̃ × m̃)
template <typename V, typename S>
[[gnu::always_inline]] inline void momentaOf(const StepMemory<S>& step, int body, S rate) {
  // 2 atan(r)/r; D = (1 − (θ/2) cot(θ/2))/θ² and its slope D'/θ, by θ²
  constexpr double arctangent[] = {2.0,       -2.0 / 3, 2.0 / 5,   -2.0 / 7, 2.0 / 9,
                                   -2.0 / 11, 2.0 / 13, -2.0 / 15, 2.0 / 17};
  constexpr double cotangent[] = {1.0 / 12,      1.0 / 720,      1.0 / 30240,
                                  1.0 / 1209600, 1.0 / 47900160, 691.0 / 1307674368000};
  constexpr double cotangentSlope[] = {
      2.0 / 720,         4.0 / 30240, 6.0 / 1209600, 8.0 / 47900160, 10 * 691.0 / 1307674368000,
      12.0 / 74724249600};
  const auto get = [&](const S* numbers) { return load<V>(numbers + body); };
  const auto getThree = [&](const S* const* numbers) {
    return Vec3<V>{get(numbers[0]), get(numbers[1]), get(numbers[2])};
  };
  const V w = get(step.turn[0]);
  const Vec3<V> q = getThree(step.turn + 1), p = getThree(step.shift);
  const V squared = dot(q, q), inverse = 1 / w;
  const V anglePerSine = horner(arctangent, squared * inverse * inverse) * inverse;
  const V angleSquared = anglePerSine * anglePerSine * squared;
  const V d = horner(cotangent, angleSquared), slope = horner(cotangentSlope, angleSquared);

  const Vec3<V> omega = anglePerSine * q, moved = cross(omega, p), twice = cross(omega, moved);
  const V half = V{} + 0.5;
  const Vec3<V> v = p - half * moved + d * twice;

  const V mass = get(step.inertia[0]);
  const Vec3<V> h = getThree(step.inertia + 1);
  const V xx = get(step.inertia[4]), yy = get(step.inertia[5]), zz = get(step.inertia[6]),
          xy = get(step.inertia[7]), xz = get(step.inertia[8]), yz = get(step.inertia[9]);
  const Vec3<V> hv = cross(h, v);
  const Vec3<V> tau{rate * (hv.x + xx * omega.x + xy * omega.y + xz * omega.z),
                    rate * (hv.y + xy * omega.x + yy * omega.y + yz * omega.z),
                    rate * (hv.z + xz * omega.x + yz * omega.y + zz * omega.z)};
  const V perSecond = V{} + rate;
  const Vec3<V> f = perSecond * (cross(omega, h) + mass * v);

  const Vec3<V> c0 = cross(omega, f), c1 = cross(omega, tau) + cross(v, f);
  const Vec3<V> d0 = cross(omega, c0), d1 = cross(omega, c1) + cross(v, c0);
  const V along = slope * dot(omega, v);
  const Vec3<V> turning = tau + d * d1 + along * d0, moving = f + d * d0;
  const auto put = [&](S* const* numbers, const Vec3<V>& values) {
    for (int k = 0; k < 3; ++k) store(values[k], numbers[k] + body);
  };
  put(step.start, turning + half * c1);
  put(step.end, turning - half * c1);
  put(step.start + 3, moving + half * c0);
  put(step.end + 3, moving - half * c0);
}

/// Momenta of the first `count` bodies; the arrays are padded to a multiple of bodyLanes.
inline void momenta(const StepMemory<double>& step, int count, double rate) {
  using V = double __attribute__((vector_size(lanes * sizeof(double))));
  for (int body = 0; body < count; body += lanes) momentaOf<V>(step, body, rate);
}
template <typename S>
void momenta(const StepMemory<S>& step, int count, S rate) {
  for (int body = 0; body < count; ++body) momentaOf<S>(step, body, rate);
}

/// Backward over joints [first, last), with articulated inertias from the pass `backward`: their
/// bias accelerations under the remainder of the start momenta μ. The inputs are six numbers per
/// body, and by entry of v on joints.
template <typename S>
void backwardMomenta(const Memory<S>& memory, const StepMemory<S>& step, int first, int last,
                     const S* known, const S* knownJoints) {
  Force<S> at;
  for (int i = last - 1; i >= first; --i) {
    const Revolute<S>& revolute = memory.revolutes[i];
    RevoluteWorkspace<S>& here = memory.workspace[i];
    const S* own = known + std::ptrdiff_t{6} * revolute.body;
    if (!revolute.supportsNext) at = Force<S>{};
    for (int k = 0; k < 3; ++k) {
      at.n[k] += step.start[k][revolute.body] - own[k];
      at.f[k] += step.start[3 + k][revolute.body] - own[3 + k];
    }
    if (revolute.supportsOthers) at += memory.forces[revolute.body];
    const S joint = knownJoints[revolute.velocity], u = joint - at.n.z;
    here.biasAcceleration = u / here.pivot;
    if (revolute.parent < 0) continue;
    at.addScaled(here.gain, u);
    at.n.z = joint;
    withPlacement(revolute, [&]<Placement placement>() {
      toParent<placement>(revolute, memory.cosines[i], memory.sines[i], at);
    });
    if (!revolute.followsParent) memory.forces[revolute.parent] += at;
  }
}

/// Forward over joints [first, last): gravity in the bodies' axes.
template <typename S>
void forwardGravity(const Memory<S>& memory, const StepMemory<S>& step, int first, int last,
                    const S* atGround) {
  Vec3<S> at;
  for (int i = first; i < last; ++i) {
    const Revolute<S>& revolute = memory.revolutes[i];
    if (!revolute.followsParent)
      for (int k = 0; k < 3; ++k)
        at[k] = revolute.parent < 0 ? atGround[k] : step.gravity[k][revolute.parent];
    withPlacement(revolute, [&]<Placement placement>() {
      toChildAxes<placement>(revolute, memory.cosines[i], memory.sines[i], at);
    });
    for (int k = 0; k < 3; ++k) step.gravity[k][revolute.body] = at[k];
  }
}

/// The tables of passes for one instruction set.
template <typename S>
constexpr RecursionPasses<S> recursionPassesHere{updateJointTransforms<S>, eliminate<S>,
                                                 accelerate<S>, accelerate<S>};

template <typename S>
constexpr StepPasses<S> stepPassesHere{turnHalf<S>, forwardTurns<S>, momenta, backwardMomenta<S>,
                                       forwardGravity<S>};

}  // namespace
}  // namespace linkwork::kernels
