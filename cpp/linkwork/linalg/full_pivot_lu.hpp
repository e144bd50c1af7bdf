#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "linkwork/linalg/index.hpp"

namespace linkwork::linalg {

/// Solves A x = b for a square A of any rank, without symmetry, by elimination with full pivoting.
/// The caller stores the numbers, n×n column-major; this class stores the scales, order and rank.
///
/// Rows and columns are scaled, which makes the result independent of units. If the rank is not
/// full, unknowns without a pivot are zero and equations without a pivot are ignored.
/// Source: Golub & Van Loan, "Matrix Computations", section 3.4.
class FullPivotLu {
 public:
  explicit FullPivotLu(int size)
      : rowScale_(Eigen::VectorXd::Ones(size)),
        columnScale_(rowScale_),
        y_(size),
        rows_(at(size)),
        columns_(at(size)),
        rank_(size) {}

  /// Remainders of a scaled equation below this are rounding.
  static constexpr double rankTolerance = 1e-10;

  int size() const { return static_cast<int>(y_.size()); }
  int rank() const { return rank_; }

  /// Chooses scales with which the largest entry of each row and column of A is near 1. Excludes
  /// rows and columns that are negligible relative to the others, times `units` on either side.
  void scale(const double* a, const Eigen::VectorXd& units) {
    rowScale_ = units;
    balance(a);
  }
  void scale(const double* a) {
    rowScale_.setOnes();
    balance(a);
  }

  /// Scales for an A that consists of rounding errors: those of the terms whose difference it is.
  void scaleBy(const Eigen::VectorXd& sizes) {
    rowScale_ = columnScale_ = sizes.cwiseSqrt().cwiseInverse();
  }

  /// Factors A in place with the last scales, initially ones, and returns its rank.
  /// cost  O(size³); no allocation
  int factor(double* a) {
    const int n = size();
    Eigen::Map<Eigen::MatrixXd> d(a, n, n);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) d(i, j) *= rowScale_[i] * columnScale_[j];
    std::iota(rows_.begin(), rows_.end(), 0);
    std::iota(columns_.begin(), columns_.end(), 0);
    for (rank_ = 0; rank_ < n; ++rank_) {
      const int k = rank_;
      int row = k, column = k;
      double largest = 0;
      for (int j = k; j < n; ++j)
        for (int i = k; i < n; ++i)
          if (std::abs(d(i, j)) > largest) largest = std::abs(d(row = i, column = j));
      if (!(largest > rankTolerance)) break;
      for (int j = 0; j < n; ++j) std::swap(d(k, j), d(row, j));
      for (int i = 0; i < n; ++i) std::swap(d(i, k), d(i, column));
      std::swap(rows_[at(k)], rows_[at(row)]);
      std::swap(columns_[at(k)], columns_[at(column)]);
      const double inverse = 1 / d(k, k);
      for (int i = k + 1; i < n; ++i) d(i, k) *= inverse;
      for (int j = k + 1; j < n; ++j)
        for (int i = k + 1; i < n; ++i) d(i, j) -= d(i, k) * d(k, j);
    }
    return rank_;
  }

  /// columns ← A⁻¹ columns with the factors in a; size×count, column-major.
  void solve(const double* a, double* columns, int count) const {
    const int n = size();
    for (int c = 0; c < count; ++c, columns += n) {
      for (int i = 0; i < n; ++i) y_[i] = rowScale_[rows_[at(i)]] * columns[rows_[at(i)]];
      for (int k = 0; k < rank_; ++k)
        for (int i = k + 1; i < rank_; ++i) y_[i] -= a[i + k * n] * y_[k];
      for (int k = rank_; k-- > 0;) {
        y_[k] /= a[k + k * n];
        for (int i = 0; i < k; ++i) y_[i] -= a[i + k * n] * y_[k];
      }
      for (int i = 0; i < n; ++i) {
        const int column = columns_[at(i)];
        columns[column] = i < rank_ ? columnScale_[column] * y_[i] : 0;
      }
    }
  }

 private:
  void balance(const double* a) {
    const Eigen::Map<const Eigen::MatrixXd> block(a, size(), size());
    columnScale_ = rowScale_;
    const auto towardsOne = [nothing = 1e-13 * largest(block)](double entry) {
      return entry > nothing ? 1 / std::sqrt(entry) : 1;
    };
    for (int sweep = 0; sweep < 8; ++sweep) {
      for (int i = 0; i < size(); ++i)
        y_[i] = rowScale_[i] *
                block.row(i).transpose().cwiseAbs().cwiseProduct(columnScale_).maxCoeff();
      for (int j = 0; j < size(); ++j)
        columnScale_[j] *= towardsOne(columnScale_[j] *
                                      block.col(j).cwiseAbs().cwiseProduct(rowScale_).maxCoeff());
      for (int i = 0; i < size(); ++i) rowScale_[i] *= towardsOne(y_[i]);
    }
  }

  /// The largest entry of a scaled block.
  double largest(const Eigen::Map<const Eigen::MatrixXd>& block) const {
    double most = 0;
    for (int j = 0; j < size(); ++j)
      most = std::max(most,
                      columnScale_[j] * block.col(j).cwiseAbs().cwiseProduct(rowScale_).maxCoeff());
    return most;
  }

  Eigen::VectorXd rowScale_, columnScale_;
  mutable Eigen::VectorXd y_;
  std::vector<int> rows_, columns_;  ///< order of the rows and columns
  int rank_;
};

}  // namespace linkwork::linalg
