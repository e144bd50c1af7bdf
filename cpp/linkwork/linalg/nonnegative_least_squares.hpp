#pragma once

#include <Eigen/Core>
#include <vector>

namespace linkwork {

/// min |E x − t|²  over  x ≥ 0,  by Lawson and Hanson's active sets.
///
/// Columns enter one by one, the one first along which the residual falls fastest, and leave where
/// they would turn negative; the residual falls each time, so no set of columns comes back. E may
/// have any shape and rank: a column that depends on those inside stays out.
///
/// cost  O(rows columns) for each that enters, more where columns leave; no allocation once it has
///       seen a problem as large
/// Source: Lawson & Hanson, "Solving Least Squares Problems", chapter 23.
class NonNegativeLeastSquares {
 public:
  /// in   e  m×k
  ///      t  m
  /// out  x  k
  /// Returns false where rounding keeps it from an end.
  bool solve(const Eigen::Ref<const Eigen::MatrixXd>& e, const Eigen::Ref<const Eigen::VectorXd>& t,
             Eigen::Ref<Eigen::VectorXd> x);

  /// E x − t of the last solve, its first m entries.
  const Eigen::VectorXd& residual() const { return residual_; }

 private:
  void reserve(Eigen::Index m, Eigen::Index k);
  bool add(const Eigen::Ref<const Eigen::MatrixXd>& e, int column);
  void leastSquares(const Eigen::Ref<const Eigen::VectorXd>& t);

  std::vector<int> inside_, behind_;  ///< columns, in the order of Q's; those to be added again
  Eigen::MatrixXd q_, r_;             ///< E's columns inside = Q R
  Eigen::VectorXd residual_, z_, column_;
  std::vector<bool> isRefused_;  ///< by column: inside, or would not help
};

}  // namespace linkwork
