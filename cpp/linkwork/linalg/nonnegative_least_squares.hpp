#pragma once

#include <Eigen/Core>
#include <vector>

namespace linkwork {

/// Minimizes |E x − t|² subject to x ≥ 0, by Lawson and Hanson's active-set method.
///
/// Columns enter one by one, steepest descent first, and leave before they become negative. The
/// residual decreases each time, so no active set repeats. E may have any shape and rank: a column
/// that depends on the active ones stays out.
///
/// cost  O(rows columns) per entering column, more if columns leave; no allocation after a problem
///       of the same size
/// Source: Lawson & Hanson, "Solving Least Squares Problems", chapter 23.
class NonNegativeLeastSquares {
 public:
  /// in   e  m×k
  ///      t  m
  /// out  x  k
  /// Returns false if rounding prevents convergence.
  bool solve(const Eigen::Ref<const Eigen::MatrixXd>& e, const Eigen::Ref<const Eigen::VectorXd>& t,
             Eigen::Ref<Eigen::VectorXd> x);

  /// E x − t of the last solve, its first m entries.
  const Eigen::VectorXd& residual() const { return residual_; }

 private:
  void reserve(Eigen::Index m, Eigen::Index k);
  bool add(const Eigen::Ref<const Eigen::MatrixXd>& e, int column);
  void leastSquares(const Eigen::Ref<const Eigen::VectorXd>& t);

  std::vector<int> inside_, behind_;  ///< columns, in the order of Q's; columns to add again
  Eigen::MatrixXd q_, r_;             ///< E's columns inside = Q R
  Eigen::VectorXd residual_, z_, column_;
  std::vector<bool> isRefused_;  ///< by column: inside, or would not help
};

}  // namespace linkwork
