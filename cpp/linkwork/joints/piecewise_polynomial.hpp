#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace linkwork {

/// A function of u by pieces:
///
///   f(u) = Σₖ coefficients[k][j] sᵏ,   s = (u − middle)/width in [−½, ½] of piece j
struct PiecewisePolynomial {
  std::vector<double> knots;                      ///< from 0, the ends of the pieces
  std::vector<std::vector<double>> coefficients;  ///< by power, then piece

  int pieces() const { return static_cast<int>(knots.size()) - 1; }
  double end() const { return knots.back(); }
  double width(std::size_t piece) const { return knots[piece + 1] - knots[piece]; }
  /// That with knots[j] ≤ u < knots[j + 1]; beyond the ends the first or last.
  std::size_t pieceAt(double u) const {
    const auto next = std::upper_bound(knots.begin() + 1, knots.end() - 1, u);
    return static_cast<std::size_t>(next - knots.begin()) - 1;
  }
  double middle(std::size_t piece) const { return 0.5 * (knots[piece] + knots[piece + 1]); }
};

/// The B-spline with uniform knots and control values: clamped to the first and last value, of
/// values − degree pieces; or closed, one piece a value. Bernstein polynomials where the degree is
/// values − 1. Source: de Boor, "A Practical Guide to Splines", chapter X, run on polynomials.
PiecewisePolynomial uniformSpline(std::span<const double> values, int degree, bool closed);

/// The value that belongs to the piece of u, by halving; values and knots of some pieces in a row.
template <typename Scalar>
Scalar pick(const Scalar& u, const double* knots, std::span<const double> values) {
  if (values.size() == 1) return Scalar(values[0]);
  const std::size_t half = values.size() / 2;
  return choose(u - Scalar(knots[half]), pick(u, knots, values.first(half)),
                pick(u, knots + half, values.subspan(half)));
}

/// The derivative of this order at u, 0: the value. Coefficients are picked, then the one
/// polynomial evaluated, so derivatives of it differentiate a single piece.
template <typename Scalar>
Scalar evaluate(const PiecewisePolynomial& function, const Scalar& u, int order = 0) {
  const auto pickOf = [&](auto&& valueOf) {
    if constexpr (std::is_same_v<Scalar, double>) {
      return valueOf(function.pieceAt(u));
    } else {
      std::vector<double> values;
      for (std::size_t j = 0; j + 1 < function.knots.size(); ++j) values.push_back(valueOf(j));
      return pick<Scalar>(u, function.knots.data(), values);
    }
  };
  const Scalar s = pickOf([&](std::size_t j) { return 1 / function.width(j); }) * u -
                   pickOf([&](std::size_t j) { return function.middle(j) / function.width(j); });
  Scalar sum(0);
  for (int k = static_cast<int>(function.coefficients.size()) - 1; k >= order; --k)
    sum = sum * s + pickOf([&](std::size_t j) {
            double value = function.coefficients[static_cast<std::size_t>(k)][j];
            for (int i = 0; i < order; ++i) value *= (k - i) / function.width(j);
            return value;
          });
  return sum;
}

}  // namespace linkwork
