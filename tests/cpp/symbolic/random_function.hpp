#pragma once

#include <cmath>
#include <random>
#include <vector>

/// Random functions on any scalar: the same steps on numbers, complex numbers, jets and
/// expressions.
namespace linkwork::test {

inline double choose(double a, double x, double y) { return a < 0 ? x : y; }

/// Straight-line steps on three variables, most of them + − ×: sums of products of sines, cosines
/// and variables, which exercise simplification. Smooth, and finite for arguments near 1.
class RandomFunction {
 public:
  static constexpr int variables = 3;

  explicit RandomFunction(std::mt19937& random, int steps = 24) {
    for (int i = 0; i < steps; ++i) {
      const int values = variables + i;
      const auto operand = [&] { return static_cast<std::size_t>(random() % values); };
      steps_.push_back({static_cast<int>(random() % 40), operand(), operand(), operand()});
    }
  }

  /// Returns the variables and the result of every step.
  template <typename Scalar>
  std::vector<Scalar> values(const Scalar* x) const {
    std::vector<Scalar> values(x, x + variables);
    for (const Step& step : steps_)
      values.push_back(apply(step, values[step.a], values[step.b], values[step.c]));
    return values;
  }

  template <typename Scalar>
  Scalar operator()(const Scalar* x) const {
    const std::vector<Scalar> all = values(x);
    return all.back() + all[all.size() - 2] + all[all.size() - 3];
  }

 private:
  struct Step {
    int kind;
    std::size_t a, b, c;
  };

  /// Limits arguments to a range in which the function is smooth and does not overflow.
  template <typename Scalar>
  static Scalar apply(const Step& step, const Scalar& a, const Scalar& b, const Scalar& c) {
    using std::acos, std::asin, std::atan, std::cos, std::exp, std::log, std::pow, std::sin,
        std::sqrt, std::tan;
    switch (step.kind) {
      case 0:
        return sqrt(Scalar(1.5) + sin(a));
      case 1:
        return tan(sin(a));
      case 2:
        return asin(Scalar(0.9) * sin(a));
      case 3:
        return acos(Scalar(0.9) * cos(a));
      case 4:
        return atan(a);
      case 5:
        return atan2(sin(a), Scalar(2) + cos(b));
      case 6:
        return exp(sin(a));
      case 7:
        return log(Scalar(2) + cos(a));
      case 8:
        return pow(Scalar(2) + sin(a), cos(b));
      case 9:
        return pow(sin(a), Scalar(3));
      case 10:
        return pow(Scalar(2) + sin(a), Scalar(-1.5));
      case 11:
        return a / (Scalar(2) + cos(b));
      case 12:
        return Scalar(1) / (Scalar(2) + sin(a));
      case 13:
        return choose(sin(a) + Scalar(0.3), b, c);  // a may be 0 except for rounding
      case 14:
        return -a;
      case 15:
      case 16:
        return Scalar(0.25) * a - Scalar(0.25) * sin(b);
      case 17:
        return Scalar(3) + a;
      case 18:
        return Scalar(3) - a;
      case 19:
        return sin(a) * sin(a) * b + b * cos(a) * cos(a);
      case 20:
        return c + sin(a) * (b * sin(a)) + Scalar(0.5) * (cos(a) * b * cos(a));
      case 21:
        return Scalar(0.5) * (cos(a) * cos(b)) + cos(a) * cos(b) * Scalar(-0.3);
      case 22:
      case 23:
      case 24:
        return sin(a);
      case 25:
      case 26:
      case 27:
        return cos(a);
      case 28:
      case 29:
        return sin(a) * cos(b);
      case 30:
      case 31:
        return cos(a) * cos(b) * sin(c);
      case 32:
      case 33:
      case 34:
        return a + b;
      case 35:
      case 36:
      case 37:
        return a - b;
      default:
        return sin(a) * b;
    }
  }

  std::vector<Step> steps_;
};

}  // namespace linkwork::test
