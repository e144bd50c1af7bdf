// The passes over hinges that loops or couplings tie to each other.
//
// The hinges of a group move together by q̇ = G ẏ, q̈ = G ÿ + g. Inward they are not eliminated one
// by one: each body hands on its whole inertia A, and beside it the columns B, the force on a body
// per ÿ where its own frame is held. At a hinge with row G_i, before the step to its parent,
//
//   D += G_iᵀ A_zz G_i + G_iᵀ B_z + B_zᵀ G_i      u −= G_iᵀ n_z      B += A z G_i
//
// and at the body that carries the group, all of it at once: A − B D⁻¹ Bᵀ, p + B D⁻¹ u. This is the
// cluster step of Chignoli et al. (section VII) with D = Sᵀ Iᴬ S, B = Iᴬ S summed by recursion.

#pragma once

#include "linkwork/dynamics/hinges/increment_pass.hpp"
#include "linkwork/dynamics/hinges/inward_pass.hpp"
#include "linkwork/dynamics/hinges/outward_pass.hpp"
#include "linkwork/dynamics/hinges/rigid_leaf.hpp"
#include "linkwork/linalg/dispatch.hpp"

namespace linkwork::hinges {
namespace {

/// ẏ and Gᵀτ of a group, and q̈ = G ÿ + g of its members: ÿ as given, or zero for the bias.
template <int m, typename S>
inline void reduce(const Memory<S>& memory, const CoupledGroup<S>& group, const S* v, const S* a,
                   const S* torque) {
  GroupScratch<S>& here = memory.groups[group.place];
  for (int j = 0; j < m; ++j) {
    here.rates[j] = entryOf(v, group.independent[j]);
    here.accelerations[j] = a ? entryOf(a, group.independent[j]) : S(0);
    here.torque[j] = 0;
  }
  const S* row = memory.bases + group.basis;
  for (int i = group.member; i < group.member + group.memberCount; ++i, row += m) {
    memory.accelerations[i] = memory.offsets[i];
    for (int j = 0; j < m; ++j) {
      memory.accelerations[i] += row[j] * here.accelerations[j];
      here.torque[j] += row[j] * torque[memory.velocities[i]];
    }
  }
}

/// The same, then motions, N and F of the group's bodies.
template <typename S>
void outwardCoupled(const Memory<S>& memory, const CoupledGroup<S>& group, const S* v, const S* a,
                    const S* torque) {
  linalg::withSize<maxDofs>(group.dofs, [&]<int m>() { reduce<m>(memory, group, v, a, torque); });
  const S* acceleration = memory.accelerations + group.member;
  for (int i = group.first; i < group.last; ++i) {
    const Hinge<S>& hinge = memory.hinges[i];
    Motion<S> at = memory.motions[hinge.parent];
    const Gradient<S> parent(at);
    withPlacement(hinge, [&]<Placement placement>() {
      moveOutward<placement>(hinge, memory.cosines[i], memory.sines[i], v[hinge.velocity],
                             *acceleration++, parent, at);
    });
    slideAndLoad(hinge, at, memory.scratch[i]);
    if (hinge.carriesOthers) memory.motions[hinge.body] = at;
  }
}

template <typename S>
inline void add(const Force<S>& from, Force<S>& to) {
  for (int k = 0; k < 3; ++k) {
    to.n[k] += from.n[k];
    to.f[k] += from.f[k];
  }
}

/// x += a factor
template <typename S>
inline void addScaled(const Force<S>& a, S factor, Force<S>& x) {
  for (int k = 0; k < 3; ++k) {
    x.n[k] += a.n[k] * factor;
    x.f[k] += a.f[k] * factor;
  }
}

/// C ẏ: spin momentum of the rotors that ride on the parent, or C ÿ.
template <typename S>
inline void rotorSpin(const CoupledGroup<S>& group, const S* rates, S spin[3]) {
  for (int k = 0; k < 3; ++k) {
    spin[k] = 0;
    for (int j = 0; j < group.dofs; ++j) spin[k] += group.couple[j][k] * rates[j];
  }
}

/// ω_p × C ẏ + Σ I_a ŝ g on the parent.
template <typename S>
inline void addRotorBias(const Memory<S>& memory, const CoupledGroup<S>& group,
                         const GroupScratch<S>& here, S n[3]) {
  S h[3];
  rotorSpin(group, here.rates, h);
  const S* w = memory.motions[group.parent].velocity;
  n[X] += w[Y] * h[Z] - w[Z] * h[Y] + group.coupleBias[X];
  n[Y] += w[Z] * h[X] - w[X] * h[Z] + group.coupleBias[Y];
  n[Z] += w[X] * h[Y] - w[Y] * h[X] + group.coupleBias[Z];
}

/// The group moves freely: column by column of D = L Λ Lᵀ, with b of L⁻¹ B and u of L⁻¹ u,
///   g = b/Λ,   A − g bᵀ,   p + b u/Λ
template <int m, typename S>
inline bool eliminateCoupledJoints(GroupScratch<S>& here, Articulated<S>& at) {
  for (int j = 0; j < m; ++j) {
    if (!acceptPivot(here.factor[j][j])) return false;
    const S inverse = 1 / here.factor[j][j];
    const Force<S> b = here.gain[j];
    S n[3], f[3];  // g
    for (int k = 0; k < 3; ++k) {
      here.gain[j].n[k] = n[k] = b.n[k] * inverse;
      here.gain[j].f[k] = f[k] = b.f[k] * inverse;
    }
    const S free = here.freeRates[j] * inverse;
    here.freeRates[j] = free;
    at.j[XX] -= n[X] * b.n[X];
    at.j[YY] -= n[Y] * b.n[Y];
    at.j[ZZ] -= n[Z] * b.n[Z];
    at.j[XY] -= n[X] * b.n[Y];
    at.j[XZ] -= n[X] * b.n[Z];
    at.j[YZ] -= n[Y] * b.n[Z];
    for (int r = 0; r < 3; ++r)
      for (int k = 0; k < 3; ++k) at.h[3 * r + k] -= n[r] * b.f[k];
    at.m[XX] -= f[X] * b.f[X];
    at.m[YY] -= f[Y] * b.f[Y];
    at.m[ZZ] -= f[Z] * b.f[Z];
    at.m[XY] -= f[X] * b.f[Y];
    at.m[XZ] -= f[X] * b.f[Z];
    at.m[YZ] -= f[Y] * b.f[Z];
    for (int k = 0; k < 3; ++k) {
      at.n[k] += b.n[k] * free;
      at.f[k] += b.f[k] * free;
    }
    for (int k = m - 1; k > j; --k) {  // rows above still hold D
      const S entry = here.factor[k][j], l = entry * inverse;
      for (int i = j + 1; i <= k; ++i) here.factor[k][i] -= l * here.factor[i][j];
      here.freeRates[k] -= entry * free;
      addScaled(b, -l, here.gain[k]);
      here.factor[k][j] = l;
    }
  }
  return true;
}

/// One hinge of a group: its part of D and u, and A, B in its parent's frame.
template <Placement placement, int m, typename S>
inline void collect(const Hinge<S>& hinge, S c, S s, const S* row, GroupScratch<S>& here,
                    Articulated<S>& at, Force<S> columns[m]) {
  const S* h = at.h;
  const Force<S> axial{{at.j[XZ], at.j[YZ], at.j[ZZ]}, {h[HZX], h[HZY], h[HZZ]}};
  for (int j = 0; j < m; ++j) {
    here.freeRates[j] -= row[j] * at.n[Z];
    for (int k = 0; k <= j; ++k)
      here.factor[j][k] +=
          row[j] * (at.j[ZZ] * row[k] + columns[k].n[Z]) + columns[j].n[Z] * row[k];
  }
  for (int j = 0; j < m; ++j) addScaled(axial, row[j], columns[j]);
  if (hinge.parent < 0) return;
  toParent<placement, true>(hinge, c, s, at);
  for (int j = 0; j < m; ++j) propagateForce<placement>(hinge, c, s, columns[j]);
}

/// The same for a body that carries nothing: ten numbers instead of 21, and its columns are one
/// wrench, A z, times G_i. About 170 flops.
template <Placement placement, int m, typename S>
inline void collectLeaf(const Hinge<S>& hinge, S c, S s, const S* row, const HingeScratch<S>& own,
                        GroupScratch<S>& here, Articulated<S>& parent, Force<S> columns[m]) {
  Rigid<S> at = Rigid<S>::of(hinge);
  Force<S> bias;
  for (int k = 0; k < 3; ++k) {
    bias.n[k] = own.moment()[k];
    bias.f[k] = own.force()[k];
  }
  Force<S> axial{{at.j[XZ], at.j[YZ], at.j[ZZ]}, {-at.h[Y], at.h[X], 0}};
  for (int j = 0; j < m; ++j) {
    here.freeRates[j] -= row[j] * bias.n[Z];
    for (int k = 0; k <= j; ++k) here.factor[j][k] += row[j] * at.j[ZZ] * row[k];
  }
  if (hinge.parent < 0) return;

  at.template toParent<placement>(hinge, c, s);
  propagateForce<placement>(hinge, c, s, bias);
  propagateForce<placement>(hinge, c, s, axial);
  add(at, bias, parent);
  for (int j = 0; j < m; ++j) addScaled(axial, row[j], columns[j]);
}

/// Inward over a group of m dofs; false if it moves no mass.
template <int m, typename S>
bool inwardTogether(const Memory<S>& memory, const CoupledGroup<S>& group) {
  GroupScratch<S>& here = memory.groups[group.place];
  Articulated<S> sum{};
  for (int j = 0; j < m; ++j) {
    here.freeRates[j] = here.torque[j];
    here.gain[j] = {};
    for (int k = 0; k < 3; ++k) here.gain[j].n[k] = group.couple[j][k];
    for (int k = 0; k <= j; ++k) here.factor[j][k] = group.reflected[j][k];
  }
  Force<S>* columns = memory.columns + group.columns;
  for (int k = 0; k < (group.last - group.first) * m; ++k) columns[k] = {};

  for (int i = group.last - 1; i >= group.first; --i) {
    const Hinge<S>& hinge = memory.hinges[i];
    const HingeScratch<S>& scratch = memory.scratch[i];
    const S c = memory.cosines[i], s = memory.sines[i];
    const S* row = memory.bases + group.basis + (i - group.first) * m;
    const bool isInner = hinge.inner >= 0;
    Articulated<S>& parent = isInner ? memory.articulated[hinge.parent] : sum;
    Force<S>* onParent = isInner ? columns + (hinge.inner - group.first) * m : here.gain;
    if (!hinge.carriesOthers) {
      withPlacement(hinge, [&]<Placement placement>() {
        collectLeaf<placement, m>(hinge, c, s, row, scratch, here, parent, onParent);
      });
      continue;
    }
    Articulated<S> at = memory.articulated[hinge.body];
    addBody(hinge, scratch.moment(), scratch.force(), at);
    Force<S>* own = columns + (i - group.first) * m;
    withPlacement(hinge, [&]<Placement placement>() {
      collect<placement, m>(hinge, c, s, row, here, at, own);
    });
    add(at, parent);
    for (int j = 0; j < m; ++j) add(own[j], onParent[j]);
  }

  if (group.hasRotors) {
    const S* alpha = memory.motions[group.parent].angular;
    for (int j = 0; j < m; ++j) {
      here.freeRates[j] -= group.reflectedBias[j];
      for (int k = 0; k < 3; ++k) here.freeRates[j] -= group.couple[j][k] * alpha[k];
    }
    addRotorBias(memory, group, here, sum.n);
  }
  if (!eliminateCoupledJoints<m>(here, sum)) return false;
  if (group.parent >= 0) add(sum, memory.articulated[group.parent]);
  return true;
}

/// ÿ = L⁻ᵀ (u/Λ − gᵀ e), the increments of the group's bodies, and q̈ of its members.
template <int m, typename S>
void accelerateTogether(const Memory<S>& memory, const CoupledGroup<S>& group, S* a) {
  GroupScratch<S>& here = memory.groups[group.place];
  const Increment<S> parent = group.parent < 0 ? Increment<S>{} : memory.increments[group.parent];
  for (int j = m - 1; j >= 0; --j) {
    const Force<S>& g = here.gain[j];
    S value = here.freeRates[j];
    for (int k = 0; k < 3; ++k) value -= g.n[k] * parent.angular[k] + g.f[k] * parent.linear[k];
    for (int k = j + 1; k < m; ++k) value -= here.factor[k][j] * here.accelerations[k];
    here.accelerations[j] = value;
  }
  for (int i = group.first; i < group.last; ++i) {
    const Hinge<S>& hinge = memory.hinges[i];
    if (!hinge.carriesOthers) continue;
    Increment<S> at = hinge.inner < 0 ? parent : memory.increments[hinge.parent];
    withPlacement(hinge, [&]<Placement placement>() {
      toChild<placement>(hinge, memory.cosines[i], memory.sines[i], at);
    });
    const S* row = memory.bases + group.basis + (i - group.first) * m;
    for (int j = 0; j < m; ++j) at.angular[Z] += row[j] * here.accelerations[j];
    memory.increments[hinge.body] = at;
  }
  const S* row = memory.bases + group.basis;
  for (int i = group.member; i < group.member + group.memberCount; ++i, row += m) {
    S value = memory.offsets[i];
    for (int j = 0; j < m; ++j) value += row[j] * here.accelerations[j];
    a[memory.velocities[i]] = value;
  }
}

/// Gᵀ of what the hinges need and the rotors' own share, less Gᵀτ which acts already, on the
/// independent joints; and what the parent feels.
template <typename S>
void inwardForcesCoupled(const Memory<S>& memory, const CoupledGroup<S>& group, S* torque) {
  const GroupScratch<S>& here = memory.groups[group.place];
  const int m = group.dofs;
  S sums[maxDofs];
  for (int j = 0; j < m; ++j) sums[j] = -here.torque[j];
  for (int i = group.last - 1; i >= group.first; --i) {
    const Hinge<S>& hinge = memory.hinges[i];
    const HingeScratch<S>& own = memory.scratch[i];
    Force<S> at{};
    if (hinge.carriesOthers) at = memory.forces[hinge.body];
    for (int k = 0; k < 3; ++k) {
      at.n[k] += own.moment()[k];
      at.f[k] += own.force()[k];
    }
    const S* row = memory.bases + group.basis + (i - group.first) * m;
    for (int j = 0; j < m; ++j) sums[j] += row[j] * at.n[Z];
    if (hinge.parent < 0) continue;
    withPlacement(hinge, [&]<Placement placement>() {
      propagateForce<placement>(hinge, memory.cosines[i], memory.sines[i], at);
    });
    add(at, memory.forces[hinge.parent]);
  }
  if (group.hasRotors) {
    const S* alpha = memory.motions[group.parent].angular;
    for (int j = 0; j < m; ++j) {
      sums[j] += group.reflectedBias[j];
      for (int k = 0; k < 3; ++k) sums[j] += group.couple[j][k] * alpha[k];
      for (int k = 0; k < m; ++k) sums[j] += group.reflected[j][k] * here.accelerations[k];
    }
  }
  for (int j = 0; j < m; ++j) setEntry(torque, group.independent[j], sums[j]);
  if (!group.hasRotors || group.parent < 0) return;
  S spin[3];
  rotorSpin(group, here.accelerations, spin);
  S* n = memory.forces[group.parent].n;
  for (int k = 0; k < 3; ++k) n[k] += spin[k];
  addRotorBias(memory, group, here, n);
}

template <typename S>
bool inwardCoupled(const Memory<S>& memory, const CoupledGroup<S>& group) {
  return linalg::withSize<maxDofs>(group.dofs,
                                   [&]<int m>() { return inwardTogether<m>(memory, group); });
}

template <typename S>
void accelerateCoupled(const Memory<S>& memory, const CoupledGroup<S>& group, S* a) {
  linalg::withSize<maxDofs>(group.dofs, [&]<int m>() { accelerateTogether<m>(memory, group, a); });
}

}  // namespace
}  // namespace linkwork::hinges
