#pragma once

#include <span>
#include <vector>

namespace linkwork {

/// a < 0 ? x : y, as symbolic::choose: the piece of a piecewise function.
inline double choose(double a, double x, double y) { return a < 0 ? x : y; }

/// A function of u from 0 to width · pieces:
///
///   f(u) = Σₖ coefficients[k][j] sᵏ,   s = u/width − (j + ½) in [−½, ½] within piece j
struct PiecewisePolynomial {
  double width = 1;                               ///< of a piece
  std::vector<std::vector<double>> coefficients;  ///< by power, then piece

  int pieces() const { return static_cast<int>(coefficients.front().size()); }
  double end() const { return width * pieces(); }
};

/// The B-spline with uniform knots and control values: clamped to the first and last value, of
/// values − degree pieces; or closed, one piece a value. Bernstein polynomials where the degree is
/// values − 1. Source: de Boor, "A Practical Guide to Splines", chapter X, run on polynomials.
PiecewisePolynomial uniformSpline(std::span<const double> values, int degree, bool closed);

/// The value that belongs to x: values[i] for i ≤ x < i + 1, by halving.
template <typename Scalar>
Scalar pick(const Scalar& x, std::span<const double> values, double first = 0) {
  if (values.size() == 1) return Scalar(values[0]);
  const std::size_t half = values.size() / 2;
  const double middle = first + static_cast<double>(half);
  return choose(x - Scalar(middle), pick(x, values.first(half), first),
                pick(x, values.subspan(half), middle));
}

/// The derivative of this order at u, 0: the value. Coefficients are picked, then the one
/// polynomial evaluated, so that derivatives of it differentiate a single piece.
template <typename Scalar>
Scalar evaluate(const PiecewisePolynomial& function, const Scalar& u, int order = 0) {
  const Scalar x = Scalar(1 / function.width) * u;
  std::vector<double> middles;
  for (int j = 0; j < function.pieces(); ++j) middles.push_back(j + 0.5);
  const Scalar s = x - pick<Scalar>(x, middles);
  Scalar sum(0);
  for (int k = static_cast<int>(function.coefficients.size()) - 1; k >= order; --k) {
    double factor = 1;
    for (int i = 0; i < order; ++i) factor *= (k - i) / function.width;
    const std::vector<double>& choice = function.coefficients[static_cast<std::size_t>(k)];
    sum = sum * s + Scalar(factor) * pick<Scalar>(x, choice);
  }
  return sum;
}

}  // namespace linkwork
