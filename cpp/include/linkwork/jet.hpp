#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <compare>
#include <cstddef>

#include "linkwork/version.hpp"

namespace linkwork {

/// A number together with its derivatives along n directions:
///
///   x = value + Σ partials[i] εᵢ,    εᵢ εⱼ = 0,    so that  f(x) = f(value) + f'(value) Σ
///   partials[i] εᵢ
///
/// A function template run on jets instead of doubles computes its first derivatives along with its
/// value, by the chain rule and nothing else: no step size, no truncation, rounding as in the
/// function itself. Branches and pivots are chosen by the values, which are the same as without
/// jets; a derivative holds where the function is smooth within its branch.
///
/// Left uninitialised by default, as a double is. A constant converts to a jet without slope.
/// Source: Griewank & Walther, "Evaluating Derivatives", section 3.1 (vector forward mode).
template <int n>
struct Jet {
  static constexpr int directions = n;

  double value;
  std::array<double, static_cast<std::size_t>(n)> partials;

  Jet() = default;
  constexpr Jet(double constant) : value(constant), partials{} {}

  /// The independent variable of one direction.
  static constexpr Jet variable(double at, int direction) {
    Jet jet(at);
    jet.partials[static_cast<std::size_t>(direction)] = 1;
    return jet;
  }

  /// f(x), given f and its slope f' at x.value.
  static Jet chain(const Jet& x, double f, double slope) {
    Jet result;
    result.value = f;
    for (std::size_t i = 0; i < n; ++i) result.partials[i] = slope * x.partials[i];
    return result;
  }

  /// f(x, y), given f and its slopes.
  static Jet chain(const Jet& x, const Jet& y, double f, double slopeX, double slopeY) {
    Jet result;
    result.value = f;
    for (std::size_t i = 0; i < n; ++i)
      result.partials[i] = slopeX * x.partials[i] + slopeY * y.partials[i];
    return result;
  }

  Jet& operator+=(const Jet& other) {
    value += other.value;
    for (std::size_t i = 0; i < n; ++i) partials[i] += other.partials[i];
    return *this;
  }
  Jet& operator-=(const Jet& other) {
    value -= other.value;
    for (std::size_t i = 0; i < n; ++i) partials[i] -= other.partials[i];
    return *this;
  }
  Jet& operator*=(const Jet& other) {
    for (std::size_t i = 0; i < n; ++i)
      partials[i] = partials[i] * other.value + value * other.partials[i];
    value *= other.value;
    return *this;
  }
  Jet& operator/=(const Jet& other) { return *this = *this / other; }

  friend Jet operator-(const Jet& x) { return chain(x, -x.value, -1); }
  friend Jet operator+(Jet a, const Jet& b) { return a += b; }
  friend Jet operator-(Jet a, const Jet& b) { return a -= b; }
  friend Jet operator*(const Jet& a, const Jet& b) {
    return chain(a, b, a.value * b.value, b.value, a.value);
  }
  friend Jet operator/(const Jet& a, const Jet& b) {
    const double inverse = 1 / b.value;
    const double quotient = a.value / b.value;
    return chain(a, b, quotient, inverse, -quotient * inverse);
  }

  friend bool operator==(const Jet& a, const Jet& b) { return a.value == b.value; }
  friend auto operator<=>(const Jet& a, const Jet& b) { return a.value <=> b.value; }

  friend Jet abs(const Jet& x) { return x.value < 0 ? -x : x; }
  /// Has no derivative at 0.
  friend Jet sqrt(const Jet& x) {
    const double root = std::sqrt(x.value);
    return chain(x, root, 0.5 / root);
  }
  friend Jet sin(const Jet& x) { return chain(x, std::sin(x.value), std::cos(x.value)); }
  friend Jet cos(const Jet& x) { return chain(x, std::cos(x.value), -std::sin(x.value)); }
  friend Jet tan(const Jet& x) {
    const double tangent = std::tan(x.value);
    return chain(x, tangent, 1 + tangent * tangent);
  }
  /// Inside (−1, 1).
  friend Jet asin(const Jet& x) {
    return chain(x, std::asin(x.value), 1 / std::sqrt((1 - x.value) * (1 + x.value)));
  }
  friend Jet acos(const Jet& x) {
    return chain(x, std::acos(x.value), -1 / std::sqrt((1 - x.value) * (1 + x.value)));
  }
  friend Jet atan(const Jet& x) {
    return chain(x, std::atan(x.value), 1 / (1 + x.value * x.value));
  }
  /// Away from the origin; the cut along y = 0, x < 0 is a jump of the value alone.
  friend Jet atan2(const Jet& y, const Jet& x) {
    const double inverse = 1 / (x.value * x.value + y.value * y.value);
    return chain(y, x, std::atan2(y.value, x.value), x.value * inverse, -y.value * inverse);
  }
  friend Jet exp(const Jet& x) {
    const double power = std::exp(x.value);
    return chain(x, power, power);
  }
  friend Jet log(const Jet& x) { return chain(x, std::log(x.value), 1 / x.value); }
  /// A step function: constant wherever it has a derivative.
  friend Jet round(const Jet& x) { return std::round(x.value); }
};

/// The jet that the algorithms on a cluster tree are compiled for.
using DerivativeJet = Jet<8>;

/// A number with its rate along one direction, over any base that has the elementary functions:
/// value + rate ε, ε² = 0. Nested, NestedJet<NestedJet<double>>, it carries second derivatives:
/// of f(x + v t) at t = 0 for x = ((x, v), (v, 0)).
/// Source: Griewank & Walther, "Evaluating Derivatives", sections 3.1 and 13.1.
template <typename Base>
struct NestedJet {
  Base value, rate;

  NestedJet() = default;
  NestedJet(double constant) : value(constant), rate(0.0) {}
  NestedJet(const Base& at, const Base& changing) : value(at), rate(changing) {}

  NestedJet& operator+=(const NestedJet& other) { return *this = *this + other; }
  NestedJet& operator-=(const NestedJet& other) { return *this = *this - other; }
  NestedJet& operator*=(const NestedJet& other) { return *this = *this * other; }
  NestedJet& operator/=(const NestedJet& other) { return *this = *this / other; }

  friend NestedJet operator-(const NestedJet& x) { return {-x.value, -x.rate}; }
  friend NestedJet operator+(const NestedJet& a, const NestedJet& b) {
    return {a.value + b.value, a.rate + b.rate};
  }
  friend NestedJet operator-(const NestedJet& a, const NestedJet& b) {
    return {a.value - b.value, a.rate - b.rate};
  }
  friend NestedJet operator*(const NestedJet& a, const NestedJet& b) {
    return {a.value * b.value, a.rate * b.value + a.value * b.rate};
  }
  friend NestedJet operator/(const NestedJet& a, const NestedJet& b) {
    const Base quotient = a.value / b.value;
    return {quotient, (a.rate - quotient * b.rate) / b.value};
  }
  friend bool operator<(const NestedJet& a, const NestedJet& b) { return a.value < b.value; }
  friend bool operator>(const NestedJet& a, const NestedJet& b) { return a.value > b.value; }

  friend NestedJet sqrt(const NestedJet& x) {
    using std::sqrt;
    const Base root = sqrt(x.value);
    return {root, Base(0.5) * x.rate / root};
  }
  friend NestedJet sin(const NestedJet& x) {
    using std::cos, std::sin;
    return {sin(x.value), cos(x.value) * x.rate};
  }
  friend NestedJet cos(const NestedJet& x) {
    using std::cos, std::sin;
    return {cos(x.value), -(sin(x.value) * x.rate)};
  }
  friend NestedJet tan(const NestedJet& x) { return sin(x) / cos(x); }
  friend NestedJet asin(const NestedJet& x) {
    using std::asin, std::sqrt;
    return {asin(x.value), x.rate / sqrt((Base(1) - x.value) * (Base(1) + x.value))};
  }
  friend NestedJet acos(const NestedJet& x) {
    using std::acos, std::sqrt;
    return {acos(x.value), -x.rate / sqrt((Base(1) - x.value) * (Base(1) + x.value))};
  }
  friend NestedJet atan(const NestedJet& x) {
    using std::atan;
    return {atan(x.value), x.rate / (Base(1) + x.value * x.value)};
  }
  friend NestedJet atan2(const NestedJet& y, const NestedJet& x) {
    using std::atan2;
    return {atan2(y.value, x.value),
            (x.value * y.rate - y.value * x.rate) / (x.value * x.value + y.value * y.value)};
  }
  friend NestedJet exp(const NestedJet& x) {
    using std::exp;
    const Base power = exp(x.value);
    return {power, power * x.rate};
  }
  friend NestedJet log(const NestedJet& x) {
    using std::log;
    return {log(x.value), x.rate / x.value};
  }
};

}  // namespace linkwork

/// What Eigen has to know of a scalar of its matrices.
template <int n>
struct Eigen::NumTraits<linkwork::Jet<n>> : Eigen::NumTraits<double> {
  using Real = linkwork::Jet<n>;
  using NonInteger = linkwork::Jet<n>;
  using Nested = linkwork::Jet<n>;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 0,
    ReadCost = n + 1,
    AddCost = n + 1,
    MulCost = 3 * n + 1
  };
};

/// What Eigen has to know of a scalar of its matrices.
template <typename Base>
struct Eigen::NumTraits<linkwork::NestedJet<Base>> : Eigen::NumTraits<double> {
  using Real = linkwork::NestedJet<Base>;
  using NonInteger = linkwork::NestedJet<Base>;
  using Nested = linkwork::NestedJet<Base>;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 0,
    ReadCost = 2,
    AddCost = 2,
    MulCost = 6
  };
};
