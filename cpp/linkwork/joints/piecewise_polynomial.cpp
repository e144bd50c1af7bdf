#include "linkwork/joints/piecewise_polynomial.hpp"

#include <algorithm>

namespace linkwork {

namespace {

/// Coefficients by power.
using Polynomial = std::vector<double>;

/// a + α (b − a) with α = constant + slope s.
Polynomial blend(const Polynomial& a, const Polynomial& b, double constant, double slope) {
  Polynomial sum(a.size() + 1, 0.0);
  for (std::size_t k = 0; k < a.size(); ++k) {
    sum[k] += a[k] + constant * (b[k] - a[k]);
    sum[k + 1] += slope * (b[k] - a[k]);
  }
  return sum;
}

}  // namespace

PiecewisePolynomial uniformSpline(std::span<const double> values, int degree, bool closed) {
  const int count = static_cast<int>(values.size()), pieces = closed ? count : count - degree;
  const auto knot = [&](int i) -> double {
    return closed ? i - degree : std::clamp(i - degree, 0, pieces);
  };
  PiecewisePolynomial spline;
  for (int j = 0; j <= pieces; ++j) spline.knots.push_back(j);
  spline.coefficients.assign(static_cast<std::size_t>(degree) + 1,
                             std::vector<double>(static_cast<std::size_t>(pieces)));
  for (int j = 0; j < pieces; ++j) {
    std::vector<Polynomial> blended;
    for (int i = 0; i <= degree; ++i)
      blended.push_back({values[static_cast<std::size_t>((i + j) % count)]});
    for (int level = 1; level <= degree; ++level)
      for (int i = degree; i >= level; --i) {
        const double from = knot(i + j), to = knot(i + j + degree + 1 - level);
        const std::size_t at = static_cast<std::size_t>(i);
        blended[at] =
            blend(blended[at - 1], blended[at], (j + 0.5 - from) / (to - from), 1 / (to - from));
      }
    for (std::size_t k = 0; k < spline.coefficients.size(); ++k)
      spline.coefficients[k][static_cast<std::size_t>(j)] = blended.back()[k];
  }
  return spline;
}

}  // namespace linkwork
