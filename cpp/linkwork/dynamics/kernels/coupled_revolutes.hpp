// The passes over revolute joints that loops or couplings constrain to each other.
//
// The joints of a group move together by q̇ = G ẏ, q̈ = G ÿ + g. The backward pass does not
// eliminate them one by one. Each body propagates its whole inertia A and the columns B: the force
// on a body per ÿ with its own frame fixed. At a joint with row G_i, before the step to its parent,
//
//   D += G_iᵀ A_zz G_i + G_iᵀ B_z + B_zᵀ G_i      u −= G_iᵀ n_z      B += A z G_i
//
// and at the parent of the group, once: A − B D⁻¹ Bᵀ, p + B D⁻¹ u. This is the cluster step of
// Chignoli et al. (section VII) with D = Sᵀ Iᴬ S, B = Iᴬ S summed by recursion.

#pragma once

#include "linkwork/dynamics/kernels/revolute.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork::kernels {
namespace {

/// ẏ and Gᵀτ of a group, and q̈ = G ÿ + g of its members: ÿ as given, or zero for the bias.
template <int m, typename S>
inline void reduce(const Memory<S>& memory, const CoupledGroup<S>& group, const S* v, const S* a,
                   const S* torque) {
  GroupWorkspace<S>& here = memory.groups[group.place];
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
void forward(const Memory<S>& memory, const CoupledGroup<S>& group, const S* v, const S* a,
             const S* torque) {
  linalg::withSize<maxDofs>(group.dofs, [&]<int m>() { reduce<m>(memory, group, v, a, torque); });
  const S* acceleration = memory.accelerations + group.member;
  for (int i = group.first; i < group.last; ++i) {
    const Revolute<S>& revolute = memory.revolutes[i];
    FrameMotion<S> motion = memory.motions[revolute.parent];
    const Mat3<S> parentGradient = motion.gradient();
    withPlacement(revolute, [&]<Placement placement>() {
      moveForward<placement>(revolute, memory.cosines[i], memory.sines[i], v[revolute.velocity],
                             *acceleration++, parentGradient, motion);
    });
    slideAndLoad(revolute, motion, memory.workspace[i]);
    if (revolute.supportsOthers) memory.motions[revolute.body] = motion;
  }
}

/// C ẏ: spin momentum of the rotors that are attached to the parent, or C ÿ.
template <typename S>
inline Vec3<S> rotorSpin(const CoupledGroup<S>& group, const S* rates) {
  Vec3<S> spin;
  for (int j = 0; j < group.dofs; ++j) spin += rates[j] * group.couple[j];
  return spin;
}

/// ω_p × C ẏ + Σ I_a ŝ g on the parent.
template <typename S>
inline Vec3<S> rotorBias(const Memory<S>& memory, const CoupledGroup<S>& group,
                         const GroupWorkspace<S>& here) {
  return cross(memory.motions[group.parent].velocity, rotorSpin(group, here.rates)) +
         group.coupleBias;
}

/// Eliminates the group: column by column of D = L Λ Lᵀ, with b of L⁻¹ B and u of L⁻¹ u,
///   g = b/Λ,   A − g bᵀ,   p + b u/Λ
template <int m, typename S>
inline bool eliminateCoupled(GroupWorkspace<S>& here, ArticulatedBody<S>& body) {
  for (int j = 0; j < m; ++j) {
    if (!acceptPivot(here.factor[j][j])) return false;
    const S inverse = 1 / here.factor[j][j];
    const Force<S> b = here.gain[j];
    here.gain[j] = b * inverse;
    const S free = here.biasAccelerations[j] * inverse;
    here.biasAccelerations[j] = free;
    body.A.subtractDyad(here.gain[j], b);
    body.p.addScaled(b, free);
    for (int k = m - 1; k > j; --k) {  // rows above still hold D
      const S entry = here.factor[k][j], l = entry * inverse;
      for (int i = j + 1; i <= k; ++i) here.factor[k][i] -= l * here.factor[i][j];
      here.biasAccelerations[k] -= entry * free;
      here.gain[k].addScaled(b, -l);
      here.factor[k][j] = l;
    }
  }
  return true;
}

/// One joint of a group: its part of D and u, and A, B in its parent's frame.
template <Placement placement, int m, typename S>
inline void collect(const Revolute<S>& revolute, S c, S s, const S* row, GroupWorkspace<S>& here,
                    ArticulatedBody<S>& body, Force<S> columns[m]) {
  const Force<S> U = body.A.timesTurnAboutZ();
  for (int j = 0; j < m; ++j) {
    here.biasAccelerations[j] -= row[j] * body.p.n.z;
    for (int k = 0; k <= j; ++k)
      here.factor[j][k] += row[j] * (U.n.z * row[k] + columns[k].n.z) + columns[j].n.z * row[k];
  }
  for (int j = 0; j < m; ++j) columns[j].addScaled(U, row[j]);
  if (revolute.parent < 0) return;
  toParent<placement>(revolute, c, s, body);
  for (int j = 0; j < m; ++j) toParent<placement>(revolute, c, s, columns[j]);
}

/// The same for a body that supports no other: ten numbers instead of 21. Its columns are one
/// force, A z, times G_i. About 170 flops.
template <Placement placement, int m, typename S>
inline void collectLeaf(const Revolute<S>& revolute, S c, S s, const S* row,
                        const RevoluteWorkspace<S>& own, GroupWorkspace<S>& here,
                        ArticulatedBody<S>& parent, Force<S> columns[m]) {
  RigidBodyInertia<S> body = revolute.inertia;
  Force<S> bias = own.force();
  const SymmetricMatrix3<S>& J = body.rotational;
  Force<S> U{{J.xz, J.yz, J.zz}, {-body.moment.y, body.moment.x, S(0)}};
  for (int j = 0; j < m; ++j) {
    here.biasAccelerations[j] -= row[j] * bias.n.z;
    for (int k = 0; k <= j; ++k) here.factor[j][k] += row[j] * J.zz * row[k];
  }
  if (revolute.parent < 0) return;

  toParent<placement>(revolute, c, s, body);
  toParent<placement>(revolute, c, s, bias);
  toParent<placement>(revolute, c, s, U);
  addBody(body, bias, parent);
  for (int j = 0; j < m; ++j) columns[j].addScaled(U, row[j]);
}

/// Backward over a group of m dofs. Returns false if it moves no mass.
template <int m, typename S>
bool backwardTogether(const Memory<S>& memory, const CoupledGroup<S>& group) {
  GroupWorkspace<S>& here = memory.groups[group.place];
  ArticulatedBody<S> sum{};
  for (int j = 0; j < m; ++j) {
    here.biasAccelerations[j] = here.torque[j];
    here.gain[j] = {group.couple[j], {}};
    for (int k = 0; k <= j; ++k) here.factor[j][k] = group.reflected[j][k];
  }
  Force<S>* columns = memory.columns + group.columns;
  for (int k = 0; k < (group.last - group.first) * m; ++k) columns[k] = {};

  for (int i = group.last - 1; i >= group.first; --i) {
    const Revolute<S>& revolute = memory.revolutes[i];
    const RevoluteWorkspace<S>& workspace = memory.workspace[i];
    const S c = memory.cosines[i], s = memory.sines[i];
    const S* row = memory.bases + group.basis + (i - group.first) * m;
    const bool isInner = revolute.inner >= 0;
    ArticulatedBody<S>& parent = isInner ? memory.articulated[revolute.parent] : sum;
    Force<S>* onParent = isInner ? columns + (revolute.inner - group.first) * m : here.gain;
    if (!revolute.supportsOthers) {
      withPlacement(revolute, [&]<Placement placement>() {
        collectLeaf<placement, m>(revolute, c, s, row, workspace, here, parent, onParent);
      });
      continue;
    }
    ArticulatedBody<S> body = memory.articulated[revolute.body];
    addBody(revolute.inertia, workspace.force(), body);
    Force<S>* own = columns + (i - group.first) * m;
    withPlacement(revolute, [&]<Placement placement>() {
      collect<placement, m>(revolute, c, s, row, here, body, own);
    });
    parent += body;
    for (int j = 0; j < m; ++j) onParent[j] += own[j];
  }

  if (group.hasRotors) {
    const Vec3<S>& alpha = memory.motions[group.parent].angular;
    for (int j = 0; j < m; ++j) {
      here.biasAccelerations[j] -= group.reflectedBias[j];
      for (int k = 0; k < 3; ++k) here.biasAccelerations[j] -= group.couple[j][k] * alpha[k];
    }
    sum.p.n += rotorBias(memory, group, here);
  }
  if (!eliminateCoupled<m>(here, sum)) return false;
  if (group.parent >= 0) memory.articulated[group.parent] += sum;
  return true;
}

/// ÿ = L⁻ᵀ (u/Λ − gᵀ e), the increments of the group's bodies, and q̈ of its members.
template <int m, typename S>
void accelerateTogether(const Memory<S>& memory, const CoupledGroup<S>& group, S* a) {
  GroupWorkspace<S>& here = memory.groups[group.place];
  const Motion<S> parent = group.parent < 0 ? Motion<S>{} : memory.increments[group.parent];
  for (int j = m - 1; j >= 0; --j) {
    const Force<S>& g = here.gain[j];
    S value = here.biasAccelerations[j];
    for (int k = 0; k < 3; ++k) value -= g.n[k] * parent.angular[k] + g.f[k] * parent.linear[k];
    for (int k = j + 1; k < m; ++k) value -= here.factor[k][j] * here.accelerations[k];
    here.accelerations[j] = value;
  }
  for (int i = group.first; i < group.last; ++i) {
    const Revolute<S>& revolute = memory.revolutes[i];
    if (!revolute.supportsOthers) continue;
    Motion<S> increment = revolute.inner < 0 ? parent : memory.increments[revolute.parent];
    withPlacement(revolute, [&]<Placement placement>() {
      toChild<placement>(revolute, memory.cosines[i], memory.sines[i], increment);
    });
    const S* row = memory.bases + group.basis + (i - group.first) * m;
    for (int j = 0; j < m; ++j) increment.angular.z += row[j] * here.accelerations[j];
    memory.increments[revolute.body] = increment;
  }
  const S* row = memory.bases + group.basis;
  for (int i = group.member; i < group.member + group.memberCount; ++i, row += m) {
    S value = memory.offsets[i];
    for (int j = 0; j < m; ++j) value += row[j] * here.accelerations[j];
    a[memory.velocities[i]] = value;
  }
}

/// Gᵀ of the joint forces and of the rotors' own forces, less the applied Gᵀτ, on the independent
/// joints; and the force on the parent.
template <typename S>
void backward(const Memory<S>& memory, const CoupledGroup<S>& group, S* torque) {
  const GroupWorkspace<S>& here = memory.groups[group.place];
  const int m = group.dofs;
  S sums[maxDofs];
  for (int j = 0; j < m; ++j) sums[j] = -here.torque[j];
  for (int i = group.last - 1; i >= group.first; --i) {
    const Revolute<S>& revolute = memory.revolutes[i];
    const RevoluteWorkspace<S>& own = memory.workspace[i];
    Force<S> force{};
    if (revolute.supportsOthers) force = memory.forces[revolute.body];
    force += own.force();
    const S* row = memory.bases + group.basis + (i - group.first) * m;
    for (int j = 0; j < m; ++j) sums[j] += row[j] * force.n.z;
    if (revolute.parent < 0) continue;
    withPlacement(revolute, [&]<Placement placement>() {
      toParent<placement>(revolute, memory.cosines[i], memory.sines[i], force);
    });
    memory.forces[revolute.parent] += force;
  }
  if (group.hasRotors) {
    const Vec3<S>& alpha = memory.motions[group.parent].angular;
    for (int j = 0; j < m; ++j) {
      sums[j] += group.reflectedBias[j];
      for (int k = 0; k < 3; ++k) sums[j] += group.couple[j][k] * alpha[k];
      for (int k = 0; k < m; ++k) sums[j] += group.reflected[j][k] * here.accelerations[k];
    }
  }
  for (int j = 0; j < m; ++j) setEntry(torque, group.independent[j], sums[j]);
  if (!group.hasRotors || group.parent < 0) return;
  Vec3<S>& n = memory.forces[group.parent].n;
  n += rotorSpin(group, here.accelerations);
  n += rotorBias(memory, group, here);
}

template <typename S>
bool eliminate(const Memory<S>& memory, const CoupledGroup<S>& group) {
  return linalg::withSize<maxDofs>(group.dofs,
                                   [&]<int m>() { return backwardTogether<m>(memory, group); });
}

template <typename S>
void accelerate(const Memory<S>& memory, const CoupledGroup<S>& group, S* a) {
  linalg::withSize<maxDofs>(group.dofs, [&]<int m>() { accelerateTogether<m>(memory, group, a); });
}

}  // namespace
}  // namespace linkwork::kernels
