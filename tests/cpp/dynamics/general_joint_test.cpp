#include <algorithm>
#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "dynamics/tolerance.hpp"
#include "joints/function_scenes.hpp"
#include "joints/written_out.hpp"
#include "linkwork/dynamics/derivatives.hpp"
#include "linkwork/simulation.hpp"
#include "papers/methods.hpp"
#include "simulation/flat.hpp"

/// Function joints agree with the built-in joints that they reproduce.
namespace linkwork::test {
namespace {

/// Rounding of two computations of the same values, several hundred operations, through H and G.
void requireEqual(const Fixture& on, const Fixture& copy) {
  const double tolerance = solveTolerance(on);
  CHECK(copy.tree.degreesOfFreedom() == on.tree.degreesOfFreedom());
  CHECK(copy.kinetic() == Approx(on.kinetic()).epsilon(1e-12));
  CHECK(copy.potential() == Approx(on.potential()).epsilon(1e-12));
  const Eigen::VectorXd a = on.forward();
  CHECK(test::difference(copy.forward(), a) < tolerance);
  // Inverse dynamics of the copy: the applied torques suffice, and no more are needed.
  CHECK(independentOf(copy, copy.inverse(a)).norm() < 1e-9 * a.norm() * copy.mass().norm());
}

}  // namespace

TEST_CASE("built-in joints and their function copies move trees and loops alike", "[dynamics]") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    const Fixture on(mechanism, state);
    requireEqual(on, Fixture(writtenOut(mechanism, Writing::expressions), state));
    requireEqual(on, Fixture(writtenOut(mechanism, Writing::function), state));
  }
}

TEST_CASE("built-in joints and their function copies have the same derivatives", "[dynamics]") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    const Fixture on(mechanism, state);
    const Fixture copy(
        writtenOut(mechanism, seed % 2 == 0 ? Writing::expressions : Writing::function), state);
    const auto derivativesOf = [](const Fixture& of) {
      DerivativesWorkspace work(of.tree);
      ForwardDynamicsDerivatives forward(of.tree);
      forwardDynamicsDerivatives(of.tree, of.q, of.v, of.forces, work, forward);
      return forward;
    };
    const ForwardDynamicsDerivatives here = derivativesOf(on), there = derivativesOf(copy);
    REQUIRE(here.coordinates == there.coordinates);
    const double tolerance = solveTolerance(on, 100);
    const auto gap = [](const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
      return (a - b).norm() / b.norm();
    };
    CHECK(gap(there.position, here.position) < tolerance);
    CHECK(gap(there.velocity, here.velocity) < tolerance);
    CHECK(gap(there.torque, here.torque) < tolerance);
  }
}

TEST_CASE("all methods find the same accelerations of function joints", "[dynamics]") {
  for (auto [name, mechanism] : functionScenes()) {
    mechanism.joints[0].stiffness = 2;
    mechanism.joints[0].damping = 0.3;
    mechanism.joints[0].friction = 0.2;
    const Fixture on(mechanism, mechanism.initialState);
    const Eigen::VectorXd a = on.forward();
    for (const papers::Method& method : papers::methods) {
      if (!method.isExact) continue;
      INFO(name << " by " << method.name);
      Eigen::VectorXd other(on.tree.velocitySize());
      method.make(on.mechanism, on.tree)->forwardDynamics(on.q, on.v, on.forces, other);
      CHECK(test::difference(other, a) < solveTolerance(on));
    }
  }
}

TEST_CASE("built-in joints and their function copies have the same reactions", "[dynamics]") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    const Fixture on(mechanism, state);
    // If loops constrain a body redundantly, the distribution of reactions is a choice.
    const auto isRedundant = [](const Cluster<double>& cluster) {
      return cluster.constraint && cluster.constraint->rank < cluster.constraint->rows;
    };
    const auto& clusters = on.tree.clusters();
    if (std::any_of(clusters.begin(), clusters.end(), isRedundant)) continue;
    const double tolerance = solveTolerance(on, 10);
    Simulation one(mechanism, {}, state);
    Simulation copy(writtenOut(mechanism, Writing::expressions), {}, state);
    CHECK(test::difference(vectorOf(copy.reactions()), vectorOf(one.reactions())) < tolerance);
  }
}

}  // namespace linkwork::test
