#pragma once

#include <cmath>

#include "linkwork/linalg/cholesky.hpp"

namespace linkwork {

/// Solves A x = b for a symmetric positive semidefinite A of any rank. Allocates once.
///
/// Rows are first scaled to unit diagonal, B = E A E with E = diag(A)^(−1/2), which makes the
/// result independent of units: angles and lengths may be mixed. Then B = L Lᵀ by Cholesky's method
/// with diagonal pivoting, where L has as many columns as B has rank, and
///
///   x = E L (LᵀL)⁻¹ (LᵀL)⁻¹ Lᵀ E b
///
/// is the solution with the least Σ A_ii x_i²: equal rows have equal shares. If there is no
/// solution, x minimizes the norm of E (A x − b).
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

  /// A row depends on the others if at most this part of it remains: the rest is rounding.
  static constexpr double rankTolerance = 1e-10;

  /// Factors A and returns its rank. cost  O(size · rank²)
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

  /// Solves for a right-hand side b, with the matrix given to `factor`. One step of iterative
  /// refinement restores the accuracy lost by squaring L. cost  O(size²)
  template <typename Matrix, typename Right>
  void solve(const Matrix& a, const Right& b, Eigen::Ref<Vector> x) {
    x.setZero();
    residual_ = b;
    addSolution(x);
    residual_ = b - a.lazyProduct(x);
    addSolution(x);
  }

 private:
  /// The next column of L: the remainder of B's column at the pivot, over the root of its diagonal.
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

  /// x += E L (LᵀL)⁻² Lᵀ E r for the residual r, which is overwritten.
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
  Vector left_;   ///< diagonal of B − L Lᵀ; 0 once a row has been the pivot
  Square lower_;  ///< L
  Square gram_;   ///< the factor of LᵀL
  Vector inner_, residual_;
  int rank_ = 0;
};

}  // namespace linkwork
