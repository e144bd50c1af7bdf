#include <catch2/catch.hpp>

#include "dynamics/model_motion.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/errors.hpp"

namespace linkwork::test {
namespace {

/// Returns J along the directions of end-effectors, from the Jacobians of their frames.
Eigen::MatrixXd rowsOf(Model& model, const Eigen::VectorXd& q,
                       const std::vector<NamedEndEffector>& endEffectors) {
  Eigen::MatrixXd rows(0, model.degreesOfFreedom());
  for (const NamedEndEffector& named : endEffectors) {
    const Eigen::MatrixXd jacobian = model.jacobian(q, {named.body, named.frame}, named.axes);
    const Eigen::Index first = rows.rows();
    rows.conservativeResize(first + named.directions.cols(), Eigen::NoChange);
    rows.bottomRows(named.directions.cols()) = named.directions.transpose() * jacobian;
  }
  return rows;
}

}  // namespace

TEST_CASE("a model's operational-space inertia agrees with its Jacobians and mass matrix",
          "[dynamics][efpa]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const RandomMechanism random = randomMechanism(seed);
    ModelMotion on(random);
    if (on.coordinates.empty()) continue;
    Random numbers(seed);
    std::vector<NamedEndEffector> ends;
    for (const Body& body : on.model.mechanism().bodies) {
      ends.push_back({body.name, {randomVector(numbers, 1), randomRotation(numbers)}});
      ends.back().axes = ends.size() % 2 ? DirectionAxes::world : DirectionAxes::frame;
      ends.back().directions = Directions<double>::Random(6, 1 + static_cast<int>(seed % 3));
      if (ends.size() == 3) break;
    }
    const Eigen::MatrixXd inverse = on.model.inverseOperationalSpaceInertia(on.q, ends);
    const Eigen::MatrixXd rows = rowsOf(on.model, on.q, ends);
    const Eigen::MatrixXd expected = rows * on.model.massMatrix(on.q).llt().solve(rows.transpose());
    const Fixture fixture(random.mechanism, random.state);
    CHECK(largest(inverse - expected) <= solveTolerance(fixture) * largest(expected));

    const double condition = conditionOf(expected);
    if (!(condition > 0 && condition < 1e6)) continue;
    const Eigen::MatrixXd inertia = on.model.operationalSpaceInertia(on.q, ends);
    CHECK(largest(inertia * inverse - Eigen::MatrixXd::Identity(rows.rows(), rows.rows())) <=
          1e3 * epsilon * condition);
  }
}

TEST_CASE("dependent directions have no operational-space inertia", "[dynamics][efpa]") {
  Model model(fourBar());
  const Eigen::VectorXd& q = model.initialPosition();
  NamedEndEffector point{"coupler", {{0.25, 0, 0.2}}};
  CHECK_THROWS_WITH(model.operationalSpaceInertia(q, {point}),
                    Catch::Contains("5 of the 6 directions"));
  point.directions = Directions<double>::Identity(6, 4).rightCols<1>();  // along x
  const Eigen::MatrixXd inertia = model.operationalSpaceInertia(q, {point});
  const double lever = rowsOf(model, q, {point})(0, 0);
  CHECK(inertia(0, 0) == Approx(model.massMatrix(q)(0, 0) / (lever * lever)));
  CHECK_THROWS_WITH(model.operationalSpaceInertia(q, {{"world"}}),
                    Catch::StartsWith("endEffectors[0].body"));
}

}  // namespace linkwork::test
