#include "linkwork/dynamics/loop_closure.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "linkwork/constraints/explicit_constraint.hpp"
#include "linkwork/constraints/loop_constraints.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/group_motions.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/planar_closure.hpp"
#include "linkwork/jet.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/spatial/so3.hpp"

namespace linkwork {
namespace {

/// The group of coupled revolute joints of a cluster with loops, or null.
template <typename Scalar>
const Plan::Group* loopedGroup(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster) {
  if (!tree.plan() || cluster.constraint->loops.empty()) return nullptr;
  const Plan::Place place =
      tree.plan()->placeOf(static_cast<int>(&cluster - tree.clusters().data()));
  return place.kind == Plan::Segment::Kind::coupled
             ? &tree.plan()->groups()[static_cast<std::size_t>(place.index)]
             : nullptr;
}

/// Closes a cluster in closed form. Returns false if it has none that is regular at the pose.
bool closeInForm(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                 const Plan::Group* group, Workspace<double>& work, const VectorRef<double>& q,
                 const VectorRef<double>& v) {
  if (!cluster.constraint->explicitForm) return false;
  if (group) {
    updateJointTransforms(*group, q, work.kernels.view(*tree.plan()));
    placeBodies(tree, *group, q, work);
  } else if (!cluster.constraint->loops.empty()) {
    updateJoints<double>(tree, cluster, q, v, work);
  }
  return closeExplicit<double>(tree, cluster, work, q, v);
}

void requireClosed(const ClusterTree<double>& tree, const Cluster<double>& cluster, double gap) {
  if (gap <= closureTolerance) return;
  const double length = cluster.constraint->length;
  throw SimulationError(
      "the loops through joint " + detail::quoted(tree.jointName(cluster.firstBody)) +
      " do not close: a gap of " + detail::written(gap) + " m or rad remains" +
      (length == 1 ? "" : ", lengths in units of " + detail::written(length) + " m"));
}

void requireRegularPose(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                        bool isSingular) {
  if (isSingular) throw singularPose(tree, cluster);
}

/// Closes planar loops. If the cluster has a group of revolute joints, updates its sines and
/// cosines.
void closePlanar(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                 const PlanarLoops& planar, const Plan::Group* group, Workspace<double>& work,
                 VectorRef<double>& q, VectorRef<double>& v) {
  ConstraintWorkspace<double>& workspace = work.of(tree, cluster);
  std::array<double, PlanarLoops::mostLinks> ownCosines, ownSines;
  double *cosines = ownCosines.data(), *sines = ownSines.data();
  const kernels::Memory<double> memory = work.kernels.view(*tree.plan());
  if (group) {
    cosines = memory.cosines + group->numbers.first;
    sines = memory.sines + group->numbers.first;
  }
  const auto turn = [&] {
    if (group)
      updateJointTransforms(*group, q, memory);
    else
      planar.turn(q.data(), cosines, sines);
  };
  const auto closed = closePlanarLoops(planar, cluster, cluster.constraint->preference, cosines,
                                       sines, turn, workspace, q.data(), v.data());
  requireClosed(tree, cluster, closed.gap);
  requireRegularPose(tree, cluster, closed.isSingular);
}

}  // namespace

template <typename Scalar>
Scalar closePosition(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster, int rank,
                     const ConstVectorRef<Scalar>& v, Workspace<Scalar>& work,
                     VectorRef<Scalar> q) {
  ConstraintWorkspace<Scalar>& workspace = work.of(tree, cluster);
  const int rows = cluster.constraint->rows;
  Scalar previous = std::numeric_limits<Scalar>::infinity();
  for (int iteration = 0;; ++iteration) {
    updateJoints<Scalar>(tree, cluster, q, v, work);
    assembleConstraints<Scalar>(tree, cluster, q, v, ConstraintLevel::position, work);
    Scalar reach(cluster.constraint->length);
    for (const Transform<Scalar>& pose : workspace.poses)
      reach = std::max(reach, pose.translation.norm());
    const Scalar rounding = roundingGap(reach, cluster.constraint->length);
    const Scalar gap = workspace.rightSide.template lpNorm<Eigen::Infinity>();
    if (newtonEnds(gap, previous, rounding, iteration)) return gap;
    previous = gap;
    const GaussJordan<Scalar> reduction = reductionOf(workspace, rows);
    const int found = reduction.eliminate(cluster.constraint->preference, rank, rankTolerance);
    reduction.solution(found, workspace.correction);
    workspace.correction = -workspace.correction;
    retract<Scalar>(tree, cluster, workspace.correction, q);
  }
}

template <typename Scalar>
void closeVelocity(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                   const ConstVectorRef<Scalar>& q, Workspace<Scalar>& work, VectorRef<Scalar> v) {
  if (!solveConstraints<Scalar>(tree, cluster, q, v, work, BasisOf::uncut))
    throw singularPose(tree, cluster);
  const ConstraintWorkspace<Scalar>& workspace = work.of(tree, cluster);
  const auto velocity = [&](int place) -> Scalar& {
    return v[velocityAt(place, cluster, workspace)];
  };
  const int rank = cluster.constraint->rank;
  const auto basis = [&](int i, int j) -> Scalar {
    return workspace.hasBasis ? workspace.basis(workspace.order[static_cast<std::size_t>(i)], j)
                              : workspace.dependence(rank, i, j);
  };
  for (int i = 0; i < rank; ++i) {
    velocity(i) = Scalar(0);
    for (int j = 0; j < cluster.dofs; ++j) velocity(i) += basis(i, j) * velocity(rank + j);
  }
}

void closeLoops(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                Workspace<double>& work, VectorRef<double> q, VectorRef<double> v) {
  const ClusterConstraint<double>& constraint = *cluster.constraint;
  const Plan::Group* group = loopedGroup(tree, cluster);
  if (closeInForm(tree, cluster, group, work, q, v)) return;
  const int index = static_cast<int>(&cluster - tree.clusters().data());
  if (const PlanarLoops* planar = tree.plan() ? tree.plan()->planarLoops(index) : nullptr)
    return closePlanar(tree, cluster, *planar, group, work, q, v);
  requireClosed(tree, cluster, closePosition<double>(tree, cluster, constraint.rank, v, work, q));
  requireRegularPose(
      tree, cluster,
      followIndependent<double>(cluster, constraint.rows, true, work.of(tree, cluster), v.data()));
}

template <typename Scalar>
void closeLoops(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work, VectorRef<Scalar> q,
                VectorRef<Scalar> v) {
  tree.requireSizes(q.size(), v.size());
  for (const Cluster<Scalar>& cluster : tree.clusters())
    if (cluster.constraint) closeLoops(tree, cluster, work, q, v);
}

template <typename Scalar>
ClosureError<Scalar> closureError(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                                  Workspace<Scalar>& work) {
  using std::abs;
  ClosureError<Scalar> error;
  for (const Cluster<Scalar>& cluster : tree.clusters()) {
    if (!cluster.constraint) continue;
    const ConstraintWorkspace<Scalar>& workspace = work.of(tree, cluster);
    for (const LoopClosure<Scalar>& loop : cluster.constraint->loops) {
      const Transform<Scalar> gap = violationOf(cluster, loop, workspace);
      error.loopPosition = std::max(error.loopPosition, gap.translation.norm());
      error.loopAngle = std::max(error.loopAngle, so3::log(gap.rotation).norm());
    }
    for (const CouplingRow<Scalar>& coupling : cluster.constraint->couplings)
      error.coupling = std::max(error.coupling, abs(couplingViolation(coupling, q)));
  }
  return error;
}

template double closePosition(const ClusterTree<double>&, const Cluster<double>&, int,
                              const ConstVectorRef<double>&, Workspace<double>&, VectorRef<double>);
template void closeVelocity(const ClusterTree<double>&, const Cluster<double>&,
                            const ConstVectorRef<double>&, Workspace<double>&, VectorRef<double>);
template void closeVelocity(const ClusterTree<DerivativeJet>&, const Cluster<DerivativeJet>&,
                            const ConstVectorRef<DerivativeJet>&, Workspace<DerivativeJet>&,
                            VectorRef<DerivativeJet>);
template void closeLoops(const ClusterTree<double>&, Workspace<double>&, VectorRef<double>,
                         VectorRef<double>);
template ClosureError<double> closureError(const ClusterTree<double>&,
                                           const ConstVectorRef<double>&, Workspace<double>&);

}  // namespace linkwork
