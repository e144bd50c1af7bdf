#include <catch2/catch.hpp>
#include <limits>

#include "dynamics/fixture.hpp"
#include "linkwork/catalogue.hpp"

namespace linkwork::test {
namespace {

/// Stands for compiled code: copies its parameters, two accelerations and the guard.
void copyParameters(const double* const* inputs, double* outputs, double*) {
  for (int i = 0; i < 3; ++i) outputs[i] = inputs[3][i];
}

}  // namespace

TEST_CASE("forward dynamics runs compiled code where that serves", "[dynamics]") {
  Fixture on(chain({.links = 2}));
  const Eigen::VectorXd expected = on.forward();
  CompiledDynamics& compiled = on.work.compiled;
  compiled = {copyParameters, std::vector<double>(3), {}, {7, 8, 0}};
  CHECK(on.forward() == Eigen::Vector2d(7, 8));

  SECTION("a guard below zero") { compiled.parameters = {7, 8, -1e-9}; }
  SECTION("a guard that is no number") { compiled.parameters[2] = std::nan(""); }
  SECTION("accelerations that are no numbers") { compiled.parameters[1] = std::nan(""); }
  SECTION("accelerations without bound") {
    compiled.parameters[0] = std::numeric_limits<double>::infinity();
  }
  SECTION("a wrench") { on.forces.hasWrenches = true; }
  // Whatever way the recursion then takes, it takes to rounding.
  CHECK((on.forward() - expected).norm() < 1e-13 * expected.norm());
}

}  // namespace linkwork::test
