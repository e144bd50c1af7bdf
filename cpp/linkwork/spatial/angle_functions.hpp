#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "linkwork/elementary.hpp"

namespace linkwork {

/// The branch on a value: plain scalars and jets evaluate one side only. A scalar of several lanes
/// overloads this for its mask type, evaluates both sides and blends them.
template <typename Then, typename Else>
auto choose(bool condition, Then&& whenTrue, Else&& whenFalse) {
  return condition ? whenTrue() : whenFalse();
}

/// c₀ + c₁ x + c₂ x² + …, by Horner's rule.
template <typename Scalar, std::size_t size>
Scalar polynomial(const std::array<double, size>& coefficients, const Scalar& x) {
  Scalar sum(coefficients[size - 1]);
  for (std::size_t k = size - 1; k-- > 0;) sum = sum * x + Scalar(coefficients[k]);
  return sum;
}

/// Power series in x = θ² used below θ = 1.
namespace series {

constexpr double factorial(std::size_t n) {
  return n == 0 ? 1.0 : static_cast<double>(n) * factorial(n - 1);
}

/// (−1)ᵏ / (2k + n)!, k = 0 … 8: the coefficients of cos θ (n = 0), sin θ/θ (1), (1 − cos θ)/θ²
/// (2), (θ − sin θ)/θ³ (3). The truncation error at θ = 1 is below 1e-16 of the sum, also of
/// slopes.
constexpr std::array<double, 9> alternating(std::size_t n) {
  std::array<double, 9> result{};
  for (std::size_t k = 0; k < result.size(); ++k) {
    result[k] = (k % 2 == 0 ? 1.0 : -1.0) / factorial(2 * k + n);
  }
  return result;
}

/// |B₂ₖ₊₂| / (2k + 2)!, k = 0 … 11, with Bernoulli's numbers B: the coefficients of
/// (1 − (θ/2) cot(θ/2))/θ². They decrease as (2π)⁻²ᵏ. The truncation error at θ = 1 is below 1e-16
/// of the sum, also of the slope.
constexpr std::array<double, 12> bernoulliOverFactorial() {
  constexpr std::array<double, 12> bernoulli{
      1.0 / 6, 1.0 / 30,     1.0 / 42,      1.0 / 30,       5.0 / 66,       691.0 / 2730,
      7.0 / 6, 3617.0 / 510, 43867.0 / 798, 174611.0 / 330, 854513.0 / 138, 236364091.0 / 2730};
  std::array<double, 12> result{};
  for (std::size_t k = 0; k < result.size(); ++k) result[k] = bernoulli[k] / factorial(2 * k + 2);
  return result;
}

/// Coefficients of f'(θ)/θ = 2 df/dx for f = Σ cₖ xᵏ.
template <std::size_t size>
constexpr std::array<double, size - 1> slope(const std::array<double, size>& coefficients) {
  std::array<double, size - 1> result{};
  for (std::size_t k = 1; k < size; ++k) {
    result[k - 1] = 2.0 * static_cast<double>(k) * coefficients[k];
  }
  return result;
}

inline constexpr auto cosine = alternating(0);
inline constexpr auto sine = alternating(1);
inline constexpr auto versine = alternating(2);
inline constexpr auto excess = alternating(3);
inline constexpr auto cotangent = bernoulliOverFactorial();
inline constexpr auto versineSlope = slope(versine);
inline constexpr auto excessSlope = slope(excess);
inline constexpr auto cotangentSlope = slope(cotangent);

}  // namespace series

/// The functions of a rotation's angle θ in exp, log and their tangents. All are even in θ and
/// therefore smooth functions of x = θ²; none needs θ itself near zero.
///
///   sine       A = sin θ / θ
///   versine    B = (1 − cos θ) / θ²
///   excess     C = (θ − sin θ) / θ³
///   cotangent  D = (1 − (θ/2) cot(θ/2)) / θ²           finite for θ < 2π
///   …Slope     f'(θ) / θ
///
/// in    x = θ² ≥ 0; a θ whose square underflows counts as 0, where the values are exact
/// error a few ε relative; the closed forms of C, D and the slopes cancel as θ → 0 and lose
///       6 ε, 12 ε, 12 ε (B'), 100 ε (C') and 400 ε (D') at θ = 1, below which the series are used
template <typename Scalar>
class AngleFunctions {
 public:
  explicit AngleFunctions(const Scalar& angleSquared)
      : x_(angleSquared),
        sincHalf_(seriesOr(series::sine, Scalar(0.25) * x_,
                           [this]() -> Scalar {
                             using elementary::sin;
                             return sin(half()) / half();
                           })),
        cosHalf_(seriesOr(series::cosine, Scalar(0.25) * x_, [this]() -> Scalar {
          using elementary::cos;
          return cos(half());
        })) {}

  /// sin(θ/2) / (θ/2) and cos(θ/2).
  const Scalar& sincHalf() const { return sincHalf_; }
  const Scalar& cosHalf() const { return cosHalf_; }

  Scalar sine() const { return sincHalf_ * cosHalf_; }
  Scalar versine() const { return Scalar(0.5) * sincHalf_ * sincHalf_; }
  Scalar excess() const {
    return seriesOr(series::excess, x_, [this]() -> Scalar { return (Scalar(1) - sine()) / x_; });
  }
  Scalar cotangent() const {
    return seriesOr(series::cotangent, x_,
                    [this]() -> Scalar { return (Scalar(1) - halfCot()) / x_; });
  }

  /// B'/θ = (A − 2B) / θ²
  Scalar versineSlope() const {
    return seriesOr(series::versineSlope, x_,
                    [this]() -> Scalar { return (sine() - Scalar(2) * versine()) / x_; });
  }
  /// C'/θ = (B − 3C) / θ²
  Scalar excessSlope() const {
    return seriesOr(series::excessSlope, x_,
                    [this]() -> Scalar { return (versine() - Scalar(3) * excess()) / x_; });
  }
  /// D'/θ = ((1/(2B) − (θ/2) cot(θ/2)) / θ² − 2D) / θ²
  Scalar cotangentSlope() const {
    return seriesOr(series::cotangentSlope, x_, [this]() -> Scalar {
      return ((Scalar(0.5) / versine() - halfCot()) / x_ - Scalar(2) * cotangent()) / x_;
    });
  }

 private:
  Scalar half() const {
    using std::sqrt;
    return Scalar(0.5) * sqrt(x_);
  }
  Scalar halfCot() const { return cosHalf_ / sincHalf_; }

  template <std::size_t size, typename Closed>
  Scalar seriesOr(const std::array<double, size>& coefficients, const Scalar& argument,
                  Closed&& closed) const {
    return choose(
        x_ < Scalar(1), [&]() -> Scalar { return polynomial(coefficients, argument); }, closed);
  }

  Scalar x_;
  Scalar sincHalf_;
  Scalar cosHalf_;
};

}  // namespace linkwork
