#include "linkwork/dynamics/body_paths.hpp"

#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/group_motions.hpp"

namespace linkwork::test {
namespace {

/// Checks the laws of a force at a point of each body: the place is that of the pose, the power of
/// the joint forces is that of the force, and they are those of the wrench.
void checkForces(const Fixture& on) {
  const auto bodies = on.tree.bodies().size();
  std::vector<Eigen::Vector3d> places;
  const Eigen::Vector3d point(0.2, -0.3, 0.1), force(1, -2, 3);
  for (std::size_t body = 0; body < bodies; ++body)
    places.push_back(on.work.bodies[body].pose * point);
  updateJointTransforms(on.tree, on.q, on.work);
  BodyPaths paths(on.tree, on.work);
  for (std::size_t body = 0; body < bodies; ++body) {
    CAPTURE(body);
    Eigen::VectorXd torque = Eigen::VectorXd::Zero(on.tree.velocitySize()), other = torque;
    const BodyPaths::PointMotion motion =
        paths.motionOf(static_cast<int>(body), point, on.q, on.v.data());
    paths.projectForce(force, on.q, torque);
    CHECK((motion.place - places[body]).norm() <= 1e-12 * (1 + places[body].norm()));
    const double power = force.dot(motion.velocity);
    CHECK(std::abs(torque.dot(on.v) - power) <= 1e-12 * (1 + std::abs(power)));
    std::vector<Vector6<double>> wrenches(bodies, Vector6<double>::Zero());
    wrenches[body] << places[body].cross(force), force;
    paths.project(wrenches, on.q, other);
    CHECK((torque - other).norm() <= 1e-12 * (1 + other.norm()));
  }
}

}  // namespace

TEST_CASE("a force at a point has the same power at the point and at the joints",
          "[dynamics][forces]") {
  SECTION("of random mechanisms") {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      CAPTURE(seed);
      const RandomMechanism random = randomMechanism(seed);
      checkForces(Fixture(random.mechanism, random.state));
    }
  }
  SECTION("of chains and a robot") {
    ChainOptions options;
    options.links = 9;
    options.axes = {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}};
    Fixture moving(chain(options));
    moving.v.setLinSpaced(-1, 2);
    checkForces(moving);
    Fixture robot(miniCheetah());
    robot.v.setLinSpaced(-1, 2);
    checkForces(robot);
  }
}

}  // namespace linkwork::test
