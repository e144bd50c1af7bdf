#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace linkwork {

/// The larger of two numbers; entry by entry for SIMD batches.
template <typename Scalar>
[[gnu::always_inline]] inline Scalar larger(const Scalar& one, const Scalar& other) {
  return std::max(one, other);
}

/// Which member of a scalar chooses the pivots. A number chooses its own. In a SIMD batch, one
/// member chooses for all (ensemble/lane_choice.hpp).
template <typename Scalar>
struct PivotChooser {
  static bool agrees() { return true; }
};

/// Finds the best of the pivots that were offered, each with its row and the place of its unknown.
template <typename Scalar>
class PivotSearch {
 public:
  explicit PivotSearch(PivotChooser<Scalar>) {}

  /// Offers a pivot. Pivots of at most `least` are ignored.
  [[gnu::always_inline]] void offer(const Scalar& pivot, const Scalar& weight, const Scalar& least,
                                    int row, std::size_t place) {
    const Scalar score = pivot * weight;
    if (!(pivot > least) || !(score > best_)) return;
    best_ = score;
    row_ = row;
    place_ = place;
  }
  /// Ends the search.
  void choose() {}

  int row() const { return row_; }  ///< or −1
  std::size_t place() const { return place_; }

 private:
  Scalar best_{0};
  int row_ = -1;
  std::size_t place_ = 0;
};

/// Splits the unknowns of K x = k into dependent and independent ones, by Gauss–Jordan elimination
/// with complete pivoting, in place.
///
/// After `eliminate`, row i of the first `rank` rows reads
///
///   x[order[i]] + Σ_j K(i, order[j]) x[order[j]] = k[i]      j ≥ rank
///
/// Redundant rows follow after them.
/// Source: Golub & Van Loan, "Matrix Computations", section 3.4.
template <typename Scalar>
struct GaussJordan {
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

  Matrix& k;
  Vector& right;
  const Vector& units;  ///< of the unknowns: factors of the columns of K; empty: all are one
  std::vector<int>& order;
  int rows = static_cast<int>(k.rows());  ///< number of leading rows of K in use
  [[no_unique_address]] PivotChooser<Scalar> chooser = {};

  /// Eliminates up to `desired` unknowns.
  ///
  /// @param preference  weight of each unknown as a pivot, size n
  /// @param tolerance   pivots of at most this part of the largest entry of K count as zero
  /// @return            the number of pivots found: the rank of K unless `desired` is smaller
  /// Cost: O(rows · n · rank).
  int eliminate(const Vector& preference, int desired, double tolerance) const {
    return reduce<false>(preference, desired, tolerance, {});
  }

  /// The same. Also writes the inverse of the pivots' block to the pivots' columns of K. `rowOrder`
  /// gets the original index of each row, because pivots exchange rows.
  int invert(const Vector& preference, int desired, double tolerance,
             std::span<int> rowOrder) const {
    return reduce<true>(preference, desired, tolerance, rowOrder);
  }

  /// Writes the kernel of K after elimination, one column of `basis` for each independent unknown.
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

  /// Writes the solution whose independent unknowns are zero.
  void solution(int rank, Vector& x) const {
    x.setZero();
    for (int i = 0; i < rank; ++i) x[order[at(i)]] = right[i];
  }

  /// The same for a different right side, after `invert`.
  void solution(int rank, const Vector& further, std::span<const int> rowOrder, Vector& x) const {
    x.setZero();
    for (int j = 0; j < rank; ++j) {
      const Scalar* inverse = columnOf(order[at(j)]);
      const Scalar& entry = further[rowOrder[at(j)]];
      for (int i = 0; i < rank; ++i) x[order[at(i)]] += inverse[i] * entry;
    }
  }

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  template <bool inverts>
  int reduce(const Vector& preference, int desired, double tolerance,
             std::span<int> rowOrder) const {
    switch (rows) {
      case 2:  // a loop in the plane
        return reduce<inverts, 2>(preference, desired, tolerance, rowOrder);
      case 4:  // two of them
        return reduce<inverts, 4>(preference, desired, tolerance, rowOrder);
      default:
        return reduce<inverts, Eigen::Dynamic>(preference, desired, tolerance, rowOrder);
    }
  }

  template <bool inverts, int fixedRows>
  int reduce(const Vector& preference, int desired, double tolerance,
             std::span<int> rowOrder) const {
    const int count = fixedRows > 0 ? fixedRows : rows;
    std::iota(order.begin(), order.end(), 0);
    if constexpr (inverts) std::iota(rowOrder.begin(), rowOrder.begin() + count, 0);
    const Scalar negligible = Scalar(tolerance) * largestEntry(count);
    for (int rank = 0; rank < desired; ++rank) {
      const PivotSearch<Scalar> pivot = pivotFor(rank, count, preference, negligible);
      const int row = pivot.row();
      if (row < 0) return rank;
      std::swap(order[at(rank)], order[pivot.place()]);
      if (row != rank) {
        for (int column = 0; column < k.cols(); ++column)
          std::swap(columnOf(column)[rank], columnOf(column)[row]);
        std::swap(right[rank], right[row]);
        if constexpr (inverts) std::swap(rowOrder[at(rank)], rowOrder[at(row)]);
      }
      clearColumn<inverts>(rank, count);
    }
    return desired;
  }

  /// The largest entry of K, with columns in the units of the unknowns.
  [[gnu::always_inline]] Scalar largestEntry(int count) const {
    using std::abs;
    Scalar largest(0);
    for (int unknown = 0; unknown < k.cols(); ++unknown) {
      const Scalar* column = columnOf(unknown);
      for (int row = 0; row < count; ++row) {
        const Scalar size = abs(column[row]);
        largest = larger(largest, units.size() > 0 ? Scalar(size * units[unknown]) : size);
      }
    }
    return largest;
  }

  /// The best pivot of the rows `rank`, `rank` + 1, …
  [[gnu::always_inline]] PivotSearch<Scalar> pivotFor(int rank, int count, const Vector& preference,
                                                      const Scalar& negligible) const {
    using std::abs;
    PivotSearch<Scalar> search(chooser);
    for (std::size_t place = at(rank); place < order.size(); ++place) {
      const Scalar* column = columnOf(order[place]);
      Scalar weight = preference[order[place]], least = negligible;
      if (units.size() > 0) weight *= units[order[place]], least /= units[order[place]];
      for (int row = rank; row < count; ++row)
        search.offer(abs(column[row]), weight, least, row, place);
    }
    search.choose();
    return search;
  }

  /// Eliminates the pivot's unknown from all other rows.
  template <bool inverts>
  [[gnu::always_inline]] void clearColumn(int rank, int count) const {
    Scalar* factors = columnOf(order[at(rank)]);
    const Scalar inverse = Scalar(1) / factors[rank];
    const auto clear = [&](Scalar* column) {
      const Scalar own = column[rank] * inverse;
      for (int row = 0; row < count; ++row) column[row] -= factors[row] * own;
      column[rank] = own;
    };
    if constexpr (inverts)
      for (std::size_t place = 0; place < at(rank); ++place) clear(columnOf(order[place]));
    for (std::size_t place = at(rank) + 1; place < order.size(); ++place)
      clear(columnOf(order[place]));
    clear(right.data());
    for (int row = 0; row < count; ++row)
      factors[row] = inverts ? Scalar(-factors[row] * inverse) : Scalar(0);
    factors[rank] = inverts ? inverse : Scalar(1);
  }

  Scalar* columnOf(int unknown) const { return k.data() + unknown * k.rows(); }
};

}  // namespace linkwork
