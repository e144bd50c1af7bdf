#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <compare>
#include <cstddef>

#include "linkwork/elementary.hpp"
#include "linkwork/version.hpp"

namespace linkwork {

/// A number together with its derivatives along n directions:
///
///   x = value + Σ partials[i] εᵢ,   εᵢ εⱼ = 0,   so  f(x) = f(value) + f'(value) Σ
///   partials[i] εᵢ
///
/// A function template run on jets instead of doubles computes its first derivatives along with its
/// value, by the chain rule and nothing else: no step size, no truncation, rounding as in the
/// function itself. Branches and pivots are chosen by the values, which are the same as without
/// jets; a derivative holds where the function is smooth within its branch. Jets of jets,
/// Jet<1, Jet<1>>, have second derivatives: of f(x + v t) at t = 0 for x = ((x, v), (v, 0)).
///
/// Left uninitialised by default, as a double is. A constant converts to a jet without slope.
/// Source: Griewank & Walther, "Evaluating Derivatives", sections 3.1 (vector forward mode)
/// and 13.1.
template <int n, typename Base = double>
struct Jet {
  static constexpr int directions = n;
  using Partials = std::array<Base, static_cast<std::size_t>(n)>;

  Base value;
  Partials partials;

  Jet() = default;
  constexpr Jet(double constant) : value(constant), partials{} {}
  constexpr Jet(const Base& at, const Partials& slopes) : value(at), partials(slopes) {}

  /// The independent variable of one direction.
  static constexpr Jet variable(double at, int direction) {
    Jet jet(at);
    jet.partials[static_cast<std::size_t>(direction)] = 1;
    return jet;
  }

  /// f(x), given f and its slope f' at x.value.
  static Jet chain(const Jet& x, const Base& f, const Base& slope) {
    Jet result;
    result.value = f;
    for (std::size_t i = 0; i < n; ++i) result.partials[i] = slope * x.partials[i];
    return result;
  }

  /// f(x, y), given f and its slopes.
  static Jet chain(const Jet& x, const Jet& y, const Base& f, const Base& slopeX,
                   const Base& slopeY) {
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

  friend Jet operator-(const Jet& x) { return chain(x, -x.value, -1.0); }
  friend Jet operator+(Jet a, const Jet& b) { return a += b; }
  friend Jet operator-(Jet a, const Jet& b) { return a -= b; }
  friend Jet operator*(const Jet& a, const Jet& b) {
    return chain(a, b, a.value * b.value, b.value, a.value);
  }
  friend Jet operator/(const Jet& a, const Jet& b) {
    const Base inverse = 1.0 / b.value;
    const Base quotient = a.value / b.value;
    return chain(a, b, quotient, inverse, -quotient * inverse);
  }

  friend bool operator==(const Jet& a, const Jet& b) { return a.value == b.value; }
  friend auto operator<=>(const Jet& a, const Jet& b) { return a.value <=> b.value; }

  // Pieces: derivatives are those of one piece, at 0 of |x| = x, where a = b of a.
  friend Jet abs(const Jet& x) { return x.value < 0.0 ? -x : x; }
  friend Jet max(const Jet& a, const Jet& b) { return a.value < b.value ? b : a; }
  friend Jet min(const Jet& a, const Jet& b) { return b.value < a.value ? b : a; }
  /// Has no derivative at 0.
  friend Jet sqrt(const Jet& x) {
    using std::sqrt;
    const Base root = sqrt(x.value);
    return chain(x, root, 0.5 / root);
  }
  friend Jet sin(const Jet& x) {
    using elementary::sin, elementary::cos;
    return chain(x, sin(x.value), cos(x.value));
  }
  friend Jet cos(const Jet& x) {
    using elementary::sin, elementary::cos;
    return chain(x, cos(x.value), -sin(x.value));
  }
  friend Jet tan(const Jet& x) {
    using elementary::tan;
    const Base tangent = tan(x.value);
    return chain(x, tangent, 1.0 + tangent * tangent);
  }
  /// Inside (−1, 1).
  friend Jet asin(const Jet& x) {
    using elementary::asin, std::sqrt;
    return chain(x, asin(x.value), 1.0 / sqrt((1.0 - x.value) * (1.0 + x.value)));
  }
  friend Jet acos(const Jet& x) {
    using elementary::acos, std::sqrt;
    return chain(x, acos(x.value), -1.0 / sqrt((1.0 - x.value) * (1.0 + x.value)));
  }
  friend Jet atan(const Jet& x) {
    using elementary::atan;
    return chain(x, atan(x.value), 1.0 / (1.0 + x.value * x.value));
  }
  /// Away from the origin; the cut along y = 0, x < 0 is a jump of the value alone.
  friend Jet atan2(const Jet& y, const Jet& x) {
    using elementary::atan2;
    const Base inverse = 1.0 / (x.value * x.value + y.value * y.value);
    return chain(y, x, atan2(y.value, x.value), x.value * inverse, -y.value * inverse);
  }
  friend Jet exp(const Jet& x) {
    using elementary::exp;
    const Base power = exp(x.value);
    return chain(x, power, power);
  }
  friend Jet log(const Jet& x) {
    using elementary::log;
    return chain(x, log(x.value), 1.0 / x.value);
  }
  /// A step function: constant where it has a derivative.
  friend Jet round(const Jet& x) {
    using std::round;
    return {round(x.value), {}};
  }
};

/// The jet that the algorithms on a cluster tree are compiled for.
using DerivativeJet = Jet<8>;

/// Whether a number is zero, with its slopes.
template <typename Scalar>
bool vanishes(const Scalar& x) {
  return x == Scalar(0);
}
template <int n, typename Base>
bool vanishes(const Jet<n, Base>& x) {
  for (const Base& slope : x.partials)
    if (!vanishes(slope)) return false;
  return vanishes(x.value);
}

}  // namespace linkwork

/// What Eigen has to know of a scalar of its matrices.
template <int n, typename Base>
struct Eigen::NumTraits<linkwork::Jet<n, Base>> : Eigen::NumTraits<double> {
  using Real = linkwork::Jet<n, Base>;
  using NonInteger = linkwork::Jet<n, Base>;
  using Nested = linkwork::Jet<n, Base>;
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
