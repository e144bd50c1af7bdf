#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>

#include "linkwork/dynamics/workspace.hpp"

namespace linkwork {

/// Pivots below this part of the largest entry of K count as zero. Loops need only close to 1e-8,
/// so that redundant rows (a planar loop in space has three) may differ by that much.
inline constexpr double rankTolerance = 1e-7;

/// Splits K x = k into dependent and independent unknowns by Gauss–Jordan elimination with
/// complete pivoting, each column's pivots weighted by `preference`.
///
/// Afterwards row i of the first `rank` rows reads  x[order[i]] + Σ_j K(i, order[j]) x[order[j]] =
/// k[i],  j ≥ rank: redundant rows, which say nothing new, have sunk below.
///
/// Returns the number of pivots found, at most `desired`: the rank of K if `desired` does not bound
/// it. cost  O(rows · n · rank)
template <typename Scalar>
int eliminate(ConstraintScratch<Scalar>& scratch, const VectorX<Scalar>& preference, int desired,
              double tolerance = rankTolerance) {
  using std::abs;
  MatrixX<Scalar>& k = scratch.jacobian;
  std::iota(scratch.order.begin(), scratch.order.end(), 0);
  const Scalar negligible = Scalar(tolerance) * k.template lpNorm<Eigen::Infinity>();

  for (int rank = 0; rank < desired; ++rank) {
    Eigen::Index pivotRow = rank;
    std::size_t pivotPlace = static_cast<std::size_t>(rank);
    Scalar best(0);
    for (std::size_t place = static_cast<std::size_t>(rank); place < scratch.order.size(); ++place)
      for (Eigen::Index row = rank; row < k.rows(); ++row) {
        const Scalar pivot = abs(k(row, scratch.order[place]));
        const Scalar score = pivot * preference[scratch.order[place]];
        if (!(pivot > negligible) || !(score > best)) continue;
        best = score;
        pivotRow = row;
        pivotPlace = place;
      }
    if (!(best > Scalar(0))) return rank;

    std::swap(scratch.order[static_cast<std::size_t>(rank)], scratch.order[pivotPlace]);
    const int column = scratch.order[static_cast<std::size_t>(rank)];
    k.row(rank).swap(k.row(pivotRow));
    std::swap(scratch.rightSide[rank], scratch.rightSide[pivotRow]);
    const Scalar inverse = Scalar(1) / k(rank, column);
    k.row(rank) *= inverse;
    scratch.rightSide[rank] *= inverse;
    for (Eigen::Index row = 0; row < k.rows(); ++row) {
      if (row == rank) continue;
      const Scalar factor = k(row, column);
      k.row(row) -= factor * k.row(rank);
      scratch.rightSide[row] -= factor * scratch.rightSide[rank];
    }
  }
  return desired;
}

}  // namespace linkwork
