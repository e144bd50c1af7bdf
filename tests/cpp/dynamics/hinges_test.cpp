#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/hinge_tree.hpp"
#include "dynamics/random_mechanism.hpp"
#include "linkwork/dynamics/hinges/plan.hpp"

// The fast path against the general recursion, which shares with it nothing but the compiled tree.

namespace linkwork::test {
namespace {

using Kind = Plan::Segment::Kind;

Eigen::VectorXd generalForward(const Fixture& on) {
  Eigen::VectorXd a(on.tree.velocitySize());
  updateKinematics<double>(on.tree, on.q, on.v, on.work);
  applyForces<double>(on.tree, on.q, on.v, on.forces, on.work);
  articulate<double>(on.tree, on.work, a);
  return a;
}

/// The general inverse dynamics: wrenches on bodies, though zero, keep off the fast path.
Eigen::VectorXd generalInverse(Fixture& on, const Eigen::VectorXd& a) {
  on.forces.hasWrenches = true;
  const Eigen::VectorXd torque = on.inverse(a);
  on.forces.hasWrenches = false;
  return torque;
}

/// Forces and accelerations round at their own size; solving multiplies the error by the condition
/// of the mass matrix at most.
void checkAgreement(Fixture& on) {
  const Eigen::MatrixXd mass = on.mass();
  const Eigen::VectorXd singular = mass.jacobiSvd().singularValues();
  const double condition = singular[0] / singular[singular.size() - 1];
  const Eigen::VectorXd general = generalForward(on);
  const Eigen::VectorXd fast = on.forward();
  CHECK((fast - general).norm() <= 1e-15 * (100 + condition) * general.norm());
  const Eigen::VectorXd desired = generalInverse(on, general);
  const Eigen::VectorXd found = on.inverse(general);
  const double scale = desired.norm() + on.forces.torque.norm() + on.bias().norm();
  CHECK((found - desired).norm() <= 1e-13 * scale);
}

int generalClusters(const ClusterTree<double>& tree) {
  int count = 0;
  for (const Plan::Segment& segment : tree.plan()->segments())
    if (segment.kind == Kind::general) count += segment.last - segment.first;
  return count;
}

}  // namespace

TEST_CASE("the fast path agrees with the general recursion on trees of hinges") {
  const auto axes = GENERATE(Axes::perpendicular, Axes::skew, Axes::parallel, Axes::opposite,
                             Axes::nearlyParallel, Axes::coordinate);
  const bool isFloating = GENERATE(false, true);
  const int back = GENERATE(1, 4);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Fixture on(hingeTree(seed, {.axes = axes, .isFloating = isFloating, .back = back}));
    shake(on, seed);
    CHECK(generalClusters(on.tree) == 0);
    checkAgreement(on);
  }
}

TEST_CASE("the fast path agrees with the general recursion on geared trees") {
  const bool areAxisymmetric = GENERATE(true, false);
  const bool isFloating = GENERATE(false, true);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Fixture on(hingeTree(seed, {.axes = seed % 2 == 0 ? Axes::coordinate : Axes::skew,
                                .isFloating = isFloating,
                                .isGeared = true,
                                .areAxisymmetric = areAxisymmetric,
                                .back = 3}));
    shake(on, seed);
    CHECK(generalClusters(on.tree) == 0);
    // Axisymmetric rotors ride on their carriers as dead weight, others are bodies of their own.
    CHECK(on.tree.plan()->gears().size() == (areAxisymmetric ? 12 : 0));
    CHECK(on.tree.plan()->groups().size() == (areAxisymmetric ? 0 : 12));
    checkAgreement(on);
  }
}

TEST_CASE("the fast path and the general recursion meet in random mechanisms") {
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

}  // namespace linkwork::test
