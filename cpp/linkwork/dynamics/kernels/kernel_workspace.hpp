#pragma once

#include <vector>

#include "linkwork/dynamics/kernels/plan.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {

/// The numbers of a plan in a scalar, and the workspace of the recursion over its revolute joints,
/// allocated once.
template <typename S>
class KernelWorkspace {
 public:
  KernelWorkspace() = default;
  /// Copies the numbers of the plan.
  explicit KernelWorkspace(const Plan& plan);

  /// Writes G and g of a group, in the order of its cluster's joints, for its members.
  template <typename Basis, typename Offset>
  void setMotions(const Plan::Group& group, const Basis& basis, const Offset& offset) {
    S* row = bases_.data() + group.numbers.basis;
    S* g = offsets_.data() + group.numbers.member;
    for (const int local : group.members) {
      for (int j = 0; j < group.numbers.dofs; ++j) *row++ = basis(local, j);
      *g++ = offset[local];
    }
    updateRotors(group);
  }

  /// Writes the sums over a group's rotors, from G and g of its members.
  void updateRotors(const Plan::Group& group) {
    if (group.rotors.empty()) return;
    linalg::withSize<kernels::maxDofs>(group.numbers.dofs,
                                       [&]<int m>() { updateRotors<m>(group); });
  }

  /// Writes the numbers of one joint, each by `set(to, from)`.
  template <typename Set>
  void setRevolute(std::size_t i, const kernels::PlannedRevolute& from, Set set) {
    setNumbers(revolutes[i], from, set);
    if constexpr (hasKnownStructure<S>)
      kernels::setNumbers(revolutes[i].second, from.second, set);
    else
      set(revolutes[i].half, from.half);
    setNumbers(starts[i], from.start, set);
    setNumbers(gearedRotors[i], from.rotors, set);
  }

  /// Plain pointers for the passes.
  kernels::Memory<S> view(const Plan& plan) {
    return {revolutes.data(),
            workspace.data(),
            starts.data(),
            gearedRotors.data(),
            plan.drives().data(),
            gears.data(),
            angles_.data(),
            sines_.data(),
            cosines_.data(),
            &motions[1],
            articulated.data(),
            forces.data(),
            increments.data(),
            floatingBodies.data(),
            floating.data(),
            coupledGroups.data(),
            groups.data(),
            columns_.data(),
            plan.velocities().data(),
            bases_.data(),
            offsets_.data(),
            accelerations_.data(),
            isOnPath.data(),
            &frames[1],
            &wrenches[1],
            composites.data(),
            {axis(0), axis(1), axis(2)},
            {axis(3), axis(4), axis(5)},
            points.data()};
  }

  std::vector<kernels::Revolute<S>> revolutes;
  std::vector<kernels::RevoluteStart<S>> starts;       ///< by joint
  std::vector<kernels::GearedRotors<S>> gearedRotors;  ///< by joint
  std::vector<kernels::FloatingBody<S>> floatingBodies;
  std::vector<kernels::CoupledGroup<S>> coupledGroups;       ///< at the current pose
  std::vector<std::vector<kernels::RidingRotor<S>>> rotors;  ///< by group

  std::vector<kernels::RevoluteWorkspace<S>> workspace;
  std::vector<kernels::GearWorkspace<S>> gears;  ///< by joint
  std::vector<FrameMotion<S>> motions;           ///< the ground's first, then by body
  std::vector<kernels::ArticulatedBody<S>> articulated;
  std::vector<Force<S>> forces;
  std::vector<Motion<S>> increments;
  std::vector<kernels::GroupWorkspace<S>> groups;
  /// Paths from the ground to bodies with applied forces (body_paths.hpp).
  std::vector<unsigned char> isOnPath;
  int onlyOnPath = ground;  ///< the only body on whose path the flags are set, or ground: unknown
  std::vector<Vec3Pose<S>> frames;  ///< the ground's first
  std::vector<Force<S>> wrenches;   ///< the ground's first
  std::vector<RigidBodyInertia<S>> composites;
  std::vector<kernels::Point<S>> points;
  std::vector<Force<S>> floating;  ///< N and F of each floating body
  std::vector<S> column;           ///< of the mass matrix over all joints

 private:
  template <int m>
  void updateRotors(const Plan::Group& group);

  S* axis(std::size_t k) { return axes_.data() + k * revolutes.size(); }

  std::vector<S> axes_;  ///< by joint, x then y then z: axes, origins
  std::vector<S> bases_, offsets_, accelerations_;
  std::vector<Force<S>> columns_;
  std::vector<S> angles_, sines_, cosines_;
};

template <typename S>
KernelWorkspace<S>::KernelWorkspace(const Plan& plan)
    : revolutes(plan.revolutes().size()),
      starts(plan.revolutes().size()),
      gearedRotors(plan.revolutes().size()),
      floatingBodies(plan.floatingBodies().size()),
      coupledGroups(plan.groups().size()),
      rotors(plan.groups().size()),
      workspace(plan.revolutes().size()),
      gears(plan.revolutes().size()),
      motions(plan.bodyCount() + 1),
      articulated(plan.bodyCount()),
      forces(plan.bodyCount()),
      increments(plan.bodyCount()),
      groups(plan.groups().size()),
      isOnPath(plan.bodyCount()),
      frames(plan.bodyCount() + 1),
      wrenches(plan.bodyCount() + 1),
      composites(plan.bodyCount()),
      points(plan.bodyCount()),
      floating(plan.floatingBodies().size()),
      column(plan.revolutes().size() + 6),
      axes_(6 * plan.revolutes().size() + 3),  // SIMD loads read past the end
      bases_(plan.basisSize()),
      offsets_(plan.velocities().size()),
      accelerations_(plan.velocities().size()),
      columns_(plan.basisSize()),
      angles_(plan.revolutes().size()),
      sines_(plan.revolutes().size()),
      cosines_(plan.revolutes().size()) {
  frames.front().x.x = frames.front().y.y = frames.front().z.z = S(1);
  const auto set = [](S& to, const double& from) { to = S(from); };
  for (std::size_t i = 0; i < revolutes.size(); ++i) setRevolute(i, plan.revolutes()[i], set);
  for (std::size_t i = 0; i < floatingBodies.size(); ++i)
    setNumbers(floatingBodies[i], plan.floatingBodies()[i], set);
  for (std::size_t i = 0; i < coupledGroups.size(); ++i)
    setNumbers(coupledGroups[i], plan.groups()[i].numbers, set);
  for (std::size_t i = 0; i < rotors.size(); ++i)
    for (const kernels::RidingRotor<double>& rotor : plan.groups()[i].rotors)
      setNumbers(rotors[i].emplace_back(), rotor, set);
  for (const Plan::Group& group : plan.groups())
    if (group.isConstant) setMotions(group, group.basis, VectorX<double>::Zero(group.basis.rows()));
}

/// The sums over a group's rotors, from G and g in memory.
template <typename S>
template <int m>
void KernelWorkspace<S>::updateRotors(const Plan::Group& group) {
  const auto place = static_cast<std::size_t>(group.numbers.place);
  kernels::CoupledGroup<S>& sums = coupledGroups[place];
  for (int j = 0; j < m; ++j) {
    sums.reflectedBias[j] = S(0);
    for (int k = 0; k < m; ++k) sums.reflected[j][k] = S(0);
    sums.couple[j] = {};
  }
  sums.coupleBias = {};
  for (const kernels::RidingRotor<S>& rotor : rotors[place]) {
    const S* row = bases_.data() + sums.basis + rotor.member * m;
    const S drift = offsets_[static_cast<std::size_t>(sums.member + rotor.member)];
    for (int j = 0; j < m; ++j) {
      const S share = rotor.axial * row[j];
      sums.reflectedBias[j] += share * drift;
      for (int k = 0; k <= j; ++k) sums.reflected[j][k] += share * row[k];
      sums.couple[j] += row[j] * rotor.couple;
    }
    sums.coupleBias += drift * rotor.couple;
  }
  for (int j = 0; j < m; ++j)
    for (int k = 0; k < j; ++k) sums.reflected[k][j] = sums.reflected[j][k];
}

}  // namespace linkwork
