#include <catch2/catch.hpp>
#include <numbers>

#include "contact/bodies.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/allocation_counter.hpp"

/// Closest points of bodies and colliders that overlap a shape, in closed form.
namespace linkwork::test {
namespace {

using Catch::Matchers::Contains;
using Eigen::Vector3d;

Collider capsule(double radius, double length) {
  Collider result;
  result.type = ColliderType::capsule;
  result.radius = radius;
  result.length = length;
  return result;
}

Collider cylinderOf(double radius, double length) {
  Collider result = capsule(radius, length);
  result.type = ColliderType::cylinder;
  return result;
}

Collider placed(Collider collider, const Vector3d& position) {
  collider.frame.position = position;
  return collider;
}

/// A ball, a turned box, an upright capsule and a lying cylinder above a floor.
Mechanism shelf() {
  Mechanism mechanism = incline(0, 0.5);
  const Vector3d inertia = Vector3d::Constant(0.01);
  const Eigen::Quaterniond eighth(Eigen::AngleAxisd(std::numbers::pi / 4, Vector3d::UnitY()));
  const Eigen::Quaterniond quarter(Eigen::AngleAxisd(std::numbers::pi / 2, Vector3d::UnitY()));
  const Vector3d still(0, 0, 0);
  addBody(mechanism, "ball", 1, inertia, ball(0.2, 0), {0, 0, 1});
  addBody(mechanism, "box", 1, inertia, box({0.4, 0.4, 0.4}, 0), {3, 0, 1}, still, eighth);
  addBody(mechanism, "capsule", 1, inertia, capsule(0.1, 0.6), {0, 3, 1});
  addBody(mechanism, "cylinder", 1, inertia, cylinderOf(0.2, 0.8), {0.1, 3, 2}, still, quarter);
  return mechanism;
}

/// Checks distance and both points.
void check(const std::optional<ClosestPoints>& found, double distance, const Vector3d& first,
           const Vector3d& second) {
  REQUIRE(found);
  CHECK(std::abs(found->distance - distance) < 1e-12);
  CHECK((found->points[0] - first).norm() < 1e-9);
  CHECK((found->points[1] - second).norm() < 1e-9);
  CHECK((found->points[1] - found->points[0] - distance * found->normal).norm() < 1e-12);
}

std::vector<int> collidersOf(std::span<const Overlap> overlaps) {
  std::vector<int> colliders;
  for (const Overlap& each : overlaps) colliders.push_back(each.collider);
  return colliders;
}

}  // namespace

TEST_CASE("closest points of two bodies have closed forms", "[contact]") {
  Simulation simulation(shelf());
  const double corner = 0.2 * std::sqrt(2.0);
  check(simulation.closestPoints("ball", "box"), 3 - 0.2 - corner, {0.2, 0, 1}, {3 - corner, 0, 1});
  check(simulation.closestPoints("box", "ball"), 3 - 0.2 - corner, {3 - corner, 0, 1}, {0.2, 0, 1});
  check(simulation.closestPoints("ball", "world"), 0.8, {0, 0, 0.8}, {0, 0, 0});
  check(simulation.closestPoints("world", "capsule"), 0.6, {0, 3, 0}, {0, 3, 0.6});
  check(simulation.closestPoints("capsule", "cylinder"), 0.4, {0, 3, 1.4}, {0, 3, 1.8});
  check(simulation.closestPoints("ball", "capsule"), 2.7, {0, 0.2, 1}, {0, 2.9, 1});
  const auto found = simulation.closestPoints("world", "box");
  REQUIRE(found);
  CHECK(found->bodies == std::array<std::string_view, 2>{"world", "box"});
  CHECK(found->colliders == std::array{0, 2});
  CHECK(std::abs(found->distance - (1 - corner)) < 1e-14);
  CHECK(found->normal == Vector3d::UnitZ());
}

TEST_CASE("overlapping bodies have the depth along the normal as negative distance", "[contact]") {
  Mechanism mechanism;
  const Vector3d inertia = Vector3d::Constant(0.01);
  addBody(mechanism, "a", 1, inertia, box({1, 1, 1}, 0), {0, 0, 0});
  addBody(mechanism, "b", 1, inertia, box({1, 1, 1}, 0), {0.9, 0.2, 0.3});
  addBody(mechanism, "c", 1, inertia, ball(0.5, 0), {0, 0, 5});
  addBody(mechanism, "d", 1, inertia, ball(0.5, 0), {0, 0.6, 5.8 - 0.2});
  Simulation simulation(mechanism);
  const auto boxes = simulation.closestPoints("a", "b", 0);
  REQUIRE(boxes);
  CHECK(std::abs(boxes->distance + 0.1) < 1e-14);
  CHECK((boxes->normal - Vector3d::UnitX()).norm() < 1e-14);
  CHECK(std::abs(boxes->points[0].x() - 0.5) < 1e-12);
  CHECK(std::abs(boxes->points[1].x() - 0.4) < 1e-12);
  const double distance = std::sqrt(0.72);
  const Vector3d normal = Vector3d(0, 0.6, 0.6) / distance;
  check(simulation.closestPoints("c", "d"), distance - 1, Vector3d(0, 0, 5) + 0.5 * normal,
        Vector3d(0, 0.6, 5.6) - 0.5 * normal);
}

TEST_CASE("closest points are those of the closest pair of colliders", "[contact]") {
  Mechanism mechanism = shelf();
  Collider antenna = placed(ball(0.05, 0), {0.5, 0, 0});
  antenna.body = "ball";
  mechanism.contact.colliders.push_back(antenna);
  antenna.frame.position.x() = 1;
  antenna.isSensor = true;
  mechanism.contact.colliders.push_back(antenna);
  Simulation simulation(mechanism);
  const double corner = 0.2 * std::sqrt(2.0), distance = 3 - 0.55 - corner;
  const auto found = simulation.closestPoints("ball", "box");
  REQUIRE(found);
  CHECK(found->colliders == std::array{5, 2});
  CHECK(std::abs(found->distance - distance) < 1e-12);
  // Single colliders, also sensors.
  CHECK(simulation.closestPoints(1, 2)->colliders == std::array{1, 2});
  CHECK(std::abs(simulation.closestPoints(6, "box")->distance - (distance - 0.5)) < 1e-12);
  // The largest distance counts as close.
  CHECK(simulation.closestPoints("ball", "box", found->distance + 1e-12));
  CHECK_FALSE(simulation.closestPoints("ball", "box", distance - 1e-9));
  simulation.step(300);  // all fall by the same distance
  CHECK(std::abs(simulation.closestPoints("ball", "box")->distance - distance) < 1e-9);
  CHECK(simulation.closestPoints("ball", "world")->distance ==
        Approx(simulation.q()[2] - 0.2).epsilon(1e-13));
}

TEST_CASE("closest points refuse what has none", "[contact]") {
  Mechanism mechanism = shelf();
  Body bare;
  bare.name = "bare";
  bare.mass = 1;
  bare.inertia = {1, 1, 1, 0, 0, 0};
  mechanism.bodies.push_back(bare);
  Joint joint;
  joint.type = JointType::free;
  joint.name = joint.child = "bare";
  joint.parent = worldName;
  mechanism.joints.push_back(joint);
  Simulation simulation(mechanism);
  CHECK_FALSE(simulation.closestPoints("bare", "ball"));
  CHECK_THROWS_WITH(simulation.closestPoints("ball", "bal"), Contains("no body is named \"bal\""));
  CHECK_THROWS_WITH(simulation.closestPoints(7, 0), "first: found collider 7; expected 0 to 4");
  CHECK_THROWS_WITH(simulation.closestPoints("ball", -1),
                    "second: found collider -1; expected 0 to 4");
  CHECK_THROWS_WITH(simulation.closestPoints("ball", 1), Contains("second: found \"ball\""));
  CHECK_THROWS_WITH(simulation.closestPoints("world", "world"), Contains("found \"world\""));
  CHECK_THROWS_WITH(simulation.closestPoints("ball", "box", -1),
                    "distance: found -1; expected a distance, 0 or more [m]");
  CHECK_THROWS_AS(simulation.closestPoints("ball", "box", NAN), MechanismError);
}

TEST_CASE("distances that no number can hold are errors", "[contact]") {
  Mechanism mechanism;
  const Vector3d inertia = Vector3d::Constant(0.01);
  addBody(mechanism, "a", 1, inertia, box({1, 1, 1}, 0), {1e200, 0, 0});
  addBody(mechanism, "b", 1, inertia, ball(1, 0), {-1e200, 0, 0});
  Simulation simulation(mechanism);
  CHECK_THROWS_AS(simulation.closestPoints("a", "b"), SimulationError);
  CHECK_THROWS_AS(simulation.overlaps(ball(1, 0)), SimulationError);
  CHECK_THROWS_AS(simulation.castRay({0, 0, 0}, {1, 0, 0}), SimulationError);
}

TEST_CASE("shapes overlap the colliders that they reach", "[contact]") {
  Mechanism mechanism = shelf();
  mechanism.contact.colliders[2].group = 2;
  Simulation simulation(mechanism);
  const auto at = [&](const Collider& shape, int mask = Collider::everyGroup) {
    return collidersOf(simulation.overlaps(shape, mask));
  };
  using Colliders = std::vector<int>;
  CHECK(at(placed(ball(0.7, 0), {0, 0, 1})) == Colliders{1});
  CHECK(at(placed(ball(1.1, 0), {0, 0, 1})) == Colliders{0, 1});
  const double reach = 3 - 0.2 * std::sqrt(2.0);
  CHECK(at(placed(ball(reach - 1e-9, 0), {0, 0, 1}), 2).empty());
  CHECK(at(placed(ball(reach + 1e-9, 0), {0, 0, 1}), 2) == Colliders{2});
  CHECK(at(placed(box({10, 10, 0.1}, 0), {0, 0, 1.9})) == Colliders{4});
  CHECK(at(placed(cylinderOf(0.05, 0.2), {0, 3, 1.6})).empty());  // between two bodies
  CHECK(at(placed(cylinderOf(0.05, 0.42), {0, 3, 1.6})) == Colliders{3, 4});
  CHECK(at(placed(capsule(0.05, 0.32), {0, 3, 1.6})) == Colliders{3, 4});
  Collider half;  // all below z = 0.7
  half.type = ColliderType::plane;
  CHECK(at(placed(half, {0, 0, 0.7})) == Colliders{0, 3});
  Collider tetrahedron;
  tetrahedron.type = ColliderType::hull;
  tetrahedron.points = {{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {0, 0, 3}};
  CHECK(at(tetrahedron) == Colliders{0, 1});
  tetrahedron.frame.position = {1, 1, 1};
  CHECK(at(tetrahedron).empty());
  const auto found = simulation.overlaps(placed(ball(1.1, 0), {0, 0, 1}));
  CHECK(found[0].body == worldName);
  CHECK(found[1].body == "ball");
  mechanism.contact.colliders[1].isSensor = true;
  CHECK(Simulation(mechanism).overlaps(placed(ball(0.7, 0), {0, 0, 1})).empty());
}

TEST_CASE("overlaps refuse shapes that are none", "[contact]") {
  Simulation simulation(shelf());
  CHECK_THROWS_WITH(simulation.overlaps(ball(0, 0)), Contains("shape.radius: expected above 0"));
  CHECK_THROWS_WITH(simulation.overlaps(box({1, -1, 1}, 0)), Contains("shape.size[1]"));
  CHECK_THROWS_WITH(simulation.overlaps(placed(ball(1, 0), {0, NAN, 0})),
                    Contains("shape.frame.position[1]"));
  Collider flat;
  flat.type = ColliderType::hull;
  flat.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  CHECK_THROWS_WITH(simulation.overlaps(flat), Contains("shape.points"));
}

TEST_CASE("queries of colliders allocate nothing after their first call", "[contact]") {
  if (!allocationsAreCounted) return;
  Simulation simulation(shelf());
  const Collider shape = placed(ball(5, 0), {0, 0, 1});
  const auto query = [&] {
    simulation.closestPoints("capsule", "cylinder");
    simulation.closestPoints(2, "world");
    simulation.castRay({0, 0, 3}, {0, 0, -1});
    simulation.overlaps(shape);
  };
  query();
  CHECK(allocationsIn(query) == 0);
}

}  // namespace linkwork::test
