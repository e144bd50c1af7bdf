#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "contact/bodies.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"

/// Mechanisms of the catalogue that come to rest on the ground, on a bar or on their feet.
namespace linkwork::test {
namespace {

double weightOf(const Mechanism& mechanism) {
  return -mechanism.gravity.z() *
         std::accumulate(mechanism.bodies.begin(), mechanism.bodies.end(), 0.0,
                         [](double sum, const Body& body) { return sum + body.mass; });
}

/// Returns the total force of the ground [N].
Eigen::Vector3d support(const Simulation& simulation) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const ContactForce& contact : simulation.contactForces())
    if (contact.bodies[0] == worldName)
      sum += contact.force;
    else if (contact.bodies[1] == worldName)
      sum -= contact.force;
  return sum;
}

/// Returns the lowest height of all link capsules. A link's frame is at the center of one end ball.
double lowestLink(Simulation& simulation, double length, double radius) {
  const auto poses = simulation.poses();
  double lowest = HUGE_VAL;
  for (std::size_t i = 0; i + 6 < poses.size(); i += 7) {
    const Eigen::Quaterniond turn(poses[i + 6], poses[i + 3], poses[i + 4], poses[i + 5]);
    const double other = poses[i + 2] + (turn * Eigen::Vector3d(length, 0, 0)).z();
    lowest = std::min({lowest, poses[i + 2] - radius, other - radius});
  }
  return lowest;
}

}  // namespace

TEST_CASE("a humanoid lands on its feet and keeps standing", "[contact][simulation]") {
  const Mechanism mechanism = mitHumanoid({.base = RobotBase::standing});
  Simulation simulation(mechanism, {.step = 2e-3});
  simulation.track(holding(mechanism));
  simulation.step(350);
  // It falls by 14 mm, and sways by less than a degree about its ankles with decreasing amplitude.
  CHECK(simulation.kineticEnergy() < 0.05);
  CHECK(support(simulation).z() == Approx(weightOf(mechanism)).epsilon(0.05));
  for (const ContactForce& contact : simulation.contactForces())
    for (const std::string_view body : contact.bodies)
      CHECK((body == worldName || body == "leftFoot" || body == "rightFoot"));
  CHECK(simulation.couplingError() < 1e-9);

  // After 2 s it has settled. For the rest of 10 s it stays within a millimeter.
  simulation.advance(2 - simulation.time());
  const Eigen::Vector3d settled(simulation.q()[0], simulation.q()[1], simulation.q()[2]);
  simulation.advance(8);
  const Eigen::Vector3d last(simulation.q()[0], simulation.q()[1], simulation.q()[2]);
  CHECK((last - settled).norm() < 1e-3);
  CHECK(simulation.kineticEnergy() < 1e-9);
}

TEST_CASE("a humanoid with stiff motors keeps standing by every method",
          "[contact][simulation][slow]") {
  // Dampers of 1000 1/s would stop in a step any velocity that a contact impulse gave at its start.
  // The humanoid would then creep by 5 mm/s.
  const auto [method, step] = GENERATE(table<std::string, double>({{"articulated-body", 2e-3},
                                                                   {"variational", 1e-3},
                                                                   {"variational-maximal", 1e-3},
                                                                   {"multipliers", 1e-3}}));
  CAPTURE(method);
  const Mechanism mechanism = mitHumanoid({.base = RobotBase::standing});
  Simulation simulation(mechanism, {.method = method, .step = step});
  simulation.track(holding(mechanism));
  simulation.advance(2);
  const auto base = [&] { return Eigen::Vector3d::Map(simulation.q().data()).eval(); };
  const Eigen::Vector3d settled = base();
  simulation.advance(0.5);
  // It still sways on motors that are not springs of the step. All methods agree to their order.
  CHECK(base().x() - settled.x() == Approx(-1.82e-4).epsilon(0.01));
  CHECK(support(simulation).z() == Approx(weightOf(mechanism)).epsilon(1e-5));

  // The sway decays: in ten seconds it moves no further, and then it rests.
  simulation.advance(7.5);
  const double drift = (base() - settled).norm();
  INFO("drift " << drift << " m");
  CHECK(drift < 1.82e-4);
  CHECK(simulation.kineticEnergy() < 1e-15);
}

TEST_CASE("a ring of links falls over and comes to rest", "[contact][simulation]") {
  const ClosedRingOptions options{.links = 6, .drop = 0.05};
  const Mechanism mechanism = closedRing(options);
  Simulation simulation(mechanism, {.step = 2e-3});
  double lowest = 1;
  for (int i = 0; i < 100; ++i) {
    simulation.step(5);
    lowest = std::min(lowest, lowestLink(simulation, options.length, options.radius));
    CHECK(simulation.loopError() < 1e-12);
  }
  CHECK(lowest > -1e-4);  // the first step of an impact
  CHECK(simulation.kineticEnergy() < 1e-12);
  CHECK((support(simulation) - Eigen::Vector3d(0, 0, weightOf(mechanism))).norm() <
        1e-6 * weightOf(mechanism));
}

TEST_CASE("rings come to rest by every method", "[contact][simulation]") {
  // Links touch in pairs at their joints, and W has half its rank. While the last links settle,
  // some points slide by nanometers per second. These are the hardest contact solves.
  const int links = GENERATE(6, 8);
  const std::string method =
      GENERATE("articulated-body", "variational", "variational-maximal", "multipliers");
  CAPTURE(links, method);
  Simulation simulation(closedRing({.links = links, .drop = 0.05}),
                        {.method = method, .step = 1e-3});
  for (int i = 0; i < 20; ++i) {
    simulation.step(50);
    CHECK(simulation.contactError() < 1e-8);  // impacts are at 1 m/s: a relative 1e-8
  }
  CHECK(simulation.kineticEnergy() < 1e-8);
}

TEST_CASE("a chain drapes over a bar and hangs there", "[contact][simulation]") {
  const DrapedChainOptions options{
      .links = 12, .drop = 0.02, .shift = 0, .friction = 1, .damping = 1e-3};
  const Mechanism mechanism = drapedChain(options);
  Simulation simulation(mechanism, {.step = 2e-3});
  double deepest = 1;
  const auto depth = [&] {
    // From the bar's axis to both ends of every link, less the radii.
    const auto poses = simulation.poses();
    for (std::size_t i = 0; i + 6 < poses.size(); i += 7) {
      const double x = poses[i], z = poses[i + 2] - options.barHeight;
      deepest = std::min(deepest, std::hypot(x, z) - options.barRadius - options.radius);
    }
  };
  for (int i = 0; i < 100; ++i) {
    simulation.step(5);
    depth();
  }
  CHECK(deepest > -1e-4);
  CHECK(simulation.poses()[2] > options.barHeight - 0.6);  // it has not slid down
  CHECK(simulation.kineticEnergy() < 0.1);
  // It still swings. The difference of weight and load accelerates the chain, to the error of a
  // step.
  const double before = simulation.momentum()[5];
  simulation.step();
  const double pushed = (simulation.momentum()[5] - before) / simulation.stepSize();
  CHECK(support(simulation).z() == Approx(weightOf(mechanism) + pushed).epsilon(1e-3));
}

}  // namespace linkwork::test
