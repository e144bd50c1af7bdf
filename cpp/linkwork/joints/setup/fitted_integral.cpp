#include "linkwork/joints/setup/fitted_integral.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "linkwork/elementary.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {

namespace {

constexpr int ratePowers = 12;  ///< of the rate within a piece

/// The Chebyshev points of a piece.
double fittedPoint(int i) {
  return 0.5 * elementary::cos(std::numbers::pi * (i + 0.5) / ratePowers);
}

using Powers = std::array<double, ratePowers>;

/// The powers of s of the polynomial with these values at the Chebyshev points. By way of
/// Chebyshev's polynomials, whose coefficients fall, so no digits are lost:
///
///   T_{k+1}(2s) = 4 s T_k(2s) − T_{k−1}(2s)
Powers powersThrough(const Powers& values) {
  Powers powers{}, last{}, current{1};
  for (int k = 0; k < ratePowers; ++k) {
    double coefficient = 0;
    for (int i = 0; i < ratePowers; ++i)
      coefficient += (k == 0 ? 1.0 : 2.0) / ratePowers * values[at(i)] *
                     elementary::cos(std::numbers::pi * k * (i + 0.5) / ratePowers);
    Powers next{};
    for (int i = 0; i < ratePowers; ++i) {
      powers[at(i)] += coefficient * current[at(i)];
      next[at(i)] = (i == 0 ? 0 : (k == 0 ? 2 : 4) * current[at(i - 1)]) - last[at(i)];
    }
    last = current;
    current = next;
  }
  return powers;
}

/// The error of the polynomial with these powers halfway between the points it was fitted at.
double missed(const std::function<double(double)>& rate, double middle, double width,
              const Powers& powers) {
  double error = 0;
  for (int i = 0; i <= ratePowers; ++i) {
    const double s = 0.5 * elementary::cos(std::numbers::pi * i / ratePowers);
    double sum = 0;
    for (int k = ratePowers; k-- > 0;) sum = sum * s + powers[at(k)];
    error = std::max(error, std::abs(rate(middle + s * width) - sum));
  }
  return error;
}

}  // namespace

std::vector<double> splitEvenly(const std::vector<double>& knots, int parts) {
  std::vector<double> result;
  for (std::size_t j = 0; j + 1 < knots.size(); ++j)
    for (int part = 0; part < parts; ++part)
      result.push_back(knots[j] + (knots[j + 1] - knots[j]) * part / parts);
  result.push_back(knots.back());
  return result;
}

std::optional<PiecewisePolynomial> fittedIntegral(const std::vector<double>& knots,
                                                  const std::function<double(double)>& rate,
                                                  double leastScale) {
  PiecewisePolynomial integral;
  integral.knots = knots;
  integral.coefficients.assign(ratePowers + 1, std::vector<double>(knots.size() - 1));
  double reached = 0;
  for (std::size_t j = 0; j + 1 < knots.size(); ++j) {
    const double middle = integral.middle(j), width = integral.width(j);
    Powers rates;
    double scale = leastScale;
    for (int i = 0; i < ratePowers; ++i) {
      rates[at(i)] = rate(middle + width * fittedPoint(i));
      scale = std::max(scale, std::abs(rates[at(i)]));
    }
    const Powers powers = powersThrough(rates);
    if (!(missed(rate, middle, width, powers) < 1e-12 * scale)) return std::nullopt;

    double toMiddle = 0, fromMiddle = 0;
    for (int k = 1; k <= ratePowers; ++k) {
      const double power = width * powers[at(k - 1)] / k;
      integral.coefficients[at(k)][j] = power;
      toMiddle -= power * elementary::pow(-0.5, k);
      fromMiddle += power * elementary::pow(0.5, k);
    }
    integral.coefficients[0][j] = reached + toMiddle;
    reached += toMiddle + fromMiddle;
  }
  return integral;
}

}  // namespace linkwork
