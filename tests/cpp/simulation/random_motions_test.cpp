#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "dynamics/random_mechanism.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/scenes.hpp"

/// Random mechanisms with every feature, by every integrator.
namespace linkwork::test {
namespace {

/// Returns a mechanism with dry friction, stops on several joints, and spheres that touch each
/// other and a plane.
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

/// Removes the spheres that overlap at the start, because methods separate them differently.
Mechanism withoutOverlaps(Mechanism mechanism) {
  Simulation simulation(mechanism);
  const std::span<const double> poses = simulation.poses();
  const Eigen::Vector3d up = -mechanism.gravity.normalized();
  const std::vector<Collider> all = mechanism.contact.colliders;
  std::vector<Collider>& kept = mechanism.contact.colliders;
  kept.resize(1);  // keeps the plane
  std::vector<Eigen::Vector3d> centers;
  for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
    const Eigen::Vector3d center = Eigen::Vector3d::Map(&poses[7 * i]);
    const Collider& sphere = all[i + 1];
    const bool isFree =
        (center - kept[0].frame.position).dot(up) > sphere.radius &&
        std::all_of(centers.begin(), centers.end(), [&](const Eigen::Vector3d& other) {
          return (other - center).norm() > 2 * sphere.radius;
        });
    if (!isFree) continue;
    centers.push_back(center);
    kept.push_back(sphere);
  }
  return mechanism;
}

/// Returns the positions of all bodies after a time.
std::vector<Eigen::Vector3d> motionOf(const Mechanism& mechanism, const Stepping& by, double h,
                                      double time) {
  Simulation simulation(mechanism, {.method = by.method, .integrator = by.integrator, .step = h});
  simulation.advance(time);
  std::vector<Eigen::Vector3d> positions;
  const std::span<const double> poses = simulation.poses();
  for (std::size_t at = 0; at < poses.size(); at += 7)
    positions.push_back(Eigen::Vector3d::Map(&poses[at]));
  return positions;
}

double largestDistance(const std::vector<Eigen::Vector3d>& a,
                       const std::vector<Eigen::Vector3d>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, (a[i] - b[i]).norm());
  return largest;
}

/// Compares all integrators with one reference. Impacts, stops and transitions from sliding to
/// sticking happen within steps, and the order is at least 1. Errors are at most proportional to h,
/// and are halved at h / 2 in most mechanisms.
void requireAgreement(std::uint64_t seeds) {
  constexpr double h = 2e-3, time = 0.1;
  std::map<std::string, std::vector<double>> ratios;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Mechanism mechanism = withoutOverlaps(touchingMechanism(seed));
    const auto reference = motionOf(mechanism, {"multipliers", "rk4"}, h / 16, time);
    for (const Stepping& by : inertialSteppings()) {
      INFO("seed " << seed << ", " << by.method << " " << by.integrator);
      const double whole = largestDistance(motionOf(mechanism, by, h, time), reference);
      const double halved = largestDistance(motionOf(mechanism, by, h / 2, time), reference);
      // Velocities of several m/s change at an event, and the event is up to h late.
      CHECK(whole < 4 * h);
      ratios[by.method + " " + by.integrator].push_back(whole / std::max(halved, 1e-15));
    }
  }
  for (auto& [name, each] : ratios) {
    INFO(name);
    const auto median = each.begin() + static_cast<std::ptrdiff_t>(each.size() / 2);
    std::nth_element(each.begin(), median, each.end());
    CHECK(*median > 1.8);
  }
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

TEST_CASE("random mechanisms with loops, gears, friction, stops and contact complete their motions",
          "[simulation][contact]") {
  for (std::uint64_t seed = 0; seed < 14; ++seed) requireMotion(seed, 0.2);
}

TEST_CASE(
    "many random mechanisms with loops, gears, friction, stops and contact complete their motions",
    "[simulation][contact][slow]") {
  for (std::uint64_t seed = 0; seed < 58; ++seed) requireMotion(seed, 1);
}

TEST_CASE("all integrators agree on random mechanisms with contact", "[simulation][contact]") {
  requireAgreement(8);
}

TEST_CASE("all integrators agree on many random mechanisms with contact",
          "[simulation][contact][slow]") {
  requireAgreement(58);
}

}  // namespace linkwork::test
