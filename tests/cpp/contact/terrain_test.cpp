#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "contact/bodies.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"

/// Bodies on height fields.
namespace linkwork::test {
namespace {

using Eigen::Vector3d;

/// Ground of 4 m × 4 m, z over x and y, and gravity along −z.
template <typename Height>
Mechanism terrain(int cells, double friction, const Height& height) {
  Mechanism mechanism = incline(0, friction);
  Collider ground{.body = "world", .type = ColliderType::heightfield, .friction = friction};
  ground.extents = {4, 4};
  const auto place = [&](int k) { return 4.0 * k / cells - 2; };
  for (int row = 0; row <= cells; ++row) {
    ground.heights.emplace_back();
    for (int column = 0; column <= cells; ++column)
      ground.heights.back().push_back(height(place(column), place(row)));
  }
  mechanism.contact.colliders[0] = ground;
  return mechanism;
}

Vector3d forceOfGround(const Simulation& simulation) {
  Vector3d sum(0, 0, 0);
  for (const ContactForce& contact : simulation.contactForces())
    sum += (contact.bodies[0] == worldName ? 1 : -1) * contact.force;
  return sum;
}

Vector3d positionOf(const Simulation& simulation) {
  return {simulation.q()[0], simulation.q()[1], simulation.q()[2]};
}

Collider capsuleCollider(double radius, double length, ColliderType type, double friction) {
  Collider collider{.type = type, .radius = radius, .length = length, .friction = friction};
  return collider;
}

}  // namespace

TEST_CASE("a ball rolls over the edges of sloping ground as over a plane", "[contact]") {
  constexpr double slope = 0.2, radius = 0.1, mass = 2, h = 1e-3;
  const double angle = std::atan(slope), height = radius / std::cos(angle);
  for (const Stepping& by : defaultSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Mechanism mechanism = terrain(40, 0.5, [](double x, double) { return -slope * x; });
    const double inertia = 0.4 * mass * radius * radius;
    addBody(mechanism, "ball", mass, Vector3d::Constant(inertia), ball(radius, 0.5),
            {-1, 0.013, slope + height});
    Simulation simulation(mechanism, {by.method, by.integrator, h, {}});
    simulation.step(700);
    const double time = simulation.time();
    const double way = 5.0 / 14 * standardGravity * std::sin(angle) * time * time;
    const double turn = h * 2 * way / time / radius;  // the error of variational steps is turn²
    const double part = 1e-7 + (by.method == "variational" ? turn * turn : 0);
    const Vector3d position = positionOf(simulation);
    CHECK(position.x() + 1 == Approx(way * std::cos(angle)).epsilon(part));
    CHECK(position.y() == Approx(0.013).margin(1e-9));
    CHECK(position.z() == Approx(height - slope * position.x()).margin(1e-6));
    CHECK(simulation.contactForces().size() == 1);
  }
}

TEST_CASE("a ball rests in a valley on both slopes", "[contact]") {
  constexpr double slope = 0.5, radius = 0.2, mass = 2;
  const double angle = std::atan(slope);
  for (const Stepping& by : defaultSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Mechanism mechanism = terrain(20, 0, [](double x, double) { return slope * std::abs(x); });
    addBody(mechanism, "ball", mass, Vector3d::Constant(0.4 * mass * radius * radius),
            ball(radius, 0), {0, 0.05, radius / std::cos(angle)});
    Simulation simulation(mechanism, {by.method, by.integrator, 1e-3, {}});
    simulation.step(500);
    CHECK((positionOf(simulation) - Vector3d(0, 0.05, radius / std::cos(angle))).norm() < 1e-6);
    REQUIRE(simulation.contactForces().size() == 2);
    for (const ContactForce& contact : simulation.contactForces())
      CHECK(contact.force.norm() ==
            Approx(mass * standardGravity / (2 * std::cos(angle))).epsilon(1e-3));
  }
}

TEST_CASE("a box lies across a ridge on the line of the ridge", "[contact]") {
  constexpr double mass = 3;
  const Vector3d size(1, 0.5, 0.2);
  for (const Stepping& by : defaultSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Mechanism mechanism = terrain(20, 0.5, [](double x, double) { return -0.3 * std::abs(x); });
    addBody(mechanism, "box", mass, boxInertia(mass, size), box(size, 0.5), {0, 0.03, 0.1});
    Simulation simulation(mechanism, {by.method, by.integrator, 1e-3, {}});
    simulation.step(300);
    CHECK((positionOf(simulation) - Vector3d(0, 0.03, 0.1)).norm() < 1e-8);
    CHECK((forceOfGround(simulation) - Vector3d(0, 0, mass * standardGravity)).norm() < 1e-5);
    for (const ContactForce& contact : simulation.contactForces())
      CHECK(std::abs(contact.point.x()) < 1e-8);
  }
}

TEST_CASE("sharp corners stay above the creases of the ground", "[contact]") {
  using Height = double (*)(double, double);
  constexpr std::array<Height, 4> grounds{
      [](double x, double) { return std::abs(x); },
      [](double x, double y) { return std::abs(x) + std::abs(y); },
      [](double x, double y) { return std::abs(x - y); },
      [](double x, double) { return x < 0 ? -2.4 * x : 0.1 * x; }};
  for (std::size_t k = 0; k < grounds.size(); ++k)
    for (unsigned seed = 1; seed <= 4; ++seed)
      for (const bool isBox : {false, true}) {
        INFO("ground " << k << ", seed " << seed << (isBox ? ", box" : ", tetrahedron"));
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> part(-1, 1);
        Mechanism mechanism = terrain(4, 0.5, grounds[k]);
        Collider collider = box({0.3, 0.2, 0.1}, 0.5);
        if (!isBox) {
          collider = {.type = ColliderType::hull, .friction = 0.5};
          collider.points = {
              {0.1, 0.1, 0.1}, {-0.1, -0.1, 0.1}, {-0.1, 0.1, -0.1}, {0.1, -0.1, -0.1}};
        }
        const Eigen::Vector4d turn(part(random), part(random), part(random), part(random));
        const Vector3d position(0.3 * part(random), 0.3 * part(random), 1.2);
        addBody(mechanism, "body", 1, {4e-3, 4e-3, 4e-3}, collider, position,
                {part(random), part(random), 0}, Eigen::Quaterniond(turn).normalized());
        Simulation simulation(mechanism, {"multipliers", "rattle", 1e-3, {}});
        double deepest = 0;
        for (int i = 0; i < 100; ++i) {
          simulation.step(10);
          const auto closest = simulation.closestPoints("body", "world");
          REQUIRE(closest);
          deepest = std::min(deepest, closest->distance);
        }
        CHECK(deepest > -2e-3);  // the way of a corner in half a step
      }
}

TEST_CASE("bodies of every shape stay above rough ground", "[contact]") {
  const auto rough = [](double x, double y) {
    return 0.12 * std::sin(3.1 * x + 1) * std::cos(2.7 * y) + 0.08 * (x * x + y * y);
  };
  constexpr double friction = 0.6;
  for (const Stepping& by : defaultSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Mechanism mechanism = terrain(24, friction, rough);
    std::mt19937 random(3);
    std::uniform_real_distribution<double> place(-1, 1);
    const auto drop = [&](const std::string& name, const Collider& collider, double size) {
      const Vector3d position(place(random), place(random), 0.9 + 0.4 * place(random));
      const Eigen::Vector4d turn(place(random), place(random), place(random), place(random));
      addBody(mechanism, name, 1, Vector3d::Constant(0.1 * size * size), collider, position,
              {place(random), place(random), -1}, Eigen::Quaterniond(turn).normalized());
    };
    Collider hull{.type = ColliderType::hull, .friction = friction};
    for (int i = 0; i < 12; ++i)
      hull.points.emplace_back(0.15 * place(random), 0.15 * place(random), 0.15 * place(random));
    drop("ball", ball(0.1, friction), 0.1);
    drop("box", box({0.3, 0.2, 0.1}, friction), 0.2);
    drop("capsule", capsuleCollider(0.06, 0.3, ColliderType::capsule, friction), 0.2);
    drop("cylinder", capsuleCollider(0.1, 0.2, ColliderType::cylinder, friction), 0.15);
    drop("hull", hull, 0.15);
    Simulation simulation(mechanism, {by.method, by.integrator, 2e-3, {}});
    const double energy = simulation.kineticEnergy() + simulation.potentialEnergy();
    double deepest = 0;
    for (int i = 0; i < 150; ++i) {
      simulation.step(10);
      for (const Body& body : mechanism.bodies) {
        const auto closest = simulation.closestPoints(body.name, "world");
        REQUIRE(closest);
        deepest = std::min(deepest, closest->distance);
      }
    }
    CHECK(deepest > -1e-3);
    CHECK(simulation.kineticEnergy() + simulation.potentialEnergy() < energy);
  }
}

}  // namespace linkwork::test
