#include <algorithm>
#include <catch2/catch.hpp>

#include "codegen/program_cases.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "simulation/flat.hpp"
#include "symbolic/wasm_machine.hpp"

// Steps that end with one Newton correction of loops and couplings.

namespace linkwork::test {
namespace {

struct State {
  Eigen::VectorXd q, v;
};

/// Takes a step of 4 ms. Its constraint violations are well above rounding.
State stepOf(const Fixture& on, bool closesLoops) {
  const auto array = [](const Eigen::VectorXd& x) { return std::vector(x.begin(), x.end()); };
  const std::vector<double> left =
      runAsWasm(stepProgram(on.tree, "rk4", {.closesLoops = closesLoops}),
                {array(on.q), array(on.v), array(on.forces.torque), {4e-3}, array(on.v)});
  REQUIRE(left.back() >= 0);
  const Eigen::VectorXd all = vectorOf(left);
  return {all.head(on.q.size()), all.segment(on.q.size(), on.v.size())};
}

double gapAt(const Fixture& on, const State& state) {
  updateKinematics<double>(on.tree, state.q, state.v, on.work);
  const auto error = closureError<double>(on.tree, state.q, on.work);
  return std::max({error.loopPosition, error.loopAngle, error.coupling});
}

}  // namespace

TEST_CASE("closed steps leave the square of the constraint violation, and consistent velocities",
          "[codegen]") {
  for (const char* name : {"fourBar", "sixBar", "sliderCrank", "gearedArm", "gearedLeg",
                           "differentialLeg", "beltChain", "fourBarChain", "minitaur"}) {
    CAPTURE(name);
    Fixture on(catalogueMechanism(name));
    stir(on, 1);
    const double open = gapAt(on, stepOf(on, false));
    const State closed = stepOf(on, true);
    // Second derivatives of the constraints and inverse pivots are about 10 to 100. Rounding:
    // 1e-14.
    CHECK(gapAt(on, closed) < 100 * open * open + 1e-14);
    State exact = stepOf(on, false);
    closeLoops<double>(on.tree, on.work, exact.q, exact.v);
    CHECK(difference(closed.q, exact.q) < 100 * open * open + 1e-13);
    // Velocities belong to the pose before its correction.
    CHECK(difference(closed.v, exact.v) < 100 * open + 1e-13);
  }
}

TEST_CASE("a loop closed by a helical joint, whose turns the pose does not determine, throws",
          "[codegen]") {
  Mechanism screwed = fourBar();
  screwed.loops[0].type = JointType::helical;
  screwed.loops[0].pitch = 1e-9;  // closed at its initial state
  CHECK_THROWS_WITH(stepProgram(compile(screwed), "rk4", {.closesLoops = true}),
                    Catch::Contains("helical"));
}

}  // namespace linkwork::test
