#include "linkwork/ensemble/lane_loops.hpp"

#include <limits>
#include <utility>

#include "linkwork/dynamics/group_motions.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/errors.hpp"

namespace linkwork {

template <typename S>
LaneLoops<S>::LaneLoops(const ClusterTree<double>& tree)
    : tree_(tree), work_(tree), lanes_(S::width) {
  for (Lane& lane : lanes_) {
    lane.q.resize(tree.positionSize());
    lane.v.resize(tree.velocitySize());
  }
  for (const Plan::Group& group : tree.plan()->groups()) {
    if (group.isConstant) continue;
    if (group.planar)
      addPlanar(group);
    else
      others_.push_back(&group);
  }
}

template <typename S>
void LaneLoops<S>::addPlanar(const Plan::Group& group) {
  const Cluster<double>& cluster = tree_.clusters()[static_cast<std::size_t>(group.cluster)];
  const Eigen::Index rows = group.planar->rows(cluster), n = cluster.spanning();
  LaneConstraints<S> constraints;
  constraints.jacobian.resize(rows, n);
  constraints.rightSide.resize(rows);
  constraints.preference = cluster.constraint->preference.template cast<S>();
  constraints.units = cluster.constraint->units.template cast<S>();
  constraints.order.resize(static_cast<std::size_t>(n));
  constraints.basis.resize(n, cluster.dofs);
  constraints.offset.resize(n);
  constraints.correction.resize(n);
  planar_.push_back({&group, &cluster, std::move(constraints)});
}

template <typename S>
void LaneLoops<S>::gather(const LaneVector<S>& q, const LaneVector<S>& v) {
  for (int at = 0; at < S::width; ++at) {
    Lane& lane = lanes_[static_cast<std::size_t>(at)];
    for (Eigen::Index i = 0; i < q.size(); ++i) lane.q[i] = q[i][at];
    for (Eigen::Index i = 0; i < v.size(); ++i) lane.v[i] = v[i][at];
    lane.isFinite = (0 * lane.q).sum() + (0 * lane.v).sum() == 0;
  }
}

/// Whether lanes can solve the loops.
template <typename S>
bool LaneLoops<S>::updateLane(const Plan::Group& group, int at, KernelWorkspace<S>& kernels) {
  const Plan& plan = *tree_.plan();
  const kernels::Memory<double> memory = work_.kernels.view(plan);
  const kernels::Memory<S> together = kernels.view(plan);
  for (int i = group.numbers.first; i < group.numbers.last; ++i) {
    memory.sines[i] = together.sines[i][at];
    memory.cosines[i] = together.cosines[i][at];
  }
  const Lane& lane = lanes_[static_cast<std::size_t>(at)];
  if (!lane.isFinite) return false;
  try {
    updateMotions(tree_, group, lane.q, lane.v, work_);
  } catch (const SimulationError&) {
    return false;
  }
  return true;
}

template <typename S>
void LaneLoops<S>::update(const LaneVector<S>& q, const LaneVector<S>& v,
                          KernelWorkspace<S>& kernels) {
  if (others_.empty()) return;
  gather(q, v);
  const Plan& plan = *tree_.plan();
  const kernels::Memory<double> from = work_.kernels.view(plan);
  const kernels::Memory<S> to = kernels.view(plan);
  const double none = std::numeric_limits<double>::quiet_NaN();
  for (const Plan::Group* group : others_) {
    const auto place = static_cast<std::size_t>(group->numbers.place);
    const int bases = group->numbers.dofs * group->numbers.memberCount;
    kernels::CoupledGroup<S>& shared = kernels.coupledGroups[place];
    for (int at = 0; at < S::width; ++at) {
      if (!updateLane(*group, at, kernels)) {
        for (int i = 0; i < bases; ++i) to.bases[group->numbers.basis + i].set(at, none);
        continue;
      }
      const kernels::CoupledGroup<double>& own = work_.kernels.coupledGroups[place];
      for (int j = 0; j < group->numbers.dofs; ++j)
        shared.independent[j].of[at] = own.independent[j];
      for (int i = 0; i < bases; ++i)
        to.bases[group->numbers.basis + i].set(at, from.bases[group->numbers.basis + i]);
      for (int i = 0; i < group->numbers.memberCount; ++i)
        to.offsets[group->numbers.member + i].set(at, from.offsets[group->numbers.member + i]);
      setSums(shared, own, [at](S& sum, const double& number) { sum.set(at, number); });
    }
  }
}

template <typename S>
void LaneLoops<S>::close(LaneVector<S>& q, LaneVector<S>& v) {
  if (others_.empty()) return;
  gather(q, v);
  for (int at = 0; at < S::width; ++at) {
    Lane& lane = lanes_[static_cast<std::size_t>(at)];
    if (!lane.isFinite) continue;
    try {
      for (const Plan::Group* group : others_)
        closeLoops(tree_, tree_.clusters()[static_cast<std::size_t>(group->cluster)], work_, lane.q,
                   lane.v);
    } catch (const SimulationError&) {
      lane.q.fill(std::numeric_limits<double>::quiet_NaN());
    }
    for (Eigen::Index i = 0; i < q.size(); ++i) q[i].set(at, lane.q[i]);
    for (Eigen::Index i = 0; i < v.size(); ++i) v[i].set(at, lane.v[i]);
  }
}

template class LaneLoops<Lanes<2>>;
#if defined(LINKWORK_X86_64)
template class LaneLoops<Lanes<4>>;
template class LaneLoops<Lanes<8>>;
#endif

}  // namespace linkwork
