#pragma once

#include <Eigen/Core>
#include <optional>

namespace linkwork {

/// Minimizes |F x − f|² subject to A x ≥ b, for F of full column rank. With F = Q R and
/// z = R x − Qᵀ f, this is the least distance |z| within A R⁻¹ z ≥ b − A R⁻¹ Qᵀ f, a non-negative
/// least-squares problem. Returns nothing if no x satisfies A x ≥ b up to rounding.
///
/// cost  O(rows columns²) plus nonnegative_least_squares.hpp; without the latter if the
///       unconstrained minimum satisfies all rows of A
/// Source: Lawson & Hanson, "Solving Least Squares Problems", chapter 23.
std::optional<Eigen::VectorXd> constrainedLeastSquares(const Eigen::MatrixXd& f,
                                                       const Eigen::VectorXd& target,
                                                       const Eigen::MatrixXd& a,
                                                       const Eigen::VectorXd& b);

}  // namespace linkwork
