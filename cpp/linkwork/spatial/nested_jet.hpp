#pragma once

#include <Eigen/Core>
#include <cmath>

namespace linkwork {

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
