#pragma once

// Planar loops of SIMD-batched copies. Included by one file for each instruction set.

#include "linkwork/dynamics/kernels/kernel_workspace.hpp"
#include "linkwork/dynamics/kernels/revolute.hpp"
#include "linkwork/dynamics/planar_closure.hpp"
#include "linkwork/ensemble/lane_choice.hpp"
#include "linkwork/ensemble/lane_loops.hpp"

namespace linkwork {
namespace {

/// G, g and the independent joints of the lanes that agree, reduced in the workspace. At a singular
/// pose G is NaN.
template <typename S>
void takeMotions(const LanePlanarGroup<S>& loops, const typename S::Mask& agrees, bool isRegular,
                 const kernels::Memory<S>& to, kernels::CoupledGroup<S>& group) {
  const LaneConstraints<S>& from = loops.constraints;
  const Cluster<double>& cluster = *loops.cluster;
  S* row = to.bases + group.basis;
  S* g = to.offsets + group.member;
  for (const int local : loops.group->members) {
    for (int j = 0; j < group.dofs; ++j)
      assignWhere(agrees, *row++,
                  isRegular ? from.basis(local, j) : S(std::numeric_limits<double>::quiet_NaN()));
    assignWhere(agrees, *g++, from.offset[local]);
  }
  for (int j = 0; j < group.dofs; ++j) {
    const int local = from.order[at(cluster.constraint->rank + j)];
    for (int lane = 0; lane < S::width; ++lane)
      if (agrees.holds[lane]) group.independent[j].of[lane] = cluster.velocities[at(local)];
  }
}

/// G, g and the independent joints of all groups in planar loops, after updateJointTransforms at q.
template <typename S>
void updatePlanarLoops(const Plan& plan, const LaneVector<S>& q, const LaneVector<S>& v,
                       LaneLoops<S>& loops, KernelWorkspace<S>& kernels) {
  const kernels::Memory<S> memory = kernels.view(plan);
  for (LanePlanarGroup<S>& each : loops.planar()) {
    const PlanarLoops& planar = *each.group->planar;
    const int first = each.group->numbers.first;
    planar.assemble(*each.cluster, memory.cosines + first, memory.sines + first, q.data(), v.data(),
                    each.constraints);
    forEachChoice(each.constraints, S(0) < S(1), [&](const PivotChooser<S>& chooser) {
      const bool isRegular = reduceConstraints<double, S>(*each.cluster, each.constraints,
                                                          planar.rows(*each.cluster), chooser);
      takeMotions(each, chooser.agrees(), isRegular, memory,
                  kernels.coupledGroups[at(each.group->numbers.place)]);
    });
    kernels.updateRotors(*each.group);
  }
}

/// Closes the planar loops. Lanes whose loops do not close become NaN.
template <typename S>
void closePlanarLoops(const Plan& plan, LaneLoops<S>& loops, KernelWorkspace<S>& kernels,
                      LaneVector<S>& q, LaneVector<S>& v) {
  for (LanePlanarGroup<S>& each : loops.planar()) {
    kernels::Memory<S> memory = kernels.view(plan);
    const kernels::CoupledGroup<double>& group = each.group->numbers;
    for (S** numbers : {&memory.angles, &memory.sines, &memory.cosines}) *numbers += group.first;
    memory.starts += group.first;
    const auto turn = [&] {
      kernels::updateJointTransforms(memory, group.last - group.first, q.data());
    };
    const PlanarClosure<S> closed = closePlanarLoops<S>(
        *each.group->planar, *each.cluster, each.constraints.preference, memory.cosines,
        memory.sines, turn, each.constraints, q.data(), v.data());
    const auto fails = [](double gap) { return !(gap <= closureTolerance); };
    const typename S::Mask hasFailed = whereHolds(fails, closed.gap) | closed.isSingular;
    each.group->planar->forEachLink([&](int coordinate, int, Eigen::Index) {
      assignWhere(hasFailed, q[coordinate], S(std::numeric_limits<double>::quiet_NaN()));
    });
  }
}

}  // namespace
}  // namespace linkwork
