#pragma once

#include <Eigen/Core>

namespace linkwork {

/// Decomposes A = Uᵀ Σ V, for matrices with few rows, by one-sided Jacobi rotations: pairs of rows
/// are rotated until all rows are orthogonal. Small singular values keep their relative accuracy.
/// Cost: O(rows² · columns) per sweep, about six sweeps.
/// Source: Golub & Van Loan, "Matrix Computations", section 8.6.3.
class SingularValues {
 public:
  explicit SingularValues(const Eigen::MatrixXd& a);

  /// Σ, unsorted.
  const Eigen::VectorXd& values() const { return values_; }
  /// The number of singular values above `tolerance` times the largest.
  int rank(double tolerance) const;
  /// The smallest singular value above `tolerance` times the largest, over the largest; 1 if none.
  double leastRatio(double tolerance) const;

  /// Returns the x that minimizes |A x − b|² + damping |x|². x has no part along singular vectors
  /// of at most `tolerance` times the largest singular value.
  Eigen::VectorXd solve(const Eigen::VectorXd& b, double damping, double tolerance) const;

  /// Returns the part of x in the kernel of A: x − Vᵀ V x over the directions above the tolerance.
  Eigen::VectorXd kernelPart(const Eigen::VectorXd& x, double tolerance) const;

 private:
  bool counts(Eigen::Index i, double tolerance) const {
    return values_[i] > 0 && values_[i] > tolerance * values_.maxCoeff();
  }

  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Rows left_, right_;  ///< U, and Σ V
  Eigen::VectorXd values_;
};

}  // namespace linkwork
