#pragma once

#include <Eigen/Core>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "linkwork/linalg/index.hpp"

namespace linkwork::maximal {

/// A x = b for a square A of any rank and no symmetry, by elimination with full pivoting. Rows and
/// columns are scaled first, so that units do not matter. Where the rank is not full, unknowns that
/// no pivot is left for are zero, and equations that no pivot is left for are not looked at.
/// Source: Golub & Van Loan, "Matrix Computations", section 3.4.
class FullPivotLu {
 public:
  explicit FullPivotLu(int size)
      : lu_(size, size),
        rowScale_(size),
        columnScale_(size),
        rows_(at(size)),
        columns_(at(size)),
        y_(size) {}

  /// What is left of a scaled equation below this is rounding.
  static constexpr double rankTolerance = 1e-10;

  /// Factors A and returns its rank. cost  O(size³)
  int factor(const Eigen::MatrixXd& a) {
    const int size = static_cast<int>(a.rows());
    for (int i = 0; i < size; ++i) rowScale_[i] = inverseOf(a.row(i).cwiseAbs().maxCoeff());
    lu_ = rowScale_.asDiagonal() * a;
    for (int j = 0; j < size; ++j) columnScale_[j] = inverseOf(lu_.col(j).cwiseAbs().maxCoeff());
    lu_ = lu_ * columnScale_.asDiagonal();
    std::iota(rows_.begin(), rows_.end(), 0);
    std::iota(columns_.begin(), columns_.end(), 0);
    for (rank_ = 0; rank_ < size; ++rank_) {
      Eigen::Index row = 0, column = 0;
      const auto left = lu_.bottomRightCorner(size - rank_, size - rank_);
      if (!(left.cwiseAbs().maxCoeff(&row, &column) > rankTolerance)) break;
      exchange(rank_ + static_cast<int>(row), rank_ + static_cast<int>(column));
      for (int i = rank_ + 1; i < size; ++i) {
        const double factor = lu_(i, rank_) /= lu_(rank_, rank_);
        for (int j = rank_ + 1; j < size; ++j) lu_(i, j) -= factor * lu_(rank_, j);
      }
    }
    return rank_;
  }

  void solve(const Eigen::VectorXd& b, Eigen::VectorXd& x) {
    for (int i = 0; i < rank_; ++i) {
      y_[i] = rowScale_[rows_[at(i)]] * b[rows_[at(i)]];
      for (int j = 0; j < i; ++j) y_[i] -= lu_(i, j) * y_[j];
    }
    x.setZero();
    for (int i = rank_; i-- > 0;) {
      for (int j = i + 1; j < rank_; ++j) y_[i] -= lu_(i, j) * y_[j];
      y_[i] /= lu_(i, i);
      x[columns_[at(i)]] = columnScale_[columns_[at(i)]] * y_[i];
    }
  }

 private:
  static double inverseOf(double largest) { return largest > 0 ? 1 / largest : 0; }

  void exchange(int row, int column) {
    std::swap(rows_[at(rank_)], rows_[at(row)]);
    std::swap(columns_[at(rank_)], columns_[at(column)]);
    lu_.row(rank_).swap(lu_.row(row));
    lu_.col(rank_).swap(lu_.col(column));
  }

  Eigen::MatrixXd lu_;
  Eigen::VectorXd rowScale_, columnScale_;
  std::vector<int> rows_, columns_;  ///< which row and column stands where
  Eigen::VectorXd y_;
  int rank_ = 0;
};

}  // namespace linkwork::maximal
