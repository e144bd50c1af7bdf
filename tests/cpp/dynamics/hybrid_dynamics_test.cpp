#include "linkwork/dynamics/hybrid_dynamics.hpp"

#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/plan_hybrid_dynamics.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork::test {
namespace {

/// Accelerations and forces of hybrid dynamics for prescribed accelerations `desired`.
struct Hybrid {
  Hybrid(const Fixture& on, const std::vector<bool>& isDriven, const Eigen::VectorXd& desired)
      : a(desired), torque(on.tree.velocitySize()) {
    hybridDynamics<double>(on.tree, on.q, on.v, on.forces, isDriven, on.work, a, torque);
  }
  Eigen::VectorXd a, torque;
};

/// Rounding of a solve with the mass matrix.
double toleranceAt(const Fixture& on, const Eigen::VectorXd& a) {
  return capped(1e-14 * conditionOf(on.mass())) * largest(a);
}

}  // namespace

TEST_CASE("forward dynamics under the forces of hybrid dynamics gives the prescribed accelerations",
          "[dynamics]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    INFO("seed " << seed);
    const RandomMechanism given = randomMechanism(seed);
    const Fixture on(given.mechanism, given.state);
    Random random(seed);
    std::vector<bool> isDriven(on.tree.clusters().size());
    for (std::size_t c = 0; c < isDriven.size(); ++c) isDriven[c] = uniform(random, 0, 1) < 0.5;
    Eigen::VectorXd desired(on.tree.velocitySize());
    for (double& entry : desired) entry = uniform(random, -3, 3);
    const Hybrid hybrid(on, isDriven, desired);

    // With the forces found in addition to the applied forces, prescribed entries have their
    // values.
    AppliedForces<double> all = on.forces;
    all.torque += hybrid.torque;
    const Eigen::VectorXd a = on.forward(all);
    const double tolerance = toleranceAt(on, a);
    CHECK((a - hybrid.a).lpNorm<Eigen::Infinity>() <= tolerance);
    on.update();
    for (std::size_t c = 0; c < isDriven.size(); ++c) {
      const Cluster<double>& cluster = on.tree.clusters()[c];
      for (int j = 0; j < cluster.dofs; ++j) {
        const int entry = independentVelocity(on.tree, cluster, j, on.work);
        if (isDriven[c])
          CHECK(std::abs(hybrid.a[entry] - desired[entry]) <= tolerance);
        else
          CHECK(hybrid.torque[entry] == 0);
      }
    }
  }
}

TEST_CASE("trees without driven joints are skipped, and change nothing", "[dynamics]") {
  const Fixture on(boxStack({.boxes = 3}));
  std::vector<bool> isDriven(on.tree.clusters().size(), false);
  const std::size_t last = isDriven.size() - 1;
  isDriven[last] = true;
  const std::vector<int> moved = clustersWithDriven(on.tree, isDriven);
  CHECK(3 * moved.size() == isDriven.size());
  CHECK(moved.back() == static_cast<int>(last));
  const Eigen::VectorXd desired = Eigen::VectorXd::Constant(on.tree.velocitySize(), 2);
  const Hybrid whole(on, isDriven, desired);

  on.update();
  applyForces<double>(on.tree, on.q, on.v, on.forces, on.work);
  on.work.accelerations.setConstant(2);
  Eigen::VectorXd a = desired, torque(desired.size());
  eliminateDriven<double>(on.tree, moved, isDriven, on.work, a, torque);
  CHECK((torque - whole.torque).isZero(0));
  for (const Cluster<double>& cluster : on.tree.clusters())
    for (const int entry : cluster.velocities)
      CHECK(a[entry] == (cluster.firstBody >= on.tree.clusters()[at(moved[0])].firstBody
                             ? whole.a[entry]
                             : desired[entry]));
}

TEST_CASE(
    "hybrid dynamics is forward dynamics if nothing is driven, and inverse dynamics if all is "
    "driven",
    "[dynamics]") {
  for (std::uint64_t seed = 100; seed < 130; ++seed) {
    INFO("seed " << seed);
    const RandomMechanism given = randomMechanism(seed);
    const Fixture on(given.mechanism, given.state);
    const std::size_t count = on.tree.clusters().size();
    const Eigen::VectorXd a = on.forward();
    const double tolerance = toleranceAt(on, a);
    const Hybrid free(on, std::vector<bool>(count, false), Eigen::VectorXd::Zero(a.size()));
    CHECK((free.a - a).lpNorm<Eigen::Infinity>() <= tolerance);
    CHECK(free.torque.isZero(0));

    Random random(seed);
    Eigen::VectorXd desired(a.size());
    for (double& entry : desired) entry = uniform(random, -3, 3);
    const Hybrid driven(on, std::vector<bool>(count, true), desired);
    const Eigen::VectorXd torque = on.inverse(desired);
    CHECK((driven.torque - torque).lpNorm<Eigen::Infinity>() <= 1e-12 * largest(torque));
  }
}

TEST_CASE("hybrid dynamics by the revolute kernels agrees", "[dynamics]") {
  for (const Mechanism& mechanism :
       {chain({.links = 6}), gearedArm(), gearedChain(), miniCheetah(), mitHumanoid(), jvrc1()}) {
    INFO(mechanism.name);
    const Fixture on(mechanism);
    std::vector<bool> isDriven;
    for (const Cluster<double>& cluster : on.tree.clusters()) isDriven.push_back(cluster.dofs < 6);
    REQUIRE(PlanHybridDynamics::serves(on.tree, isDriven));

    // Accelerations that gears allow: those under some forces. A floating base has none initially.
    AppliedForces<double> some = on.forces;
    some.torque += Eigen::VectorXd::LinSpaced(on.tree.velocitySize(), -1, 2);
    Eigen::VectorXd a = on.forward(some), torque(a.size());
    for (std::size_t c = 0; c < isDriven.size(); ++c)
      if (!isDriven[c])
        for (const int entry : on.tree.clusters()[c].velocities) a[entry] = 0;
    PlanHybridDynamics(on.tree, isDriven).solve(on.tree, on.q, on.v, a, on.forces, on.work, torque);
    AppliedForces<double> all = on.forces;
    all.torque += torque;
    CHECK((on.forward(all) - a).lpNorm<Eigen::Infinity>() <= toleranceAt(on, a));
  }
}

TEST_CASE("the revolute kernels alone do not support loops or joints that are not driven",
          "[dynamics]") {
  const Fixture loop(fourBar()), loose(chain({.links = 2}));
  CHECK_FALSE(PlanHybridDynamics::serves(loop.tree, {true}));
  CHECK_FALSE(PlanHybridDynamics::serves(loose.tree, {true, false}));
  CHECK(PlanHybridDynamics::serves(loose.tree, {true, true}));
}

TEST_CASE("hybrid dynamics needs one flag per cluster", "[dynamics]") {
  const Fixture on(fourBar());
  Eigen::VectorXd a = on.v, torque = on.v;
  CHECK_THROWS_WITH(
      hybridDynamics<double>(on.tree, on.q, on.v, on.forces, {true, true}, on.work, a, torque),
      Catch::Matchers::Contains("isDriven has 2 entries"));
}

}  // namespace linkwork::test
