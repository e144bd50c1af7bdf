#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "contact/bodies.hpp"
#include "linkwork/parts.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/allocation_counter.hpp"

/// Cylinders and hulls that rest, roll, tip over and support each other.
namespace linkwork::test {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr double wheelMass = 2;

Collider cylinderCollider(double radius, double length, double friction) {
  return {.type = ColliderType::cylinder, .radius = radius, .length = length, .friction = friction};
}

Collider hullCollider(std::vector<Vector3d> points, double friction) {
  return {.type = ColliderType::hull, .points = std::move(points), .friction = friction};
}

void addCylinder(Mechanism& mechanism, double radius, double length, double friction,
                 const Vector3d& position, const Quaterniond& attitude = Quaterniond::Identity(),
                 const std::string& name = "cylinder") {
  const Body body = cylinder(name, wheelMass, {0, 0, -length / 2}, {0, 0, length / 2}, radius);
  addBody(mechanism, name, wheelMass, {body.inertia[0], body.inertia[1], body.inertia[2]},
          cylinderCollider(radius, length, friction), position, {0, 0, 0}, attitude);
}

/// Replaces the plane by a table with its top at z = 0.
void replacePlane(Mechanism& mechanism, Collider table) {
  table.body = "world";
  table.friction = mechanism.contact.colliders[0].friction;
  mechanism.contact.colliders[0] = table;
}

/// A collider whose top is the square of a width at z = 0.
Collider tableOf(ColliderType type, double width, double friction) {
  if (type == ColliderType::heightfield) {
    Collider ground{.body = "world", .type = type, .friction = friction};
    ground.extents = {width, width};
    ground.heights.assign(9, std::vector<double>(14, 0.0));
    return ground;
  }
  Collider table = type == ColliderType::box        ? box({width, width, 1}, friction)
                   : type == ColliderType::cylinder ? cylinderCollider(width / 2, 1, friction)
                                                    : hullCollider({}, friction);
  for (int c = 0; type == ColliderType::hull && c < 8; ++c)
    table.points.emplace_back((c & 1 ? 1 : -1) * width / 2, (c & 2 ? 1 : -1) * width / 2,
                              (c & 4 ? 0.5 : -0.5));
  table.frame.position.z() = -0.5;
  return table;
}

Quaterniond turnAbout(const Vector3d& axis, double angle) {
  return Quaterniond(Eigen::AngleAxisd(angle, axis));
}

Vector3d upOf(const Simulation& simulation) {
  const auto q = simulation.q();
  return Quaterniond(q[6], q[3], q[4], q[5]) * Vector3d::UnitZ();
}

Vector3d supportOf(const Simulation& simulation) {
  Vector3d sum(0, 0, 0);
  for (const ContactForce& contact : simulation.contactForces())
    sum += (contact.bodies[0] == worldName ? 1 : -1) * contact.force;
  return sum;
}

constexpr std::array tables{ColliderType::plane, ColliderType::box, ColliderType::cylinder,
                            ColliderType::hull, ColliderType::heightfield};

}  // namespace

TEST_CASE("a cylinder rests on every flat collider", "[contact]") {
  for (const Stepping& by : defaultSteppings())
    for (const ColliderType under : tables) {
      INFO(by.method << ", " << by.integrator << ", on " << name(under));
      Mechanism mechanism = incline(0, 0.5);
      if (under != ColliderType::plane) replacePlane(mechanism, tableOf(under, 4, 0.5));
      addCylinder(mechanism, 0.1, 0.6, 0.5, {0.1, 0.2, 0.3});
      Simulation simulation(mechanism, {by.method, by.integrator, 1e-2, {}});
      const std::vector<double> start(simulation.q().begin(), simulation.q().end());
      simulation.step(300);
      for (std::size_t k = 0; k < start.size(); ++k)
        CHECK(std::abs(simulation.q()[k] - start[k]) < 1e-9);  // 1e-6 of g h²
      CHECK(simulation.kineticEnergy() < 1e-12);
      CHECK(simulation.contactForces().size() >= 3);
      CHECK(simulation.contactForces().size() <= 8);
      CHECK((supportOf(simulation) - Vector3d(0, 0, wheelMass * standardGravity)).norm() < 1e-6);
    }
}

TEST_CASE("a cylinder rolls down an incline with two thirds of g sin α", "[contact]") {
  constexpr double radius = 0.1, slope = 0.3, h = 1e-3;
  for (const Stepping& by : defaultSteppings())
    for (const ColliderType under :
         {ColliderType::plane, ColliderType::box, ColliderType::hull, ColliderType::heightfield})
      for (const double spin : {0.0, 0.7}) {  // of the body frame; the side is symmetric
        INFO(by.method << ", " << by.integrator << ", on " << name(under) << ", turned " << spin);
        Mechanism mechanism = incline(slope, 0.5);
        if (under != ColliderType::plane) replacePlane(mechanism, tableOf(under, 4, 0.5));
        addCylinder(mechanism, radius, 0.4, 0.5, {0.2, 0.1, radius},
                    turnAbout(Vector3d::UnitX(), -std::numbers::pi / 2) *
                        turnAbout(Vector3d::UnitZ(), spin));
        Simulation simulation(mechanism, {by.method, by.integrator, h, {}});
        simulation.step(200);
        const double time = simulation.time();
        const double acceleration = 2.0 / 3 * standardGravity * std::sin(slope);
        // Variational steps in joint coordinates have the error of the squared rotation, (h ω)².
        // The others have the solver's 1e-9.
        const double turn = h * acceleration * time / radius;
        const double part = 1e-8 + (by.method == "variational" ? turn * turn : 0);
        CHECK(simulation.q()[0] - 0.2 == Approx(acceleration * time * time / 2).epsilon(part));
        CHECK(std::abs(simulation.q()[1] - 0.1) < 1e-9);
        CHECK(simulation.q()[2] == Approx(radius).margin(2e-7));  // the allowed penetration
        CHECK(simulation.contactForces().size() == 2);            // the ends of the contact line
        CHECK(std::abs(upOf(simulation).y()) == Approx(1).epsilon(1e-12));
      }
}

TEST_CASE("a cylinder tips over at tan α = r/h", "[contact]") {
  constexpr double radius = 0.1, half = 0.3;
  for (const Stepping& by : defaultSteppings())
    for (const double yaw : {0.0, 0.4, 0.7}) {  // the rim has no corners
      INFO(by.method << ", " << by.integrator << ", turned " << yaw);
      const auto tiltAfter = [&](double ratio) {
        Mechanism mechanism = incline(std::atan(ratio * radius / half), 2);
        addCylinder(mechanism, radius, 2 * half, 2, {0, 0, half},
                    turnAbout(Vector3d::UnitZ(), yaw));
        Simulation simulation(mechanism, {by.method, by.integrator, 5e-3, {}});
        simulation.step(200);
        return std::acos(std::min(1.0, upOf(simulation).z()));
      };
      CHECK(tiltAfter(0.999) < 1e-4);
      // 1e-3 m g r over m (r²/4 + 4 h²/3 + r²) is 0.007 rad/s², and grows.
      CHECK(tiltAfter(1.001) > 5e-3);
    }
}

TEST_CASE("a tetrahedron and a stack of prisms rest", "[contact]") {
  std::vector<Vector3d> prism;
  for (int i = 0; i < 12; ++i) {
    const double angle = i / 2 * std::numbers::pi / 3;
    prism.emplace_back(0.3 * std::cos(angle), 0.3 * std::sin(angle), i % 2 ? 0.1 : -0.1);
  }
  const double low = std::sqrt(2.0) / 3;  // of a tetrahedron with corners at distance √2
  const std::vector<Vector3d> tetrahedron{{0, 0, std::sqrt(2.0)},
                                          {4.0 / 3, 0, -low},
                                          {-2.0 / 3, 2 / std::sqrt(3.0), -low},
                                          {-2.0 / 3, -2 / std::sqrt(3.0), -low}};
  for (const Stepping& by : defaultSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Mechanism single = incline(0.2, 0.6);
    addBody(single, "tetrahedron", 3, {1, 1, 1}, hullCollider(tetrahedron, 0.6), {0, 0, low});
    Mechanism stack = incline(0, 0.5);
    for (int i = 0; i < 4; ++i)
      addBody(stack, "prism" + std::to_string(i), 1 + i, boxInertia(1 + i, {0.5, 0.5, 0.2}),
              hullCollider(prism, 0.5), {0.02 * i, 0, 0.1 + 0.2 * i}, {0, 0, 0},
              turnAbout(Vector3d::UnitZ(), 0.1 * i));
    addCylinder(stack, 0.2, 0.3, 0.5, {0, 0, 0.95});
    for (const auto& [mechanism, mass, touching] :
         {std::tuple(single, 3.0, 3), std::tuple(stack, 10 + wheelMass, 6 + 3 * 12 + 8)}) {
      Simulation simulation(mechanism, {by.method, by.integrator, 5e-3, {}});
      const std::vector<double> start(simulation.q().begin(), simulation.q().end());
      simulation.step(200);
      for (std::size_t k = 0; k < start.size(); ++k)
        CHECK(std::abs(simulation.q()[k] - start[k]) < 1e-8);  // a few 1e-6 of g h²
      Vector3d support(0, 0, 0);
      for (const ContactForce& contact : simulation.contactForces())
        if (contact.bodies[0] == worldName) support += contact.force;
      CHECK((support + mass * mechanism.gravity).norm() < 1e-5 * mass);
      CHECK(simulation.contactForces().size() <= static_cast<std::size_t>(touching));
      if (!allocationsAreCounted) continue;
      CHECK(allocationsIn([&, &moving = simulation] { moving.step(); }) == 0);
    }
  }
}

TEST_CASE("a body that leans over a table's rim stays while its center of mass is above the table",
          "[contact]") {
  for (const ColliderType under : {ColliderType::box, ColliderType::cylinder, ColliderType::hull})
    for (const double past : {-0.02, 0.02}) {
      INFO("on " << name(under) << ", past its rim by " << past);
      Mechanism mechanism = incline(0, 0.5);
      replacePlane(mechanism, tableOf(under, 2, 0.5));
      addCylinder(mechanism, 0.1, 0.2, 0.5, {1 + past, 0, 0.1});
      Simulation simulation(mechanism, {.step = 2e-3});
      simulation.step(250);
      if (past < 0)
        CHECK(simulation.q()[2] == Approx(0.1).margin(1e-6));
      else
        CHECK(simulation.q()[2] < 0.08);
    }
}

TEST_CASE("a cylinder rests in a trough and on two others", "[contact]") {
  Mechanism mechanism = incline(0, 0.8);
  const Quaterniond lying = turnAbout(Vector3d::UnitX(), -std::numbers::pi / 2);
  for (int i = 0; i < 3; ++i) {
    const Vector3d place(i < 2 ? 0.2 * i - 0.1 : 0, 0, i < 2 ? 0.1 : 0.1 + 0.1 * std::sqrt(3.0));
    addCylinder(mechanism, 0.1, 0.4 + 0.1 * i, 0.8, place, lying, "log" + std::to_string(i));
  }
  for (const Stepping& by : defaultSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Simulation simulation(mechanism, {by.method, by.integrator, 2e-3, {}});
    const std::vector<double> start(simulation.q().begin(), simulation.q().end());
    simulation.step(500);
    for (std::size_t k = 0; k < start.size(); ++k)
      CHECK(std::abs(simulation.q()[k] - start[k]) < 1e-6);
    CHECK(simulation.kineticEnergy() < 1e-10);
  }
}

}  // namespace linkwork::test
