#include <catch2/catch.hpp>

#include "contact/bodies.hpp"
#include "linkwork/simulation.hpp"

/// Events of contacts, sensors, groups of colliders and rays.
namespace linkwork::test {
namespace {

using Eigen::Vector3d;
using Type = ContactEvent::Type;

constexpr double mass = 2, radius = 0.1;

/// A ball above the floor, which is collider 0.
Mechanism ballAt(double height, double restitution) {
  Mechanism mechanism = incline(0, 0.5, restitution);
  addBody(mechanism, "ball", mass, Vector3d::Constant(0.008), ball(radius, 0.5), {0, 0, height});
  mechanism.contact.colliders.back().restitution = restitution;
  return mechanism;
}

Collider sensor(const Vector3d& position, const Vector3d& size) {
  Collider result = box(size, 0);
  result.body = std::string(worldName);
  result.frame.position = position;
  result.isSensor = true;
  return result;
}

}  // namespace

TEST_CASE("every bounce begins and ends, with the impulse that the momentum needs", "[contact]") {
  for (const Stepping& by : defaultSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Simulation simulation(ballAt(1, 0.8), {by.method, by.integrator, 1e-3, {}});
    simulation.advance(1.2);
    REQUIRE(simulation.contactForces().empty());  // in flight
    const std::vector<ContactEvent> events = simulation.takeContactEvents();
    REQUIRE(events.size() == 4);
    double impulse = 0;
    for (std::size_t i = 0; i < events.size(); ++i) {
      CHECK(events[i].type == (i % 2 == 0 ? Type::began : Type::ended));
      CHECK(events[i].colliders == std::array{0, 1});
      if (i % 2 == 1) impulse += events[i].impulse;
      if (i % 2 == 1) CHECK(events[i].impulse >= events[i - 1].impulse);
    }
    // It falls 0.9 m, and rises again with 0.8 of the speed.
    const double fall = std::sqrt(2 * 0.9 / standardGravity);
    CHECK(std::abs(events[0].time - fall) < 2e-3);
    CHECK(std::abs(events[2].time - 2.6 * fall) < 4e-3);
    const double gained = mass * (simulation.v()[5] + standardGravity * simulation.time());
    CHECK(std::abs(impulse - gained) < 1e-9 * gained);
    CHECK(simulation.takeContactEvents().empty());
  }
}

TEST_CASE("the impulse of an event acts along the normal of its impact", "[contact]") {
  // Two balls without friction, which turn about each other in the step of their impact.
  for (const Stepping& by : defaultSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Mechanism mechanism;
    mechanism.gravity.setZero();
    Collider collider = ball(radius, 0);
    collider.restitution = 1;
    const Vector3d inertia = Vector3d::Constant(0.004);
    addBody(mechanism, "a", 1, inertia, collider, {-0.31, 0.18, 0}, {10, 0, 0});
    addBody(mechanism, "b", 1, inertia, collider, {0, 0, 0});
    Simulation simulation(mechanism, {by.method, by.integrator, 1e-2, {}});
    simulation.step(20);
    const std::vector<ContactEvent> events = simulation.takeContactEvents();
    REQUIRE(events.size() == 2);
    const Eigen::Map<const Vector3d> gained(&simulation.v()[9]);
    CHECK(std::abs(events[1].impulse - gained.norm()) < 1e-9);
  }
}

TEST_CASE("a ball falls through a sensor, which reports when it enters and leaves", "[contact]") {
  constexpr double h = 1e-3, top = 0.7, bottom = 0.5;
  for (const Stepping& by : defaultSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Mechanism mechanism = ballAt(1, 0);
    Simulation alone(mechanism, {by.method, by.integrator, h, {}});
    mechanism.contact.colliders.push_back(sensor({0, 0, 0.6}, {1, 1, top - bottom}));
    Simulation simulation(mechanism, {by.method, by.integrator, h, {}});
    simulation.step(400);
    alone.step(400);
    CHECK(std::equal(simulation.q().begin(), simulation.q().end(), alone.q().begin()));
    const std::vector<ContactEvent> events = simulation.takeContactEvents();
    REQUIRE(events.size() == 2);
    const auto timeTo = [](double height) { return std::sqrt(2 * (1 - height) / standardGravity); };
    CHECK(events[0].type == Type::began);
    CHECK(events[0].colliders == std::array{1, 2});
    CHECK(events[0].impulse == 0);
    CHECK(std::abs(events[0].time - timeTo(top + radius)) < 2 * h);
    CHECK(events[1].type == Type::ended);
    CHECK(std::abs(events[1].time - timeTo(bottom - radius)) < 2 * h);
  }
}

TEST_CASE("colliders touch if each is in a group of the other's mask", "[contact]") {
  const auto heightOf = [](int group, int mask) {
    Mechanism mechanism = ballAt(0.2, 0);
    mechanism.contact.colliders[0].group = 2;
    mechanism.contact.colliders[0].mask = 4;
    mechanism.contact.colliders[1].group = group;
    mechanism.contact.colliders[1].mask = mask;
    Simulation simulation(mechanism);
    simulation.advance(0.5);
    return simulation.q()[2];
  };
  CHECK(std::abs(heightOf(4, 2) - radius) < 1e-6);
  CHECK(std::abs(heightOf(5, 3) - radius) < 1e-6);
  const double fallen = 0.2 - standardGravity / 8;
  CHECK(std::abs(heightOf(4, 1) - fallen) < 5e-3);  // within h g t of semi-implicit steps
  CHECK(std::abs(heightOf(1, 2) - fallen) < 5e-3);
}

TEST_CASE("pairs of colliders have friction and restitution of their own", "[contact]") {
  // A block on a slope of atan(0.5), and a floor whose friction would hold it.
  constexpr double time = 0.5, side = 0.2;
  const double slope = std::atan(0.5);
  const auto slideOf = [&](const std::vector<ContactPair>& pairs) {
    Mechanism mechanism = incline(slope, 0.8);
    const Vector3d size(side, side, side);
    addBody(mechanism, "block", mass, boxInertia(mass, size), box(size, 0.8), {0, 0, side / 2});
    mechanism.contact.colliders[0].name = "floor";
    mechanism.contact.colliders[1].name = "block";
    mechanism.contact.pairs = pairs;
    Simulation simulation(mechanism, {"multipliers", "rattle", 1e-3, {}});
    simulation.advance(time);
    return std::array{simulation.q()[0], simulation.q()[2]};
  };
  const auto pair = [](std::optional<double> friction, bool touches = true) {
    return ContactPair{{"floor", "block"}, touches, friction, {}};
  };
  const double pull = standardGravity * std::sin(slope), press = standardGravity * std::cos(slope);
  CHECK(std::abs(slideOf({})[0]) < 1e-9);
  const double slid = 0.5 * (pull - 0.3 * press) * time * time;
  CHECK(std::abs(slideOf({pair(0.3)})[0] - slid) < 1e-6 * slid);
  CHECK(std::abs(slideOf({pair(0.3), pair(0.9)})[0]) < 1e-9);  // the later one counts
  CHECK(std::abs(slideOf({{{"block", "floor"}, true, 0.3, {}}})[0] - slid) < 1e-6 * slid);
  const double fallen = side / 2 - 0.5 * press * time * time;
  CHECK(std::abs(slideOf({pair({}, false)})[1] - fallen) < 1e-9);

  Mechanism mechanism = ballAt(1, 0);
  mechanism.contact.colliders[0].name = "floor";
  mechanism.contact.colliders[1].name = "ball";
  mechanism.contact.pairs = {{{"floor", "ball"}, true, {}, 1.0}};
  Simulation simulation(mechanism);
  const double energy = simulation.kineticEnergy() + simulation.potentialEnergy();
  simulation.advance(2);
  CHECK(std::abs(simulation.kineticEnergy() + simulation.potentialEnergy() - energy) <
        1e-3 * energy);
  mechanism.contact.pairs = {{{"floor", "bal"}, true, {}, {}}};
  CHECK_THROWS_WITH(Simulation(mechanism),
                    "contact.pairs[0].colliders[1]: no collider has the "
                    "name \"bal\"");
}

TEST_CASE("a resting contact begins once, and ends when the body is taken away", "[contact]") {
  Simulation simulation(ballAt(radius, 0));
  simulation.advance(0.5);
  std::vector<ContactEvent> events = simulation.takeContactEvents();
  REQUIRE(events.size() == 1);
  CHECK(events[0].type == Type::began);
  simulation.setState(std::vector<double>{0, 0, 5, 0, 0, 0, 1}, std::vector<double>(6));
  simulation.step();
  events = simulation.takeContactEvents();
  REQUIRE(events.size() == 1);
  CHECK(events[0].type == Type::ended);
  // The floor has supported the weight for half a second.
  CHECK(events[0].impulse == Approx(mass * standardGravity * 0.5).epsilon(1e-6));
}

TEST_CASE("contacts begin again after a reset and a restored snapshot", "[contact]") {
  Simulation simulation(ballAt(radius, 0));
  simulation.step(10);
  const std::vector<double> snapshot = simulation.snapshot();
  for (const bool resets : {true, false}) {
    resets ? simulation.reset() : simulation.restore(snapshot);
    CHECK(simulation.takeContactEvents().empty());
    simulation.step(10);
    const std::vector<ContactEvent> events = simulation.takeContactEvents();
    REQUIRE(events.size() == 1);
    CHECK(events[0].type == Type::began);
  }
}

TEST_CASE("a ray meets the first collider of its groups", "[contact]") {
  Mechanism mechanism = ballAt(1, 0);
  mechanism.contact.colliders[1].group = 2;
  mechanism.contact.colliders.push_back(sensor({0, 0, 2}, {1, 1, 0.2}));
  Simulation simulation(mechanism);
  const auto hit = simulation.castRay({0, 0, 3}, {0, 0, -2});
  REQUIRE(hit);
  CHECK(hit->collider == 1);
  CHECK(hit->body == "ball");
  CHECK(std::abs(hit->distance - 1.9) < 1e-14);
  CHECK((hit->point - Vector3d(0, 0, 1.1)).norm() < 1e-14);
  const auto floor = simulation.castRay({0, 0, 3}, {0, 0, -2}, 10, 1);
  REQUIRE(floor);
  CHECK(floor->collider == 0);
  CHECK(floor->body == worldName);
  CHECK(std::abs(floor->distance - 3) < 1e-14);
  CHECK_FALSE(simulation.castRay({0, 0, 3}, {0, 0, -2}, 1.8));
  CHECK_FALSE(simulation.castRay({0, 0, 3}, {0, 0, 1}));
  simulation.step(400);  // the ball has fallen
  CHECK(simulation.castRay({0, 0, 3}, {0, 0, -1})->distance ==
        Approx(3 - radius - simulation.q()[2]).epsilon(1e-13));
  CHECK_THROWS_AS(simulation.castRay({0, 0, 3}, {0, 0, 0}), MechanismError);
  CHECK_THROWS_AS(simulation.castRay({0, 0, NAN}, {0, 0, 1}), MechanismError);
  CHECK_THROWS_AS(simulation.castRay({0, 0, 3}, {0, 0, 1}, -1), MechanismError);
}

}  // namespace linkwork::test
