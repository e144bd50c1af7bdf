#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/dynamics.hpp"
#include "linkwork/errors.hpp"

/// The public API returns the results of the algorithms, in user order.
namespace linkwork::test {

TEST_CASE("a model's equations of motion hold in independent coordinates", "[dynamics]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    const Fixture on(mechanism, state);
    Model model(mechanism, state);
    const Eigen::VectorXd& q = model.initialPosition();
    const Eigen::VectorXd& v = model.initialVelocity();
    const Eigen::VectorXd tau = Eigen::VectorXd::LinSpaced(model.velocitySize(), -1, 2);
    const Eigen::VectorXd a = model.forwardDynamics(q, v, tau);
    const double scale = model.massMatrix(q).norm() * a.norm() + tau.norm();
    const double tolerance = solveTolerance(on, 100) * scale;
    // H ÿ + C = Gᵀ τ
    const Eigen::VectorXd left =
        model.massMatrix(q) * model.independent(q, a) + model.biasForce(q, v);
    CHECK((left - model.projectForces(q, tau)).norm() <= tolerance);
    // v = G ẏ, and ẏ are entries of v.
    const Eigen::VectorXd independent = model.independent(q, v);
    CHECK((model.spanning(q, independent) - v).norm() <= 1e-9 * v.norm());
    const std::vector<int> entries = model.independentVelocities(q);
    REQUIRE(static_cast<int>(entries.size()) == model.degreesOfFreedom());
    for (std::size_t i = 0; i < entries.size(); ++i)
      CHECK(independent[static_cast<Eigen::Index>(i)] == v[entries[i]]);
    // The forces from inverse dynamics are equivalent to the given forces.
    const Eigen::VectorXd found = model.inverseDynamics(q, v, a);
    CHECK((model.projectForces(q, found - tau)).norm() <= tolerance);
    CHECK(model.kineticEnergy(q, v) ==
          Approx(0.5 * independent.dot(model.massMatrix(q) * independent)).epsilon(1e-9));
  }
}

TEST_CASE("a model solves with its mass matrix, in full and by branches", "[dynamics]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    Model model(mechanism, state);
    const Eigen::VectorXd& q = model.initialPosition();
    const Eigen::MatrixXd mass = model.massMatrix(q);
    const Eigen::MatrixXd sparse = model.sparseMassMatrix(q);
    CHECK(sparse == Eigen::MatrixXd(mass.triangularView<Eigen::Upper>()));
    if (mass.rows() == 0) continue;
    const double tolerance = capped(100.0 * mass.rows() * epsilon * conditionOf(mass));
    const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(mass.rows(), mass.cols());
    CHECK(largest(model.inverseMassMatrix(q) * mass - one) <= tolerance);
    CHECK(largest(model.solveMassMatrix(q, mass) - one) <= tolerance);
  }
  Model model(randomMechanism(1).mechanism);
  CHECK_THROWS_AS(model.solveMassMatrix(model.initialPosition(),
                                        Eigen::MatrixXd(model.degreesOfFreedom() + 1, 1)),
                  MechanismError);
}

TEST_CASE("a model reads and writes vectors by name", "[dynamics]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    const Model model(mechanism, state);
    const Eigen::VectorXd& q = model.initialPosition();
    CHECK(model.position(model.namedPosition(q)).isApprox(q, 1e-9));
    for (const Joint& joint : mechanism.joints) {
      const JointPlace place = model.joint(joint.name);
      CHECK(mechanism.joints[static_cast<std::size_t>(place.index)].name == joint.name);
      const std::vector<double> numbers = model.namedPosition(q).at(joint.name);
      REQUIRE(static_cast<int>(numbers.size()) == place.positionSize);
      for (int i = 0; i < place.positionSize; ++i)
        CHECK(numbers[static_cast<std::size_t>(i)] == q[place.position + i]);
    }
    for (const Body& body : mechanism.bodies)
      CHECK(mechanism.bodies[static_cast<std::size_t>(model.body(body.name))].name == body.name);
  }
  Model model(randomMechanism(1).mechanism);
  CHECK_THROWS_AS(model.joint("no such joint"), MechanismError);
  CHECK_THROWS_AS(model.body("world"), MechanismError);
  CHECK_THROWS_AS(model.position({{"no such joint", {1}}}), MechanismError);
  CHECK_THROWS_AS(model.massMatrix(Eigen::VectorXd::Zero(model.positionSize() + 1)),
                  MechanismError);
  CHECK_THROWS_AS(model.biasForce(model.initialPosition(), Eigen::VectorXd()), MechanismError);
}

TEST_CASE("wrenches on a model's bodies agree with those of the mechanism", "[dynamics]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    Model model(mechanism, state);
    const Eigen::VectorXd& q = model.initialPosition();
    const Eigen::VectorXd& v = model.initialVelocity();
    const Eigen::VectorXd none = Eigen::VectorXd::Zero(model.velocitySize());
    // If every body has mass m, a force f at each center is equivalent to gravity g + f/m.
    const Eigen::Vector3d pull(0.3, -0.7, 0.2);
    Mechanism heavier = mechanism;
    heavier.gravity += pull;
    const std::vector<Transform<double>> poses = model.poses(q);
    std::vector<Vector6<double>> wrenches;
    for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
      const Eigen::Vector3d force = mechanism.bodies[i].mass * pull;
      Vector6<double> wrench;
      wrench << (poses[i] * mechanism.bodies[i].centerOfMass).cross(force), force;
      wrenches.push_back(wrench);
    }
    const Eigen::VectorXd expected = Model(heavier, state).forwardDynamics(q, v, none);
    const Fixture on(mechanism, state);
    CHECK((model.forwardDynamics(q, v, none, wrenches) - expected).norm() <=
          solveTolerance(on, 100) * expected.norm());
  }
}

}  // namespace linkwork::test
