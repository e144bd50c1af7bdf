#include "linkwork/symbolic/differentiation.hpp"

#include <catch2/catch.hpp>

#include "joints/complex_number.hpp"
#include "linkwork/jet.hpp"
#include "linkwork/symbolic/runtime/tape.hpp"
#include "symbolic/random_function.hpp"

namespace linkwork::test {

namespace {

using symbolic::Expression, symbolic::Graph, symbolic::Tape;
using Point = std::array<double, RandomFunction::variables>;

std::vector<double> run(const std::vector<Expression>& outputs, const Point& x,
                        const Point& rates = {}) {
  const Tape tape(outputs);
  std::vector<double> results(outputs.size()),
      workspace(static_cast<std::size_t>(tape.registers()));
  const double* const inputs[] = {x.data(), rates.data()};
  tape.run(inputs, results.data(), workspace.data());
  return results;
}

constexpr double tiny = 1e-30;

/// Returns x + t r as complex numbers with an imaginary t. The derivative of a result along r is
/// its imaginary part over `tiny`.
std::array<Complex, RandomFunction::variables> stepped(const Point& x, const Point& rates) {
  std::array<Complex, RandomFunction::variables> result;
  for (std::size_t i = 0; i < x.size(); ++i)
    result[i] = std::complex<double>(x[i], tiny * rates[i]);
  return result;
}

double error(double found, double expected) {
  return std::abs(found - expected) / (1 + std::abs(expected));
}
/// Compares NaN as larger than any number.
void keepLarger(double& largest, double found) {
  if (!(found <= largest)) largest = found;
}

}  // namespace

TEST_CASE("values and derivatives of the expressions of 10000 random functions agree",
          "[symbolic]") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> draw(-2, 2);
  double value = 0, slope = 0;  // largest relative errors
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
    // Outputs every step of the function, because the returned value would hide most errors.
    std::vector<Expression> outputs = function.values(x.data());
    const std::size_t steps = outputs.size();
    const std::vector<Expression> derivatives = derivativeAlong(outputs, x, rates);
    outputs.insert(outputs.end(), derivatives.begin(), derivatives.end());
    const std::vector<double> results = run(outputs, at, along),
                              values = function.values(at.data());
    const std::vector<Complex> slopes = function.values(stepped(at, along).data());
    for (std::size_t i = 0; i < steps; ++i) {
      keepLarger(value, error(results[i], values[i]));
      keepLarger(slope, error(results[steps + i], slopes[i].value.imag() / tiny));
    }
  }
  // Rounding of several dozen operations.
  CHECK(value < 1e-13);
  CHECK(slope < 1e-13);
}

TEST_CASE("a Jacobian agrees with complex steps, in every order", "[symbolic]") {
  using symbolic::jacobian, symbolic::Order;
  std::mt19937 random(2);
  std::uniform_real_distribution<double> draw(-2, 2);
  double worst = 0;
  for (int trial = 0; trial < 300; ++trial) {
    Graph graph;
    std::vector<Expression> x;
    for (int i = 0; i < RandomFunction::variables; ++i) x.push_back(graph.input(0, i));
    const RandomFunction functions[]{RandomFunction(random), RandomFunction(random),
                                     RandomFunction(random)};
    const auto rootsAt = [&]<typename Scalar>(const Scalar* from) {
      std::vector<Scalar> roots;
      for (const RandomFunction& function : functions) roots.push_back(function(from));
      roots.push_back(roots[0] * from[0]);
      roots.push_back(from[1]);
      roots.push_back(4);
      return roots;
    };
    const std::vector<Expression> roots = rootsAt(x.data());
    const Point at{draw(random), draw(random), draw(random)};
    for (const Order order : {Order::forward, Order::reverse, Order::factored}) {
      const std::vector<double> found = run(jacobian(roots, x, order), at);
      REQUIRE(found.size() == roots.size() * x.size());
      for (std::size_t j = 0; j < x.size(); ++j) {
        Point along{};
        along[j] = 1;
        const std::vector<Complex> slopes = rootsAt(stepped(at, along).data());
        for (std::size_t i = 0; i < roots.size(); ++i)
          keepLarger(worst, error(found[i * x.size() + j], slopes[i].value.imag() / tiny));
      }
    }
  }
  CHECK(worst < 1e-13);
}

}  // namespace linkwork::test
