#include <catch2/catch.hpp>

#include "dynamics/random_mechanism.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/scenes.hpp"

/// Random mechanisms of all that there is at once, by every integrator.
namespace linkwork::test {
namespace {

/// With dry friction on joints, stops on some of them, and spheres that touch each other and a
/// plane.
Mechanism touchingMechanism(std::uint64_t seed) {
  RandomMechanism made = randomMechanism(seed);
  Mechanism& mechanism = made.mechanism;
  Random random(seed + 1000);
  for (Joint& joint : mechanism.joints) {
    if (joint.type != JointType::free && joint.type != JointType::fixed && joint.friction == 0)
      joint.friction = 0.05;
    if (positionSize(joint) != 1 || uniform(random, 0, 1) >= 0.4) continue;
    const double q = made.state.q.at(joint.name)[0], below = uniform(random, 0.1, 0.6);
    joint.limits = JointLimits{.lower = q - below, .upper = q + uniform(random, 0.1, 0.6)};
  }
  Collider plane;
  plane.body = "world";
  plane.type = ColliderType::plane;
  plane.friction = 0.5;
  plane.frame.position = 3 * mechanism.gravity.normalized();
  plane.frame.rotation =
      Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitZ(), -mechanism.gravity);
  mechanism.contact.colliders.push_back(plane);
  for (const Body& body : mechanism.bodies) {
    Collider sphere;
    sphere.body = body.name;
    sphere.type = ColliderType::sphere;
    sphere.radius = 0.1;
    sphere.friction = 0.5;
    mechanism.contact.colliders.push_back(sphere);
  }
  mechanism.initialState = NamedState{.q = made.state.q, .v = made.state.v};
  return mechanism;
}

void requireMotion(std::uint64_t seed, double time) {
  const Mechanism mechanism = touchingMechanism(seed);
  for (const Stepping& by : inertialSteppings()) {
    INFO("seed " << seed << ", " << by.method << " " << by.integrator);
    Simulation simulation(mechanism, {.method = by.method, .integrator = by.integrator});
    CHECK_NOTHROW(simulation.advance(time));
    CHECK(simulation.time() == Approx(time));
  }
}

}  // namespace

TEST_CASE("random mechanisms with loops, gears, friction, stops and contact move on",
          "[simulation][contact]") {
  for (std::uint64_t seed = 0; seed < 14; ++seed) requireMotion(seed, 0.2);
}

TEST_CASE("many random mechanisms with loops, gears, friction, stops and contact move on",
          "[simulation][contact][slow]") {
  for (std::uint64_t seed = 0; seed < 58; ++seed) requireMotion(seed, 1);
}

}  // namespace linkwork::test
