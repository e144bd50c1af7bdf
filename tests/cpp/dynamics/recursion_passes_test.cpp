#include <catch2/catch.hpp>

#include "dynamics/random_mechanism.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/dynamics.hpp"

/// Intermediate results of the recursion's passes, checked with the laws for bodies and clusters.
namespace linkwork::test {
namespace {

/// Returns the inertia of a single body about the origin of its frame.
Matrix6<double> rigidInertia(const Body& body) {
  return ArticulatedInertia<double>::of(RigidBodyInertia<double>::fromCenterOfMass(
                                            body.mass, body.centerOfMass, body.inertiaMatrix()))
      .matrix();
}

Eigen::VectorXd torquesOf(const Model& model) {
  return Eigen::VectorXd::LinSpaced(model.velocitySize(), -1, 2);
}

}  // namespace

TEST_CASE(
    "an articulated inertia is the body's inertia plus those that its child clusters propagate",
    "[dynamics]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    Model model(mechanism, state);
    const Eigen::VectorXd &q = model.initialPosition(), &v = model.initialVelocity();
    const RecursionPasses passes = model.recursion(q, v, torquesOf(model));
    REQUIRE(passes.bodies.size() == mechanism.bodies.size());

    std::vector<Matrix6<double>> inertias;
    for (const Body& body : mechanism.bodies) inertias.push_back(rigidInertia(body));
    std::vector<Matrix6<double>> largest = inertias;  // the scale of rounding errors
    for (const ClusterPasses& cluster : passes.clusters) {
      if (cluster.parent < 0) continue;
      inertias[static_cast<std::size_t>(cluster.parent)] += cluster.handedInertia;
    }
    for (std::size_t i = 0; i < inertias.size(); ++i) {
      const Matrix6<double>& found = passes.bodies[i].articulatedInertia;
      CHECK((found - found.transpose()).norm() == 0);
      // Differences of sums, rotated twice: several hundred rounding errors.
      if (passes.clusters[static_cast<std::size_t>(passes.bodies[i].cluster)].bodies.size() == 1)
        CHECK((found - inertias[i]).norm() <= 1e-12 * largest[i].norm() + 1e-12 * found.norm());
    }
  }
}

TEST_CASE("the passes give the accelerations of forward dynamics", "[dynamics]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    const Fixture on(mechanism, state);
    Model model(mechanism, state);
    const Eigen::VectorXd &q = model.initialPosition(), &v = model.initialVelocity();
    const Eigen::VectorXd tau = torquesOf(model);
    const RecursionPasses passes = model.recursion(q, v, tau);
    const Eigen::VectorXd a = model.forwardDynamics(q, v, tau);
    const auto twists = model.twists(q, v);
    const auto accelerations = model.accelerations(q, v, a);
    const auto poses = model.poses(q);
    double size = a.norm() + mechanism.gravity.norm();
    for (const auto& acceleration : accelerations) size = std::max(size, acceleration.norm());
    for (std::size_t i = 0; i < passes.bodies.size(); ++i) {
      const BodyPasses& body = passes.bodies[i];
      CHECK((body.velocity - twists[i]).norm() <= 1e-12 * (1 + twists[i].norm()));
      // For a spatial acceleration [α; a], the origin has p̈ − g = R (a + ω × v).
      const Eigen::Vector3d omega = body.velocity.head<3>();
      const Eigen::Vector3d linear =
          body.acceleration.tail<3>() + omega.cross(body.velocity.tail<3>());
      Vector6<double> inWorld;
      inWorld << poses[i].rotation * body.acceleration.head<3>(),
          poses[i].rotation * linear + mechanism.gravity;
      CHECK((inWorld - accelerations[i]).norm() <= solveTolerance(on, 100) * size);
    }
  }
}

TEST_CASE("a joint transmits the force Iᴬ a + pᴬ of its body", "[dynamics]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    Ingredients tree{.gears = 0, .loops = 0, .passiveForces = false, .isFloating = true};
    const auto [mechanism, state] = randomMechanism(seed, tree);
    const Fixture on(mechanism, state);
    Model model(mechanism, state);
    const Eigen::VectorXd none = Eigen::VectorXd::Zero(model.velocitySize());
    const RecursionPasses passes =
        model.recursion(model.initialPosition(), model.initialVelocity(), none);
    // No force acts on a floating base: Iᴬ a + pᴬ = 0.
    const BodyPasses& root =
        passes.bodies[static_cast<std::size_t>(model.body(mechanism.joints.front().child))];
    const Vector6<double> inertial = root.articulatedInertia * root.acceleration;
    CHECK((inertial + root.biasForce).norm() <=
          solveTolerance(on, 100) * (inertial.norm() + root.biasForce.norm()));
  }
}

TEST_CASE("the rows of K and the columns of G of a cluster are orthogonal complements",
          "[dynamics]") {
  int tied = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    Model model(mechanism, state);
    const Eigen::VectorXd &q = model.initialPosition(), &v = model.initialVelocity();
    int freedoms = 0;
    for (const ClusterPasses& cluster : model.recursion(q, v, torquesOf(model)).clusters) {
      freedoms += static_cast<int>(cluster.G.cols());
      CHECK(cluster.G.rows() == static_cast<Eigen::Index>(cluster.velocities.size()));
      if (cluster.K.rows() == 0) continue;
      ++tied;
      CHECK(largest(cluster.K * cluster.G) <= 1e-10 * largest(cluster.K) * largest(cluster.G));
      const Eigen::Index rank = cluster.singularValues.size();
      CHECK(rank + cluster.G.cols() == cluster.G.rows());
      CHECK((rank == 0 || cluster.singularValues[rank - 1] > 0));
    }
    CHECK(freedoms == model.degreesOfFreedom());
  }
  CHECK(tied > 20);
}

}  // namespace linkwork::test
