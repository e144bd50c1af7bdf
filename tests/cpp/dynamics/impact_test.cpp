#include <catch2/catch.hpp>

#include "dynamics/operational_fixture.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/queries/impact.hpp"

namespace linkwork::test {
namespace {

struct Impact {
  ImpactRows<double> contacts;
  Eigen::VectorXd impulse, jump;
  int rank = 0;

  Impact(const Fixture& on, const std::vector<EndEffector<double>>& endEffectors,
         double restitution)
      : contacts(on.tree, endEffectors),
        impulse(contacts.space.rows),
        jump(on.tree.velocitySize()) {
    rank = collide<double>(on.tree, on.q, on.v,
                           Eigen::VectorXd::Constant(contacts.space.rows, restitution), on.work,
                           contacts, impulse, jump);
  }

  Eigen::VectorXd velocityAfter(Fixture on) const {
    on.v += jump;
    on.update();
    Eigen::VectorXd rows(contacts.space.rows);
    velocityAlongRows<double>(on.tree, on.work, contacts.space, rows);
    return rows;
  }
};

template <typename Check>
void onRandomImpacts(Check&& check) {
  for (std::uint64_t seed = 1; seed <= 240; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    const Fixture on(mechanism, state);
    if (on.tree.degreesOfFreedom() == 0) continue;
    Random random(seed);
    // With up to seven end-effectors there are more rows than dofs, and many rows are dependent.
    const auto endEffectors = randomEndEffectors(on, random, 1 + static_cast<int>(seed % 7));
    for (const double restitution : {0.0, 0.3, 1.0}) {
      const Impact impact(on, endEffectors, restitution);
      check(on, impact, restitution);
    }
  }
}

/// Tolerance of the solver's rank decision: it drops rows within its tolerance.
double impactTolerance(const Fixture& on, const Impact& impact) {
  const double size = std::max(largest(impact.contacts.before), largest(impact.jump));
  return size * (1e-6 + solveTolerance(on));
}

}  // namespace

TEST_CASE("after an impact, contacts have the prescribed velocities", "[dynamics][impact]") {
  onRandomImpacts([](const Fixture& on, const Impact& impact, double restitution) {
    const Eigen::VectorXd after = impact.velocityAfter(on);
    CHECK((after + restitution * impact.contacts.before).cwiseAbs().maxCoeff() <=
          impactTolerance(on, impact));
    CHECK(impact.rank <= on.tree.degreesOfFreedom());
  });
}

TEST_CASE("an impact changes the kinetic energy by ½ pᵀ J (v⁻ + v⁺)", "[dynamics][impact]") {
  onRandomImpacts([](const Fixture& on, const Impact& impact, double restitution) {
    Fixture moved = on;
    moved.v += impact.jump;
    const double before = on.kinetic(), after = moved.kinetic();
    const double worked =
        0.5 * impact.impulse.dot(impact.contacts.before + impact.velocityAfter(on));
    const double scale = before + after + impact.impulse.cwiseAbs().sum();
    CHECK(std::abs(after - before - worked) <= impactTolerance(on, impact) * scale);
    CHECK(after - before <= impactTolerance(on, impact) * scale);
    if (restitution == 1) CHECK(std::abs(after - before) <= impactTolerance(on, impact) * scale);
  });
}

TEST_CASE("two equal contacts share the impulse evenly", "[dynamics][impact]") {
  Fixture on(chain({.links = 4}));
  on.v = Eigen::VectorXd::LinSpaced(on.tree.velocitySize(), 0.5, 2);
  on.update();
  const auto tip = EndEffector<double>::atPoint(on.tree.treeBody(3), {0.1, 0, -0.3});
  const Impact once(on, {tip}, 0.5), twice(on, {tip, tip}, 0.5);
  CHECK(twice.rank == once.rank);
  const double tolerance = 1e-12 * once.impulse.norm();
  CHECK((twice.impulse.head(3) - 0.5 * once.impulse).norm() <= tolerance);
  CHECK((twice.impulse.tail(3) - 0.5 * once.impulse).norm() <= tolerance);
  CHECK((twice.jump - once.jump).norm() <= 1e-12 * once.jump.norm());
}

TEST_CASE("a contact that cannot move takes no impulse", "[dynamics][impact]") {
  Fixture on(chain({.links = 2}));
  on.v.setOnes();
  on.update();
  // The joints of the chain turn about y: nothing moves along y.
  EndEffector<double> sideways = EndEffector<double>::atPoint(on.tree.treeBody(1), {0, 0, -0.1});
  sideways.directions = Vector6<double>::Unit(4);
  const Impact impact(on, {sideways}, 1);
  CHECK(impact.rank == 0);
  CHECK(impact.impulse.norm() == 0);
  CHECK(impact.jump.norm() == 0);
}

TEST_CASE("contradictory contact velocities have a least-squares solution", "[dynamics][impact]") {
  const Fixture on(chain({.links = 3}));
  EndEffector<double> down = EndEffector<double>::atPoint(on.tree.treeBody(2), {0.2, 0, -0.1});
  down.directions = Vector6<double>::Unit(5);
  ImpactRows<double> contacts(on.tree, {down, down});
  contacts.desired << 1, 3;
  Eigen::VectorXd impulse(2), jump(on.tree.velocitySize());
  on.update();
  eliminateInertias<double>(on.tree, on.work);
  CHECK(contactImpulse<double>(on.tree, on.work, contacts, impulse, jump) == 1);
  CHECK(contacts.achieved[0] == Approx(2));
  CHECK(contacts.achieved[1] == Approx(2));
}

}  // namespace linkwork::test
