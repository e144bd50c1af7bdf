#include <catch2/catch.hpp>

#include "codegen/program_cases.hpp"
#include "dynamics/random_mechanism.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "simulation/flat.hpp"
#include "symbolic/wasm_machine.hpp"

// Where bodies stand, written down as loops.

namespace linkwork::test {
namespace {

/// A matrix of 4 × 4 a body, in the order of the mechanism, by the recursion.
Eigen::VectorXd matricesOf(const Fixture& on) {
  const int bodies = static_cast<int>(on.mechanism.bodies.size());
  Eigen::VectorXd result(16 * bodies);
  for (int i = 0; i < bodies; ++i) {
    const Transform<double> pose = bodyPose(on.tree, on.tree.treeBody(i), on.work);
    Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
    matrix.topLeftCorner<3, 3>() = pose.rotation;
    matrix.topRightCorner<3, 1>() = pose.translation;
    result.segment<16>(16 * i) = matrix.reshaped();
  }
  return result;
}

void checkPoses(Fixture on) {
  stir(on, 1);
  retract<double>(on.tree, on.q, 0.1 * on.v, on.q);
  on.update();
  const symbolic::LoopProgram program = poseLoops(on.tree);
  const std::vector<double> found =
      runAsWasm(program, {{on.q.begin(), on.q.end()}, program.inputs.back().values});
  CHECK(difference(vectorOf(found), matricesOf(on)) < 1e-12);  // products along a path
}

}  // namespace

TEST_CASE("poses written down are those of the recursion", "[codegen]") {
  for (const std::string_view name : catalogueNames()) {
    CAPTURE(name);
    checkPoses(Fixture(catalogueMechanism(name)));
  }
}

TEST_CASE("poses of random mechanisms are those of the recursion", "[codegen]") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    checkPoses(Fixture(mechanism, state));
  }
}

TEST_CASE("poses of a long chain are as much code as those of a short one", "[codegen]") {
  const symbolic::LoopProgram far = poseLoops(compile(chain({.links = 300})));
  CHECK(far.kernels.size() == 2);  // on the ground, and on another
  CHECK(far.loops.size() == 2);
  checkPoses(Fixture(chain({.links = 300})));
}

}  // namespace linkwork::test
