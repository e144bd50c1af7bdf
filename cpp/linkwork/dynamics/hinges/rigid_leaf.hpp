#pragma once

#include "linkwork/dynamics/hinges/hinge_frames.hpp"

namespace linkwork::hinges {
namespace {

/// Mass, first moment and inertia of a rigid body about its origin, [n; f] its bias force.
template <typename S>
struct Rigid {
  S mass, h[3], j[6];
  Force<S> bias;

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
};

template <typename S>
inline void add(const Rigid<S>& from, Articulated<S>& to) {
  for (int k = 0; k < 6; ++k) to.j[k] += from.j[k];
  to.h[HXY] -= from.h[Z];
  to.h[HXZ] += from.h[Y];
  to.h[HYX] += from.h[Z];
  to.h[HYZ] -= from.h[X];
  to.h[HZX] -= from.h[Y];
  to.h[HZY] += from.h[X];
  for (int k = 0; k < 3; ++k) {
    to.m[k] += from.mass;
    to.n[k] += from.bias.n[k];
    to.f[k] += from.bias.f[k];
  }
}

}  // namespace
}  // namespace linkwork::hinges
