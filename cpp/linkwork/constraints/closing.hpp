#pragma once

#include <limits>

#include "linkwork/constraints/loop_constraints.hpp"
#include "linkwork/elementary.hpp"

/// Closing of the loops of a cluster by Newton's method, for any scalar:
///
///   K_D Δ_D = −φ(q),  q ← q ⊕ Δ        dependent coordinates D, until `newtonEnds`
///   K v = 0                            dependent velocities, `followIndependent`
///
/// dynamics/loop_closure.hpp applies it to trees. It is compiled once for each instruction set.
namespace linkwork {

/// Violation up to which loops and couplings count as closed [m, rad]. Files may contain that much.
/// If ClusterConstraint::length is not 1, lengths are in units of it.
inline constexpr double closureTolerance = 1e-8;

/// The violation by rounding errors of a cluster of a size `reach` [its length, rad].
template <typename S>
S roundingGap(const S& reach, double length) {
  return S(8 * epsilon / length) * reach;
}

/// Whether Newton's method ends at a violation, after a number of corrections. The violation
/// decreases at least by half near the solution. If it no longer does, the rest is rounding error,
/// or misalignment of redundant loops that cannot close.
[[gnu::always_inline]] inline bool newtonEnds(double gap, double previous, double rounding,
                                              int corrections) {
  constexpr int mostCorrections = 25;
  return gap <= rounding || corrections == mostCorrections ||
         (gap <= closureTolerance && gap > 0.5 * previous) ||
         !(gap < std::numeric_limits<double>::infinity());
}

/// Calls `visit(chooser)` until K has been reduced with the pivots of every member of a SIMD batch
/// that `wanted` selects. A number chooses its own pivots.
template <typename Visit>
void forEachChoice(ConstraintWorkspace<double>&, bool, Visit visit) {
  visit(PivotChooser<double>());
}

/// Writes the dependent velocities from K v = k, which is reduced in the workspace.
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

/// The same from K in the first rows, with k = 0. Returns whether the pose is singular.
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

}  // namespace linkwork
