#include "linkwork/dynamics/loop_closure.hpp"

#include <algorithm>

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/explicit_constraint.hpp"
#include "linkwork/dynamics/loop_constraints.hpp"
#include "linkwork/jet.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/spatial/so3.hpp"

namespace linkwork {
namespace {

constexpr int maximumIterations = 25;

/// The gap that rounding alone leaves, for a cluster of this size [its length, rad].
template <typename Scalar>
Scalar roundingGap(const ConstraintScratch<Scalar>& scratch, double length) {
  Scalar reach(length);
  for (const Transform<Scalar>& pose : scratch.poses)
    reach = std::max(reach, pose.translation.norm());
  return Scalar(8 * epsilon / length) * reach;
}

}  // namespace

template <typename Scalar>
Scalar closePosition(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster, int rank,
                     const ConstVectorRef<Scalar>& v, Workspace<Scalar>& work,
                     VectorRef<Scalar> q) {
  ConstraintScratch<Scalar>& scratch = work.of(tree, cluster);
  if (cluster.constraint->explicitForm) closeExplicit<Scalar>(tree, cluster, q);
  Scalar previous = std::numeric_limits<Scalar>::infinity();
  for (int iteration = 0;; ++iteration) {
    updateJoints<Scalar>(tree, cluster, q, v, work);
    assembleConstraints<Scalar>(tree, cluster, q, v, ConstraintLevel::position, work);
    const Scalar gap = scratch.rightSide.template lpNorm<Eigen::Infinity>();
    if (gap <= roundingGap(scratch, cluster.constraint->length) || iteration == maximumIterations)
      return gap;
    if (gap <= Scalar(closureTolerance) && gap > Scalar(0.5) * previous) return gap;
    if (!(gap < std::numeric_limits<Scalar>::infinity())) return gap;
    previous = gap;
    const GaussJordan<Scalar> reduction = reductionOf(scratch);
    const int found = reduction.eliminate(cluster.constraint->preference, rank, rankTolerance);
    reduction.solution(found, scratch.correction);
    scratch.correction = -scratch.correction;
    retract<Scalar>(tree, cluster, scratch.correction, q);
  }
}

template <typename Scalar>
void closeVelocity(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                   const ConstVectorRef<Scalar>& q, Workspace<Scalar>& work, VectorRef<Scalar> v) {
  if (!solveConstraints<Scalar>(tree, cluster, q, v, work)) throw singularPose(tree, cluster);
  const ConstraintScratch<Scalar>& scratch = work.of(tree, cluster);
  const auto velocity = [&](int place) -> Scalar& {
    const auto local = static_cast<std::size_t>(scratch.order[static_cast<std::size_t>(place)]);
    return v[cluster.velocities[local]];
  };
  const int rank = cluster.constraint->rank;
  for (int i = 0; i < rank; ++i) {
    velocity(i) = Scalar(0);
    for (int j = 0; j < cluster.dofs; ++j)
      velocity(i) +=
          scratch.basis(scratch.order[static_cast<std::size_t>(i)], j) * velocity(rank + j);
  }
}

template <typename Scalar>
void closeLoops(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work, VectorRef<Scalar> q,
                VectorRef<Scalar> v) {
  tree.requireSizes(q.size(), v.size());
  for (const Cluster<Scalar>& cluster : tree.clusters()) {
    if (!cluster.constraint) continue;
    const Scalar gap = closePosition<Scalar>(tree, cluster, cluster.constraint->rank, v, work, q);
    if (!(gap <= Scalar(closureTolerance)))
      throw SimulationError(
          "the loops through joint " + detail::quoted(tree.jointName(cluster.firstBody)) +
          " do not close: a gap of " + detail::written(double(gap)) + " m or rad remains" +
          (cluster.constraint->length == 1
               ? ""
               : ", lengths in units of " + detail::written(cluster.constraint->length) + " m"));
    closeVelocity<Scalar>(tree, cluster, q, work, v);
  }
}

template <typename Scalar>
ClosureError<Scalar> closureError(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                                  Workspace<Scalar>& work) {
  using std::abs;
  ClosureError<Scalar> error;
  for (const Cluster<Scalar>& cluster : tree.clusters()) {
    if (!cluster.constraint) continue;
    const ConstraintScratch<Scalar>& scratch = work.of(tree, cluster);
    for (const LoopClosure<Scalar>& loop : cluster.constraint->loops) {
      const Transform<Scalar> gap = loopGap(cluster, loop, scratch);
      error.loopPosition = std::max(error.loopPosition, gap.translation.norm());
      error.loopAngle = std::max(error.loopAngle, so3::log(gap.rotation).norm());
    }
    for (const CouplingRow<Scalar>& coupling : cluster.constraint->couplings)
      error.coupling = std::max(error.coupling, abs(couplingGap(coupling, q)));
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
