#include <catch2/catch.hpp>

#include "dynamics/operational_fixture.hpp"
#include "linkwork/catalogue.hpp"

namespace linkwork::test {
namespace {

/// Calls `check(fixture, operational space)` on random mechanisms with up to seven end-effectors.
template <typename Check>
void onRandomSpaces(Check&& check) {
  for (std::uint64_t seed = 1; seed <= 240; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    const Fixture on(mechanism, state);
    if (on.tree.degreesOfFreedom() == 0) continue;
    Random random(seed);
    OperationalSpace<double> space(on.tree,
                                   randomEndEffectors(on, random, 1 + static_cast<int>(seed % 7)));
    check(on, space);
  }
}

/// Rounding of Λ⁻¹ and of its product with forces of size one.
double inertiaTolerance(const Fixture& on, const Eigen::MatrixXd& inverse) {
  return solveTolerance(on) * largest(inverse);
}

}  // namespace

TEST_CASE("the inverse operational-space inertia is J H⁻¹ Jᵀ", "[dynamics][efpa]") {
  onRandomSpaces([](const Fixture& on, OperationalSpace<double>& space) {
    const Eigen::MatrixXd inverse = inverseInertia(on, space);
    const Eigen::MatrixXd jacobian = jacobianOf(on, space);
    const Eigen::MatrixXd expected = jacobian * on.mass().llt().solve(jacobian.transpose());
    CHECK((inverse - expected).cwiseAbs().maxCoeff() <= inertiaTolerance(on, expected));
  });
}

TEST_CASE("the inverse operational-space inertia is symmetric and positive semidefinite",
          "[dynamics][efpa]") {
  onRandomSpaces([](const Fixture& on, OperationalSpace<double>& space) {
    const Eigen::MatrixXd inverse = inverseInertia(on, space);
    CHECK((inverse - inverse.transpose()).norm() == 0);
    const double least =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(inverse).eigenvalues().minCoeff();
    CHECK(least >= -1e2 * epsilon * inverse.norm());
  });
}

TEST_CASE("blocks of the inverse inertia do not depend on other end-effectors",
          "[dynamics][efpa]") {
  onRandomSpaces([](const Fixture& on, OperationalSpace<double>& space) {
    const Eigen::MatrixXd inverse = inverseInertia(on, space);
    int row = 0;
    for (const EndEffector<double>& endEffector : space.endEffectors) {
      OperationalSpace<double> alone(on.tree, {endEffector});
      const Eigen::MatrixXd block = inverse.block(row, row, alone.rows, alone.rows);
      CHECK((inverseInertia(on, alone) - block).cwiseAbs().maxCoeff() <=
            inertiaTolerance(on, inverse));
      row += alone.rows;
    }
  });
}

TEST_CASE("the fast path for revolute joints gives the same inverse inertia", "[dynamics][efpa]") {
  onRandomSpaces([](const Fixture& on, OperationalSpace<double>& space) {
    const Eigen::MatrixXd inverse = inverseInertia(on, space);
    Eigen::MatrixXd general(space.rows, space.rows);
    eliminateInertias<double>(on.tree, on.work);
    inverseOperationalSpaceInertia<double>(on.tree, on.work, space, general);
    CHECK((inverse - general).cwiseAbs().maxCoeff() <= inertiaTolerance(on, general));
  });
}

TEST_CASE("end-effectors that share only the ground are decoupled", "[dynamics][efpa]") {
  Mechanism two = chain({.links = 3});
  const Mechanism other = two;
  for (Body body : other.bodies) two.bodies.push_back((body.name += " of the other", body));
  for (Joint joint : other.joints) {
    joint.name += " of the other";
    if (joint.parent != worldName) joint.parent += " of the other";
    joint.child += " of the other";
    two.joints.push_back(joint);
  }
  const Fixture on(two);
  const int tip = on.tree.treeBody(2), otherTip = on.tree.treeBody(5), middle = on.tree.treeBody(1);
  OperationalSpace<double> space(on.tree, {{tip, {}}, {otherTip, {}}, {middle, {}}});
  const Eigen::MatrixXd inverse = inverseInertia(on, space);
  CHECK(inverse.block(0, 6, 6, 6).norm() == 0);
  CHECK(inverse.block(12, 6, 6, 6).norm() == 0);
  CHECK(inverse.block(0, 12, 6, 6).norm() > 0);
  CHECK(inverse.block(6, 6, 6, 6).norm() > 0);
}

TEST_CASE("a test force changes accelerations as in forward dynamics", "[dynamics][efpa]") {
  onRandomSpaces([](const Fixture& on, OperationalSpace<double>& space) {
    Random random(space.rows);
    Eigen::VectorXd force(space.rows), change(on.tree.velocitySize()), response(space.rows);
    for (double& entry : force) entry = uniform(random, -1, 1);
    on.update();
    eliminateInertias<double>(on.tree, on.work);
    applyTestForce<double>(on.tree, on.work, space, force, change, response);

    AppliedForces<double> pushed = on.forces;
    pushed.hasWrenches = true;
    on.update();
    int row = 0;
    for (const EndEffector<double>& endEffector : space.endEffectors) {
      const Vector6<double> wrench =
          endEffector.directions * force.segment(row, endEffector.rows());
      row += endEffector.rows();
      pushed.wrenches[static_cast<std::size_t>(endEffector.body)] +=
          on.work.of(endEffector.body)
              .pose.wrenchToParent(frameOn(on.tree, endEffector, on.work).wrenchToParent(wrench));
    }
    const Eigen::VectorXd with = on.forward(pushed), without = on.forward();
    // The difference of two accelerations has the rounding errors of both.
    const double scale = std::max(largest(with), largest(change));
    CHECK((with - without - change).cwiseAbs().maxCoeff() <= solveTolerance(on) * scale);

    const Eigen::MatrixXd inverse = inverseInertia(on, space);
    CHECK((inverse * force - response).cwiseAbs().maxCoeff() <= inertiaTolerance(on, inverse));
  });
}

TEST_CASE("invalid end-effectors are refused", "[dynamics][efpa]") {
  const Fixture on(chain({.links = 3}));
  CHECK_THROWS_AS(OperationalSpace<double>(on.tree, {{3, {}}}), std::invalid_argument);
  CHECK_THROWS_AS(OperationalSpace<double>(on.tree, {{-1, {}}}), std::invalid_argument);
  OperationalSpace<double> space(on.tree, {{2, {}}});
  Eigen::MatrixXd tooSmall(5, 5);
  CHECK_THROWS_AS(inverseOperationalSpaceInertia<double>(on.tree, on.q, on.work, space, tooSmall),
                  std::invalid_argument);
  OperationalSpace<double> empty(on.tree, {});
  CHECK(inverseInertia(on, empty).size() == 0);
}

}  // namespace linkwork::test
