#include <catch2/catch.hpp>

#include "dynamics/operational_fixture.hpp"
#include "papers/clusters/projection.hpp"

namespace linkwork::test {

TEST_CASE("projection and force propagators give the same inverse operational-space inertia",
          "[dynamics][papers]") {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    const Fixture on(mechanism, state);
    if (on.tree.degreesOfFreedom() == 0) continue;
    Random random(seed);
    OperationalSpace<double> space(on.tree,
                                   randomEndEffectors(on, random, 1 + static_cast<int>(seed % 7)));
    const Eigen::MatrixXd expected = inverseInertia(on, space);
    Eigen::MatrixXd inverse(space.rows, space.rows);
    papers::Projection(on.tree).inverseOperationalSpaceInertia(on.q, space, inverse);
    CHECK((inverse - expected).cwiseAbs().maxCoeff() <= solveTolerance(on) * largest(expected));
  }
}

}  // namespace linkwork::test
