#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "dynamics/revolute_tree.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/kernels/plan.hpp"

// The fast path, compared with the general recursion. They share only the compiled tree.

namespace linkwork::test {
namespace {

using Kind = Plan::Segment::Kind;

/// H ÿ + C by the mass matrix and the general Newton–Euler recursion.
Eigen::VectorXd generalInverse(Fixture& on, const Eigen::VectorXd& a) {
  const Eigen::VectorXd torque = on.generalMass() * independentOf(on, a) + on.bias();
  Eigen::VectorXd spanning = Eigen::VectorXd::Zero(on.tree.velocitySize());
  for (const Cluster<double>& cluster : on.tree.clusters())
    for (int j = 0; j < cluster.dofs; ++j)
      spanning[independentVelocity(on.tree, cluster, j, on.work)] = torque[cluster.firstDof + j];
  return spanning;
}

/// Forces and accelerations have rounding errors relative to their size. Solving multiplies the
/// error by at most the condition number of the mass matrix.
void checkAgreement(Fixture& on) {
  const Eigen::MatrixXd mass = on.generalMass();
  // An entry is a sum of several hundred products. None is larger than √(H_ii H_jj).
  const Eigen::VectorXd size = mass.diagonal().cwiseSqrt();
  const Eigen::MatrixXd apart = on.mass() - mass;
  CHECK((apart.array() / (size * size.transpose()).array()).abs().maxCoeff() <= 1e-13);
  const double condition = conditionOf(mass);
  const Eigen::VectorXd general = on.generalForward();
  const Eigen::VectorXd fast = on.forward();
  CHECK((fast - general).norm() <= capped(1e-15 * (100 + condition)) * general.norm());
  const Eigen::VectorXd desired = generalInverse(on, general);
  const Eigen::VectorXd found = on.inverse(general);
  const double scale = mass.norm() * general.norm() + on.forces.torque.norm() + on.bias().norm();
  CHECK((found - desired).norm() <= 1e-13 * scale);
}

int generalClusters(const ClusterTree<double>& tree) {
  int count = 0;
  for (const Plan::Segment& segment : tree.plan()->segments())
    if (segment.kind == Kind::general) count += segment.last - segment.first;
  return count;
}

}  // namespace

TEST_CASE("the fast path agrees with the general recursion on trees of revolute joints") {
  const auto axes = GENERATE(Axes::perpendicular, Axes::skew, Axes::parallel, Axes::opposite,
                             Axes::nearlyParallel, Axes::coordinate);
  const bool isFloating = GENERATE(false, true);
  const int back = GENERATE(1, 4);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Fixture on(revoluteTree(seed, {.axes = axes, .isFloating = isFloating, .back = back}));
    shake(on, seed);
    CHECK(generalClusters(on.tree) == 0);
    checkAgreement(on);
  }
}

TEST_CASE("the fast path agrees with the general recursion on geared trees") {
  const bool areAxisymmetric = GENERATE(true, false);
  const bool isFloating = GENERATE(false, true);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Fixture on(revoluteTree(seed, {.axes = seed % 2 == 0 ? Axes::coordinate : Axes::skew,
                                   .isFloating = isFloating,
                                   .isGeared = true,
                                   .areAxisymmetric = areAxisymmetric,
                                   .back = 3}));
    shake(on, seed);
    CHECK(generalClusters(on.tree) == 0);
    // Axisymmetric rotors are lumped rotor inertias of their parents. Others are separate bodies.
    CHECK(on.tree.plan()->gears().size() == (areAxisymmetric ? 12 : 0));
    CHECK(on.tree.plan()->groups().size() == (areAxisymmetric ? 0 : 12));
    checkAgreement(on);
  }
}

TEST_CASE("the fast path and the general recursion agree on random mechanisms") {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    const RandomMechanism random = randomMechanism(seed);
    NamedState state = random.state;
    state.wrenches.clear();
    Fixture on(random.mechanism, state);
    INFO("seed " << seed);
    if (on.tree.degreesOfFreedom() == 0) continue;
    checkAgreement(on);
  }
}

TEST_CASE("rotors and massless cranks of differentials are lumped into their parents") {
  for (const Mechanism& mechanism :
       {differentialLeg(), telloHumanoid(), telloHumanoid({.base = RobotBase::fixed})}) {
    Fixture on(mechanism);
    const Plan& plan = *on.tree.plan();
    int lumped = 0, joints = 0;
    for (const Plan::Group& group : plan.groups()) {
      joints += group.numbers.last - group.numbers.first;
      lumped += group.numbers.memberCount;
    }
    lumped -= joints;
    // A leg: gimbal and thigh; shin, foot and the crank on the shin. Four rotors and the hip's two
    // cranks are lumped.
    const int legs = mechanism.name == "differential leg" ? 1 : 2;
    CHECK(joints == 5 * legs);
    CHECK(lumped == 6 * legs);
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      Random random(seed);
      const auto entry = [&] { return uniform(random, -0.2, 0.2); };
      Eigen::VectorXd rates = Eigen::VectorXd::NullaryExpr(on.tree.degreesOfFreedom(), entry);
      Eigen::VectorXd step(on.tree.velocitySize());
      on.q = on.tree.initialPosition();
      on.update();
      spanFromIndependent<double>(on.tree, rates, on.work, step);
      retract<double>(on.tree, on.tree.initialPosition(), step, on.q);
      closeLoops<double>(on.tree, on.work, on.q, on.v);
      on.update();
      rates *= 20;  // fast enough to make g as large as the other terms
      spanFromIndependent<double>(on.tree, rates, on.work, on.v);
      on.forces.torque =
          Eigen::VectorXd::NullaryExpr(on.tree.velocitySize(), [&] { return 5 * entry(); });
      checkAgreement(on);
    }
  }
}

/// Applies wrenches to a share of the bodies, rotors included.
void push(Fixture& on, std::uint64_t seed, double share) {
  Random random(seed);
  on.forces.hasWrenches = true;
  for (Vector6<double>& wrench : on.forces.wrenches) {
    wrench.setZero();
    if (uniform(random, 0, 1) > share) continue;
    wrench << randomVector(random, 5), randomVector(random, 5);
  }
}

TEST_CASE("wrenches on revolute joints agree with the general recursion") {
  const double share = GENERATE(0.1, 1.0);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto axes = GENERATE(Axes::perpendicular, Axes::skew, Axes::coordinate);
    Fixture on(revoluteTree(seed, {.axes = axes,
                                   .isFloating = seed % 2 == 0,
                                   .isGeared = seed % 3 == 0,
                                   .areAxisymmetric = seed % 4 != 0,
                                   .back = 3}));
    shake(on, seed);
    push(on, seed, share);
    checkAgreement(on);
  }
}

TEST_CASE("wrenches on every mechanism agree with the general recursion") {
  for (const std::string_view name : catalogueNames()) {
    INFO(std::string(name));
    Fixture on(catalogueMechanism(name));
    if (on.tree.degreesOfFreedom() == 0) continue;
    push(on, 1, 1);
    checkAgreement(on);
  }
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    INFO("seed " << seed);
    const RandomMechanism random = randomMechanism(seed);
    Fixture on(random.mechanism, random.state);
    if (on.tree.degreesOfFreedom() == 0) continue;
    push(on, seed, seed % 2 == 0 ? 1 : 0.2);
    checkAgreement(on);
  }
}

}  // namespace linkwork::test
