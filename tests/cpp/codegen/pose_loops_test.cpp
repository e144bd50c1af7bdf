#include <catch2/catch.hpp>

#include "codegen/program_cases.hpp"
#include "dynamics/random_mechanism.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "simulation/flat.hpp"
#include "symbolic/wasm_machine.hpp"

// Loops that compute the poses of bodies.

namespace linkwork::test {
namespace {

/// Returns a 4 × 4 matrix per body, in the order of the mechanism, by the recursion.
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

/// Checks that a matrix takes the y axis from 0 to 1 to the rod: a rotation, scaled along y.
void checkRod(const Fixture& on, const Loop& loop, const Eigen::Matrix4d& matrix) {
  const auto endOn = [&](const std::string& body, const Frame& frame) {
    const Eigen::Vector3d point(frame.position);
    if (body == "world") return point;
    const int place = on.tree.treeBody(bodyNamed(on.mechanism, body));
    return Eigen::Vector3d(bodyPose(on.tree, place, on.work) * point);
  };
  const Eigen::Vector3d from = endOn(loop.parent, loop.parentFrame);
  const Eigen::Vector3d along = endOn(loop.child, loop.childFrame) - from;
  Eigen::Matrix3d turn = matrix.topLeftCorner<3, 3>();
  CHECK((matrix.topRightCorner<3, 1>() - from).norm() < 1e-12);
  CHECK((turn.col(1) - along).norm() < 1e-12);
  turn.col(1).normalize();
  CHECK((turn.transpose() * turn - Eigen::Matrix3d::Identity()).norm() < 1e-9);
  CHECK(turn.determinant() > 0);
}

/// Checks poses at the start, or after random velocities for `seconds`.
void checkPoses(Fixture on, double seconds = 0.1) {
  stir(on, 1);
  retract<double>(on.tree, on.q, seconds * on.v, on.q);
  on.update();
  const symbolic::Program program = poseLoops(on.tree);
  const Eigen::VectorXd found =
      vectorOf(runAsWasm(program, {{on.q.begin(), on.q.end()}, program.inputs.back().values}));
  const Eigen::VectorXd expected = matricesOf(on);
  CHECK(difference(found.head(expected.size()), expected) < 1e-12);  // rounding along a path
  Eigen::Index next = expected.size();
  for (const Loop& loop : on.mechanism.loops) {
    if (loop.type != JointType::rod) continue;
    checkRod(on, loop, found.segment<16>(next).reshaped(4, 4));
    next += 16;
  }
  CHECK(next == found.size());
}

}  // namespace

TEST_CASE("poses from loops agree with the recursion", "[codegen]") {
  for (const std::string_view name : catalogueNames()) {
    CAPTURE(name);
    checkPoses(Fixture(catalogueMechanism(name)));
  }
}

TEST_CASE("poses of random mechanisms agree with the recursion", "[codegen]") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    checkPoses(Fixture(mechanism, state));
  }
}

TEST_CASE("rods along +y, along -y and from the ground have matrices", "[codegen]") {
  for (const double height : {-0.5, 0.5}) {
    Mechanism mechanism = chain({.links = 1});
    Loop rod;
    rod.name = "rod";
    rod.type = JointType::rod;
    rod.parent = "world";
    rod.child = mechanism.bodies[0].name;
    rod.parentFrame.position = {0, 0.1, 0.2};
    const Fixture on(mechanism);
    rod.childFrame.position =
        bodyPose(on.tree, 0, on.work).inverse() * Eigen::Vector3d(0, 0.1 + height, 0.2);
    rod.length = std::abs(height);
    mechanism.loops = {rod};
    checkPoses(Fixture(mechanism), 0);
  }
}

TEST_CASE("the code for the poses of a chain does not grow with its length", "[codegen]") {
  const symbolic::Program far = poseLoops(compile(chain({.links = 300})));
  CHECK(far.kernels.size() == 2);  // one on the ground, one on another body
  CHECK(far.steps.size() == 2);
  checkPoses(Fixture(chain({.links = 300})));
}

}  // namespace linkwork::test
