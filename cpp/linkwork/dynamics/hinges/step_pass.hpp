#pragma once

// Displacements of bodies on hinges over a step, the momenta that they ask for, and what those ask
// of the hinges (passes_here.hpp). Formulas of DiscreteEquations (integrators); what is each body's
// own, most of the work, is computed for several bodies at once.

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "linkwork/dynamics/hinges/hinge_frames.hpp"
#include "linkwork/dynamics/hinges/step_memory.hpp"
#include "linkwork/spatial/scalar_traits.hpp"

namespace linkwork::hinges {
namespace {

/// As many bodies as vector registers hold at once.
#if defined(__AVX2__)
constexpr int lanes = 4;
#else
constexpr int lanes = 2;
#endif
static_assert(bodyLanes % lanes == 0);

template <typename S>
void turnHalf(const Memory<S>& memory, const StepMemory<S>& step, int count, const S* u, S half) {
  for (int i = 0; i < count; ++i) step.angles[i] = half * u[memory.hinges[i].velocity];
  sineCosine(step.angles, step.sines, step.cosines, count);
}

/// Φ = T⁻¹T' of a frame: R as the quaternion (w, v), and p (spatial/displacement.hpp).
template <typename S>
struct Turned {
  S w, v[3], p[3];

  static Turned load(const StepMemory<S>& step, int body) {
    Turned result;
    result.w = step.turn[0][body];
    for (int k = 0; k < 3; ++k) {
      result.v[k] = step.turn[1 + k][body];
      result.p[k] = step.shift[k][body];
    }
    return result;
  }
  void store(const StepMemory<S>& step, int body) const {
    step.turn[0][body] = w;
    for (int k = 0; k < 3; ++k) {
      step.turn[1 + k][body] = v[k];
      step.shift[k][body] = p[k];
    }
  }
  /// p += (R − 1) r = 2 (w v × r + v × (v × r)), r along one of the axes, u and o the next two.
  void add(int along, int u, int o, S r) {
    const S tu = 2 * r * v[o], to = -2 * r * v[u];
    p[along] += v[u] * to - v[o] * tu;
    p[u] += w * tu - v[along] * to;
    p[o] += w * to + v[along] * tu;
  }
};

/// Φ = rel⁻¹ Φ_parent rel · Rz(δ) with (c, s) of δ/2.
template <Placement placement, typename S>
inline void displace(const Hinge<S>& hinge, S c, S s, S halfCosine, S halfSine, Turned<S>& at) {
  at.add(X, Y, Z, hinge.offset[X]);
  if constexpr (placement == Placement::general) {
    at.add(Y, Z, X, hinge.offset[Y]);
    at.add(Z, X, Y, hinge.offset[Z]);
  }
  toChildAxes<placement>(hinge, c, s, at.v);
  toChildAxes<placement>(hinge, c, s, at.p);
  at.add(Z, X, Y, hinge.slide);
  turnBack(halfCosine, halfSine, at.v[X], at.v[Y]);
  turn(halfCosine, halfSine, at.w, at.v[Z]);
}

/// Outward over hinges [first, last): displacements. False if one is no small turn.
template <typename S>
Truth<S> outwardTurns(const Memory<S>& memory, const StepMemory<S>& step, int first, int last) {
  Truth<S> areSmall(true);
  Turned<S> at{};
  for (int i = first; i < last; ++i) {
    const Hinge<S>& hinge = memory.hinges[i];
    if (!hinge.followsParent)
      at = hinge.parent < 0 ? Turned<S>{S(1), {}, {}} : Turned<S>::load(step, hinge.parent);
    withPlacement(hinge, [&]<Placement placement>() {
      displace<placement>(hinge, memory.cosines[i], memory.sines[i], step.cosines[i], step.sines[i],
                          at);
    });
    at.store(step, hinge.body);
    areSmall = isSmallTurn(at.w, at.v[X], at.v[Y], at.v[Z]) & areSmall;
  }
  return areSmall;
}

/// Numbers side by side, as vector registers hold them; one of any other scalar.
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

template <typename V>
[[gnu::always_inline]] inline void cross(const V a[3], const V b[3], V result[3]) {
  result[0] = a[1] * b[2] - a[2] * b[1];
  result[1] = a[2] * b[0] - a[0] * b[2];
  result[2] = a[0] * b[1] - a[1] * b[0];
}

template <typename V, std::size_t size>
[[gnu::always_inline]] inline V horner(const double (&coefficients)[size], V x) {
  V sum = V{} + coefficients[size - 1];
  for (std::size_t k = size - 1; k-- > 0;) sum = sum * x + coefficients[k];
  return sum;
}

/// Momenta at both ends of bodies that turn by little (integrators/discrete_momentum.hpp), V being
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
  V w = get(step.turn[0]), q[3], p[3];
  for (int k = 0; k < 3; ++k) {
    q[k] = get(step.turn[1 + k]);
    p[k] = get(step.shift[k]);
  }
  const V squared = q[0] * q[0] + q[1] * q[1] + q[2] * q[2], inverse = 1 / w;
  const V anglePerSine = horner(arctangent, squared * inverse * inverse) * inverse;
  const V angleSquared = anglePerSine * anglePerSine * squared;
  const V d = horner(cotangent, angleSquared), slope = horner(cotangentSlope, angleSquared);

  V omega[3], v[3], moved[3], twice[3];
  for (int k = 0; k < 3; ++k) omega[k] = anglePerSine * q[k];
  cross(omega, p, moved);
  cross(omega, moved, twice);
  for (int k = 0; k < 3; ++k) v[k] = p[k] - 0.5 * moved[k] + d * twice[k];

  V h[3], tau[3], f[3];
  const V mass = get(step.inertia[0]);
  for (int k = 0; k < 3; ++k) h[k] = get(step.inertia[1 + k]);
  const V xx = get(step.inertia[4]), yy = get(step.inertia[5]), zz = get(step.inertia[6]),
          xy = get(step.inertia[7]), xz = get(step.inertia[8]), yz = get(step.inertia[9]);
  cross(h, v, tau);
  cross(omega, h, f);
  tau[0] = rate * (tau[0] + xx * omega[0] + xy * omega[1] + xz * omega[2]);
  tau[1] = rate * (tau[1] + xy * omega[0] + yy * omega[1] + yz * omega[2]);
  tau[2] = rate * (tau[2] + xz * omega[0] + yz * omega[1] + zz * omega[2]);
  for (int k = 0; k < 3; ++k) f[k] = rate * (f[k] + mass * v[k]);

  V c0[3], c1[3], d0[3], d1[3], other[3];
  cross(omega, f, c0);
  cross(omega, tau, c1);
  cross(v, f, other);
  for (int k = 0; k < 3; ++k) c1[k] += other[k];
  cross(omega, c0, d0);
  cross(omega, c1, d1);
  cross(v, c0, other);
  const V along = slope * (omega[0] * v[0] + omega[1] * v[1] + omega[2] * v[2]);
  const auto put = [&](S* numbers, const V& value) { store(value, numbers + body); };
  for (int k = 0; k < 3; ++k) {
    const V turning = tau[k] + d * (d1[k] + other[k]) + along * d0[k], moving = f[k] + d * d0[k];
    put(step.start[k], turning + 0.5 * c1[k]);
    put(step.end[k], turning - 0.5 * c1[k]);
    put(step.start[3 + k], moving + 0.5 * c0[k]);
    put(step.end[3 + k], moving - 0.5 * c0[k]);
  }
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

/// Inward over hinges [first, last), whose articulated inertias are known from `inward`: their free
/// rates under what the momenta μ at the step's start leave of those known there, which are six
/// numbers a body, and by entry of v on joints.
template <typename S>
void inwardMomenta(const Memory<S>& memory, const StepMemory<S>& step, int first, int last,
                   const S* known, const S* knownJoints) {
  Force<S> at;
  for (int i = last - 1; i >= first; --i) {
    const Hinge<S>& hinge = memory.hinges[i];
    HingeScratch<S>& here = memory.scratch[i];
    const S* own = known + std::ptrdiff_t{6} * hinge.body;
    if (!hinge.carriesNext) at = Force<S>{};
    for (int k = 0; k < 3; ++k) {
      at.n[k] += step.start[k][hinge.body] - own[k];
      at.f[k] += step.start[3 + k][hinge.body] - own[3 + k];
    }
    if (hinge.carriesOthers) {
      const Force<S>& others = memory.forces[hinge.body];
      for (int k = 0; k < 3; ++k) {
        at.n[k] += others.n[k];
        at.f[k] += others.f[k];
      }
    }
    const S joint = knownJoints[hinge.velocity], u = joint - at.n[Z];
    const S* g = here.gain;
    here.freeRate = u / here.pivot;
    if (hinge.parent < 0) continue;
    at.n[X] += g[0] * u;
    at.n[Y] += g[1] * u;
    at.n[Z] = joint;
    for (int k = 0; k < 3; ++k) at.f[k] += g[3 + k] * u;
    withPlacement(hinge, [&]<Placement placement>() {
      propagateForce<placement>(hinge, memory.cosines[i], memory.sines[i], at);
    });
    if (!hinge.followsParent) {
      Force<S>& parent = memory.forces[hinge.parent];
      for (int k = 0; k < 3; ++k) {
        parent.n[k] += at.n[k];
        parent.f[k] += at.f[k];
      }
    }
  }
}

/// Outward over hinges [first, last): gravity in the bodies' axes.
template <typename S>
void outwardGravity(const Memory<S>& memory, const StepMemory<S>& step, int first, int last,
                    const S* atGround) {
  S at[3] = {};
  for (int i = first; i < last; ++i) {
    const Hinge<S>& hinge = memory.hinges[i];
    if (!hinge.followsParent)
      for (int k = 0; k < 3; ++k)
        at[k] = hinge.parent < 0 ? atGround[k] : step.gravity[k][hinge.parent];
    withPlacement(hinge, [&]<Placement placement>() {
      toChildAxes<placement>(hinge, memory.cosines[i], memory.sines[i], at);
    });
    for (int k = 0; k < 3; ++k) step.gravity[k][hinge.body] = at[k];
  }
}

/// The table of passes for one instruction set.
template <typename S>
constexpr StepPasses<S> stepPassesHere{turnHalf<S>, outwardTurns<S>, momenta, inwardMomenta<S>,
                                       outwardGravity<S>};

}  // namespace
}  // namespace linkwork::hinges
