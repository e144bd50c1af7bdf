#pragma once

// The passes at a body that floats freely.

#include "linkwork/dynamics/hinges/inward_pass.hpp"
#include "linkwork/dynamics/hinges/outward_pass.hpp"
#include "linkwork/linalg/ldlt.hpp"

namespace linkwork::hinges {
namespace {

/// l at v̇ = 0: minus gravity in the body's axes, and ω × v since v is written in turning axes.
template <typename S>
inline void restAcceleration(const FloatingBody<S>& body, const S* q, const S* v, const S* gravity,
                             S l[3]) {
  const S* p = body.placement;
  S g[3];  // gravity in the axes of the joint's frame on the ground
  for (int k = 0; k < 3; ++k)
    g[k] = p[k] * gravity[0] + p[3 + k] * gravity[1] + p[6 + k] * gravity[2];
  // Rᵀ g = g − w t + x × t, with t = 2 x × g, for the unit quaternion (x, w).
  const S x = q[3], y = q[4], z = q[5], w = q[6];
  const S t[3] = {2 * (y * g[2] - z * g[1]), 2 * (z * g[0] - x * g[2]), 2 * (x * g[1] - y * g[0])};
  l[0] = -(g[0] - w * t[0] + y * t[2] - z * t[1]) + v[1] * v[5] - v[2] * v[4];
  l[1] = -(g[1] - w * t[1] + z * t[0] - x * t[2]) + v[2] * v[3] - v[0] * v[5];
  l[2] = -(g[2] - w * t[2] + x * t[1] - y * t[0]) + v[0] * v[4] - v[1] * v[3];
}

/// Motion of the body, and N, F. `v̇` is null for the bias.
template <typename S>
void outwardFloating(const Memory<S>& memory, const FloatingBody<S>& body, const S* q, const S* v,
                     const S* a, const S* gravity, Force<S>& here) {
  const S* twist = v + body.velocity;
  Motion<S> at{};
  restAcceleration(body, q + body.position, twist, gravity, at.linear);
  for (int k = 0; k < 3; ++k) {
    at.velocity[k] = twist[k];
    if (!a) continue;
    at.angular[k] = a[body.velocity + k];
    at.linear[k] += a[body.velocity + 3 + k];
  }
  bodyForce(body.mass, body.moment, body.second, at, Gradient<S>(at), here.n, here.f);
  memory.motions[body.body] = at;
}

/// Iᴬ v̇ = τ − p, and hands v̇ to what the body carries: an increment over v̇ = 0.
template <typename S>
bool accelerateFloating(const Memory<S>& memory, const FloatingBody<S>& body, const Force<S>& here,
                        const S* torque, S* a) {
  Articulated<S> at = memory.articulated[body.body];
  addBody(body, here.n, here.f, at);
  const S* j = at.j;
  const S* h = at.h;
  const S* m = at.m;
  S matrix[6][6] = {{j[XX], 0, 0, 0, 0, 0},
                    {j[XY], j[YY], 0, 0, 0, 0},
                    {j[XZ], j[YZ], j[ZZ], 0, 0, 0},
                    {h[HXX], h[HYX], h[HZX], m[XX], 0, 0},
                    {h[HXY], h[HYY], h[HZY], m[XY], m[YY], 0},
                    {h[HXZ], h[HYZ], h[HZZ], m[XZ], m[YZ], m[ZZ]}};
  S* result = a + body.velocity;
  for (int k = 0; k < 3; ++k) {
    result[k] = torque[body.velocity + k] - at.n[k];
    result[3 + k] = torque[body.velocity + 3 + k] - at.f[k];
  }
  const auto entry = [&](int row, int column) -> S& { return matrix[row][column]; };
  if (!linalg::factorLdlt<6>(entry, [](int, S& pivot) { return acceptPivot(pivot); })) return false;
  linalg::solveLdlt<6>(entry, result);
  Increment<S>& increment = memory.increments[body.body];
  for (int k = 0; k < 3; ++k) {
    increment.angular[k] = result[k];
    increment.linear[k] = result[3 + k];
  }
  return true;
}

}  // namespace
}  // namespace linkwork::hinges
