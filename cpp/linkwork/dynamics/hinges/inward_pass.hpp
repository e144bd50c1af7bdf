#pragma once

// Articulated inertias of bodies on hinges, and forces of inverse dynamics (passes_here.hpp).

#include "linkwork/dynamics/hinges/hinge_frames.hpp"
#include "linkwork/spatial/scalar_traits.hpp"

namespace linkwork::hinges {
namespace {

template <typename Body, typename S>
inline void addBody(const Body& hinge, const S n[3], const S f[3], Articulated<S>& at) {
  const S* h = hinge.moment;
  for (int k = 0; k < 6; ++k) at.j[k] += hinge.rotational[k];
  at.h[HXY] -= h[Z];
  at.h[HXZ] += h[Y];
  at.h[HYX] += h[Z];
  at.h[HYZ] -= h[X];
  at.h[HZX] -= h[Y];
  at.h[HZY] += h[X];
  for (int k = 0; k < 3; ++k) {
    at.m[k] += hinge.mass;
    at.n[k] += n[k];
    at.f[k] += f[k];
  }
}

template <typename S>
inline void add(const Articulated<S>& from, Articulated<S>& to) {
  for (int k = 0; k < 6; ++k) to.j[k] += from.j[k];
  for (int k = 0; k < 9; ++k) to.h[k] += from.h[k];
  for (int k = 0; k < 6; ++k) to.m[k] += from.m[k];
  for (int k = 0; k < 3; ++k) {
    to.n[k] += from.n[k];
    to.f[k] += from.f[k];
  }
}

/// The hinge is eliminated: A − U Uᵀ/D, p + U u/D, with U = A z (no rotors). Row and column ω_z
/// become zero and n_z becomes τ.
template <typename S>
inline bool eliminateJoint(S torque, Articulated<S>& at, HingeScratch<S>& here) {
  S d = at.j[ZZ];
  if (!acceptPivot(d)) return false;
  const S inverse = 1 / d;
  const S ux = at.j[XZ], uy = at.j[YZ];
  const S uf[3] = {at.h[HZX], at.h[HZY], at.h[HZZ]};
  const S gx = ux * inverse, gy = uy * inverse;
  const S gf[3] = {uf[X] * inverse, uf[Y] * inverse, uf[Z] * inverse};
  const S free = (torque - at.n[Z]) * inverse;
  here.pivot = d;
  here.gain[0] = gx;
  here.gain[1] = gy;
  here.gain[3] = gf[X];
  here.gain[4] = gf[Y];
  here.gain[5] = gf[Z];
  here.freeRate = free;

  at.n[X] += ux * free;
  at.n[Y] += uy * free;
  at.n[Z] = torque;
  for (int k = 0; k < 3; ++k) at.f[k] += uf[k] * free;
  at.j[XX] -= gx * ux;
  at.j[XY] -= gx * uy;
  at.j[YY] -= gy * uy;
  for (int k = 0; k < 3; ++k) {
    at.h[HXX + k] -= gx * uf[k];
    at.h[HYX + k] -= gy * uf[k];
  }
  at.m[XX] -= gf[X] * uf[X];
  at.m[YY] -= gf[Y] * uf[Y];
  at.m[ZZ] -= gf[Z] * uf[Z];
  at.m[XY] -= gf[X] * uf[Y];
  at.m[XZ] -= gf[X] * uf[Z];
  at.m[YZ] -= gf[Y] * uf[Z];
  return true;
}

/// The same with rotors, in the joint's axes: U = A z + u_r, D = J_zz + Σ N² I_a. There, before the
/// hinge turns, u_r is constant.
template <typename S>
[[gnu::always_inline]] inline bool eliminateGearedJoint(S reflected, const S couple[3], S torque,
                                                        S parentBias, Articulated<S>& at,
                                                        HingeScratch<S>& here) {
  S d = at.j[ZZ] + reflected;
  if (!acceptPivot(d)) return false;
  const S inverse = 1 / d;
  const S u[6] = {at.j[XZ] + couple[X],
                  at.j[YZ] + couple[Y],
                  at.j[ZZ] + couple[Z],
                  at.h[HZX],
                  at.h[HZY],
                  at.h[HZZ]};
  const S free = (torque - at.n[Z] - parentBias) * inverse;
  S* g = here.gain;
  for (int k = 0; k < 6; ++k) g[k] = u[k] * inverse;
  here.freeRate = free;
  here.pivot = d;

  for (int k = 0; k < 3; ++k) {
    at.n[k] += u[k] * free;
    at.f[k] += u[3 + k] * free;
  }
  at.j[XX] -= g[0] * u[0];
  at.j[YY] -= g[1] * u[1];
  at.j[ZZ] -= g[2] * u[2];
  at.j[XY] -= g[0] * u[1];
  at.j[XZ] -= g[0] * u[2];
  at.j[YZ] -= g[1] * u[2];
  for (int r = 0; r < 3; ++r)
    for (int k = 0; k < 3; ++k) at.h[3 * r + k] -= g[r] * u[3 + k];
  at.m[XX] -= g[3] * u[3];
  at.m[YY] -= g[4] * u[4];
  at.m[ZZ] -= g[5] * u[5];
  at.m[XY] -= g[3] * u[4];
  at.m[XZ] -= g[3] * u[5];
  at.m[YZ] -= g[4] * u[5];
  return true;
}

/// One hinge of the inward pass: is eliminated and what is left goes to the parent's frame.
template <typename S>
inline bool inwardStep(const Hinge<S>& hinge, S c, S s, Articulated<S>& at, HingeScratch<S>& here) {
  return withPlacement(hinge, [&]<Placement placement>() {
    if (!eliminateJoint(here.torque(), at, here)) return false;
    if (hinge.parent >= 0) toParent<placement, false>(hinge, c, s, at);
    return true;
  });
}

/// The same with rotors.
template <typename S>
inline bool inwardStep(const Hinge<S>& hinge, const GearedRotors<S>& rotors,
                       const GearScratch<S>& gear, S c, S s, Articulated<S>& at,
                       HingeScratch<S>& here) {
  return withPlacement(hinge, [&]<Placement placement>() {
    slideAndTurn<true>(hinge.slide, c, s, at);
    S couple[3] = {rotors.couple[X], rotors.couple[Y], rotors.couple[Z]};
    toJointAxes<placement>(hinge, couple);
    if (!eliminateGearedJoint(rotors.reflected, couple, here.torque(), gear.parentBias, at, here))
      return false;
    if (hinge.parent < 0) return true;
    fromJoint<placement, true>(hinge, at);
    for (int k = 0; k < 3; ++k) at.n[k] += gear.parentCouple[k];
    return true;
  });
}

/// Inward over hinges [first, last), last to first; the one that moves no mass, or −1.
template <typename S>
int inward(const Memory<S>& memory, int first, int last) {
  Articulated<S> at;
  for (int i = last - 1; i >= first; --i) {
    const Hinge<S>& hinge = memory.hinges[i];
    HingeScratch<S>& here = memory.scratch[i];
    if (!hinge.carriesNext) at = Articulated<S>{};
    addBody(hinge, here.moment(), here.force(), at);
    if (hinge.carriesOthers) add(memory.articulated[hinge.body], at);
    const S c = memory.cosines[i], s = memory.sines[i];
    const bool isEliminated =
        hinge.isGeared ? inwardStep(hinge, memory.rotors[i], memory.gears[i], c, s, at, here)
                       : inwardStep(hinge, c, s, at, here);
    if (!isEliminated) return i;
    if (!hinge.followsParent && hinge.parent >= 0) add(at, memory.articulated[hinge.parent]);
  }
  return -1;
}

/// τ of every hinge [first, last): the force that its motion asks for, rotors included, less what
/// acts already.
template <typename S>
void inwardForces(const Memory<S>& memory, int first, int last, S* torque) {
  Force<S> at;
  for (int i = last - 1; i >= first; --i) {
    const Hinge<S>& hinge = memory.hinges[i];
    HingeScratch<S>& here = memory.scratch[i];
    if (!hinge.carriesNext) at = Force<S>{};
    for (int k = 0; k < 3; ++k) {
      at.n[k] += here.moment()[k];
      at.f[k] += here.force()[k];
    }
    if (hinge.carriesOthers) {
      const Force<S>& others = memory.forces[hinge.body];
      for (int k = 0; k < 3; ++k) {
        at.n[k] += others.n[k];
        at.f[k] += others.f[k];
      }
    }
    if (hinge.isGeared) {
      const Drive& drive = memory.drives[i];
      torque[drive.velocity] =
          drive.ratio * (-here.torque() + (at.n[Z] + memory.gears[i].parentBias));
    } else {
      torque[hinge.velocity] = -here.torque() + at.n[Z];
    }
    if (hinge.parent < 0) continue;
    const S c = memory.cosines[i], s = memory.sines[i];
    withPlacement(hinge,
                  [&]<Placement placement>() { propagateForce<placement>(hinge, c, s, at); });
    if (hinge.isGeared)
      for (int k = 0; k < 3; ++k) at.n[k] += memory.gears[i].parentCouple[k];
    if (!hinge.followsParent) {
      Force<S>& parent = memory.forces[hinge.parent];
      for (int k = 0; k < 3; ++k) {
        parent.n[k] += at.n[k];
        parent.f[k] += at.f[k];
      }
    }
  }
}

}  // namespace
}  // namespace linkwork::hinges
