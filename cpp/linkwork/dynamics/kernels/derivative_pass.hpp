#pragma once

// Derivatives of inverse dynamics over revolute joints (equations: cluster_derivatives.hpp). For an
// axis z through its body's origin: Δ = [z; 0], ν = v_p × Δ, μ = a_p × Δ + v_p × ν, μ̇ = 2ν.

#include <utility>

#include "linkwork/dynamics/kernels/derivative_memory.hpp"
#include "linkwork/dynamics/kernels/pose_pass.hpp"
#include "linkwork/dynamics/kernels/simd.hpp"

namespace linkwork::kernels {
namespace {

/// 2B x
template <typename S>
inline Force<S> twiceB(const MovingComposite<S>& c, const Vec3<S>& angular) {
  return {c.curl * angular, S(2) * cross(angular, c.momentum)};
}
/// The angular part of 2Bᵀ x; the linear part is zero.
template <typename S>
inline Vec3<S> twiceTransposedB(const MovingComposite<S>& c, const Motion<S>& x) {
  return c.curl.transposedTimes(x.angular) + S(2) * cross(c.momentum, x.linear);
}

/// I, C, p and f of one moving body, with its inertia in its own axes:
///   C = J̇ − ñ        [n; p] = I v        f = I a + v ×* I v
template <typename S>
inline void loadBody(const Vec3Pose<S>& frame, const RigidBodyInertia<S>& body,
                     const SpatialMotion<S>& motion, MovingComposite<S>& to) {
  const auto& [x, y, z, origin] = frame;
  const SymmetricMatrix3<S>& j = body.rotational;
  const Vec3<S> h = frame.turn(body.moment);
  const Vec3<S> jx = frame.turn({j.xx, j.xy, j.xz}), jy = frame.turn({j.xy, j.yy, j.yz}),
                jz = frame.turn({j.xz, j.yz, j.zz});  // R J, by columns
  const auto entry = [&, &x = x, &y = y, &z = z](int r, int c) {
    return jx[r] * x[c] + jy[r] * y[c] + jz[r] * z[c];
  };
  to.inertia = {
      body.mass, h, {entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)}};

  const Force<S> momentum = to.inertia * motion.velocity;
  const SymmetricMatrix3<S> rate = to.inertia.rate(motion.velocity).rotational;
  const Vec3<S>& n = momentum.n;
  to.curl = {rate.xx,       rate.xy + n.z, rate.xz - n.y, rate.xy - n.z, rate.yy,
             rate.yz + n.x, rate.xz + n.y, rate.yz - n.x, rate.zz};
  to.momentum = momentum.f;
  to.force = to.inertia * motion.acceleration + cross(motion.velocity, momentum);
}

/// Adds a body's composite to that of its parent. r is the displacement from the parent's origin to
/// the body's origin:
///   C' = C − 2 p rᵀ + 2 (r·p) 1
template <typename S>
inline void addTo(const Vec3<S>& r, const MovingComposite<S>& from, MovingComposite<S>& to) {
  to.inertia += from.inertia.shifted(r);
  Mat3<S> curl = from.curl;
  curl.subtractDyad(S(2) * from.momentum, r);
  to.curl += curl;
  const S twice = 2 * dot(r, from.momentum);
  to.curl.xx += twice, to.curl.yy += twice, to.curl.zz += twice;
  to.momentum += from.momentum;
  to.force += from.force.shifted(r);
}

/// Rotors spin at rate N q̇ about axes fixed on a body with angular velocity ω. With u = Σ N I_a ŝ
/// the moment on the body is u q̈ + ω × u q̇.
template <typename S>
inline void addSpin(const Vec3<S>& u, const Vec3<S>& w, S rate, S acceleration,
                    MovingComposite<S>& to) {
  to.force.n += acceleration * u + rate * cross(w, u);
  const Vec3<S> spin = rate * u;
  to.curl.xy += spin.z, to.curl.yx -= spin.z;
  to.curl.xz -= spin.y, to.curl.zx += spin.y;
  to.curl.yz += spin.x, to.curl.zy -= spin.x;
}

template <typename S>
inline void storeMotion(const DerivativeMemory<S>& memory, int place, const Vec3<S>& origin,
                        const FreedomMotion<S>& motion) {
  S* to = memory.motions + place;
  const auto put = [&](const Vec3<S>& v) {
    for (int k = 0; k < 3; ++k, to += memory.count) *to = v[k];
  };
  for (const auto* part :
       {&motion.displacement, &motion.rate, &motion.acceleration, &motion.turning}) {
    put(part->angular);
    put(part->linear);
  }
  put(origin);
}

/// A row against contiguous dofs j: both directions of the interaction.
template <typename S>
struct Pairs {
  Four<S> byPosition, byVelocity, onPosition, onVelocity, mass;
};

/// About j's origin the wrenches of the row have n + (o_k − o_j) × f.
template <typename S>
inline void pairUp(const FreedomRow<S>& row, const S* at, std::ptrdiff_t step, Pairs<S>& pairs) {
  Four<S> number[27];
  for (int place = 0; place < 27; ++place) load(at + place * step, number[place]);
  const Four<S> x = row.point.x - number[24], y = row.point.y - number[25],
                z = row.point.z - number[26];
  const auto addForce = [&](const Force<S>& force, int motion, Four<S>& to) {
    const auto& [n, f] = force;
    to += (n.x + (y * f.z - z * f.y)) * number[motion] +
          (n.y + (z * f.x - x * f.z)) * number[motion + 1] +
          (n.z + (x * f.y - y * f.x)) * number[motion + 2] + f.x * number[motion + 3] +
          f.y * number[motion + 4] + f.z * number[motion + 5];
  };
  const auto addTurn = [&](int motion, Four<S>& to) {
    to += row.rate.x * number[motion] + row.rate.y * number[motion + 1] +
          row.rate.z * number[motion + 2];
  };
  constexpr int displacement = 0, rate = 6, acceleration = 12, turning = 18;
  pairs.byPosition = pairs.byVelocity = pairs.onPosition = pairs.onVelocity = pairs.mass =
      Four<S>{};
  addTurn(rate, pairs.byPosition);
  addForce(row.inertia, acceleration, pairs.byPosition);
  addTurn(displacement, pairs.byVelocity);
  addForce(row.inertia, turning, pairs.byVelocity);
  addForce(row.onPosition, displacement, pairs.onPosition);
  addForce(row.onVelocity, displacement, pairs.onVelocity);
  addForce(row.inertia, displacement, pairs.mass);
}

/// Writes the first `count` of four numbers with stride `step`.
template <typename S>
inline void scatter(const Four<S>& four, int count, S* to, std::ptrdiff_t step) {
  S numbers[Adjacent<S>::four];
  store(four, numbers);
  for (int i = 0; i < count; ++i, to += step) *to = numbers[i];
}

/// Entries (k, j) and (j, k) of all three matrices for all dofs j that support a body.
template <typename S>
void crossSupports(const DerivativeMemory<S>& memory, const FreedomRow<S>& given, int k, int body) {
  const FreedomRow<S> row = given;  // a copy: does not alias the results
  constexpr int width = Adjacent<S>::four;
  const bool isByRows = memory.isByRows;
  while (body >= 0) {
    const FreedomRun& run = memory.runs[body];
    for (int j = run.first; j < run.end; j += width) {
      Pairs<S> pairs;
      pairUp(row, memory.motions + j, memory.count, pairs);
      const int dof = run.dof + j - run.first;
      const int count = run.end - j < width ? run.end - j : width;
      const std::ptrdiff_t along = dof + k * memory.stride, across = k + dof * memory.stride;
      if (isByRows) {
        std::swap(pairs.byPosition, pairs.onPosition);
        std::swap(pairs.byVelocity, pairs.onVelocity);
      }
      S *position = memory.position, *velocity = memory.velocity,
        *mass = memory.mass + dof + k * memory.size;
      if (count == width) {
        store(pairs.onPosition, position + along);
        store(pairs.onVelocity, velocity + along);
        store(pairs.mass, mass);
        scatter<S>(pairs.byPosition, width, position + across, memory.stride);
        scatter<S>(pairs.byVelocity, width, velocity + across, memory.stride);
      } else {
        scatter<S>(pairs.onPosition, count, position + along, 1);
        scatter<S>(pairs.onVelocity, count, velocity + along, 1);
        scatter<S>(pairs.mass, count, mass, 1);
        scatter<S>(pairs.byPosition, count, position + across, memory.stride);
        scatter<S>(pairs.byVelocity, count, velocity + across, memory.stride);
      }
    }
    body = run.support;
  }
}

/// Forward over joints [first, last): frames, motions, own composites.
template <typename S>
void forwardDerivatives(const Memory<S>& memory, const DerivativeMemory<S>& to, int first, int last,
                        const S* v, const S* a) {
  for (int i = first; i < last; ++i) {
    const Revolute<S>& revolute = memory.revolutes[i];
    const Vec3Pose<S>& parent = memory.frames[revolute.parent];
    Vec3Pose<S> frame = parent;
    withPlacement(revolute, [&]<Placement placement>() {
      toChild<placement>(revolute, memory.cosines[i], memory.sines[i], frame);
    });
    SpatialMotion<S> motion = to.bodies[revolute.parent];
    const Vec3<S> r = frame.origin - parent.origin;
    motion.velocity = motion.velocity.at(r);
    motion.acceleration = motion.acceleration.at(r);
    FreedomMotion<S> freedom{};
    freedom.displacement.angular = frame.z;
    freedom.rate = {cross(motion.velocity.angular, frame.z),
                    cross(motion.velocity.linear, frame.z)};
    freedom.acceleration = {cross(motion.acceleration.angular, frame.z),
                            cross(motion.acceleration.linear, frame.z)};
    freedom.acceleration += cross(motion.velocity, freedom.rate);
    freedom.turning = S(2) * freedom.rate;
    const S rate = v[revolute.velocity], acceleration = a[revolute.velocity];
    motion.acceleration += rate * freedom.rate;
    motion.velocity.angular += rate * frame.z;
    motion.acceleration.angular += acceleration * frame.z;
    memory.frames[revolute.body] = frame;
    to.bodies[revolute.body] = motion;
    storeMotion(to, to.runs[revolute.body].end - 1, frame.origin, freedom);
    loadBody(frame, revolute.inertia, motion, to.composites[revolute.body]);
  }
}

/// Backward over the same joints: their rows and columns.
template <typename S>
void backwardDerivatives(const Memory<S>& memory, const DerivativeMemory<S>& to, int first,
                         int last, const S* v, const S* a) {
  for (int i = last - 1; i >= first; --i) {
    const Revolute<S>& revolute = memory.revolutes[i];
    const MovingComposite<S>& composite = to.composites[revolute.body];
    const Vec3Pose<S>& frame = memory.frames[revolute.body];
    const FreedomRun& run = to.runs[revolute.body];
    const int place = run.end - 1, dof = run.dof + place - run.first;
    const S* from = to.motions + 6 * to.count + place;
    const auto getThree = [&] {
      const Vec3<S> result{from[0], from[to.count], from[2 * to.count]};
      from += 3 * to.count;
      return result;
    };
    const auto get = [&] {
      const Vec3<S> angular = getThree();
      return Motion<S>{angular, getThree()};
    };
    const Motion<S> rate = get(), acceleration = get(), turning = get();  // ν, μ and μ̇
    const Vec3<S>& axis = frame.z;
    const auto& [n, f] = composite.force;

    FreedomRow<S> row;
    row.point = frame.origin;
    row.inertia = composite.inertia * AngularMotion<S>{axis};
    row.rate = composite.curl.transposedTimes(axis);
    row.onPosition = twiceB(composite, rate.angular) + composite.inertia * acceleration +
                     Force<S>{cross(axis, n), cross(axis, f)};
    row.onVelocity = twiceB(composite, axis) + composite.inertia * turning;
    const std::ptrdiff_t diagonal = dof * (to.stride + 1);
    to.position[diagonal] = dot(row.rate, rate.angular) + dot(row.inertia, acceleration);
    to.velocity[diagonal] = dot(row.rate, axis) + dot(row.inertia, turning);
    S& mass = to.mass[dof * (to.size + 1)];
    mass = dot(row.inertia.n, axis);
    if (revolute.isGeared) mass += memory.rotors[i].reflected;
    if (revolute.parent < 0) continue;

    const Vec3Pose<S>& parent = memory.frames[revolute.parent];
    addTo(frame.origin - parent.origin, composite, to.composites[revolute.parent]);
    if (revolute.isGeared) {
      const Vec3<S> u = parent.turn(memory.rotors[i].couple);
      const Vec3<S>& w = to.bodies[revolute.parent].velocity.angular;
      addSpin(u, w, v[revolute.velocity], a[revolute.velocity], to.composites[revolute.parent]);
      const Vec3<S> turned = cross(w, u);
      row.rate += turned;
      row.onVelocity.n += turned;
      row.inertia.n += u;
    }
    crossSupports(to, row, dof, revolute.parent);
  }
}

}  // namespace
}  // namespace linkwork::kernels
