#include "linkwork/symbolic/differentiation.hpp"

#include <catch2/catch.hpp>

#include "joints/complex_number.hpp"
#include "linkwork/jet.hpp"
#include "linkwork/symbolic/tape.hpp"
#include "symbolic/random_function.hpp"

namespace linkwork::test {

namespace {

using symbolic::Expression, symbolic::Graph, symbolic::Tape;
using Point = std::array<double, RandomFunction::variables>;

std::vector<double> run(const std::vector<Expression>& outputs, const Point& x,
                        const Point& rates = {}) {
  const Tape tape(outputs);
  std::vector<double> results(outputs.size()), scratch(static_cast<std::size_t>(tape.registers()));
  const double* const inputs[] = {x.data(), rates.data()};
  tape.run(inputs, results.data(), scratch.data());
  return results;
}

/// f(x + t r), its slope in t by the complex step and by central differences.
struct Reference {
  double value, complexStep, difference;
};
Reference referenceOf(const RandomFunction& function, const Point& x, const Point& rates) {
  constexpr double tiny = 1e-30, small = 1e-5;
  std::array<Complex, RandomFunction::variables> stepped;
  Point before, after;
  for (std::size_t i = 0; i < x.size(); ++i) {
    stepped[i] = std::complex<double>(x[i], tiny * rates[i]);
    before[i] = x[i] - small * rates[i];
    after[i] = x[i] + small * rates[i];
  }
  return {function(x.data()), function(stepped.data()).value.imag() / tiny,
          (function(after.data()) - function(before.data())) / (2 * small)};
}

double error(double found, double expected) {
  return std::abs(found - expected) / (1 + std::abs(expected));
}
/// NaN is larger than any number.
void keepLarger(double& largest, double found) {
  if (!(found <= largest)) largest = found;
}

}  // namespace

TEST_CASE("10000 random functions: values and derivatives of their expressions", "[symbolic]") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> draw(-2, 2);
  double value = 0, slope = 0, difference = 0;  // largest relative errors
  for (int trial = 0; trial < 10000; ++trial) {
    const RandomFunction function(random);
    const Point at{draw(random), draw(random), draw(random)};
    const Point along{draw(random), draw(random), draw(random)};
    Graph graph;
    std::vector<Expression> x, rates;
    for (int i = 0; i < RandomFunction::variables; ++i) {
      x.push_back(graph.input(0, i));
      rates.push_back(graph.input(1, i));
    }
    std::vector<Expression> outputs{function(x.data())};
    outputs.push_back(derivativeAlong(outputs, x, rates)[0]);
    const std::vector<double> results = run(outputs, at, along);
    const Reference reference = referenceOf(function, at, along);
    keepLarger(value, error(results[0], reference.value));
    keepLarger(slope, error(results[1], reference.complexStep));
    keepLarger(difference, error(results[1], reference.difference));
  }
  // Rounding of some dozens of operations; differences over a step of 1e-5 have a truncation of
  // 1e-10 times the third derivative.
  CHECK(value < 1e-13);
  CHECK(slope < 1e-13);
  CHECK(difference < 1e-5);
}

TEST_CASE("a Jacobian is the same in every order", "[symbolic]") {
  using symbolic::jacobian, symbolic::Order;
  std::mt19937 random(2);
  std::uniform_real_distribution<double> draw(-2, 2);
  double worst = 0;
  for (int trial = 0; trial < 300; ++trial) {
    Graph graph;
    std::vector<Expression> x;
    for (int i = 0; i < RandomFunction::variables; ++i) x.push_back(graph.input(0, i));
    std::vector<Expression> roots;
    for (int i = 0; i < 3; ++i) roots.push_back(RandomFunction(random)(x.data()));
    roots.push_back(roots[0] * x[0]);
    roots.push_back(x[1]);
    roots.push_back(4);
    const Point at{draw(random), draw(random), draw(random)};
    const std::vector<double> forward = run(jacobian(roots, x, Order::forward), at);
    for (const Order order : {Order::reverse, Order::factored}) {
      const std::vector<double> other = run(jacobian(roots, x, order), at);
      REQUIRE(other.size() == forward.size());
      for (std::size_t i = 0; i < other.size(); ++i) keepLarger(worst, error(other[i], forward[i]));
    }
  }
  CHECK(worst < 1e-13);
}

}  // namespace linkwork::test
