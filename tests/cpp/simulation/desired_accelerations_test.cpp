#include "linkwork/simulation/desired_accelerations.hpp"

#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"

namespace linkwork::test {

TEST_CASE("the accelerations of some joints determine those of coupled joints", "[simulation]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    const Fixture on(mechanism, state);
    const Eigen::VectorXd a = on.forward();
    const JointValues all = namedVelocity(mechanism, a);
    on.update();
    const Eigen::VectorXd same = desiredAccelerations(mechanism, on.tree, all, on.work);
    CHECK((same - a).lpNorm<Eigen::Infinity>() <= 1e-7 * a.lpNorm<Eigen::Infinity>());
  }
}

TEST_CASE("a gear's acceleration can be given by either of its joints", "[simulation]") {
  const auto [mechanism, state] =
      randomMechanism(5, {.bodies = 8, .gears = 1, .loops = 0, .passiveForces = false});
  REQUIRE(mechanism.couplings.size() == 1);
  const Fixture on(mechanism, state);
  for (const CouplingTerm& term : mechanism.couplings[0].terms) {
    const Eigen::VectorXd a =
        desiredAccelerations(mechanism, on.tree, {{term.joint, {2.0}}}, on.work);
    const JointValues named = namedVelocity(mechanism, a);
    CHECK(named.at(term.joint)[0] == Approx(2.0));
    double sum = 0;
    for (const CouplingTerm& each : mechanism.couplings[0].terms)
      sum += each.coefficient * named.at(each.joint)[0];
    CHECK(std::abs(sum) <= 1e-12);
  }

  JointValues impossible;
  for (const CouplingTerm& term : mechanism.couplings[0].terms)
    impossible[term.joint] = {std::copysign(1.0, term.coefficient)};
  CHECK_THROWS_AS(desiredAccelerations(mechanism, on.tree, impossible, on.work), MechanismError);
}

}  // namespace linkwork::test
