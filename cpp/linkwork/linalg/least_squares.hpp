#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace linkwork {

/// Minimizes |E x − t|² over x ≥ 0 with the active-set method of Lawson and Hanson.
///
/// Columns enter the active set one by one, steepest descent first, and leave if their x would
/// become negative. The residual decreases each time, so no set occurs twice. E may have any shape
/// and rank: a column that depends on the active ones does not enter.
///
/// Cost: O(rows · columns) for each column that enters, more if columns leave. Allocates only for
/// problems larger than all before.
/// Source: Lawson & Hanson, "Solving Least Squares Problems", chapter 23.
class NonNegativeLeastSquares {
 public:
  /// @param e  m×k
  /// @param t  size m
  /// @param x  receives the solution, size k
  /// @return   false if rounding errors prevent termination
  bool solve(const Eigen::Ref<const Eigen::MatrixXd>& e, const Eigen::Ref<const Eigen::VectorXd>& t,
             Eigen::Ref<Eigen::VectorXd> x);

  /// E x − t of the last solve, in the first m entries.
  const Eigen::VectorXd& residual() const { return residual_; }

 private:
  void reserve(Eigen::Index m, Eigen::Index k);
  bool add(const Eigen::Ref<const Eigen::MatrixXd>& e, int column);
  void leastSquares(const Eigen::Ref<const Eigen::VectorXd>& t);

  std::vector<int> active_, behind_;  ///< columns in the order of Q; columns to add again
  Eigen::MatrixXd q_, r_;             ///< active columns of E = Q R
  Eigen::VectorXd residual_, z_, column_;
  std::vector<bool> isRefused_;  ///< by column: active, or does not decrease the residual
};

/// Minimizes |F x − f|² over A x ≥ b, for F of full column rank. With F = Q R and z = R x − Qᵀ f,
/// it minimizes |z| within A R⁻¹ z ≥ b − A R⁻¹ Qᵀ f: a problem of nonnegative least squares.
///
/// @return  nothing if no x satisfies A x ≥ b to rounding
/// Cost: O(rows · columns²), and that of NonNegativeLeastSquares unless the free minimum satisfies
/// all rows of A.
/// Source: Lawson & Hanson, "Solving Least Squares Problems", chapter 23.
std::optional<Eigen::VectorXd> constrainedLeastSquares(const Eigen::MatrixXd& f,
                                                       const Eigen::VectorXd& target,
                                                       const Eigen::MatrixXd& a,
                                                       const Eigen::VectorXd& b);

}  // namespace linkwork
