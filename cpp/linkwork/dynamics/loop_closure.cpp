#include "linkwork/dynamics/loop_closure.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/explicit_constraint.hpp"
#include "linkwork/dynamics/group_motions.hpp"
#include "linkwork/dynamics/loop_constraints.hpp"
#include "linkwork/jet.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/spatial/so3.hpp"

namespace linkwork {
namespace {

constexpr int maximumIterations = 25;

/// The gap that rounding alone leaves, for a cluster that reaches so far [its length, rad].
template <typename Scalar>
Scalar roundingGap(const Scalar& reach, double length) {
  return Scalar(8 * epsilon / length) * reach;
}

/// Newton's method on a cluster's positions; `assemble` writes K and φ at q into the first rows of
/// its scratch, where those of the last pose are left, and returns the gap that rounding alone
/// leaves. Where `isLast` of a correction, no more than that is left after it.
template <typename Scalar, typename Assemble, typename Reduce, typename IsLast>
Scalar closeByNewton(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster, int rows,
                     ConstraintScratch<Scalar>& scratch, VectorRef<Scalar> q, Assemble assemble,
                     Reduce reduce, IsLast isLast) {
  Scalar previous = std::numeric_limits<Scalar>::infinity();
  for (int iteration = 0;; ++iteration) {
    const Scalar rounding = assemble();
    const Scalar gap = scratch.rightSide.head(rows).template lpNorm<Eigen::Infinity>();
    if (gap <= rounding || iteration == maximumIterations) return gap;
    if (gap <= Scalar(closureTolerance) && gap > Scalar(0.5) * previous) return gap;
    if (!(gap < std::numeric_limits<Scalar>::infinity())) return gap;
    previous = gap;
    const GaussJordan<Scalar> reduction = reductionOf(scratch, rows);
    const int found = reduce(reduction);
    reduction.solution(found, scratch.correction);
    scratch.correction = -scratch.correction;
    retract<Scalar>(tree, cluster, scratch.correction, q);
    if (isLast(found)) return rounding;
  }
}

/// The group of hinges that a cluster is, if it is one that loops tie.
template <typename Scalar>
const Plan::Group* loopedGroup(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster) {
  if (!tree.plan() || cluster.constraint->loops.empty()) return nullptr;
  const Plan::Place place =
      tree.plan()->placeOf(static_cast<int>(&cluster - tree.clusters().data()));
  return place.kind == Plan::Segment::Kind::coupled
             ? &tree.plan()->groups()[static_cast<std::size_t>(place.index)]
             : nullptr;
}

/// Closes a cluster in closed form, where it has one that serves at the pose.
bool closeInForm(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                 const Plan::Group* group, Workspace<double>& work, const VectorRef<double>& q,
                 const VectorRef<double>& v) {
  if (!cluster.constraint->explicitForm) return false;
  if (group) {
    turnHinges(*group, q, work.hinges.view(*tree.plan()));
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

/// The dependent velocities by K v = k, reduced in the scratch.
void followReduced(const Cluster<double>& cluster, const ConstraintScratch<double>& scratch,
                   VectorRef<double> v) {
  const int rank = cluster.constraint->rank, n = cluster.spanning();
  const int* order = scratch.order.data();
  const auto velocity = [&](int place) -> double& {
    return v[cluster.velocities[static_cast<std::size_t>(order[place])]];
  };
  for (int i = 0; i < rank; ++i) {
    double sum = scratch.rightSide[i];
    for (int j = rank; j < n; ++j) sum -= scratch.jacobian(i, order[j]) * velocity(j);
    velocity(i) = sum;
  }
}

/// The same by K and k as they stand in the first rows.
void followIndependent(const ClusterTree<double>& tree, const Cluster<double>& cluster, int rows,
                       ConstraintScratch<double>& scratch, const VectorRef<double>& v) {
  const int rank = cluster.constraint->rank;
  if (reductionOf(scratch, rows).eliminate(scratch.preference, rank, rankTolerance) < rank)
    throw singularPose(tree, cluster);
  followReduced(cluster, scratch, v);
}

/// Loops that lie in a plane. There a hinge turns points on circles, so that a correction Δ, slides
/// in units of the reach, leaves no more than |Δ|₁² of the reach open. Where that is rounding
/// nothing is computed at the new pose: with K of the old one, but for |Δ|² of it, K v at q ⊕ Δ is
///
///   K v + ∂K/∂q[Δ] v = 0
///
/// and the inverse of K on the dependent coordinates, which gave Δ, gives their velocities.
/// `group` is the cluster's, if it is one of hinges, whose sines and cosines count from then on.
void closePlanar(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                 const PlanarLoops& planar, const Plan::Group* group, Workspace<double>& work,
                 VectorRef<double> q, VectorRef<double> v) {
  ConstraintScratch<double>& scratch = work.of(tree, cluster);
  std::array<double, PlanarLoops::mostLinks> ownCosines, ownSines;
  double *cosines = ownCosines.data(), *sines = ownSines.data();
  const hinges::Memory<double> memory = work.hinges.view(*tree.plan());
  if (group) {
    cosines = memory.cosines + group->numbers.first;
    sines = memory.sines + group->numbers.first;
  }
  const int rank = cluster.constraint->rank, rows = planar.rows(cluster);
  const double length = cluster.constraint->length;
  PlanarLoops::Places places;
  std::array<int, PlanarLoops::mostRows> rowOrder;
  bool isLast = false;
  const double gap = closeByNewton<double>(
      tree, cluster, rows, scratch, q,
      [&] {
        if (group)
          turnHinges(*group, q, memory);
        else
          planar.turn(q.data(), cosines, sines);
        const double reach = planar.assembleGap(cluster, cosines, sines, q.data(), places, scratch);
        return roundingGap(std::max(reach, length), length);
      },
      [&](const GaussJordan<double>& reduction) {
        return reduction.invert(cluster.constraint->preference, rank, rankTolerance, rowOrder);
      },
      [&](int found) {
        const double moved = planar.sizeOf(scratch.correction.data(), length);
        return isLast = found == rank && moved * moved <= 4 * epsilon;
      });
  requireClosed(tree, cluster, gap);
  scratch.rightSide.setZero();
  if (!isLast) return followIndependent(tree, cluster, rows, scratch, v);
  followReduced(cluster, scratch, v);
  planar.assembleTurn(cluster, places, scratch.correction.data(), v.data(), scratch);
  reductionOf(scratch, rows).solution(rank, scratch.rightSide, rowOrder, scratch.correction);
  for (int i = 0; i < cluster.spanning(); ++i)
    v[cluster.velocities[static_cast<std::size_t>(i)]] += scratch.correction[i];
}

}  // namespace

template <typename Scalar>
Scalar closePosition(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster, int rank,
                     const ConstVectorRef<Scalar>& v, Workspace<Scalar>& work,
                     VectorRef<Scalar> q) {
  ConstraintScratch<Scalar>& scratch = work.of(tree, cluster);
  return closeByNewton<Scalar>(
      tree, cluster, cluster.constraint->rows, scratch, q,
      [&] {
        updateJoints<Scalar>(tree, cluster, q, v, work);
        assembleConstraints<Scalar>(tree, cluster, q, v, ConstraintLevel::position, work);
        Scalar reach(cluster.constraint->length);
        for (const Transform<Scalar>& pose : scratch.poses)
          reach = std::max(reach, pose.translation.norm());
        return roundingGap(reach, cluster.constraint->length);
      },
      [&](const GaussJordan<Scalar>& reduction) {
        return reduction.eliminate(cluster.constraint->preference, rank, rankTolerance);
      },
      [](int) { return false; });
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

namespace {

void closeCluster(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                  Workspace<double>& work, const VectorRef<double>& q, const VectorRef<double>& v) {
  const ClusterConstraint<double>& constraint = *cluster.constraint;
  const Plan::Group* group = loopedGroup(tree, cluster);
  if (closeInForm(tree, cluster, group, work, q, v)) return;
  const int index = static_cast<int>(&cluster - tree.clusters().data());
  if (const PlanarLoops* planar = tree.plan() ? tree.plan()->planarLoops(index) : nullptr)
    return closePlanar(tree, cluster, *planar, group, work, q, v);
  requireClosed(tree, cluster, closePosition<double>(tree, cluster, constraint.rank, v, work, q));
  ConstraintScratch<double>& scratch = work.of(tree, cluster);
  scratch.rightSide.setZero();
  followIndependent(tree, cluster, constraint.rows, scratch, v);
}

}  // namespace

template <typename Scalar>
void closeLoops(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work, VectorRef<Scalar> q,
                VectorRef<Scalar> v) {
  tree.requireSizes(q.size(), v.size());
  for (const Cluster<Scalar>& cluster : tree.clusters())
    if (cluster.constraint) closeCluster(tree, cluster, work, q, v);
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
