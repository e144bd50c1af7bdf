#pragma once

// Frames of bodies on hinges in the world, where something acts on them or on what they carry, and
// what that asks of the hinges.

#include "linkwork/dynamics/hinges/hinge_frames.hpp"

namespace linkwork::hinges {
namespace {

/// T(p) Rz(γ) Rx(α) Rz(q + q₀) Tz(d) after the parent's frame.
template <Placement placement, typename S>
inline void moveFrame(const Hinge<S>& hinge, S c, S s, WorldFrame<S>& at) {
  S *x = at.axes[X], *y = at.axes[Y], *z = at.axes[Z], *o = at.origin;
  const S* p = hinge.offset;
  for (int k = 0; k < 3; ++k) {
    o[k] += p[X] * x[k];
    if constexpr (placement == Placement::general) {
      o[k] += p[Y] * y[k] + p[Z] * z[k];
      turnBack(hinge.cosTurn, hinge.sinTurn, x[k], y[k]);
    }
    if constexpr (placement == Placement::perpendicular) {
      const S old = y[k];
      y[k] = z[k];
      z[k] = -old;
    } else {
      turnBack(hinge.cosSlope, hinge.sinSlope, y[k], z[k]);
    }
    turnBack(c, s, x[k], y[k]);
    o[k] += hinge.slide * z[k];
  }
}

/// Outward over hinges [first, last): frames of those on the paths.
template <typename S>
void outwardFrames(const Memory<S>& memory, int first, int last) {
  for (int i = first; i < last; ++i) {
    const Hinge<S>& hinge = memory.hinges[i];
    if (!memory.isOnPath[hinge.body]) continue;
    WorldFrame<S> at = memory.frames[hinge.parent];
    withPlacement(hinge, [&]<Placement placement>() {
      moveFrame<placement>(hinge, memory.cosines[i], memory.sines[i], at);
    });
    memory.frames[hinge.body] = at;
  }
}

/// Inward: τ += z · (n − o × f) for the wrench [n; f] about the world's origin on all that a hinge
/// carries.
template <typename S>
void projectWrenches(const Memory<S>& memory, int first, int last, S* torque) {
  for (int i = last - 1; i >= first; --i) {
    const Hinge<S>& hinge = memory.hinges[i];
    if (!memory.isOnPath[hinge.body]) continue;
    const WorldFrame<S>& at = memory.frames[hinge.body];
    const S *z = at.axes[Z], *o = at.origin;
    const Force<S>& carried = memory.wrenches[hinge.body];
    const S *n = carried.n, *f = carried.f;
    torque[hinge.velocity] += z[X] * (n[X] - (o[Y] * f[Z] - o[Z] * f[Y])) +
                              z[Y] * (n[Y] - (o[Z] * f[X] - o[X] * f[Z])) +
                              z[Z] * (n[Z] - (o[X] * f[Y] - o[Y] * f[X]));
    Force<S>& parent = memory.wrenches[hinge.parent];
    for (int k = 0; k < 3; ++k) {
      parent.n[k] += n[k];
      parent.f[k] += f[k];
    }
  }
}

/// Outward over hinges [first, last) on the one path to a body: τ += n_z for the wrench [n; f] on
/// that body, which comes as the body before these sees it and leaves as the last of them does.
template <typename S>
void projectWrench(const Memory<S>& memory, int first, int last, Force<S>& wrench, S* torque) {
  Force<S> at = wrench;  // apart from what else is written here
  for (int i = first; i < last; ++i) {
    const Hinge<S>& hinge = memory.hinges[i];
    if (!memory.isOnPath[hinge.body]) continue;
    withPlacement(hinge, [&]<Placement placement>() {
      toChild<placement>(hinge, memory.cosines[i], memory.sines[i], at);
    });
    torque[hinge.velocity] += at.n[Z];
  }
  wrench = at;
}

/// From child to parent axes: Rz(γ) Rx(α) Rz(q).
template <Placement placement, typename S>
inline void toParentAxes(const Hinge<S>& hinge, S c, S s, S u[3]) {
  turn(c, s, u[X], u[Y]);
  if constexpr (placement == Placement::perpendicular)
    quarter(u[Y], u[Z]);
  else
    turn(hinge.cosSlope, hinge.sinSlope, u[Y], u[Z]);
  if constexpr (placement == Placement::general) turn(hinge.cosTurn, hinge.sinTurn, u[X], u[Y]);
}

/// Inward over hinges [first, last) on the one path to a body: a point of that body, which comes as
/// the body after these sees it and leaves as the first of their parents does, and is kept as each
/// sees it; its velocity too, where it moves.
template <bool moves, typename S>
inline void carryPointOn(const Memory<S>& memory, int first, int last, const S* v,
                         Point<S>& point) {
  Point<S> at = point;
  for (int i = last - 1; i >= first; --i) {
    const Hinge<S>& hinge = memory.hinges[i];
    if (!memory.isOnPath[hinge.body]) continue;
    for (int k = 0; k < 3; ++k) memory.points[hinge.body].place[k] = at.place[k];
    const S c = memory.cosines[i], s = memory.sines[i];
    withPlacement(hinge, [&]<Placement placement>() {
      if constexpr (moves) {
        const S rate = v[hinge.velocity];
        at.velocity[X] -= rate * at.place[Y];
        at.velocity[Y] += rate * at.place[X];
        toParentAxes<placement>(hinge, c, s, at.velocity);
      }
      at.place[Z] += hinge.slide;
      toParentAxes<placement>(hinge, c, s, at.place);
      at.place[X] += hinge.offset[X];
      if constexpr (placement == Placement::general) {
        at.place[Y] += hinge.offset[Y];
        at.place[Z] += hinge.offset[Z];
      }
    });
  }
  point = at;
}

/// The same; a point's velocity is left where v is null.
template <typename S>
void carryPoint(const Memory<S>& memory, int first, int last, const S* v, Point<S>& point) {
  if (v)
    carryPointOn<true>(memory, first, last, v, point);
  else
    carryPointOn<false>(memory, first, last, v, point);
}

/// Outward over the same hinges: τ += z · (p × f) for a force at that point, which comes and leaves
/// as projectWrench's wrench does.
template <typename S>
void projectForce(const Memory<S>& memory, int first, int last, S* force, S* torque) {
  S f[3] = {force[X], force[Y], force[Z]};
  for (int i = first; i < last; ++i) {
    const Hinge<S>& hinge = memory.hinges[i];
    if (!memory.isOnPath[hinge.body]) continue;
    withPlacement(hinge, [&]<Placement placement>() {
      toChildAxes<placement>(hinge, memory.cosines[i], memory.sines[i], f);
    });
    const S* p = memory.points[hinge.body].place;
    torque[hinge.velocity] += p[X] * f[Y] - p[Y] * f[X];
  }
  for (int k = 0; k < 3; ++k) force[k] = f[k];
}

}  // namespace
}  // namespace linkwork::hinges
