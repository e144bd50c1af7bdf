#include <catch2/catch.hpp>

#include "dynamics/model_motion.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/errors.hpp"

namespace linkwork::test {
namespace {

std::vector<int> velocitiesOf(const Model& model, const std::vector<std::string>& joints) {
  std::vector<int> entries;
  for (const std::string& name : joints)
    for (int i = 0; i < model.joint(name).velocitySize; ++i)
      entries.push_back(model.joint(name).velocity + i);
  return entries;
}

/// Checks the laws that hold for every choice of joints.
void checkChoice(Model& model, const Eigen::VectorXd& q, const std::vector<int>& chosen) {
  const int m = model.degreesOfFreedom();
  const Eigen::VectorXd speeds = Eigen::VectorXd::LinSpaced(m, -1, 1.3);
  const Eigen::VectorXd v = model.spanning(q, speeds, chosen);
  const Eigen::VectorXd independent = model.independent(q, v);
  CHECK(largest(v(chosen) - speeds) <= 1e-9);
  CHECK(largest(model.spanning(q, independent) - v) <= 1e-9 * largest(v));

  // Kinetic energy, power and the effect of τ do not depend on the coordinates.
  const Eigen::MatrixXd mass = model.massMatrix(q, chosen);
  CHECK(0.5 * speeds.dot(mass * speeds) == Approx(model.kineticEnergy(q, v)).epsilon(1e-9));
  const Eigen::VectorXd tau = Eigen::VectorXd::LinSpaced(model.velocitySize(), 2, -1);
  const Eigen::VectorXd forces = model.actuatorForces(q, tau, chosen);
  CHECK(forces.dot(v) == Approx(tau.dot(v)).epsilon(1e-9));
  const Eigen::VectorXd projected = model.projectForces(q, tau);
  CHECK(largest(model.projectForces(q, forces) - projected) <= 1e-9 * largest(projected));
  Eigen::VectorXd others = forces;
  others(chosen).setZero();
  CHECK(others.isZero(0));
}

}  // namespace

TEST_CASE("equivalent forces on different joints give the same accelerations", "[dynamics]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    ModelMotion on(seed);
    if (on.coordinates.empty()) continue;
    std::vector<int> chosen(on.coordinates.rbegin(), on.coordinates.rend());
    checkChoice(on.model, on.q, chosen);
    const Eigen::MatrixXd mass = on.model.massMatrix(on.q);
    CHECK(largest(on.model.massMatrix(on.q, on.coordinates) - mass) <= 1e-12 * largest(mass));
  }
}

TEST_CASE("every joint of a four-bar can drive it, and motors drive robots", "[dynamics]") {
  Model linkage(fourBar());
  for (const std::string joint : {"crank", "coupler", "rocker"})
    checkChoice(linkage, linkage.initialPosition(), velocitiesOf(linkage, {joint}));

  RobotOptions options;
  options.base = RobotBase::fixed;
  Model tello(telloHumanoid(options));
  std::vector<std::string> motors;
  for (const Joint& joint : tello.mechanism().joints)
    if (joint.name.find("Rotor") != std::string::npos) motors.push_back(joint.name);
  checkChoice(tello, tello.initialPosition(), velocitiesOf(tello, motors));
}

TEST_CASE("gravity compensation holds a pose", "[dynamics]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const RandomMechanism random = randomMechanism(seed);
    ModelMotion on(random);
    const Eigen::VectorXd still = Eigen::VectorXd::Zero(on.model.velocitySize());
    const Eigen::VectorXd tau = on.model.gravityCompensation(on.q);
    const Eigen::VectorXd a = on.model.forwardDynamics(on.q, still, tau);
    const Eigen::VectorXd falling = on.model.forwardDynamics(on.q, still, still);
    const Fixture fixture(random.mechanism, random.state);
    CHECK(largest(a) <= solveTolerance(fixture, 100) * (1 + largest(falling) + largest(tau)));
  }
}

TEST_CASE("joints that do not determine all others are refused as coordinates", "[dynamics]") {
  Model model(fourBar());
  const Eigen::VectorXd& q = model.initialPosition();
  CHECK_THROWS_WITH(model.massMatrix(q, {}), Catch::Contains("found 0 velocities; expected 1"));
  Model leg(gearedLeg());
  std::vector<int> twice = leg.independentVelocities(leg.initialPosition());
  REQUIRE(twice.size() > 1);
  twice[0] = twice[1];
  CHECK_THROWS_AS(leg.massMatrix(leg.initialPosition(), twice), MechanismError);
  CHECK_THROWS_AS(model.massMatrix(q, std::vector<int>{7}), MechanismError);

  // The rocker's dead center: crank and coupler are aligned, and the rocker cannot drive the crank.
  FourBarOptions options;
  options.crank = 0.2, options.coupler = 0.5, options.rocker = 0.4, options.ground = 0.5;
  options.startAngle = std::acos((0.49 + 0.25 - 0.16) / (2 * 0.7 * 0.5));
  Model stretched(fourBar(options));
  CHECK_THROWS_AS(
      stretched.massMatrix(stretched.initialPosition(), {stretched.joint("rocker").velocity}),
      SimulationError);
}

}  // namespace linkwork::test
