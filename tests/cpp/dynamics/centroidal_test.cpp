#include <algorithm>
#include <catch2/catch.hpp>

#include "dynamics/model_motion.hpp"
#include "linkwork/errors.hpp"

namespace linkwork::test {
namespace {

Vector6<double> about(const Eigen::Vector3d& point, Vector6<double> wrench) {
  wrench.head<3>() -= point.cross(wrench.tail<3>());
  return wrench;
}

}  // namespace

TEST_CASE(
    "the centroidal matrix maps independent velocities to the momentum about the center of mass",
    "[dynamics][centroidal]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const RandomMechanism random = randomMechanism(seed);
    ModelMotion on(random);
    Fixture fixture(random.mechanism, random.state);
    fixture.q = on.q, fixture.v = on.v;
    fixture.update();
    const Eigen::Vector3d center = on.model.centerOfMass(on.q);
    const Vector6<double> expected = about(center, momentum(fixture.tree, fixture.work));
    const Eigen::MatrixXd matrix = on.model.centroidalMomentumMatrix(on.q);
    const double scale = largest(matrix) * largest(on.velocity) +
                         largest(momentum(fixture.tree, fixture.work)) * (1 + center.norm());
    const double tolerance = 1e3 * epsilon * on.reach * scale;
    CHECK(largest(matrix * on.velocity - expected) <= tolerance);
    CHECK(largest(on.model.centroidalMomentum(on.q, on.v) - expected) <= tolerance);
    CHECK(largest(on.model.mass() * on.model.centerOfMassJacobian(on.q) * on.velocity -
                  expected.tail<3>()) <= tolerance);
  }
}

TEST_CASE(
    "the rates of the center of mass and of the centroidal momentum agree with time differences",
    "[dynamics][centroidal]") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    ModelMotion on(seed);
    Model& model = on.model;
    const double speed = 1 + largest(on.v);
    const double tolerance = capped(1e-8 * on.reach * on.reach);
    const Eigen::MatrixXd matrix = model.centroidalMomentumMatrix(on.q);
    const double scale = (1 + largest(matrix)) * speed * speed;

    CHECK(largest(on.rateOf([&](const auto& state) { return model.centerOfMass(state.q); }) -
                  model.centerOfMassVelocity(on.q, on.v)) <= tolerance * scale);
    CHECK(largest(on.rateOf([&](const auto& state) {
            return model.centerOfMassVelocity(state.q, state.v);
          }) - model.centerOfMassAcceleration(on.q, on.v, on.a)) <= tolerance * scale);
    CHECK(largest(on.rateOf([&](const auto& state) {
            return model.centroidalMomentum(state.q, state.v);
          }) - model.centroidalMomentumRate(on.q, on.v, on.a)) <= tolerance * scale);

    const Eigen::MatrixXd rate = model.centroidalMomentumMatrixRate(on.q, on.v);
    CHECK(largest(on.rateOf([&](const auto& state) {
            return (model.centroidalMomentumMatrix(state.q) * on.toCoordinatesHere(state.q)).eval();
          }) - rate) <= tolerance * scale);
    CHECK(largest(matrix * on.acceleration + rate * on.velocity -
                  model.centroidalMomentumRate(on.q, on.v, on.a)) <=
          capped(1e3 * epsilon * on.reach * on.reach * on.reach) * scale);
    CHECK(largest(model.centerOfMassJacobianRate(on.q, on.v) * model.mass() -
                  rate.bottomRows<3>()) <= 1e-12 * scale);
  }
}

TEST_CASE("only gravity and wrenches change the momentum of a floating mechanism",
          "[dynamics][centroidal]") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    const RandomMechanism random =
        randomMechanism(seed, {.bodies = 7, .gears = 1, .loops = 1, .isFloating = true});
    const auto isTied = [](const Loop& loop) {
      return loop.parent == worldName || loop.child == worldName;
    };
    if (std::any_of(random.mechanism.loops.begin(), random.mechanism.loops.end(), isTied)) continue;
    ModelMotion on(random);
    Random numbers(seed);
    const Eigen::Vector3d center = on.model.centerOfMass(on.q);
    Vector6<double> expected = Vector6<double>::Zero();
    expected.tail<3>() = on.model.mass() * random.mechanism.gravity;
    std::vector<Vector6<double>> wrenches;
    for (std::size_t i = 0; i < random.mechanism.bodies.size(); ++i) {
      wrenches.emplace_back();
      wrenches.back() << randomVector(numbers, 1), randomVector(numbers, 1);
      expected += about(center, wrenches.back());
    }
    const Eigen::VectorXd tau = Eigen::VectorXd::Zero(on.model.velocitySize());
    const Eigen::VectorXd a = on.model.forwardDynamics(on.q, on.v, tau, wrenches);
    const Fixture fixture(random.mechanism, random.state);
    CHECK(largest(on.model.centroidalMomentumRate(on.q, on.v, a) - expected) <=
          solveTolerance(fixture, 10) * (largest(expected) + largest(a) * on.model.mass()));
  }
}

TEST_CASE("a mechanism without mass has no center of mass", "[dynamics][centroidal]") {
  Mechanism mechanism;
  mechanism.bodies.emplace_back().name = "flywheel";
  mechanism.bodies[0].mass = 0;
  mechanism.bodies[0].inertia = {1, 1, 1, 0, 0, 0};
  Joint& joint = mechanism.joints.emplace_back();
  joint.type = JointType::revolute;
  joint.name = "axle", joint.parent = "world", joint.child = "flywheel";
  Model model(mechanism);
  CHECK(model.mass() == 0);
  CHECK_THROWS_AS(model.centerOfMass(model.initialPosition()), MechanismError);
  CHECK_THROWS_AS(model.centroidalMomentumMatrix(model.initialPosition()), MechanismError);
}

}  // namespace linkwork::test
