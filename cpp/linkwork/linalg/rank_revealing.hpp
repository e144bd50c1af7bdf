#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "linkwork/linalg/factorizations.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork::linalg {

/// Solves A x = b for a square A of any rank, without symmetry, by elimination with full pivoting.
/// The caller stores the n×n numbers, column-major. This class stores scales, pivot order and rank.
///
/// Rows and columns are scaled, which makes the result independent of units. If A is singular,
/// unknowns without a pivot are zero, and equations without a pivot are ignored.
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

  /// Scaled pivots of at most this magnitude are rounding error.
  static constexpr double rankTolerance = 1e-10;

  int size() const { return static_cast<int>(y_.size()); }
  int rank() const { return rank_; }

  /// Chooses scales that bring the largest entry of each row and column of A close to 1. Rows and
  /// columns of rounding error keep their scale.
  ///
  /// @param units  initial scales of rows and columns, size n
  void scale(const double* a, const Eigen::VectorXd& units) {
    rowScale_ = units;
    balance(a);
  }
  void scale(const double* a) {
    rowScale_.setOnes();
    balance(a);
  }

  /// Chooses the scales of an A that consists of rounding error.
  ///
  /// @param sizes  magnitudes of the terms whose difference A is, size n
  void scaleBy(const Eigen::VectorXd& sizes) {
    rowScale_ = columnScale_ = sizes.cwiseSqrt().cwiseInverse();
  }

  /// Factors A in place with the scales chosen last, initially ones. Returns the rank.
  /// Cost: O(n³), no allocation.
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

  /// columns ← A⁻¹ columns with the factors that `factor` wrote to a. n×count, column-major.
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

  /// The largest scaled entry of a block.
  double largest(const Eigen::Map<const Eigen::MatrixXd>& block) const {
    double most = 0;
    for (int j = 0; j < size(); ++j)
      most = std::max(most,
                      columnScale_[j] * block.col(j).cwiseAbs().cwiseProduct(rowScale_).maxCoeff());
    return most;
  }

  Eigen::VectorXd rowScale_, columnScale_;
  mutable Eigen::VectorXd y_;
  std::vector<int> rows_, columns_;  ///< original row and column of each pivot
  int rank_;
};

}  // namespace linkwork::linalg

namespace linkwork {

/// Solves A x = b for a symmetric positive semidefinite A of any rank. Allocates only in the
/// constructor.
///
/// Rows are scaled to unit diagonal, B = E A E with E = diag(A)^(−1/2): rows of angles and rows of
/// lengths may be mixed. Cholesky's method with diagonal pivoting then factors B = L Lᵀ. L has as
/// many columns as the rank of B, and
///
///   x = E L (LᵀL)⁻¹ (LᵀL)⁻¹ Lᵀ E b
///
/// is the solution with the least Σ A_ii x_i²: equal rows get equal parts. If there is no solution,
/// x minimizes |E (A x − b)|.
/// Source: Higham, "Accuracy and Stability of Numerical Algorithms", section 10.3.
template <typename Scalar>
class SemidefiniteSolver {
  using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;
  using Square = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

 public:
  explicit SemidefiniteSolver(int size)
      : scale_(size),
        left_(size),
        lower_(size, size),
        gram_(size, size),
        inner_(size),
        residual_(size) {}

  /// A row depends on the others if at most this part of its diagonal remains.
  static constexpr double rankTolerance = 1e-10;

  /// Factors A and returns its rank. Cost: O(n · rank²).
  template <typename Matrix>
  int factor(const Matrix& a) {
    using std::sqrt;
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
      scale_[i] = a(i, i) > Scalar(0) ? Scalar(1) / sqrt(a(i, i)) : Scalar(0);
      left_[i] = a(i, i) > Scalar(0) ? Scalar(1) : Scalar(0);
    }
    for (rank_ = 0; rank_ < a.rows(); ++rank_) {
      Eigen::Index pivot = 0;
      if (!(left_.maxCoeff(&pivot) > Scalar(rankTolerance))) break;
      addColumn(a, pivot);
    }
    auto gram = gram_.topLeftCorner(rank_, rank_);
    gram.noalias() = lower_.leftCols(rank_).transpose().lazyProduct(lower_.leftCols(rank_));
    choleskyInPlace(gram);
    return rank_;
  }

  /// Solves A x = b with the matrix passed to `factor`. One step of iterative refinement restores
  /// the accuracy that LᵀL loses. Cost: O(n²).
  template <typename Matrix, typename Right>
  void solve(const Matrix& a, const Right& b, Eigen::Ref<Vector> x) {
    x.setZero();
    residual_ = b;
    addSolution(x);
    residual_ = b - a.lazyProduct(x);
    addSolution(x);
  }

 private:
  /// Appends a column to L: the remainder of B's column at the pivot, over the root of its
  /// diagonal.
  template <typename Matrix>
  void addColumn(const Matrix& a, Eigen::Index pivot) {
    using std::sqrt;
    const Scalar root = sqrt(left_[pivot]);
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
      Scalar entry(0);
      if (i == pivot) {
        entry = root;
      } else if (left_[i] > Scalar(0)) {
        entry = scale_[i] * a(i, pivot) * scale_[pivot];
        for (int k = 0; k < rank_; ++k) entry -= lower_(i, k) * lower_(pivot, k);
        entry /= root;
        left_[i] -= entry * entry;
      }
      lower_(i, rank_) = entry;
    }
    left_[pivot] = Scalar(0);
  }

  /// x += E L (LᵀL)⁻² Lᵀ E r for the residual r. Overwrites the residual.
  void addSolution(Eigen::Ref<Vector> x) {
    const auto lower = lower_.leftCols(rank_);
    const auto gram = gram_.topLeftCorner(rank_, rank_);
    auto inner = inner_.head(rank_);
    residual_ = residual_.cwiseProduct(scale_);
    inner.noalias() = lower.transpose().lazyProduct(residual_);
    for (int twice = 0; twice < 2; ++twice) {
      solveLower(gram, inner);
      solveLowerTransposed(gram, inner);
    }
    for (Eigen::Index i = 0; i < x.size(); ++i) x[i] += scale_[i] * lower.row(i).dot(inner);
  }

  Vector scale_;  ///< E
  Vector left_;   ///< diagonal of B − L Lᵀ; 0 after a row was the pivot
  Square lower_;  ///< L
  Square gram_;   ///< the factor of LᵀL
  Vector inner_, residual_;
  int rank_ = 0;
};

}  // namespace linkwork
