#pragma once

// Newton's method on the loops of a cluster, in any scalar; compiled once for each instruction set.

#include <array>
#include <limits>

#include "linkwork/dynamics/kernels/planar_assembly.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/dynamics/loop_constraints.hpp"
#include "linkwork/elementary.hpp"

namespace linkwork {

/// Rounding error of the constraint violation, for a cluster of a given reach [its length, rad].
template <typename S>
S roundingGap(const S& reach, double length) {
  return S(8 * epsilon / length) * reach;
}

/// Whether Newton's method ends at a violation, after a number of corrections.
[[gnu::always_inline]] inline bool newtonEnds(double gap, double previous, double rounding,
                                              int corrections) {
  constexpr int mostCorrections = 25;
  return gap <= rounding || corrections == mostCorrections ||
         (gap <= closureTolerance && gap > 0.5 * previous) ||
         !(gap < std::numeric_limits<double>::infinity());
}

/// Calls `visit(chooser)` with K reduced by each choice of pivots, until all `wanted` lanes are
/// done.
template <typename Visit>
void forEachChoice(ConstraintWorkspace<double>&, bool, Visit visit) {
  visit(PivotChooser<double>());
}

/// The dependent velocities by K v = k, reduced in the workspace.
template <typename S>
void followReduced(const Cluster<double>& cluster, const ConstraintWorkspace<S>& workspace,
                   const MaskOf<S>& wanted, S* v) {
  const int rank = cluster.constraint->rank, n = cluster.spanning();
  const int* order = workspace.order.data();
  const auto velocity = [&](int place) -> S& { return v[cluster.velocities[at(order[place])]]; };
  for (int i = 0; i < rank; ++i) {
    S sum = workspace.rightSide[i];
    for (int j = rank; j < n; ++j) sum -= workspace.jacobian(i, order[j]) * velocity(j);
    assignWhere(wanted, velocity(i), sum);
  }
}

/// The same by K in the first rows, at k = 0. Returns the lanes with a singular pose.
template <typename S, typename Memory>
MaskOf<S> followIndependent(const Cluster<double>& cluster, int rows, const MaskOf<S>& wanted,
                            Memory& workspace, S* v) {
  const int rank = cluster.constraint->rank;
  MaskOf<S> isSingular = wanted;
  forEachChoice(workspace, wanted, [&](const PivotChooser<S>& chooser) {
    workspace.rightSide.setZero();
    const GaussJordan<S> reduction = reductionOf<S>(workspace, rows, chooser);
    if (reduction.eliminate(workspace.preference, rank, rankTolerance) < rank) return;
    followReduced<S>(cluster, workspace, chooser.agrees(), v);
    isSingular = isSingular & !chooser.agrees();
  });
  return isSingular;
}

template <typename S>
struct PlanarClosure {
  S gap;  ///< remaining violation [the cluster's length, rad]
  MaskOf<S> isSingular;
};

/// Closes planar loops. Their revolute joints move points on circles. After a correction Δ, with
/// slides in units of the reach, at most |Δ|₁² of the reach remains open. If that is rounding,
/// nothing is computed at the new pose: with the old K, up to |Δ|² of it, K v at q ⊕ Δ is
///
///   K v + ∂K/∂q[Δ] v = 0
///
/// and the inverse of K on the dependent coordinates, which gave Δ, also gives their velocities.
/// `turn` writes cosines and sines at q. Each lane ends as it would alone.
template <typename S, typename Turn, typename Memory>
PlanarClosure<S> closePlanarLoops(const PlanarLoops& loops, const Cluster<double>& cluster,
                                  const VectorX<S>& preference, const S* cosines, const S* sines,
                                  Turn turn, Memory& workspace, S* q, S* v) {
  using std::abs;
  const int rank = cluster.constraint->rank, rows = loops.rows(cluster);
  const double length = cluster.constraint->length;
  PlanarLoops::Places<S> places;
  std::array<int, PlanarLoops::mostRows> rowOrder;
  MaskOf<S> isOpen = S(0) < S(1);
  PlanarClosure<S> closed{S(0), !isOpen};
  S previous(std::numeric_limits<double>::infinity());
  for (int corrections = 0;; ++corrections) {
    turn();
    const S reach = loops.assembleGap(cluster, cosines, sines, q, places, workspace);
    const S rounding = roundingGap(larger(reach, S(length)), length);
    S gap(0);
    for (int row = 0; row < rows; ++row) gap = larger(S(abs(workspace.rightSide[row])), gap);
    const auto ends = [=](double now, double before, double least) {
      return newtonEnds(now, before, least, corrections);
    };
    const MaskOf<S> hasEnded = isOpen & whereHolds(ends, gap, previous, rounding);
    if (any(hasEnded)) {
      assignWhere(hasEnded, closed.gap, gap);
      const MaskOf<S> isSingular = followIndependent<S>(cluster, rows, hasEnded, workspace, v);
      closed.isSingular = closed.isSingular | isSingular;
      isOpen = isOpen & !hasEnded;
    }
    if (!any(isOpen)) return closed;
    previous = gap;
    forEachChoice(workspace, isOpen, [&](const PivotChooser<S>& chooser) {
      const GaussJordan<S> reduction = reductionOf<S>(workspace, rows, chooser);
      const int found = reduction.invert(preference, rank, rankTolerance, rowOrder);
      const MaskOf<S> moves = chooser.agrees();
      VectorX<S>& correction = workspace.correction;
      reduction.solution(found, correction);
      correction = -correction;
      loops.forEachLink([&](int coordinate, int, Eigen::Index link) {
        assignWhere(moves, q[coordinate], S(q[coordinate] + correction[link]));
      });
      if (found < rank) return;
      const auto isRounding = [](double moved) { return moved * moved <= 4 * epsilon; };
      const MaskOf<S> isLast =
          moves & whereHolds(isRounding, loops.sizeOf(correction.data(), length));
      if (!any(isLast)) return;
      workspace.rightSide.setZero();
      followReduced<S>(cluster, workspace, isLast, v);
      loops.assembleTurn(cluster, places, correction.data(), v, workspace);
      reduction.solution(rank, workspace.rightSide, rowOrder, correction);
      loops.forEachLink([&](int, int velocity, Eigen::Index link) {
        assignWhere(isLast, v[velocity], S(v[velocity] + correction[link]));
      });
      isOpen = isOpen & !isLast;
    });
    if (!any(isOpen)) return closed;
  }
}

}  // namespace linkwork
