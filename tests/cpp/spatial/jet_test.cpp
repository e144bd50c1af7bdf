#include "linkwork/jet.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "arguments.hpp"
#include "closeness.hpp"
#include "groups.hpp"

/// Derivatives of jets, compared with differences in long double, algebraic rules, and the tangents
/// of the groups. The tangents are the derivatives of exp and log in closed form.
namespace linkwork::test::spatial {
namespace {

using TestJet = Jet<2>;

/// Returns the derivative of f at x by central differences in long double, h and h/2 extrapolated.
/// The error is below 1e-13 of the scale of f for functions that vary over lengths of order one.
template <typename Function>
double slopeOf(const Function& f, double x) {
  const auto central = [&](long double h) { return (f(x + h) - f(x - h)) / (2 * h); };
  return static_cast<double>((4 * central(0.5e-3L) - central(1e-3L)) / 3);
}

/// Checks value and derivative of a function of one argument.
template <typename Function>
void checkFunction(const char* name, const std::vector<double>& arguments, const Function& f) {
  for (const double x : arguments) {
    CAPTURE(name, x);
    TestJet argument = x;
    argument.partials = {1, -3};
    const TestJet result = f(argument);
    CHECK(result.value == f(x));
    const double slope = slopeOf(f, x);
    // The differences have an error of h⁴ times the fifth derivative.
    CHECK(std::abs(result.partials[0] - slope) <= 1e-10 * std::max(1.0, std::abs(slope)));
    CHECK(result.partials[1] == Approx(-3 * result.partials[0]).epsilon(1e-14));
  }
}

/// ξ + η ε₀ as jets.
template <typename Group>
typename Group::template Vector<TestJet> moving(const VectorOf<Group>& at,
                                                const VectorOf<Group>& along) {
  typename Group::template Vector<TestJet> result = at.template cast<TestJet>();
  for (int i = 0; i < Group::dimension; ++i) result[i].partials[0] = along[i];
  return result;
}

template <typename Matrix>
auto valuesOf(const Matrix& jets) {
  return jets.unaryExpr([](const TestJet& jet) { return jet.value; }).eval();
}
template <typename Matrix>
auto partialsOf(const Matrix& jets) {
  return jets.unaryExpr([](const TestJet& jet) { return jet.partials[0]; }).eval();
}

}  // namespace

TEST_CASE("functions of jets have the derivatives of the functions", "[spatial][jet]") {
  const std::vector<double> all{-3.1, -1.2, -0.3, 0.0, 0.4, 1.0, 2.7}, positive{0.2, 1.0, 7.0},
      inside{-0.7, -0.3, 0.0, 0.6};
  checkFunction("sin", all, [](auto x) {
    using linkwork::elementary::sin;
    return sin(x);
  });
  checkFunction("cos", all, [](auto x) {
    using linkwork::elementary::cos;
    return cos(x);
  });
  checkFunction("tan", inside, [](auto x) {
    using linkwork::elementary::tan;
    return tan(x);
  });
  checkFunction("asin", inside, [](auto x) {
    using linkwork::elementary::asin;
    return asin(x);
  });
  checkFunction("acos", inside, [](auto x) {
    using linkwork::elementary::acos;
    return acos(x);
  });
  checkFunction("atan", all, [](auto x) {
    using linkwork::elementary::atan;
    return atan(x);
  });
  checkFunction("exp", all, [](auto x) {
    using linkwork::elementary::exp;
    return exp(x);
  });
  checkFunction("log", positive, [](auto x) {
    using linkwork::elementary::log;
    return log(x);
  });
  checkFunction("sqrt", positive, [](auto x) {
    using std::sqrt;
    return sqrt(x);
  });
  checkFunction("abs", {-2.0, 0.5}, [](auto x) {
    using std::abs;
    return abs(x);
  });
  checkFunction("round", {-2.2, 0.4, 0.7}, [](auto x) {
    using std::round;
    return round(x);
  });
  checkFunction("product in place", all, [](auto x) {
    auto product = x;
    product *= x * x;
    return product *= product;
  });
  checkFunction("quotient in place", all, [](auto x) {
    auto quotient = x * x - x;
    return quotient /= x * x + decltype(x)(2);
  });
  checkFunction("quotient", all, [](auto x) { return (x * x - x) / (x * x + decltype(x)(2)); });
  for (const double angle : {0.3, 1.9, -1.4, -2.8})
    checkFunction("atan2", {0.1, 0.7, 1.4}, [angle](auto x) {
      using std::atan2, linkwork::elementary::cos, linkwork::elementary::sin;
      return atan2(sin(x + decltype(x)(angle)) * x, cos(x + decltype(x)(angle)) * x);
    });
}

TEST_CASE("jets compare and branch by value", "[spatial][jet]") {
  TestJet a = 1, b = 1, c = 2;
  a.partials = {5, 6};
  b.partials = {-1, 0};
  CHECK(a == b);
  CHECK(a < c);
  CHECK(c >= b);
  CHECK(std::max(a, c) == c);
  const auto sign = [](const TestJet& x) {
    return choose(
        x < TestJet(0), [] { return -1; }, [] { return 1; });
  };
  CHECK(sign(a) == 1);
  CHECK(sign(-a) == -1);
  CHECK(TestJet::variable(3, 1).partials == std::array<double, 2>{0, 1});
}

TEST_CASE("angle functions have the derivatives that they state, from zero on", "[spatial][jet]") {
  for (const double angle : angles()) {
    CAPTURE(angle);
    const double x = angle * angle;
    const AngleFunctions<double> f(x);
    const AngleFunctions<TestJet> jets(TestJet::variable(x, 0));
    // f'(θ)/θ = 2 df/dx. The closed forms lose digits as θ → 1 (angle_functions.hpp), and their
    // derivatives by the chain rule do as well.
    const auto error = [](const TestJet& found, double slope) {
      return std::abs(2 * found.partials[0] - slope) / std::abs(slope);
    };
    CHECK(jets.versine().value == f.versine());
    CHECK(error(jets.versine(), f.versineSlope()) <= 100 * epsilon);
    CHECK(error(jets.excess(), f.excessSlope()) <= 1000 * epsilon);
    CHECK(error(jets.cotangent(), f.cotangentSlope()) <= 3000 * epsilon);
  }
}

TEMPLATE_TEST_CASE("jets through exp and log are the tangents", "[spatial][jet]", Rotations,
                   UnitQuaternions, RigidMotions) {
  using Group = TestType;
  std::mt19937_64 random(7);
  for (const VectorOf<Group>& xi : withAngles<Group>(angles())) {
    const VectorOf<Group> eta = ordinary<Group>(random);
    CAPTURE(xi.transpose(), eta.transpose());
    // exp(ξ + ε η) = exp(ξ) (1 + ε Jr η)
    const auto moved = Group::exp(moving<Group>(xi, eta));
    const auto matrix = Group::matrix(Group::exp(xi));
    const VectorOf<Group> tangent = Group::right(xi) * eta;
    CHECK(distance(valuesOf(Group::matrix(moved)), matrix) <= rounding);
    CHECK(distance(partialsOf(Group::matrix(moved)), matrix * Group::algebra(tangent)) <=
          10 * rounding);
  }
  for (const VectorOf<Group>& xi : withAngles<Group>(anglesBelowPi())) {
    const double angle = xi.template head<3>().norm();
    if (angle > pi - 1e-3) continue;  // towards π the axis changes ever faster: no bound
    const VectorOf<Group> eta = ordinary<Group>(random);
    CAPTURE(xi.transpose(), eta.transpose());
    // log(exp(ξ) exp(ε η)) = ξ + ε Jr⁻¹ η
    const VectorOf<Group> zero = VectorOf<Group>::Zero();
    const auto turned =
        Group::compose(Group::exp(moving<Group>(xi, zero)), Group::exp(moving<Group>(zero, eta)));
    const auto result = Group::log(turned);
    CHECK(distance(valuesOf(result), xi) <= rounding);
    CHECK(distance(partialsOf(result), Group::rightInverse(xi) * eta) <= 10 * rounding);
  }
}

}  // namespace linkwork::test::spatial
