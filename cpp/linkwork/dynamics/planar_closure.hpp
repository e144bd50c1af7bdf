#pragma once

// Newton's method on planar loops, for any scalar. It is compiled once for each instruction set.

#include <array>
#include <limits>

#include "linkwork/constraints/closing.hpp"
#include "linkwork/dynamics/kernels/planar_assembly.hpp"

namespace linkwork {

template <typename S>
struct PlanarClosure {
  S gap;  ///< remaining violation [the cluster's length, rad]
  MaskOf<S> isSingular;
};

/// Closes planar loops. Revolute joints move points on circles: a correction Δ, with slides in
/// units of the reach, leaves a violation of at most |Δ|₁² times the reach. If that is rounding
/// error, nothing is computed at the new pose: with K of the old pose, up to a relative error |Δ|²,
/// K v at q ⊕ Δ is
///
///   K v + ∂K/∂q[Δ] v = 0
///
/// and the inverse of K on the dependent coordinates, which gave Δ, gives their velocities.
/// `turn` writes cosines and sines at q. Each member of a SIMD batch gets the result that it would
/// get alone.
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
