#include "dynamics/dense_maximal.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "papers/clusters/spanning_tree.hpp"
#include "papers/methods.hpp"
#include "papers/subjects.hpp"

/// Massless bodies in a loop: the mass matrix of the spanning tree is singular, but the motion is
/// determined.
namespace linkwork::test {
namespace {

Body& bodyNamed(Mechanism& mechanism, const std::string& name) {
  return mechanism
      .bodies[static_cast<std::size_t>(linkwork::bodyNamed(std::as_const(mechanism), name))];
}

void checkMassless(Mechanism mechanism, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    bodyNamed(mechanism, name).mass = 0;
    bodyNamed(mechanism, name).inertia = {};
  }
  const Fixture on(mechanism);
  const Eigen::VectorXd expected = denseForwardDynamics(on);
  for (const papers::Method& method : papers::methods) {
    if (!method.isExact) continue;
    INFO(method.name);
    Eigen::VectorXd a(on.tree.velocitySize());
    method.make(on.mechanism, on.tree)->forwardDynamics(on.q, on.v, on.forces, a);
    CHECK(difference(a, expected) <= 1e-9);
  }
}

/// A free rod without a moment of inertia about its axis, on a rail, under a force. The positions
/// of the rod and of the rail in it are random.
Fixture thinRodOnRail(Random& random) {
  Mechanism mechanism = mechanismFromJson(R"({"linkwork": 1, "name": "thin rod", "bodies": [
      {"name": "rod", "mass": 1, "inertia": [0.1, 0.1, 0]}],
      "joints": [{"name": "adrift", "type": "free", "parent": "world", "child": "rod"}],
      "loops": [{"name": "rail", "type": "prismatic", "parent": "world", "child": "rod"}]})");
  const Eigen::Vector3d place = randomVector(random, 1);
  const Eigen::Quaterniond turn = randomRotation(random);
  Frame& inRod = mechanism.loops.front().childFrame;
  Frame& inWorld = mechanism.loops.front().parentFrame;
  inRod = {randomVector(random, 1), randomRotation(random)};
  inWorld = {place + turn * inRod.position, turn * inRod.rotation};
  NamedState state;
  state.q["adrift"] = {place.x(), place.y(), place.z(), turn.x(), turn.y(), turn.z(), turn.w()};
  state.wrenches["rod"] << 1, 2, 3, 1, 1, 1;
  return Fixture(mechanism, state);
}

}  // namespace

TEST_CASE("every method supports massless bodies in loops", "[dynamics][papers]") {
  checkMassless(fourBar(), {"coupler"});
  checkMassless(fourBar(), {"rocker"});
  checkMassless(fourBar(), {"coupler", "rocker"});
  checkMassless(sliderCrank(), {"rod"});

  Mechanism mechanism = fourBar();
  bodyNamed(mechanism, "rocker").mass = 0;
  bodyNamed(mechanism, "rocker").inertia = {};
  const ClusterTree<double> light = compile(mechanism), heavy = compile(fourBar());
  CHECK(papers::SpanningTree(light).isSingular());
  CHECK_FALSE(papers::SpanningTree(heavy).isSingular());
}

TEST_CASE("a massless arm along the axis of its thin rod is refused in every direction",
          "[dynamics][papers]") {
  // The inertia at the arm's joint is only the rounding error of the rod's inertia.
  Random random(2);
  for (int trial = 0; trial < 300; ++trial) {
    CAPTURE(trial);
    Mechanism mechanism = mechanismFromJson(R"({"linkwork": 1, "name": "arm", "bodies": [
        {"name": "base", "mass": 1, "inertia": [1, 1, 1]}, {"name": "arm", "mass": 0},
        {"name": "rod", "mass": 1, "inertia": [0, 0.1, 0.1]}],
        "joints": [
        {"name": "stand", "type": "revolute", "axis": [1, 2, 3], "parent": "world", "child": "base"},
        {"name": "along", "type": "revolute", "axis": [1, 0, 0], "parent": "base", "child": "arm"},
        {"name": "across", "type": "revolute", "parent": "arm", "child": "rod"}]})");
    for (Joint& joint : mechanism.joints) joint.parentFrame.rotation = randomRotation(random);
    mechanism.joints[1].childFrame.rotation = mechanism.joints[2].parentFrame.rotation;
    const Eigen::Quaterniond turn = randomRotation(random);
    mechanism.joints[2].childFrame.rotation = turn;
    const Eigen::Matrix3d axes = turn.toRotationMatrix();
    const Eigen::Matrix3d rod = axes * Eigen::Vector3d(0, 0.1, 0.1).asDiagonal() * axes.transpose();
    mechanism.bodies[2].inertia = {rod(0, 0), rod(1, 1), rod(2, 2),
                                   rod(0, 1), rod(0, 2), rod(1, 2)};
    CHECK_THROWS_WITH(compile(mechanism), Catch::Contains("joints[1]: moves no mass"));
  }
}

TEST_CASE("a thin rod on a rail moves along the rail, in every direction", "[dynamics][papers]") {
  Random random(1);
  for (int trial = 0; trial < 1000; ++trial) {
    CAPTURE(trial);
    const Fixture on = thinRodOnRail(random);
    const Frame& rail = on.mechanism.loops.front().childFrame;
    const Eigen::Vector3d along = rail.rotation * Eigen::Vector3d::UnitZ();
    const Eigen::Vector3d force = Eigen::Vector3d::Ones() + on.mechanism.gravity;
    Eigen::VectorXd expected = Eigen::VectorXd::Zero(6);
    expected.tail<3>() =
        along * along.dot(bodyPose(on.tree, 0, on.work).rotation.transpose() * force);
    for (const papers::Method& method : papers::methods) {
      if (!method.isExact) continue;
      INFO(method.name);
      Eigen::VectorXd a(6);
      method.make(on.mechanism, on.tree)->forwardDynamics(on.q, on.v, on.forces, a);
      CHECK(largest(a - expected) <= 1e-10);  // of about 10, with moments 10 times as large
    }
  }
}

}  // namespace linkwork::test
