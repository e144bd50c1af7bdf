// The passes over hinges that loops or couplings tie to each other; next to hinge_recursion.hpp.
//
// The hinges of a group move together by q̇ = G ẏ, q̈ = G ÿ + g. Inward they do not give way one by
// one: each body hands on its whole inertia A, and beside it the columns B, the force on a body per
// ÿ where its own frame is held. At a hinge with row G_i, before the step to its carrier,
//
//   D += G_iᵀ A_zz G_i + G_iᵀ B_z + B_zᵀ G_i      u −= G_iᵀ n_z      B += A z G_i
//
// and at the body that carries the group, all of it at once: A − B D⁻¹ Bᵀ, p + B D⁻¹ u. This is the
// cluster step of Chignoli et al. (section VII) with D = Sᵀ Iᴬ S, B = Iᴬ S summed by recursion.
// About 330 flops a body and 40 for each of its columns.

#pragma once

#include <cmath>

#include "linkwork/dynamics/hinges/hinge_recursion.hpp"
#include "linkwork/dynamics/hinges/rigid_leaf.hpp"

namespace linkwork::fast {
namespace {

/// Calls `visit` with the number of dofs as a constant.
template <typename Visit>
inline auto withDofs(int dofs, Visit visit) {
  switch (dofs) {
    case 1:
      return visit.template operator()<1>();
    case 2:
      return visit.template operator()<2>();
    case 3:
      return visit.template operator()<3>();
    default:
      return visit.template operator()<maxDofs>();
  }
}

/// ẏ and Gᵀτ of a group, and q̈ = G ÿ + g of its members: ÿ as given, or zero for the bias.
template <int m>
inline void reduce(const Memory& memory, const Coupled& group, const double* v, const double* a,
                   const double* torque) {
  CoupledScratch& here = memory.coupled[group.place];
  for (int j = 0; j < m; ++j) {
    here.rates[j] = v[group.independent[j]];
    here.accelerations[j] = a ? a[group.independent[j]] : 0;
    here.torque[j] = 0;
  }
  const double* row = memory.bases + group.basis;
  for (int i = group.member; i < group.member + group.memberCount; ++i, row += m) {
    memory.accelerations[i] = memory.offsets[i];
    for (int j = 0; j < m; ++j) {
      memory.accelerations[i] += row[j] * here.accelerations[j];
      here.torque[j] += row[j] * torque[memory.velocities[i]];
    }
  }
}

/// The same, then motions, N and F of the group's bodies.
void outwardCoupled(const Memory& memory, const Coupled& group, const double* v, const double* a,
                    const double* torque) {
  withDofs(group.dofs, [&]<int m>() { reduce<m>(memory, group, v, a, torque); });
  const double* acceleration = memory.accelerations + group.member;
  for (int i = group.first; i < group.last; ++i) {
    const Hinge& hinge = memory.hinges[i];
    Motion at = memory.motions[hinge.parent];
    const Gradient carrier(at);
    withPlacement(hinge, [&]<Placement placement>() {
      moveOutward<placement>(hinge, memory.cosines[i], memory.sines[i], v[hinge.velocity],
                             *acceleration++, carrier, at);
    });
    slideAndLoad(hinge, at, memory.scratch[i]);
    if (hinge.carriesOthers) memory.motions[hinge.body] = at;
  }
}

inline void add(const Wrench& from, Wrench& to) {
  for (int k = 0; k < 3; ++k) {
    to.n[k] += from.n[k];
    to.f[k] += from.f[k];
  }
}

/// x += a factor
inline void addScaled(const Wrench& a, double factor, Wrench& x) {
  for (int k = 0; k < 3; ++k) {
    x.n[k] += a.n[k] * factor;
    x.f[k] += a.f[k] * factor;
  }
}

/// C ẏ: spin momentum of the rotors that ride on the carrier, or C ÿ.
inline void rotorSpin(const Coupled& group, const double* rates, double spin[3]) {
  for (int k = 0; k < 3; ++k) {
    spin[k] = 0;
    for (int j = 0; j < group.dofs; ++j) spin[k] += group.couple[j][k] * rates[j];
  }
}

/// ω_p × C ẏ on the carrier.
inline void addGyroscopicCouple(const Memory& memory, const Coupled& group,
                                const CoupledScratch& here, double n[3]) {
  double h[3];
  rotorSpin(group, here.rates, h);
  const double* w = memory.motions[group.parent].velocity;
  n[X] += w[Y] * h[Z] - w[Z] * h[Y];
  n[Y] += w[Z] * h[X] - w[X] * h[Z];
  n[Z] += w[X] * h[Y] - w[Y] * h[X];
}

/// Lower Cholesky factor of the m×m matrix in place; false unless positive definite.
template <int m>
inline bool choleskyFactor(double d[maxDofs][maxDofs]) {
  for (int j = 0; j < m; ++j) {
    double pivot = d[j][j];
    for (int k = 0; k < j; ++k) pivot -= d[j][k] * d[j][k];
    if (!(pivot > 0)) return false;
    d[j][j] = std::sqrt(pivot);
    const double inverse = 1 / d[j][j];
    for (int i = j + 1; i < m; ++i) {
      for (int k = 0; k < j; ++k) d[i][j] -= d[i][k] * d[j][k];
      d[i][j] *= inverse;
    }
  }
  return true;
}

/// The group gives way: W = B L⁻ᵀ, y = L⁻¹ u, A − W Wᵀ, p + W y.
template <int m>
inline bool eliminateCoupledJoints(CoupledScratch& here, Articulated& at) {
  if (!choleskyFactor<m>(here.factor)) return false;
  for (int j = 0; j < m; ++j) {
    const double inverse = 1 / here.factor[j][j];
    for (int k = 0; k < j; ++k) {
      here.reduced[j] -= here.factor[j][k] * here.reduced[k];
      addScaled(here.gain[k], -here.factor[j][k], here.gain[j]);
    }
    here.reduced[j] *= inverse;
    Wrench& w = here.gain[j];
    for (int k = 0; k < 3; ++k) {
      w.n[k] *= inverse;
      w.f[k] *= inverse;
    }
    const double* n = w.n;
    const double* f = w.f;
    at.j[XX] -= n[X] * n[X];
    at.j[YY] -= n[Y] * n[Y];
    at.j[ZZ] -= n[Z] * n[Z];
    at.j[XY] -= n[X] * n[Y];
    at.j[XZ] -= n[X] * n[Z];
    at.j[YZ] -= n[Y] * n[Z];
    for (int r = 0; r < 3; ++r)
      for (int k = 0; k < 3; ++k) at.h[3 * r + k] -= n[r] * f[k];
    at.m[XX] -= f[X] * f[X];
    at.m[YY] -= f[Y] * f[Y];
    at.m[ZZ] -= f[Z] * f[Z];
    at.m[XY] -= f[X] * f[Y];
    at.m[XZ] -= f[X] * f[Z];
    at.m[YZ] -= f[Y] * f[Z];
    for (int k = 0; k < 3; ++k) {
      at.n[k] += n[k] * here.reduced[j];
      at.f[k] += f[k] * here.reduced[j];
    }
  }
  return true;
}

/// One hinge of a group: its part of D and u, and A, B in its carrier's frame.
template <Placement placement, int m>
inline void collect(const Hinge& hinge, double c, double s, const double* row, CoupledScratch& here,
                    Articulated& at, Wrench columns[m]) {
  const double* h = at.h;
  const Wrench axial{{at.j[XZ], at.j[YZ], at.j[ZZ]}, {h[HZX], h[HZY], h[HZZ]}};
  for (int j = 0; j < m; ++j) {
    here.reduced[j] -= row[j] * at.n[Z];
    for (int k = 0; k <= j; ++k)
      here.factor[j][k] +=
          row[j] * (at.j[ZZ] * row[k] + columns[k].n[Z]) + columns[j].n[Z] * row[k];
  }
  for (int j = 0; j < m; ++j) addScaled(axial, row[j], columns[j]);
  if (hinge.parent < 0) return;
  toCarrier<placement, true>(hinge, c, s, at);
  for (int j = 0; j < m; ++j) propagateForce<placement>(hinge, c, s, columns[j]);
}

/// The same for a body that carries nothing: ten numbers instead of 21, and its columns are one
/// wrench, A z, times G_i. About 170 flops.
template <Placement placement, int m>
inline void collectLeaf(const Hinge& hinge, double c, double s, const double* row,
                        const HingeScratch& own, CoupledScratch& here, Articulated& carrier,
                        Wrench columns[m]) {
  Rigid at{hinge.mass, {}, {}, {}};
  for (int k = 0; k < 3; ++k) {
    at.h[k] = hinge.moment[k];
    at.bias.n[k] = own.moment[k];
    at.bias.f[k] = own.force[k];
  }
  for (int k = 0; k < 6; ++k) at.j[k] = hinge.rotational[k];
  Wrench axial{{at.j[XZ], at.j[YZ], at.j[ZZ]}, {-at.h[Y], at.h[X], 0}};
  for (int j = 0; j < m; ++j) {
    here.reduced[j] -= row[j] * at.bias.n[Z];
    for (int k = 0; k <= j; ++k) here.factor[j][k] += row[j] * at.j[ZZ] * row[k];
  }
  if (hinge.parent < 0) return;

  const double slide[3] = {0, 0, hinge.slide};
  if constexpr (placement != Placement::anyhow) at.shiftBy(slide);
  at.turnAbout(X, Y, XX, YY, XY, XZ, YZ, c, s);
  if constexpr (placement == Placement::square)
    at.turnAbout(Y, Z, YY, ZZ, YZ, XY, XZ, 0, 1);
  else
    at.turnAbout(Y, Z, YY, ZZ, YZ, XY, XZ, hinge.cosSlope, hinge.sinSlope);
  if constexpr (placement == Placement::anyhow)
    at.turnAbout(X, Y, XX, YY, XY, XZ, YZ, hinge.cosTurn, hinge.sinTurn);
  at.shiftBy(hinge.offset);
  propagateForce<placement>(hinge, c, s, at.bias);
  propagateForce<placement>(hinge, c, s, axial);
  add(at, carrier);
  for (int j = 0; j < m; ++j) addScaled(axial, row[j], columns[j]);
}

/// Inward over a group of m dofs; false if it moves no mass.
template <int m>
bool inwardTogether(const Memory& memory, const Coupled& group) {
  CoupledScratch& here = memory.coupled[group.place];
  Articulated sum{};
  for (int j = 0; j < m; ++j) {
    here.reduced[j] = here.torque[j];
    here.gain[j] = {};
    for (int k = 0; k < 3; ++k) here.gain[j].n[k] = group.couple[j][k];
    for (int k = 0; k <= j; ++k) here.factor[j][k] = group.reflected[j][k];
  }
  Wrench* columns = memory.columns + group.columns;
  for (int k = 0; k < (group.last - group.first) * m; ++k) columns[k] = {};

  for (int i = group.last - 1; i >= group.first; --i) {
    const Hinge& hinge = memory.hinges[i];
    const HingeScratch& scratch = memory.scratch[i];
    const double c = memory.cosines[i], s = memory.sines[i];
    const double* row = memory.bases + group.basis + (i - group.first) * m;
    const bool isInner = hinge.inner >= 0;
    Articulated& carrier = isInner ? memory.articulated[hinge.parent] : sum;
    Wrench* onCarrier = isInner ? columns + (hinge.inner - group.first) * m : here.gain;
    if (!hinge.carriesOthers) {
      withPlacement(hinge, [&]<Placement placement>() {
        collectLeaf<placement, m>(hinge, c, s, row, scratch, here, carrier, onCarrier);
      });
      continue;
    }
    Articulated at = memory.articulated[hinge.body];
    addBody(hinge, scratch.moment, scratch.force, at);
    Wrench* own = columns + (i - group.first) * m;
    withPlacement(hinge, [&]<Placement placement>() {
      collect<placement, m>(hinge, c, s, row, here, at, own);
    });
    add(at, carrier);
    for (int j = 0; j < m; ++j) add(own[j], onCarrier[j]);
  }

  if (group.hasRotors) {
    const double* alpha = memory.motions[group.parent].angular;
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < 3; ++k) here.reduced[j] -= group.couple[j][k] * alpha[k];
    addGyroscopicCouple(memory, group, here, sum.n);
  }
  if (!eliminateCoupledJoints<m>(here, sum)) return false;
  if (group.parent >= 0) add(sum, memory.articulated[group.parent]);
  return true;
}

/// ÿ = L⁻ᵀ (y − Wᵀ e), the increments of the group's bodies, and q̈ of its members.
template <int m>
void accelerateTogether(const Memory& memory, const Coupled& group, double* a) {
  CoupledScratch& here = memory.coupled[group.place];
  const Increment carrier = group.parent < 0 ? Increment{} : memory.increments[group.parent];
  for (int j = m - 1; j >= 0; --j) {
    const Wrench& w = here.gain[j];
    double value = here.reduced[j];
    for (int k = 0; k < 3; ++k) value -= w.n[k] * carrier.angular[k] + w.f[k] * carrier.linear[k];
    for (int k = j + 1; k < m; ++k) value -= here.factor[k][j] * here.accelerations[k];
    here.accelerations[j] = value / here.factor[j][j];
  }
  for (int i = group.first; i < group.last; ++i) {
    const Hinge& hinge = memory.hinges[i];
    if (!hinge.carriesOthers) continue;
    Increment at = hinge.inner < 0 ? carrier : memory.increments[hinge.parent];
    withPlacement(hinge, [&]<Placement placement>() {
      carry<placement>(hinge, memory.cosines[i], memory.sines[i], at);
    });
    const double* row = memory.bases + group.basis + (i - group.first) * m;
    for (int j = 0; j < m; ++j) at.angular[Z] += row[j] * here.accelerations[j];
    memory.increments[hinge.body] = at;
  }
  const double* row = memory.bases + group.basis;
  for (int i = group.member; i < group.member + group.memberCount; ++i, row += m) {
    double value = memory.offsets[i];
    for (int j = 0; j < m; ++j) value += row[j] * here.accelerations[j];
    a[memory.velocities[i]] = value;
  }
}

/// Gᵀ of what the hinges need and the rotors' own share, less Gᵀτ which acts already, on the
/// independent joints; and what the carrier feels.
void inwardForcesCoupled(const Memory& memory, const Coupled& group, double* torque) {
  const CoupledScratch& here = memory.coupled[group.place];
  const int m = group.dofs;
  for (int j = 0; j < m; ++j) torque[group.independent[j]] = -here.torque[j];
  for (int i = group.last - 1; i >= group.first; --i) {
    const Hinge& hinge = memory.hinges[i];
    const HingeScratch& own = memory.scratch[i];
    Wrench at{};
    if (hinge.carriesOthers) at = memory.wrenches[hinge.body];
    for (int k = 0; k < 3; ++k) {
      at.n[k] += own.moment[k];
      at.f[k] += own.force[k];
    }
    const double* row = memory.bases + group.basis + (i - group.first) * m;
    for (int j = 0; j < m; ++j) torque[group.independent[j]] += row[j] * at.n[Z];
    if (hinge.parent < 0) continue;
    withPlacement(hinge, [&]<Placement placement>() {
      propagateForce<placement>(hinge, memory.cosines[i], memory.sines[i], at);
    });
    add(at, memory.wrenches[hinge.parent]);
  }
  if (!group.hasRotors) return;
  const double* alpha = memory.motions[group.parent].angular;
  for (int j = 0; j < m; ++j) {
    double& sum = torque[group.independent[j]];
    for (int k = 0; k < 3; ++k) sum += group.couple[j][k] * alpha[k];
    for (int k = 0; k < m; ++k) sum += group.reflected[j][k] * here.accelerations[k];
  }
  if (group.parent < 0) return;
  double spin[3];
  rotorSpin(group, here.accelerations, spin);
  double* n = memory.wrenches[group.parent].n;
  for (int k = 0; k < 3; ++k) n[k] += spin[k];
  addGyroscopicCouple(memory, group, here, n);
}

bool inwardCoupled(const Memory& memory, const Coupled& group) {
  return withDofs(group.dofs, [&]<int m>() { return inwardTogether<m>(memory, group); });
}

void accelerateCoupled(const Memory& memory, const Coupled& group, double* a) {
  withDofs(group.dofs, [&]<int m>() { accelerateTogether<m>(memory, group, a); });
}

}  // namespace
}  // namespace linkwork::fast
