#pragma once

#include <Eigen/Core>
#include <optional>

namespace linkwork {

/// min |F x − f|² over A x ≥ b, for F of full column rank: with F = Q R and z = R x − Qᵀ f it is
/// the least distance |z| within A R⁻¹ z ≥ b − A R⁻¹ Qᵀ f, which is a problem of non-negative least
/// squares. None where nothing fulfils A x ≥ b, or rounding hides what does.
///
/// cost  O(rows columns²) and that of nonnegative_least_squares.hpp; rows of A that the free
///       minimum fulfils cost nothing if all are
/// Source: Lawson & Hanson, "Solving Least Squares Problems", chapter 23.
std::optional<Eigen::VectorXd> constrainedLeastSquares(const Eigen::MatrixXd& f,
                                                       const Eigen::VectorXd& target,
                                                       const Eigen::MatrixXd& a,
                                                       const Eigen::VectorXd& b);

}  // namespace linkwork
