#pragma once

#include <Eigen/Core>

namespace linkwork {

/// A = Uᵀ Σ V of a matrix with few rows, by one-sided Jacobi rotations of pairs of rows until all
/// are orthogonal. Small singular values keep their relative accuracy.
/// cost  O(rows² · columns) per sweep, about six sweeps
/// Source: Golub & Van Loan, "Matrix Computations", section 8.6.3.
class SingularValues {
 public:
  explicit SingularValues(const Eigen::MatrixXd& a);

  /// Σ, in no order.
  const Eigen::VectorXd& values() const { return values_; }
  /// Number of singular values above this part of the largest.
  int rank(double tolerance) const;
  /// The smallest value above this part of the largest, over the largest; 1 if there is none.
  double leastRatio(double tolerance) const;

  /// Minimizes |A x − b|² + damping |x|². Ignores directions with singular values below `tolerance`
  /// of the largest.
  Eigen::VectorXd solve(const Eigen::VectorXd& b, double damping, double tolerance) const;

  /// The part of x in the kernel of A: x − V Vᵀ x, over the directions above the tolerance.
  Eigen::VectorXd unseen(const Eigen::VectorXd& x, double tolerance) const;

 private:
  bool counts(Eigen::Index i, double tolerance) const {
    return values_[i] > 0 && values_[i] > tolerance * values_.maxCoeff();
  }

  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Rows left_, right_;  ///< U, and Σ V
  Eigen::VectorXd values_;
};

}  // namespace linkwork
