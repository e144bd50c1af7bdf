#include <catch2/catch.hpp>

#include "dynamics/model_motion.hpp"
#include "linkwork/errors.hpp"

namespace linkwork::test {
namespace {

Mechanism withoutPassiveForces(Mechanism mechanism) {
  for (Joint& joint : mechanism.joints) joint.damping = joint.stiffness = joint.friction = 0;
  return mechanism;
}

/// Returns the same without armatures, which are no inertia of bodies.
RandomMechanism withoutArmature(RandomMechanism random) {
  for (Joint& joint : random.mechanism.joints) joint.armature = 0;
  return random;
}

/// Returns the same mechanism with other inertias.
Mechanism heavier(Mechanism mechanism, Random& random) {
  for (Body& body : mechanism.bodies) {
    body.mass *= uniform(random, 1.1, 1.5);
    body.centerOfMass += randomVector(random, 0.1);
    for (double& entry : body.inertia) entry *= 1.3;
  }
  return mechanism;
}

/// Returns states on the loops near the initial one, with the forces that `reference` needs for
/// them.
std::vector<MotionSample> samplesOf(Model& reference, Random& random, int count) {
  std::vector<MotionSample> samples;
  const int m = reference.degreesOfFreedom();
  const auto numbers = [&] {
    Eigen::VectorXd result(m);
    for (double& number : result) number = uniform(random, -1, 1);
    return result;
  };
  for (int i = 0; i < count; ++i) {
    MotionSample sample{
        reference.initialPosition(), Eigen::VectorXd::Zero(reference.velocitySize()), {}, {}};
    const Eigen::VectorXd step = 0.1 * reference.spanning(sample.q, numbers());
    retract<double>(reference.tree(), reference.initialPosition(), step, sample.q);
    reference.close(sample.q, sample.v);
    sample.v = reference.spanning(sample.q, 3 * numbers());
    sample.a = reference.spanning(sample.q, 9 * numbers());
    sample.tau = reference.inverseDynamics(sample.q, sample.v, sample.a);
    samples.push_back(sample);
  }
  return samples;
}

}  // namespace

TEST_CASE("inverse dynamics is the regressor times the inertial parameters",
          "[dynamics][regressor]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = withoutArmature(randomMechanism(seed));
    ModelMotion on({withoutPassiveForces(mechanism), state});
    const Eigen::MatrixXd regressor = on.model.inertialRegressor(on.q, on.v, on.a);
    const Eigen::VectorXd parameters = on.model.inertialParameters();
    const Eigen::VectorXd expected =
        on.model.projectForces(on.q, on.model.inverseDynamics(on.q, on.v, on.a));
    const double scale = largest(regressor.cwiseAbs() * parameters.cwiseAbs());
    CHECK(largest(regressor * parameters - expected) <=
          capped(1e3 * epsilon * on.reach * on.reach) * scale);
  }
}

TEST_CASE("inertial parameters are those of the bodies", "[dynamics][regressor]") {
  const RandomMechanism random = randomMechanism(5);
  const Model model(random.mechanism, random.state);
  const Eigen::VectorXd parameters = model.inertialParameters();
  for (std::size_t i = 0; i < random.mechanism.bodies.size(); ++i) {
    const Body& body = random.mechanism.bodies[i];
    const Eigen::Vector3d& c = body.centerOfMass;
    const Eigen::Matrix3d inertia =
        body.inertiaMatrix() +
        body.mass * (c.dot(c) * Eigen::Matrix3d::Identity() - c * c.transpose());
    Eigen::VectorXd expected(10);
    expected << body.mass, body.mass * c, inertia(0, 0), inertia(1, 1), inertia(2, 2),
        inertia(0, 1), inertia(0, 2), inertia(1, 2);
    CHECK(largest(parameters.segment<10>(10 * static_cast<Eigen::Index>(i)) - expected) <= 1e-12);
  }
}

TEST_CASE("a fit to samples predicts the forces of other motions", "[dynamics][regressor]") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = withoutArmature(randomMechanism(seed));
    Model model(mechanism, state);
    if (model.degreesOfFreedom() == 0) continue;
    Random random(seed);
    Model reference(heavier(mechanism, random), state);
    const Eigen::VectorXd prior = model.inertialParameters();
    const std::vector<MotionSample> samples = samplesOf(reference, random, 100);
    const InertialParametersFit fit = model.fitInertialParameters(samples, prior);
    CHECK(fit.rank > 0);
    CHECK(fit.rank < prior.size());
    for (const MotionSample& other : samplesOf(reference, random, 3)) {
      const Eigen::MatrixXd regressor = reference.inertialRegressor(other.q, other.v, other.a);
      const Eigen::VectorXd expected = regressor * reference.inertialParameters();
      CHECK(largest(regressor * fit.parameters - expected) <= 1e-6 * (1 + largest(expected)));
    }
    // The reference parameters are a fixed point of the fit, with unidentifiable directions too.
    const InertialParametersFit same =
        model.fitInertialParameters(samples, reference.inertialParameters());
    CHECK(largest(same.parameters - reference.inertialParameters()) <= 1e-6 * largest(prior));
  }
}

TEST_CASE("all parameters of a floating body are identifiable", "[dynamics][regressor]") {
  const RandomMechanism random =
      randomMechanism(2, {.bodies = 1, .gears = 0, .loops = 0, .isFloating = true});
  Model model(random.mechanism, random.state);
  Random numbers(1);
  Model reference(heavier(random.mechanism, numbers), random.state);
  const InertialParametersFit fit = model.fitInertialParameters(
      samplesOf(reference, numbers, 50), Eigen::VectorXd::Zero(model.inertialParameters().size()));
  CHECK(fit.rank == 10);
  CHECK(fit.residual <= 1e-10);
  CHECK(largest(fit.parameters - reference.inertialParameters()) <=
        1e-9 * largest(reference.inertialParameters()));
}

TEST_CASE("invalid samples are refused", "[dynamics][regressor]") {
  ModelMotion on(1);
  const Eigen::VectorXd prior = on.model.inertialParameters();
  const InertialParametersFit none = on.model.fitInertialParameters({}, prior);
  CHECK(none.parameters == prior);
  CHECK(none.rank == 0);
  CHECK_THROWS_AS(on.model.fitInertialParameters({}, prior.head(3)), MechanismError);
  CHECK_THROWS_AS(on.model.fitInertialParameters({{on.q, on.v, on.a, {}}}, prior), MechanismError);
  CHECK_THROWS_WITH(
      on.model.fitInertialParameters({{on.q, on.v, on.a, on.v * std::nan("")}}, prior),
      Catch::StartsWith("samples[0]"));
}

}  // namespace linkwork::test
