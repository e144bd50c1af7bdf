#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/mass_matrix.hpp"

/// Inertias that motors reflect onto joints, set when a mechanism is compiled.
namespace linkwork::test {
namespace {

Eigen::MatrixXd massMatrixOf(const ClusterTree<double>& tree, const Eigen::VectorXd& q) {
  Workspace<double> work(tree);
  Eigen::MatrixXd mass(tree.degreesOfFreedom(), tree.degreesOfFreedom());
  massMatrix(tree, q, work, mass);
  return mass;
}

}  // namespace

TEST_CASE("reflected inertias are added to the mass matrix's diagonal only", "[dynamics]") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(
        seed, {.bodies = 6, .gears = 0, .loops = 0, .passiveForces = false, .isFloating = false});
    const ClusterTree<double> plain = compile(mechanism, state);
    std::vector<double> inertias(mechanism.joints.size(), 0);
    Eigen::VectorXd expected = Eigen::VectorXd::Zero(plain.degreesOfFreedom());
    for (int i = 0; i < static_cast<int>(plain.bodies().size()); ++i) {
      const TreeBody<double>& body = plain.body(i);
      if (body.velocities != 1) continue;
      const double inertia = 0.1 + 0.05 * i;
      inertias[static_cast<std::size_t>(body.mechanismJoint)] = inertia;
      expected[plain.clusterOf(body).firstDof] = inertia;
    }
    const ClusterTree<double> geared = compile(mechanism, state, inertias);
    const Eigen::MatrixXd before = massMatrixOf(plain, plain.initialPosition());
    const Eigen::MatrixXd after = massMatrixOf(geared, geared.initialPosition());
    // The same sums in the same order, with one more term.
    CHECK((after - before - Eigen::MatrixXd(expected.asDiagonal())).norm() <=
          8 * epsilon * after.norm());
  }
}

}  // namespace linkwork::test
