#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/revolute_tree.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/kernels/plan.hpp"

namespace linkwork::test {

TEST_CASE("the mass matrix can be written into a block of a larger matrix, without other changes",
          "[dynamics]") {
  for (const bool isFloating : {false, true}) {
    Fixture on(revoluteTree(3, {.joints = 9, .isFloating = isFloating, .back = 4}));
    shake(on, 3);
    const Eigen::Index n = on.tree.degreesOfFreedom();
    Eigen::MatrixXd larger = Eigen::MatrixXd::Constant(n + 5, n + 2, 7);
    massMatrix(on.tree, on.q, on.work, larger.block(2, 1, n, n));
    CHECK(largest(larger.block(2, 1, n, n) - on.mass()) == 0);
    larger.block(2, 1, n, n).setConstant(7);
    CHECK(larger == Eigen::MatrixXd::Constant(n + 5, n + 2, 7));
  }
}

TEST_CASE("the mass matrix uses velocities of rotors if these are heavier than their links",
          "[dynamics]") {
  Fixture on(gearedChain({.links = 4, .rotorMass = 20}));
  shake(on, 1);
  double slowest = 1;
  for (const kernels::Drive& drive : on.tree.plan()->drives())
    slowest = std::min(slowest, std::abs(drive.ratio));
  CHECK(slowest < 1);
  CHECK(largest(on.mass() - on.generalMass()) <= 1e-13 * largest(on.mass()));
}

}  // namespace linkwork::test
