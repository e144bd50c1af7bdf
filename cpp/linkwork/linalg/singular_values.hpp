#pragma once

#include <Eigen/Core>

namespace linkwork {

/// A = Uᵀ Σ V of a matrix with few rows, by one-sided Jacobi rotations: rows are turned in pairs
/// until all stand at right angles. Small singular values keep their relative accuracy.
/// cost  O(rows² · columns) a sweep, some six sweeps
/// Source: Golub & Van Loan, "Matrix Computations", section 8.6.3.
class SingularValues {
 public:
  explicit SingularValues(const Eigen::MatrixXd& a);

  /// Σ, in no order.
  const Eigen::VectorXd& values() const { return values_; }
  /// How many are above this part of the largest.
  int rank(double tolerance) const;
  /// The smallest above this part of the largest, over the largest; 1 where there is none.
  double leastRatio(double tolerance) const;

  /// The x that minimises |A x − b|² + damping |x|². Directions that A moves less than `tolerance`
  /// of the most are left alone.
  Eigen::VectorXd solve(const Eigen::VectorXd& b, double damping, double tolerance) const;

  /// What of x A does not see: x − V Vᵀ x, over the directions above the tolerance.
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
