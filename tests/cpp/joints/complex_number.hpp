#pragma once

#include <complex>

namespace linkwork::test {

/// A complex number that function templates of the library accept as their scalar. The complex step
/// gives derivatives: f'(x) = Im f(x + ih)/h, with h so small that the truncation error vanishes.
/// Inverse trigonometric functions and `choose` are as on the real axis, to first order, because
/// some standard libraries lose such a small imaginary part.
struct Complex {
  std::complex<double> value;

  Complex() = default;
  Complex(double real) : value(real) {}
  Complex(std::complex<double> number) : value(number) {}

  friend Complex operator+(const Complex& a, const Complex& b) { return a.value + b.value; }
  friend Complex operator-(const Complex& a, const Complex& b) { return a.value - b.value; }
  friend Complex operator*(const Complex& a, const Complex& b) { return a.value * b.value; }
  friend Complex operator/(const Complex& a, const Complex& b) { return a.value / b.value; }
  friend Complex operator-(const Complex& a) { return -a.value; }
  friend Complex sqrt(const Complex& a) { return std::sqrt(a.value); }
  friend Complex sin(const Complex& a) { return std::sin(a.value); }
  friend Complex cos(const Complex& a) { return std::cos(a.value); }
  friend Complex tan(const Complex& a) { return std::tan(a.value); }
  friend Complex asin(const Complex& a) {
    const double x = a.value.real();
    return std::complex(std::asin(x), a.value.imag() / std::sqrt((1 - x) * (1 + x)));
  }
  friend Complex acos(const Complex& a) {
    const double x = a.value.real();
    return std::complex(std::acos(x), -a.value.imag() / std::sqrt((1 - x) * (1 + x)));
  }
  friend Complex atan(const Complex& a) {
    const double x = a.value.real();
    return std::complex(std::atan(x), a.value.imag() / (1 + x * x));
  }
  friend Complex exp(const Complex& a) { return std::exp(a.value); }
  friend Complex log(const Complex& a) { return std::log(a.value); }
  /// Negative bases have integer powers only. std::pow would round their imaginary part away.
  friend Complex pow(const Complex& a, const Complex& b) {
    if (a.value.real() >= 0) return std::pow(a.value, b.value);
    const double sign = std::remainder(b.value.real(), 2) == 0 ? 1 : -1;
    return sign * std::pow(-a.value, b.value);
  }
  friend Complex atan2(const Complex& y, const Complex& x) {
    const double a = x.value.real(), b = y.value.real();
    return std::complex(std::atan2(b, a),
                        (a * y.value.imag() - b * x.value.imag()) / (a * a + b * b));
  }
  friend Complex choose(const Complex& a, const Complex& x, const Complex& y) {
    return a.value.real() < 0 ? x : y;
  }
};

}  // namespace linkwork::test
