#pragma once

#include <functional>
#include <optional>

#include "linkwork/joints/piecewise_polynomial.hpp"

namespace linkwork {

/// How often `splitEvenly` halves the pieces of a curve before a fit fails.
inline constexpr int mostPiecesASpan = 64;

/// The same ends of pieces with each piece cut in so many equal ones.
std::vector<double> splitEvenly(const std::vector<double>& knots, int parts);

/// ∫₀ᵘ rate, a polynomial in each piece between the knots: the integral of what meets the rate in
/// its Chebyshev points. None where some piece is too long for it to meet the rate to rounding, to
/// 1e-12 of its largest value there or of `leastScale`.
std::optional<PiecewisePolynomial> fittedIntegral(const std::vector<double>& knots,
                                                  const std::function<double(double)>& rate,
                                                  double leastScale);

}  // namespace linkwork
