#pragma once

// The passes at a floating body.

#include "linkwork/dynamics/kernels/revolute.hpp"
#include "linkwork/linalg/factorizations.hpp"

namespace linkwork::kernels {
namespace {

/// l at v̇ = 0: minus gravity in the body's axes, and ω × v because v is in rotating axes.
template <typename S>
inline Vec3<S> accelerationAtRest(const FloatingBody<S>& body, const S* q, const Motion<S>& twist,
                                  const Vec3<S>& gravity) {
  const Vec3<S> g = body.placement.transposedTimes(gravity);
  // Rᵀ g = g − w t + x × t, with t = 2 x × g, for the unit quaternion (x, w).
  const Vec3<S> x{q[3], q[4], q[5]}, t = S(2) * cross(x, g);
  const S w = q[6];
  const auto& [omega, v] = twist;
  return {-(g.x - w * t.x + x.y * t.z - x.z * t.y) + omega.y * v.z - omega.z * v.y,
          -(g.y - w * t.y + x.z * t.x - x.x * t.z) + omega.z * v.x - omega.x * v.z,
          -(g.z - w * t.z + x.x * t.y - x.y * t.x) + omega.x * v.y - omega.y * v.x};
}

/// Motion of the body, and its force. `a` is null for the bias.
template <typename S>
void forward(const Memory<S>& memory, const FloatingBody<S>& body, const S* q, const S* v,
             const S* a, const S* gravity, Force<S>& here) {
  const S* from = v + body.velocity;
  const Motion<S> twist{Vec3<S>::from(from), Vec3<S>::from(from + 3)};
  FrameMotion<S> motion{twist.angular,
                        {},
                        accelerationAtRest(body, q + body.position, twist, Vec3<S>::from(gravity))};
  if (a) {
    const S* change = a + body.velocity;
    motion.angular = Vec3<S>::from(change);
    motion.linear += Vec3<S>::from(change + 3);
  }
  here = bodyForce(body.inertia, body.second, motion, motion.gradient());
  memory.motions[body.body] = motion;
}

/// Solves Iᴬ v̇ = τ − p and propagates v̇ to the supported bodies, as an increment over v̇ = 0.
template <typename S>
bool accelerate(const Memory<S>& memory, const FloatingBody<S>& body, const Force<S>& here,
                const S* torque, S* a) {
  ArticulatedBody<S> articulated = memory.articulated[body.body];
  addBody(body.inertia, here, articulated);
  const auto& [J, H, M] = articulated.A;
  S matrix[6][6] = {{J.xx, 0, 0, 0, 0, 0},
                    {J.xy, J.yy, 0, 0, 0, 0},
                    {J.xz, J.yz, J.zz, 0, 0, 0},
                    {H.xx, H.yx, H.zx, M.xx, 0, 0},
                    {H.xy, H.yy, H.zy, M.xy, M.yy, 0},
                    {H.xz, H.yz, H.zz, M.xz, M.yz, M.zz}};
  S* result = a + body.velocity;
  for (int k = 0; k < 3; ++k) {
    result[k] = torque[body.velocity + k] - articulated.p.n[k];
    result[3 + k] = torque[body.velocity + 3 + k] - articulated.p.f[k];
  }
  const auto entry = [&](int row, int column) -> S& { return matrix[row][column]; };
  if (!linalg::factorLdlt<6>(entry, [](int, S& pivot) { return acceptPivot(pivot); })) return false;
  linalg::solveLdlt<6>(entry, result);
  memory.increments[body.body] = {Vec3<S>::from(result), Vec3<S>::from(result + 3)};
  return true;
}

/// f − τ
template <typename S>
void backward(const Memory<S>& memory, const FloatingBody<S>& body, const Force<S>& own,
              const S* acting, S* torque) {
  const Force<S>& others = memory.forces[body.body];
  for (int k = 0; k < 3; ++k) {
    const int i = body.velocity + k, j = i + 3;
    torque[i] = own.n[k] + others.n[k] - acting[i];
    torque[j] = own.f[k] + others.f[k] - acting[j];
  }
}

}  // namespace
}  // namespace linkwork::kernels
