#pragma once

#include <Eigen/Householder>
#include <vector>

#include "linkwork/linalg/index.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork::papers {

/// Equations Zᵀ x = k of which only some, of known number, are independent: picks those by QR
/// decomposition with column pivoting, Z D P = Q R, D making columns of unit length, stopped after
/// `rank` of them, and moves any x to the nearest solution.
///
/// No allocation after construction. cost  4 n R r for an n × R matrix
/// Source: Golub & Van Loan, "Matrix Computations", section 5.4.2.
class PivotedRows {
 public:
  PivotedRows(int unknowns, int rows, int rank)
      : rank_(rank),
        z_(unknowns, rows),
        scales_(rows),
        squares_(rows),
        exact_(rows),
        reflections_(rank),
        work_(rows),
        solution_(rank),
        order_(at(rows)) {}

  /// Where to write Z before `factor`.
  MatrixX<double>& matrix() { return z_; }

  void factor() {
    normalise();
    for (int k = 0; k < rank_; ++k) {
      exchange(k);
      const auto below = z_.rows() - k;
      double head;
      z_.col(k).tail(below).makeHouseholderInPlace(reflections_[k], head);
      z_(k, k) = head;
      const auto right = z_.cols() - k - 1;
      z_.bottomRightCorner(below, right)
          .applyHouseholderOnTheLeft(z_.col(k).tail(below - 1), reflections_[k], work_.data());
      for (Eigen::Index j = k + 1; j < z_.cols(); ++j) shorten(k, j);
    }
  }

  /// Moves x to the nearest point with Zᵀ x = k, the other rows being consequences:
  /// Qᵀx ← [R⁻ᵀ Pᵀ D k; (Qᵀx) below].
  template <typename RightSide, typename Vector>
  void satisfy(const RightSide& k, Vector&& x) {
    applyTransposed(x);
    for (int i = 0; i < rank_; ++i) {
      const auto row = static_cast<Eigen::Index>(order_[at(i)]);
      solution_[i] = k[row] * scales_[row];
    }
    z_.topLeftCorner(rank_, rank_)
        .triangularView<Eigen::Upper>()
        .transpose()
        .solveInPlace(solution_);
    x.head(rank_) = solution_;
    for (int i = rank_; i-- > 0;) reflect(i, x);
  }

  /// X ← Qᵀ X: the first `rank` rows lie in the range of Z, the others are orthogonal to it.
  template <typename Columns>
  void applyTransposed(Columns&& x) {
    for (int i = 0; i < rank_; ++i) reflect(i, x);
  }

 private:
  /// x ← (1 − τ u uᵀ) x, column by column.
  template <typename Columns>
  void reflect(int i, Columns& x) const {
    const auto below = z_.rows() - i - 1;
    const auto essential = z_.col(i).tail(below);
    for (Eigen::Index j = 0; j < x.cols(); ++j) {
      auto tail = x.col(j).tail(below);
      const double along = reflections_[i] * (x(i, j) + essential.dot(tail));
      x(i, j) -= along;
      tail -= along * essential;
    }
  }

  void normalise() {
    for (Eigen::Index j = 0; j < z_.cols(); ++j) {
      const double square = z_.col(j).squaredNorm();
      scales_[j] = square > 0.0 ? 1.0 / std::sqrt(square) : 0.0;
      z_.col(j) *= scales_[j];
      squares_[j] = exact_[j] = square > 0.0 ? 1.0 : 0.0;
      order_[at(j)] = static_cast<int>(j);
    }
  }

  /// Brings the column with the longest rest to place k.
  void exchange(int k) {
    Eigen::Index pivot;
    squares_.tail(z_.cols() - k).maxCoeff(&pivot);
    pivot += k;
    if (pivot == k) return;
    z_.col(k).swap(z_.col(pivot));
    std::swap(squares_[k], squares_[pivot]);
    std::swap(exact_[k], exact_[pivot]);
    std::swap(order_[at(k)], order_[at(pivot)]);
  }

  /// Removes row k from the squared length of column j; recomputes it if the difference cancels.
  void shorten(int k, Eigen::Index j) {
    squares_[j] -= z_(k, j) * z_(k, j);
    if (squares_[j] > 1e-3 * exact_[j]) return;
    squares_[j] = exact_[j] = z_.col(j).tail(z_.rows() - k - 1).squaredNorm();
  }

  int rank_;
  MatrixX<double> z_;       ///< Z, then R above the reflections
  VectorX<double> scales_;  ///< D, by row of the equations
  VectorX<double> squares_, exact_;
  VectorX<double> reflections_, work_, solution_;
  std::vector<int> order_;
};

}  // namespace linkwork::papers
