#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace linkwork {

/// K x = k, split into dependent and independent unknowns by Gauss–Jordan elimination with complete
/// pivoting, in place.
///
/// After `eliminate` row i of the first `rank` rows reads  x[order[i]] + Σ_j K(i, order[j])
/// x[order[j]] = k[i],  j ≥ rank: redundant rows, which say nothing new, have sunk below.
template <typename Scalar>
struct GaussJordan {
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

  Matrix& k;
  Vector& right;
  const Vector& units;  ///< of the unknowns: entries of K count times these; none: all are one
  std::vector<int>& order;

  /// Pivots are weighted by their column's preference; those below the tolerance, as part of the
  /// largest entry of K, count as zero. Returns the number of pivots found, at most `desired`: the
  /// rank of K if that does not bound it.
  /// cost  O(rows · n · rank)
  int eliminate(const Vector& preference, int desired, double tolerance) const {
    using std::abs;
    std::iota(order.begin(), order.end(), 0);
    const bool hasUnits = units.size() > 0;
    const Scalar negligible =
        Scalar(tolerance) *
        (hasUnits ? Scalar((k * units.asDiagonal()).template lpNorm<Eigen::Infinity>())
                  : k.template lpNorm<Eigen::Infinity>());
    for (int rank = 0; rank < desired; ++rank) {
      Eigen::Index pivotRow = rank;
      std::size_t pivotPlace = at(rank);
      Scalar best(0);
      for (std::size_t place = at(rank); place < order.size(); ++place) {
        const auto column = k.col(order[place]);
        Scalar weight = preference[order[place]], least = negligible;
        if (hasUnits) weight *= units[order[place]], least /= units[order[place]];
        for (Eigen::Index row = rank; row < k.rows(); ++row) {
          const Scalar pivot = abs(column[row]);
          const Scalar score = pivot * weight;
          if (!(pivot > least) || !(score > best)) continue;
          best = score;
          pivotRow = row;
          pivotPlace = place;
        }
      }
      if (!(best > Scalar(0))) return rank;

      std::swap(order[at(rank)], order[pivotPlace]);
      if (pivotRow != rank) {
        k.row(rank).swap(k.row(pivotRow));
        std::swap(right[rank], right[pivotRow]);
      }
      clearColumn(rank);
    }
    return desired;
  }

  /// The kernel of K after elimination, one column of `basis` for every independent unknown.
  template <typename Basis>
  void kernel(int rank, Basis&& basis) const {
    const int n = static_cast<int>(order.size());
    for (int i = 0; i < rank; ++i)
      for (int j = rank; j < n; ++j) basis(order[at(i)], j - rank) = -k(i, order[at(j)]);
    for (int j = rank; j < n; ++j) {
      basis.row(order[at(j)]).setZero();
      basis(order[at(j)], j - rank) = Scalar(1);
    }
  }

  /// The solution whose independent unknowns are zero.
  void solution(int rank, Vector& x) const {
    x.setZero();
    for (int i = 0; i < rank; ++i) x[order[at(i)]] = right[i];
  }

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  /// Takes the pivot's unknown out of all rows but its own.
  void clearColumn(int rank) const {
    auto factors = k.col(order[at(rank)]);
    const Scalar inverse = Scalar(1) / factors[rank];
    const auto clear = [&](auto&& column) {
      const Scalar own = column[rank] * inverse;
      for (Eigen::Index row = 0; row < k.rows(); ++row) column[row] -= factors[row] * own;
      column[rank] = own;
    };
    for (std::size_t place = at(rank) + 1; place < order.size(); ++place)
      clear(k.col(order[place]));
    clear(right);
    factors.setZero();
    factors[rank] = Scalar(1);
  }
};

}  // namespace linkwork
