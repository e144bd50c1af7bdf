#pragma once

#include "linkwork/dynamics/hinges/hinge_frames.hpp"

namespace linkwork::hinges {
namespace {

/// Mass, first moment and inertia of a rigid body about its origin.
template <typename S>
struct Rigid : RigidNumbers<S> {
  using RigidNumbers<S>::mass, RigidNumbers<S>::h, RigidNumbers<S>::j;

  /// Of a hinge's body and the rotors that ride on it, or of one that floats.
  template <typename Body>
  static Rigid of(const Body& body) {
    Rigid result;
    result.mass = body.mass;
    for (int k = 0; k < 3; ++k) result.h[k] = body.moment[k];
    for (int k = 0; k < 6; ++k) result.j[k] = body.rotational[k];
    return result;
  }

  void turnAbout(int u, int v, int uu, int vv, int uv, int uw, int vw, S c, S s) {
    turn(c, s, h[u], h[v]);
    turn(c, s, j[uw], j[vw]);
    turnBlock(c, s, j[uu], j[uv], j[vv]);
  }

  /// Steiner: h' = h + m p, J' = J + 2 (kᵀp) 1 − k pᵀ − p kᵀ with k = h + ½ m p.
  void shiftBy(const S p[3]) {
    S k[3];
    for (int i = 0; i < 3; ++i) k[i] = h[i] + 0.5 * mass * p[i];
    const S x = 2 * k[X] * p[X], y = 2 * k[Y] * p[Y], z = 2 * k[Z] * p[Z];
    j[XX] += y + z;
    j[YY] += x + z;
    j[ZZ] += x + y;
    j[XY] -= k[X] * p[Y] + k[Y] * p[X];
    j[XZ] -= k[X] * p[Z] + k[Z] * p[X];
    j[YZ] -= k[Y] * p[Z] + k[Z] * p[Y];
    for (int i = 0; i < 3; ++i) h[i] += mass * p[i];
  }

  /// From the frame of a hinge's body to its parent's.
  template <Placement placement>
  void toParent(const Hinge<S>& hinge, S c, S s) {
    const S slide[3] = {0, 0, hinge.slide};
    if constexpr (placement != Placement::general) shiftBy(slide);
    turnAbout(X, Y, XX, YY, XY, XZ, YZ, c, s);
    if constexpr (placement == Placement::perpendicular)
      turnAbout(Y, Z, YY, ZZ, YZ, XY, XZ, 0, 1);
    else
      turnAbout(Y, Z, YY, ZZ, YZ, XY, XZ, hinge.cosSlope, hinge.sinSlope);
    if constexpr (placement == Placement::general)
      turnAbout(X, Y, XX, YY, XY, XZ, YZ, hinge.cosTurn, hinge.sinTurn);
    shiftBy(hinge.offset);
  }

  void add(const RigidNumbers<S>& other) {
    mass += other.mass;
    for (int k = 0; k < 3; ++k) h[k] += other.h[k];
    for (int k = 0; k < 6; ++k) j[k] += other.j[k];
  }
};

template <typename S>
inline void add(const Rigid<S>& from, const Force<S>& bias, Articulated<S>& to) {
  for (int k = 0; k < 6; ++k) to.j[k] += from.j[k];
  to.h[HXY] -= from.h[Z];
  to.h[HXZ] += from.h[Y];
  to.h[HYX] += from.h[Z];
  to.h[HYZ] -= from.h[X];
  to.h[HZX] -= from.h[Y];
  to.h[HZY] += from.h[X];
  for (int k = 0; k < 3; ++k) {
    to.m[k] += from.mass;
    to.n[k] += bias.n[k];
    to.f[k] += bias.f[k];
  }
}

}  // namespace
}  // namespace linkwork::hinges
