#include "linkwork/spatial/angle_functions.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "arguments.hpp"

/// The scalar functions of exp, log and tangents, compared with their power series in long double.
/// They hold at every angle, without loss of accuracy at the switch between short series and closed
/// form.
namespace linkwork::test::spatial {
namespace {

/// Coefficients of a power series in x = θ², long enough for θ ≤ 4.
using Series = std::vector<long double>;
constexpr int length = 80;

/// (−1)ᵏ / (2k + n)!
Series alternating(int n) {
  Series result(length);
  long double factorial = 1;
  for (int i = 2; i <= n; ++i) factorial *= i;
  for (int k = 0; k < length; ++k) {
    result[static_cast<std::size_t>(k)] = (k % 2 == 0 ? 1 : -1) / factorial;
    factorial *= static_cast<long double>(2 * k + n + 1) * static_cast<long double>(2 * k + n + 2);
  }
  return result;
}

/// D from x D = 1 − A/(2B): the quotient series E = A/(2B) by long division, then D_k = −E_{k+1}.
Series cotangent() {
  const Series a = alternating(1);
  const Series b = alternating(2);
  Series e(length);
  for (std::size_t k = 0; k < length; ++k) {
    e[k] = a[k];
    for (std::size_t j = 1; j <= k; ++j) e[k] -= 2 * b[j] * e[k - j];
    e[k] /= 2 * b[0];
  }
  Series result(length - 1);
  for (std::size_t k = 0; k + 1 < length; ++k) result[k] = -e[k + 1];
  return result;
}

/// f'(θ)/θ = 2 df/dx
Series slope(const Series& f) {
  Series result;
  for (std::size_t k = 1; k < f.size(); ++k)
    result.push_back(2 * static_cast<long double>(k) * f[k]);
  return result;
}

long double sum(const Series& f, long double x) {
  long double result = 0;
  for (std::size_t k = f.size(); k-- > 0;) result = result * x + f[k];
  return result;
}

TEST_CASE("angle functions agree with their power series at every angle", "[spatial]") {
  const Series sine = alternating(1), versine = alternating(2), excess = alternating(3);
  const Series cotangentSeries = cotangent();
  std::vector<double> list = anglesBelowPi();
  for (int i = 1; i <= 400; ++i) list.push_back(0.01 * i);
  for (double angle : list) {
    CAPTURE(angle);
    const double x = angle * angle;
    const AngleFunctions<double> f(x);
    const auto error = [&](double value, const Series& series) {
      const long double exact = sum(series, x);
      return static_cast<double>(std::abs((value - exact) / exact));
    };
    CHECK(error(f.versine(), versine) < 4 * epsilon);
    // C, D and the derivatives lose digits by cancellation from the switch on, as the header
    // states. C' amplifies each rounding error of A, ε/2, by 3 A / 0.016 at θ = 1. Sines of
    // different libraries differ.
    CHECK(error(f.excess(), excess) < 10 * epsilon);
    CHECK(error(f.cotangent(), cotangentSeries) < 20 * epsilon);
    CHECK(error(f.versineSlope(), slope(versine)) < 20 * epsilon);
    CHECK(error(f.excessSlope(), slope(excess)) < 250 * epsilon);
    CHECK(error(f.cotangentSlope(), slope(cotangentSeries)) < 600 * epsilon);
    // sin θ has a zero at π: its error is absolute there.
    CHECK(std::abs(f.sine() - static_cast<double>(sum(sine, x))) < 4 * epsilon);
  }
}

}  // namespace
}  // namespace linkwork::test::spatial
