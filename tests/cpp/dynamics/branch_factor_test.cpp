#include "linkwork/dynamics/branch_factor.hpp"

#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "dynamics/revolute_tree.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "simulation/allocation_counter.hpp"

namespace linkwork::test {
namespace {

/// Checks H⁻¹ H = 1 and H⁻¹ (H x) = x. The condition of H amplifies the rounding of its factor.
void checkInverse(const Fixture& on) {
  const int m = on.tree.degreesOfFreedom();
  const Eigen::MatrixXd mass = on.mass();
  BranchFactor factor(on.tree);
  REQUIRE(factor.factor(mass));
  Eigen::MatrixXd inverse(m, m), x(m, 3);
  factor.invert(inverse);
  const Eigen::MatrixXd wanted = Eigen::MatrixXd::NullaryExpr(
      m, 3, [](Eigen::Index row, Eigen::Index column) { return std::sin(3.0 * row + column); });
  x = mass * wanted;
  factor.solve(x);
  Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(8, m);  // in blocks of eight
  rows.topRows(3) = (mass * wanted).transpose();
  factor.solveTransposed(rows);
  const double tolerance = capped(100 * m * epsilon * conditionOf(mass));
  CHECK(largest(inverse * mass - Eigen::MatrixXd::Identity(m, m)) <= tolerance);
  CHECK(largest(x - wanted) <= tolerance * largest(wanted));
  CHECK(rows.topRows(3) == x.transpose());
  CHECK(rows.bottomRows(5).isZero(0));
  CHECK(inverse == inverse.transpose());
}

/// Checks that the mass matrix by branches has the entries of the full one. Omitted entries are
/// zero.
void checkBranches(const Fixture& on) {
  BranchMatrix mass(on.tree);
  massMatrix(on.tree, on.q, on.work, mass);
  const Eigen::MatrixXd upper = on.mass().triangularView<Eigen::Upper>();
  CHECK(Eigen::MatrixXd(mass.upper()) == upper);
}

}  // namespace

TEST_CASE("the mass matrix by branches is the full one without its zeros", "[dynamics]") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    checkBranches(Fixture(mechanism, state));
  }
  for (const int back : {1, 3, 8}) {
    CAPTURE(back);
    checkBranches(Fixture(revoluteTree(9, {.joints = 30, .isFloating = true, .back = back})));
  }
  for (const std::string_view name : catalogueNames()) {
    CAPTURE(name);
    checkBranches(Fixture(catalogueMechanism(name)));
  }
}

TEST_CASE("the number of a tree's branches is the depth of its dofs", "[dynamics]") {
  BranchMatrix branches(compile(chain({.links = 40})));
  CHECK(branches.count() == 40 * 41 / 2);
  const Fixture other(revoluteTree(2, {.joints = 4}));
  CHECK_THROWS_AS(massMatrix(other.tree, other.q, other.work, branches), std::invalid_argument);
}

TEST_CASE("the factor by branches inverts mass matrices", "[dynamics]") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    const Fixture on(mechanism, state);
    if (on.tree.degreesOfFreedom() > 0) checkInverse(on);
  }
  for (const int back : {1, 3, 8}) {
    CAPTURE(back);
    checkInverse(Fixture(revoluteTree(9, {.joints = 30, .isFloating = true, .back = back})));
  }
}

TEST_CASE("the factor by branches refuses matrices that are not positive definite", "[dynamics]") {
  const Fixture on(revoluteTree(2, {.joints = 6}));
  Eigen::MatrixXd mass = on.mass();
  mass(3, 3) = -1;
  CHECK_FALSE(BranchFactor(on.tree).factor(mass));
}

TEST_CASE("the factor by branches allocates nothing", "[dynamics]") {
  if (!allocationsAreCounted) {
    WARN("skipped: allocations are not counted in this build");
    return;
  }
  const Fixture on(revoluteTree(2, {.joints = 6}));
  const MatrixX<double> mass = on.mass();
  BranchFactor factor(on.tree);
  Eigen::MatrixXd inverse(6, 6);
  CHECK(allocationsIn([&] {
          factor.factor(mass);
          factor.invert(inverse);
          factor.solve(inverse);
        }) == 0);
}

}  // namespace linkwork::test
