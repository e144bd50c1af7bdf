#pragma once

// Derivatives of inverse dynamics by hinges (cluster_derivatives.hpp has the equations): of a hinge
// with axis z through its body's origin Δ = [z; 0], ν = v_p × Δ, μ = a_p × Δ + v_p × ν, μ̇ = 2ν.

#include <utility>

#include "linkwork/dynamics/hinges/adjacent.hpp"
#include "linkwork/dynamics/hinges/derivative_memory.hpp"
#include "linkwork/dynamics/hinges/pose_pass.hpp"

namespace linkwork::hinges {
namespace {

/// to += a × b
template <typename S>
inline void addCross(const S* a, const S* b, S* to) {
  to[X] += a[Y] * b[Z] - a[Z] * b[Y];
  to[Y] += a[Z] * b[X] - a[X] * b[Z];
  to[Z] += a[X] * b[Y] - a[Y] * b[X];
}

/// to += J x of a symmetric matrix
template <typename S>
inline void addSymmetric(const S* j, const S* x, S* to) {
  to[X] += j[XX] * x[X] + j[XY] * x[Y] + j[XZ] * x[Z];
  to[Y] += j[XY] * x[X] + j[YY] * x[Y] + j[YZ] * x[Z];
  to[Z] += j[XZ] * x[X] + j[YZ] * x[Y] + j[ZZ] * x[Z];
}

template <typename S>
inline S dot(const S* a, const S* b) {
  return a[X] * b[X] + a[Y] * b[Y] + a[Z] * b[Z];
}

/// A motion m × n of [ω; v] each.
template <typename S>
inline void addCrossMotion(const S* m, const S* n, S* to) {
  addCross(m, n, to);
  addCross(m, n + 3, to + 3);
  addCross(m + 3, n, to + 3);
}

/// to += I x
template <typename S>
inline void addInertia(const MovingComposite<S>& c, const S* x, S* to) {
  addSymmetric(c.j, x, to);
  addCross(c.h, x + 3, to);
  addCross(x, c.h, to + 3);
  for (int k = 0; k < 3; ++k) to[3 + k] += c.mass * x[3 + k];
}

/// to += I x where x only turns
template <typename S>
inline void addTurningInertia(const MovingComposite<S>& c, const S* x, S* to) {
  addSymmetric(c.j, x, to);
  addCross(x, c.h, to + 3);
}

/// to += 2B x
template <typename S>
inline void addB(const MovingComposite<S>& c, const S* x, S* to) {
  S turned[3] = {};
  addCross(x, c.momentum, turned);
  for (int k = 0; k < 3; ++k) {
    to[k] += dot(c.curl + 3 * k, x);
    to[3 + k] += 2 * turned[k];
  }
}

/// to += the angular part of 2Bᵀ x where x only turns, and of any x
template <typename S>
inline void addTurningTransposedB(const MovingComposite<S>& c, const S* x, S* to) {
  for (int k = 0; k < 3; ++k)
    to[k] += c.curl[k] * x[X] + c.curl[3 + k] * x[Y] + c.curl[6 + k] * x[Z];
}
template <typename S>
inline void addTransposedB(const MovingComposite<S>& c, const S* x, S* to) {
  addTurningTransposedB(c, x, to);
  S turned[3] = {};
  addCross(c.momentum, x + 3, turned);
  for (int k = 0; k < 3; ++k) to[k] += 2 * turned[k];
}

/// A motion of a body seen at another of its points, r away.
template <typename S>
inline void shiftMotion(const S* r, S* motion) {
  addCross(motion, r, motion + 3);
}

/// I, C, p and f of one body in motion, whose numbers are in its own axes:
///   C = ω̃ J − J ω̃ − v hᵀ − h vᵀ + 2 (v·h) 1 − ñ        [n; p] = I v        f = I a + v ×* I v
template <typename S>
inline void loadBody(const WorldFrame<S>& frame, S mass, const S* moment, const S* rotational,
                     const SpatialMotion<S>& motion, MovingComposite<S>& to) {
  const auto& axes = frame.axes;
  const S *w = motion.velocity, *v = w + 3;
  to.mass = mass;
  S turned[3][3];  // R J, by columns
  for (int k = 0; k < 3; ++k) {
    to.h[k] = axes[X][k] * moment[X] + axes[Y][k] * moment[Y] + axes[Z][k] * moment[Z];
    const S x = axes[X][k], y = axes[Y][k], z = axes[Z][k];
    turned[X][k] = x * rotational[XX] + y * rotational[XY] + z * rotational[XZ];
    turned[Y][k] = x * rotational[XY] + y * rotational[YY] + z * rotational[YZ];
    turned[Z][k] = x * rotational[XZ] + y * rotational[YZ] + z * rotational[ZZ];
  }
  const auto entry = [&](int r, int c) {
    return turned[X][r] * axes[X][c] + turned[Y][r] * axes[Y][c] + turned[Z][r] * axes[Z][c];
  };
  to.j[XX] = entry(X, X), to.j[YY] = entry(Y, Y), to.j[ZZ] = entry(Z, Z);
  to.j[XY] = entry(X, Y), to.j[XZ] = entry(X, Z), to.j[YZ] = entry(Y, Z);

  S momentum[6] = {};
  addInertia(to, w, momentum);
  for (int k = 0; k < 3; ++k) to.momentum[k] = momentum[3 + k];
  const S full[3][3] = {{to.j[XX], to.j[XY], to.j[XZ]},
                        {to.j[XY], to.j[YY], to.j[YZ]},
                        {to.j[XZ], to.j[YZ], to.j[ZZ]}};
  S half[3][3];  // ω̃ J − v hᵀ, of which C has the sum with its transpose
  for (int c = 0; c < 3; ++c) {
    half[X][c] = w[Y] * full[Z][c] - w[Z] * full[Y][c] - v[X] * to.h[c];
    half[Y][c] = w[Z] * full[X][c] - w[X] * full[Z][c] - v[Y] * to.h[c];
    half[Z][c] = w[X] * full[Y][c] - w[Y] * full[X][c] - v[Z] * to.h[c];
  }
  const S twice = 2 * dot(v, to.h), *n = momentum;
  for (int k = 0; k < 3; ++k) to.curl[4 * k] = 2 * half[k][k] + twice;
  const S xy = half[X][Y] + half[Y][X], xz = half[X][Z] + half[Z][X], yz = half[Y][Z] + half[Z][Y];
  to.curl[1] = xy + n[Z], to.curl[3] = xy - n[Z];
  to.curl[2] = xz - n[Y], to.curl[6] = xz + n[Y];
  to.curl[5] = yz + n[X], to.curl[7] = yz - n[X];

  for (int k = 0; k < 6; ++k) to.force[k] = 0;
  addInertia(to, motion.acceleration, to.force);
  addCross(w, momentum, to.force);
  addCross(v, momentum + 3, to.force);
  addCross(w, momentum + 3, to.force + 3);
}

/// Adds what a body carries to its parent, whose origin is r away from it (to it from the
/// parent's):
///   J' = J + 2 (kᵀr) 1 − k rᵀ − r kᵀ,  k = h + ½ m r        C' = C − 2 p rᵀ + 2 (r·p) 1
template <typename S>
inline void addTo(const S* r, const MovingComposite<S>& from, MovingComposite<S>& to) {
  S k[3];
  for (int i = 0; i < 3; ++i) k[i] = from.h[i] + S(0.5) * from.mass * r[i];
  const S x = 2 * k[X] * r[X], y = 2 * k[Y] * r[Y], z = 2 * k[Z] * r[Z];
  to.j[XX] += from.j[XX] + y + z;
  to.j[YY] += from.j[YY] + x + z;
  to.j[ZZ] += from.j[ZZ] + x + y;
  to.j[XY] += from.j[XY] - (k[X] * r[Y] + k[Y] * r[X]);
  to.j[XZ] += from.j[XZ] - (k[X] * r[Z] + k[Z] * r[X]);
  to.j[YZ] += from.j[YZ] - (k[Y] * r[Z] + k[Z] * r[Y]);
  const S twice = 2 * dot(r, from.momentum);
  for (int row = 0; row < 3; ++row) {
    for (int c = 0; c < 3; ++c)
      to.curl[3 * row + c] += from.curl[3 * row + c] - 2 * from.momentum[row] * r[c];
    to.curl[4 * row] += twice;
    to.h[row] += from.h[row] + from.mass * r[row];
    to.momentum[row] += from.momentum[row];
  }
  to.mass += from.mass;
  for (int i = 0; i < 6; ++i) to.force[i] += from.force[i];
  addCross(r, from.force + 3, to.force);
}

/// Rotors spin at rate N q̇ about axes fixed on a body with angular velocity ω: with u = Σ N I_a ŝ
/// it feels u q̈ + ω × u q̇.
template <typename S>
inline void addSpin(const S* u, const S* w, S rate, S acceleration, MovingComposite<S>& to) {
  S turned[3] = {};
  addCross(w, u, turned);
  for (int k = 0; k < 3; ++k) to.force[k] += u[k] * acceleration + turned[k] * rate;
  to.curl[1] += u[Z] * rate, to.curl[3] -= u[Z] * rate;
  to.curl[2] -= u[Y] * rate, to.curl[6] += u[Y] * rate;
  to.curl[5] += u[X] * rate, to.curl[7] -= u[X] * rate;
}

template <typename S>
inline void storeMotion(const DerivativeMemory<S>& memory, int place, const S* origin,
                        const FreedomMotion<S>& motion) {
  S* to = memory.motions + place;
  const S* parts[] = {motion.displacement, motion.rate, motion.acceleration, motion.turning};
  for (const S* part : parts)
    for (int k = 0; k < 6; ++k, to += memory.count) *to = part[k];
  for (int k = 0; k < 3; ++k, to += memory.count) *to = origin[k];
}

/// A row against freedoms j next to each other: by all that either does to the other's force.
template <typename S>
struct Pairs {
  Four<S> byPosition, byVelocity, onPosition, onVelocity, mass;
};

/// About j's point the wrenches of the row have n + (o_k − o_j) × f.
template <typename S>
inline void pairUp(const FreedomRow<S>& row, const S* at, std::ptrdiff_t step, Pairs<S>& pairs) {
  Four<S> number[27];
  for (int place = 0; place < 27; ++place) load(at + place * step, number[place]);
  const Four<S> x = row.point[X] - number[24], y = row.point[Y] - number[25],
                z = row.point[Z] - number[26];
  const auto addWrench = [&](const S* n, int motion, Four<S>& to) {
    const S* f = n + 3;
    to += (n[X] + (y * f[Z] - z * f[Y])) * number[motion] +
          (n[Y] + (z * f[X] - x * f[Z])) * number[motion + 1] +
          (n[Z] + (x * f[Y] - y * f[X])) * number[motion + 2] + f[X] * number[motion + 3] +
          f[Y] * number[motion + 4] + f[Z] * number[motion + 5];
  };
  const auto addTurn = [&](int motion, Four<S>& to) {
    to += row.rate[X] * number[motion] + row.rate[Y] * number[motion + 1] +
          row.rate[Z] * number[motion + 2];
  };
  constexpr int displacement = 0, rate = 6, acceleration = 12, turning = 18;
  pairs.byPosition = pairs.byVelocity = pairs.onPosition = pairs.onVelocity = pairs.mass =
      Four<S>{};
  addTurn(rate, pairs.byPosition);
  addWrench(row.inertia, acceleration, pairs.byPosition);
  addTurn(displacement, pairs.byVelocity);
  addWrench(row.inertia, turning, pairs.byVelocity);
  addWrench(row.onPosition, displacement, pairs.onPosition);
  addWrench(row.onVelocity, displacement, pairs.onVelocity);
  addWrench(row.inertia, displacement, pairs.mass);
}

/// The first `count` of four numbers to places `step` from each other.
template <typename S>
inline void scatter(const Four<S>& four, int count, S* to, std::ptrdiff_t step) {
  S numbers[Adjacent<S>::four];
  store(four, numbers);
  for (int i = 0; i < count; ++i, to += step) *to = numbers[i];
}

/// Entries (k, j) and (j, k) of all three matrices for all freedoms j that carry a body.
template <typename S>
void crossCarriers(const DerivativeMemory<S>& memory, const FreedomRow<S>& given, int k, int body) {
  const FreedomRow<S> row = given;  // apart from what is written here
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
    body = run.carrier;
  }
}

/// Outward over hinges [first, last): frames, motions, own composites.
template <typename S>
void outwardDerivatives(const Memory<S>& memory, const DerivativeMemory<S>& to, int first, int last,
                        const S* v, const S* a) {
  for (int i = first; i < last; ++i) {
    const Hinge<S>& hinge = memory.hinges[i];
    const WorldFrame<S>& parent = memory.frames[hinge.parent];
    WorldFrame<S> at = parent;
    withPlacement(hinge, [&]<Placement placement>() {
      moveFrame<placement>(hinge, memory.cosines[i], memory.sines[i], at);
    });
    SpatialMotion<S> motion = to.bodies[hinge.parent];
    S r[3];
    for (int k = 0; k < 3; ++k) r[k] = at.origin[k] - parent.origin[k];
    shiftMotion(r, motion.velocity);
    shiftMotion(r, motion.acceleration);
    FreedomMotion<S> freedom{};
    for (int k = 0; k < 3; ++k) freedom.displacement[k] = at.axes[Z][k];
    for (int part : {0, 3}) {
      addCross(motion.velocity + part, freedom.displacement, freedom.rate + part);
      addCross(motion.acceleration + part, freedom.displacement, freedom.acceleration + part);
    }
    addCrossMotion(motion.velocity, freedom.rate, freedom.acceleration);
    const S rate = v[hinge.velocity], acceleration = a[hinge.velocity];
    for (int k = 0; k < 6; ++k) {
      freedom.turning[k] = 2 * freedom.rate[k];
      motion.acceleration[k] += freedom.rate[k] * rate;
    }
    for (int k = 0; k < 3; ++k) {
      motion.velocity[k] += freedom.displacement[k] * rate;
      motion.acceleration[k] += freedom.displacement[k] * acceleration;
    }
    memory.frames[hinge.body] = at;
    to.bodies[hinge.body] = motion;
    storeMotion(to, to.runs[hinge.body].end - 1, at.origin, freedom);
    loadBody(at, hinge.mass, hinge.moment, hinge.rotational, motion, to.composites[hinge.body]);
  }
}

/// Inward over the same: their rows and columns.
template <typename S>
void inwardDerivatives(const Memory<S>& memory, const DerivativeMemory<S>& to, int first, int last,
                       const S* v, const S* a) {
  for (int i = last - 1; i >= first; --i) {
    const Hinge<S>& hinge = memory.hinges[i];
    const MovingComposite<S>& carried = to.composites[hinge.body];
    const WorldFrame<S>& at = memory.frames[hinge.body];
    const FreedomRun& run = to.runs[hinge.body];
    const int place = run.end - 1, dof = run.dof + place - run.first;
    S motion[18];  // ν, μ and μ̇
    const S* from = to.motions + 6 * to.count + place;
    for (S& number : motion) {
      number = *from;
      from += to.count;
    }
    const S *rate = motion, *acceleration = motion + 6, *turning = motion + 12;
    const S* axis = at.axes[Z];

    FreedomRow<S> row{};
    for (int k = 0; k < 3; ++k) row.point[k] = at.origin[k];
    addTurningInertia(carried, axis, row.inertia);
    addTurningTransposedB(carried, axis, row.rate);
    addB(carried, rate, row.onPosition);
    addInertia(carried, acceleration, row.onPosition);
    addCross(axis, carried.force, row.onPosition);
    addCross(axis, carried.force + 3, row.onPosition + 3);
    addB(carried, axis, row.onVelocity);
    addInertia(carried, turning, row.onVelocity);
    const std::ptrdiff_t diagonal = dof * (to.stride + 1);
    to.position[diagonal] = dot(row.rate, rate) + dot(row.inertia, acceleration) +
                            dot(row.inertia + 3, acceleration + 3);
    to.velocity[diagonal] =
        dot(row.rate, axis) + dot(row.inertia, turning) + dot(row.inertia + 3, turning + 3);
    S& mass = to.mass[dof * (to.size + 1)];
    mass = dot(row.inertia, axis);
    if (hinge.isGeared) mass += memory.rotors[i].reflected;
    if (hinge.parent < 0) continue;

    const WorldFrame<S>& parent = memory.frames[hinge.parent];
    S r[3];
    for (int k = 0; k < 3; ++k) r[k] = at.origin[k] - parent.origin[k];
    addTo(r, carried, to.composites[hinge.parent]);
    if (hinge.isGeared) {
      const S* couple = memory.rotors[i].couple;
      S u[3];
      for (int k = 0; k < 3; ++k)
        u[k] = parent.axes[X][k] * couple[X] + parent.axes[Y][k] * couple[Y] +
               parent.axes[Z][k] * couple[Z];
      const S* w = to.bodies[hinge.parent].velocity;
      addSpin(u, w, v[hinge.velocity], a[hinge.velocity], to.composites[hinge.parent]);
      addCross(w, u, row.rate);
      addCross(w, u, row.onVelocity);
      for (int k = 0; k < 3; ++k) row.inertia[k] += u[k];
    }
    crossCarriers(to, row, dof, hinge.parent);
  }
}

}  // namespace
}  // namespace linkwork::hinges
