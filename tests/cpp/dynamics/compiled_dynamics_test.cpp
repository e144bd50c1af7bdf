#include <catch2/catch.hpp>
#include <limits>

#include "dynamics/fixture.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/compiled_dynamics.hpp"

namespace linkwork::test {
namespace {

/// A stub for compiled code: copies its parameters to two accelerations and the guard.
void copyParameters(const double* const* inputs, double* outputs, double*) {
  for (int i = 0; i < 3; ++i) outputs[i] = inputs[3][i];
}

}  // namespace

TEST_CASE("compiled forward dynamics is used if its guard is valid", "[dynamics]") {
  Fixture on(chain({.links = 2}));
  CompiledCode compiled{copyParameters, std::vector<double>(3), {}, {7, 8, 0}};
  Eigen::VectorXd a(2);
  const auto runs = [&] { return runCompiled(on.q, on.v, on.forces.torque, compiled, a); };
  CHECK(runs());
  CHECK(a == Eigen::Vector2d(7, 8));

  SECTION("a negative guard") { compiled.parameters = {7, 8, -1e-9}; }
  SECTION("a guard that is not a number") { compiled.parameters[2] = std::nan(""); }
  SECTION("accelerations that are not numbers") { compiled.parameters[1] = std::nan(""); }
  SECTION("infinite accelerations") {
    compiled.parameters[0] = std::numeric_limits<double>::infinity();
  }
  SECTION("no compiled code") { compiled.function = nullptr; }
  CHECK_FALSE(runs());
}

}  // namespace linkwork::test
