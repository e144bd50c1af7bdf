#include "papers/general_joints/general_joint_programs.hpp"
#include "linkwork/dynamics/compile.hpp"

#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/symbolic/runtime/tape.hpp"

namespace linkwork::test {
namespace {

/// Compares methods I and II of the paper with the articulated-body algorithm.
void checkBothMethods(const Fixture& on) {
  const Eigen::VectorXd expected = on.forward();

  const symbolic::Program all = generalJointProgram(on.tree);
  const symbolic::Tape tape(all.expressions());
  const double* inputs[] = {on.q.data(), on.v.data(), on.forces.torque.data()};
  Eigen::VectorXd a(on.v.size()), workspace(tape.registers());
  tape.run<double>(inputs, a.data(), workspace.data());
  CHECK(difference(a, expected) < solveTolerance(on));

  const symbolic::Tape rest(restForcesProgram(on.tree).expressions());
  workspace.resize(rest.registers());
  MixedDynamics mixed(on.tree, [&](const double* const* from, double* outputs) {
    rest.run<double>(from, outputs, workspace.data());
  });
  a.setZero();
  mixed.forwardDynamics(on.q, on.v, on.forces.torque, a);
  CHECK(difference(a, expected) < solveTolerance(on));
}

}  // namespace

TEST_CASE("the recursions for general joints agree, as programs and mixed", "[codegen]") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    RandomMechanism random =
        randomMechanism(seed, {.bodies = 8, .gears = 0, .loops = 0, .isFloating = seed % 2 == 0});
    random.state.wrenches.clear();
    checkBothMethods(Fixture(random.mechanism, random.state));
  }
}

TEST_CASE("a general joint in a loop is an error that names it", "[codegen]") {
  const ClusterTree<double> tree = compile(fourBar());
  CHECK_THROWS_WITH(generalJointProgram(tree), Catch::Contains("is in a loop"));
}

}  // namespace linkwork::test
