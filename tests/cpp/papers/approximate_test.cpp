#include "papers/clusters/approximate.hpp"
#include "linkwork/dynamics/compile.hpp"

#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "papers/methods.hpp"
#include "papers/subjects.hpp"

/// Dynamics with loops omitted and rotors reflected or ignored: exact if nothing is lost. If
/// not, the error is exactly the omitted terms.
namespace linkwork::test {
namespace {

using papers::Approximate;
using papers::Unconstrained;

constexpr double ratio = -9;

/// Returns a pendulum on the ground. A rotor on the ground drives it through a gear.
Mechanism gearedPendulum() {
  Mechanism mechanism;
  Body link;
  link.name = "link";
  link.mass = 2;
  link.centerOfMass = {0.1, 0.2, -0.4};
  link.inertia = {0.2, 0.25, 0.1, 0.01, 0.02, -0.01};
  Body rotor;
  rotor.name = "rotor";
  rotor.mass = 0.3;
  rotor.inertia = {1e-3, 1e-3, 2e-3, 0, 0, 0};
  Joint revolute;
  revolute.name = "revolute";
  revolute.type = JointType::revolute;
  revolute.parent = worldName;
  revolute.child = "link";
  revolute.axis = {0, 1, 0};
  revolute.damping = 0.2;
  Joint shaft = revolute;
  shaft.name = "shaft";
  shaft.child = "rotor";
  shaft.axis = {0, 0, 1};
  shaft.damping = 0;
  shaft.parentFrame.rotation = Eigen::Quaterniond(0.9, 0.1, -0.3, 0.2).normalized();
  mechanism.bodies = {rotor, link};
  mechanism.joints = {shaft, revolute};
  mechanism.couplings = {{"gear", {{"shaft", 1}, {"revolute", -ratio}}, 0}};
  return mechanism;
}

NamedState pendulumState() {
  NamedState state;
  state.q = {{"revolute", {0.3}}, {"shaft", {0.3 * ratio}}};
  state.v = {{"revolute", {-2}}, {"shaft", {-2 * ratio}}};
  state.tau = {{"revolute", {0.7}}, {"shaft", {0.05}}};
  return state;
}

struct Answers {
  Eigen::VectorXd forward, inverse;
};

Answers answersOf(const Fixture& on, std::string_view name) {
  for (const papers::Method& method : papers::methods) {
    if (method.name != name) continue;
    const auto dynamics = method.make(on.mechanism, on.tree);
    Eigen::VectorXd a(on.tree.velocitySize()), torque(on.tree.velocitySize());
    dynamics->forwardDynamics(on.q, on.v, on.forces, a);
    const Eigen::VectorXd desired = Eigen::VectorXd::LinSpaced(a.size(), -1, 2);
    dynamics->inverseDynamics(on.q, on.v, desired, on.forces, torque);
    return {a, torque};
  }
  FAIL("no such method");
  return {};
}

}  // namespace

TEST_CASE("a reflected rotor is exact if its parent is fixed", "[dynamics][papers]") {
  const Fixture on(gearedPendulum(), pendulumState());
  const Answers exact = answersOf(on, "articulated-body"),
                approximate = answersOf(on, "approximate");
  CHECK(difference(approximate.forward, exact.forward) <= 1e-13);
  CHECK(difference(approximate.inverse, exact.inverse) <= 1e-13);
  // Without the rotor, the pendulum's inertia of about 0.7 kg·m² decreases by N² I.
  const Answers ignored = answersOf(on, "unconstrained");
  CHECK(difference(ignored.forward, exact.forward) > 0.1);
}

TEST_CASE("without loops and couplings, approximate methods are exact", "[dynamics][papers]") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed, {.bodies = 8, .gears = 0, .loops = 0});
    const Fixture on(mechanism, state);
    const Answers exact = answersOf(on, "articulated-body");
    for (const char* name : {"approximate", "unconstrained"}) {
      INFO(name);
      const Answers found = answersOf(on, name);
      CHECK(difference(found.forward, exact.forward) <= solveTolerance(on));
      CHECK(difference(found.inverse, exact.inverse) <= 1e-12);
    }
  }
}

TEST_CASE("reflected inertias are the whole difference to ignored rotors", "[dynamics][papers]") {
  onRobots([](const Fixture& on) {
    const Approximate approximate(on.mechanism, on.tree);
    const Unconstrained unconstrained(on.mechanism, on.tree);
    const ClusterTree<double>& heavy = approximate.independent().tree;
    const ClusterTree<double>& light = unconstrained.independent().tree;
    REQUIRE(heavy.degreesOfFreedom() == light.degreesOfFreedom());

    // Σ N² I from the mechanism alone. Every rotor is a leaf on a revolute joint.
    Eigen::VectorXd expected = Eigen::VectorXd::Zero(heavy.degreesOfFreedom());
    for (const auto& gear : approximate.independent().gears)
      for (const TreeBody<double>& body : on.tree.bodies())
        if (body.velocity == gear.rotor)
          expected[gear.link] += gear.ratio * gear.ratio * body.inertia.rotational.zz;

    Eigen::MatrixXd more(expected.size(), expected.size()), less = more;
    Workspace<double> heavyWork(heavy), lightWork(light);
    massMatrix(heavy, heavy.initialPosition(), heavyWork, more);
    massMatrix(light, light.initialPosition(), lightWork, less);
    Eigen::VectorXd reflected(expected.size());
    for (const Cluster<double>& cluster : heavy.clusters())
      for (int j = 0; j < cluster.dofs; ++j)
        reflected[cluster.firstDof + j] =
            expected[independentVelocity(heavy, cluster, j, heavyWork)];
    const Eigen::MatrixXd added = reflected.asDiagonal();
    CHECK((more - less - added).norm() <= 1e-13 * more.norm());
  });
}

TEST_CASE("approximate methods keep links and remove rotors", "[dynamics][papers]") {
  onRobots([](const Fixture& on) {
    if (!on.mechanism.loops.empty()) return;
    const Approximate approximate(on.mechanism, on.tree);
    for (std::size_t b = 0; b < on.mechanism.bodies.size(); ++b) {
      const std::string& name = on.mechanism.bodies[b].name;
      INFO(name);
      const int place =
          approximate.independent()
              .bodies[static_cast<std::size_t>(on.tree.treeBody(static_cast<int>(b)))];
      CHECK((place < 0) == (name.find("rotor") != std::string::npos));
    }
    // A dependent link that supports others is kept, and then moves freely.
    CHECK(approximate.independent().tree.degreesOfFreedom() >= on.tree.degreesOfFreedom());
  });
}

TEST_CASE("approximate forward and inverse dynamics are inverse to each other",
          "[dynamics][papers]") {
  const auto check = [](const Fixture& on) {
    for (const papers::Method& method : papers::methods) {
      if (method.isExact) continue;
      INFO(method.name);
      const auto dynamics = method.make(on.mechanism, on.tree);
      Eigen::VectorXd a(on.tree.velocitySize()), torque(on.tree.velocitySize());
      dynamics->forwardDynamics(on.q, on.v, on.forces, a);
      dynamics->inverseDynamics(on.q, on.v, a, on.forces, torque);
      const Eigen::VectorXd applied = on.forces.torque;
      const double scale = std::max(largest(a), largest(applied));
      // The tree has its own mass matrix. Its condition number is that of robots, below 1e6.
      CHECK(torque.cwiseAbs().maxCoeff() <= 1e-9 * scale);
    }
  };
  onRobots(check);
  check(Fixture(fourBar()));
  check(Fixture(gearedLeg()));
}

TEST_CASE("reflected inertias have the same effect in every method", "[dynamics][papers]") {
  onRobots([](const Fixture& on) {
    const Approximate approximate(on.mechanism, on.tree);
    const ClusterTree<double>& tree = approximate.independent().tree;
    const Eigen::VectorXd v = Eigen::VectorXd::LinSpaced(tree.velocitySize(), -1, 1);
    AppliedForces<double> forces(tree);
    forces.torque = 3 * v;
    Eigen::VectorXd expected(tree.velocitySize()), a(tree.velocitySize());
    Workspace<double> work(tree);
    forwardDynamics(tree, tree.initialPosition(), v, forces, work, expected);
    for (const papers::Method& method : papers::methods) {
      if (!method.isExact) continue;
      INFO(method.name);
      method.make(on.mechanism, tree)->forwardDynamics(tree.initialPosition(), v, forces, a);
      CHECK(difference(a, expected) <= 1e-9);
    }
  });
}

}  // namespace linkwork::test
