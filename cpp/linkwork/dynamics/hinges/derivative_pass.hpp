#pragma once

// Derivatives of inverse dynamics by hinges (cluster_derivatives.hpp has the equations): of a hinge
// with axis z through its body's origin Δ = [z; 0], ν = v_p × Δ, μ = a_p × Δ + v_p × ν, μ̇ = 2ν.

#include "linkwork/dynamics/hinges/derivative_memory.hpp"
#include "linkwork/dynamics/hinges/pose_pass.hpp"
#include "linkwork/dynamics/hinges/side_by_side.hpp"

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

/// to += the angular part of 2Bᵀ x
template <typename S>
inline void addTransposedB(const MovingComposite<S>& c, const S* x, S* to) {
  S turned[3] = {};
  addCross(c.momentum, x + 3, turned);
  for (int k = 0; k < 3; ++k)
    to[k] += c.curl[k] * x[X] + c.curl[3 + k] * x[Y] + c.curl[6 + k] * x[Z] + 2 * turned[k];
}

/// A motion of a body seen at another of its points, r away.
template <typename S>
inline void shiftMotion(const S* r, S* motion) {
  addCross(motion, r, motion + 3);
}

/// I, C, p and f of one body in motion, whose numbers are in its own axes:
///   C = ω̃ J − J ω̃ − v hᵀ − h vᵀ + 2 (v·h) 1 − ñ        [n; p] = I v        f = I a + v ×* I v
template <typename S>
inline void load(const WorldFrame<S>& frame, S mass, const S* moment, const S* rotational,
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
inline void store(const DerivativeMemory<S>& memory, int place, const S* origin,
                  const FreedomMotion<S>& motion) {
  S* to = memory.motions + place;
  const S* parts[] = {motion.displacement, motion.rate, motion.acceleration, motion.turning};
  for (const S* part : parts)
    for (int k = 0; k < 6; ++k, to += memory.count) *to = part[k];
  for (int k = 0; k < 3; ++k, to += memory.count) *to = origin[k];
}

/// One run of freedoms against k, about whose point and theirs the wrench of a row moves:
/// n + (o_k − o_j) × f.
template <typename S>
inline void crossRun(const DerivativeMemory<S>& memory, const FreedomRow<S>& k, int first,
                     int count, S* onPosition, S* onVelocity) {
  const S* at = memory.motions + first;
  const std::ptrdiff_t step = memory.count;
  const S *d = at, *rate = at + 6 * step, *acceleration = at + 12 * step, *turning = at + 18 * step,
          *origin = at + 24 * step;
  S *byPosition = memory.row[0], *byVelocity = memory.row[1];
  const FreedomRow<S> row = k;
  sideBySide<S>(count, [=](int j) {
    const S x = row.point[X] - origin[j], y = row.point[Y] - origin[step + j],
            z = row.point[Z] - origin[2 * step + j];
    const auto pairWith = [&](const S* wrench, const S* motion) {
      const S n0 = wrench[0] + (y * wrench[5] - z * wrench[4]);
      const S n1 = wrench[1] + (z * wrench[3] - x * wrench[5]);
      const S n2 = wrench[2] + (x * wrench[4] - y * wrench[3]);
      return n0 * motion[j] + n1 * motion[step + j] + n2 * motion[2 * step + j] +
             wrench[3] * motion[3 * step + j] + wrench[4] * motion[4 * step + j] +
             wrench[5] * motion[5 * step + j];
    };
    const auto turn = [&](const S* motion) {
      return row.rate[0] * motion[j] + row.rate[1] * motion[step + j] +
             row.rate[2] * motion[2 * step + j];
    };
    byPosition[j] = turn(rate) + pairWith(row.inertia, acceleration);
    byVelocity[j] = turn(d) + pairWith(row.inertia, turning);
    onPosition[j] = pairWith(row.onPosition, d);
    onVelocity[j] = pairWith(row.onVelocity, d);
  });
}

/// Entries (k, j) and (j, k) of both matrices for all freedoms j that carry a body.
template <typename S>
void crossCarriers(const DerivativeMemory<S>& memory, const FreedomRow<S>& row, int k, int body) {
  while (body >= 0) {
    const FreedomRun& run = memory.runs[body];
    const int count = run.end - run.first;
    const std::ptrdiff_t column = k * memory.size + run.dof;
    crossRun(memory, row, run.first, count, memory.position + column, memory.velocity + column);
    S* p = memory.position + run.dof * memory.size + k;
    S* v = memory.velocity + run.dof * memory.size + k;
    for (int j = 0; j < count; ++j, p += memory.size, v += memory.size) {
      *p = memory.row[0][j];
      *v = memory.row[1][j];
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
    addCrossMotion(motion.velocity, freedom.displacement, freedom.rate);
    addCrossMotion(motion.acceleration, freedom.displacement, freedom.acceleration);
    addCrossMotion(motion.velocity, freedom.rate, freedom.acceleration);
    const S rate = v[hinge.velocity], acceleration = a[hinge.velocity];
    for (int k = 0; k < 6; ++k) {
      freedom.turning[k] = 2 * freedom.rate[k];
      motion.velocity[k] += freedom.displacement[k] * rate;
      motion.acceleration[k] += freedom.displacement[k] * acceleration + freedom.rate[k] * rate;
    }
    memory.frames[hinge.body] = at;
    to.bodies[hinge.body] = motion;
    store(to, to.runs[hinge.body].end - 1, at.origin, freedom);
    load(at, hinge.mass, hinge.moment, hinge.rotational, motion, to.composites[hinge.body]);
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
    const S axis[6] = {at.axes[Z][X], at.axes[Z][Y], at.axes[Z][Z], 0, 0, 0};

    FreedomRow<S> row{};
    for (int k = 0; k < 3; ++k) row.point[k] = at.origin[k];
    addInertia(carried, axis, row.inertia);
    addTransposedB(carried, axis, row.rate);
    addB(carried, rate, row.onPosition);
    addInertia(carried, acceleration, row.onPosition);
    addCross(axis, carried.force, row.onPosition);
    addCross(axis, carried.force + 3, row.onPosition + 3);
    addB(carried, axis, row.onVelocity);
    addInertia(carried, turning, row.onVelocity);
    const std::ptrdiff_t diagonal = dof * (to.size + 1);
    to.position[diagonal] = dot(row.rate, rate) + dot(row.inertia, acceleration) +
                            dot(row.inertia + 3, acceleration + 3);
    to.velocity[diagonal] =
        dot(row.rate, axis) + dot(row.inertia, turning) + dot(row.inertia + 3, turning + 3);
    if (hinge.parent < 0) continue;

    const WorldFrame<S>& parent = memory.frames[hinge.parent];
    S r[3];
    for (int k = 0; k < 3; ++k) r[k] = at.origin[k] - parent.origin[k];
    addTo(r, carried, to.composites[hinge.parent]);
    if (hinge.isGeared) {
      S u[3];
      for (int k = 0; k < 3; ++k)
        u[k] = parent.axes[X][k] * hinge.couple[X] + parent.axes[Y][k] * hinge.couple[Y] +
               parent.axes[Z][k] * hinge.couple[Z];
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
