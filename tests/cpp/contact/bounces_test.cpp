#include <catch2/catch.hpp>
#include <cmath>

#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/scenes.hpp"

/// What comes back from contacts and stops: energy, and what the stops carry, by every method.
namespace linkwork::test {
namespace {

constexpr double weightOfOne = 9.81;  ///< [N/kg]

/// One body on one joint.
Mechanism bodyOn(JointType type, const std::string& joint, double mass) {
  Mechanism mechanism;
  mechanism.bodies.emplace_back();
  mechanism.bodies[0].name = "body";
  mechanism.bodies[0].mass = mass;
  mechanism.bodies[0].inertia = {0.01, 0.012, 0.015, 0, 0, 0};
  mechanism.joints.emplace_back();
  mechanism.joints[0].type = type;
  mechanism.joints[0].name = joint;
  mechanism.joints[0].parent = worldName;
  mechanism.joints[0].child = "body";
  mechanism.initialState.emplace();
  return mechanism;
}

/// A body that flies over a floor with restitution e and friction μ.
Mechanism overFloor(const Collider& solid, double restitution, double friction,
                    const std::vector<double>& q) {
  Mechanism mechanism = bodyOn(JointType::free, "flight", 1.5);
  Collider floor;
  floor.body = worldName;
  floor.type = ColliderType::plane;
  floor.restitution = restitution;
  floor.friction = friction;
  Collider own = solid;
  own.body = "body";
  own.restitution = restitution;
  own.friction = friction;
  mechanism.contact.colliders = {floor, own};
  mechanism.initialState->q["flight"] = q;
  return mechanism;
}

Collider solidOf(ColliderType type) {
  Collider solid;
  solid.type = type;
  solid.radius = 0.1;
  solid.length = 0.3;
  solid.size = {0.2, 0.2, 0.2};
  return solid;
}

/// A pendulum that swings against a stop which gives back all of its speed.
Mechanism pendulumOnStop(double restitution) {
  Mechanism mechanism = chain({.links = 1, .startAngle = 1.2});
  mechanism.joints[0].limits = JointLimits{.lower = 0.1, .restitution = restitution};
  return mechanism;
}

double energyOf(Simulation& simulation) {
  return simulation.kineticEnergy() + simulation.potentialEnergy();
}

}  // namespace

TEST_CASE("what bounces without loss keeps its energy for a million steps", "[contact]") {
  // Reflections keep the energy that the integrator keeps: to its oscillation, (h ω)² of it, with
  // no drift. A ball in uniform gravity has none.
  for (const char* method : {"variational", "variational-maximal"}) {
    INFO(method);
    constexpr double h = 1e-3;
    const SimulationOptions options{.method = method, .step = h};
    Simulation ball(overFloor(solidOf(ColliderType::sphere), 1, 0, {0, 0, 0.5, 0, 0, 0, 1}),
                    options);
    Simulation pendulum(pendulumOnStop(1), options);
    const double ballEnergy = energyOf(ball), swing = energyOf(pendulum);
    int bounces = 0, stops = 0;
    double ballError = 0, swingError = 0;
    for (int i = 0; i < 1000000; ++i) {
      ball.step();
      pendulum.step();
      bounces += static_cast<int>(ball.contactForces().size());
      stops += static_cast<int>(pendulum.limitForces().size());
      if (i % 100 != 0) continue;
      ballError = std::max(ballError, std::abs(energyOf(ball) / ballEnergy - 1));
      swingError = std::max(swingError, std::abs(energyOf(pendulum) - swing));
    }
    CHECK(bounces > 1500);  // of 2 √(2 g h) / g = 0.57 s each
    CHECK(stops > 500);
    CHECK(ballError < 1e-6);  // the solver's 1e-9 at 1750 bounces
    CHECK(swingError < 1e-5 * weightOfOne);
    CHECK(std::abs(ball.work()) < 1e-6 * ballEnergy);
  }
}

TEST_CASE("no bounce makes energy, whatever tumbles", "[contact]") {
  const double turn = std::sqrt(0.86);
  for (const Stepping& by : inertialSteppings()) {
    if (by.integrator == "semi-implicit-euler") continue;  // makes some of tumbling in free flight
    for (const ColliderType type : {ColliderType::box, ColliderType::capsule, ColliderType::sphere})
      for (const double friction : {0.0, 0.3})
        for (const double h : {1e-3, 1e-2}) {
          INFO(by.method << ", " << by.integrator << ", " << static_cast<int>(type) << ", "
                         << friction << ", " << h);
          Simulation simulation(
              overFloor(solidOf(type), 1, friction, {0, 0, 1, 0.2, 0.3, 0.1, turn}),
              {by.method, by.integrator, h, {}});
          const double start = energyOf(simulation);
          double most = 0;
          while (simulation.time() < 5) {
            simulation.step();
            most = std::max(most, energyOf(simulation));
          }
          // What the integrator itself gains in steps of h on bodies that turn at up to 20 rad/s.
          const double own = 1e-6 + 0.5 * std::pow(20 * h, 2);
          CHECK(most <= start * (1 + own));
          if (friction == 0) CHECK(energyOf(simulation) >= start * (1 - own));
        }
  }
}

TEST_CASE("a slider on its stop weighs on it, under every integrator", "[contact]") {
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Mechanism mechanism = bodyOn(JointType::prismatic, "rail", 2);
    mechanism.joints[0].limits = JointLimits{.lower = -0.2};  // open above
    mechanism.initialState->q["rail"] = {-0.15};
    Simulation simulation(mechanism, {by.method, by.integrator, 1e-3, {}});
    simulation.step(300);
    CHECK(simulation.q()[0] == Approx(-0.2).margin(1.01e-7));
    REQUIRE(simulation.limitForces().size() == 1);
    CHECK(simulation.limitForces()[0].joint == "rail");
    CHECK(simulation.limitForces()[0].force == Approx(2 * weightOfOne).epsilon(1e-8));
    CHECK(simulation.reactions()[5] == Approx(2 * weightOfOne).epsilon(1e-8));
    // Upwards there is no end.
    simulation.setTorque("rail", std::vector<double>{100.0});
    simulation.step(300);
    CHECK(simulation.q()[0] > 1);
    CHECK(simulation.limitForces().empty());
  }
}

TEST_CASE("a stop gives back the part of the speed that it says", "[contact]") {
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    constexpr double h = 1e-4;
    Simulation simulation(pendulumOnStop(0.5), {by.method, by.integrator, h, {}});
    double before = 0;
    while (simulation.limitForces().empty()) {
      before = simulation.v()[0];
      simulation.step();
    }
    // The impact's instant is known to a step, by which gravity changes the speed.
    CHECK(simulation.v()[0] == Approx(-0.5 * before).margin(3 * weightOfOne * 10 * h));
  }
}

TEST_CASE("the methods agree on a four-bar that comes to rest on a stop", "[contact]") {
  std::vector<double> rest, force;
  for (const char* method :
       {"articulated-body", "variational", "variational-maximal", "multipliers"}) {
    INFO(method);
    Mechanism mechanism = fourBar();
    for (Joint& joint : mechanism.joints) joint.damping = 2;
    Simulation free(mechanism, {.method = method, .step = 1e-3});
    const double start = free.q()[0];
    free.step(5000);
    const double way = free.q()[0] - start;  // the stop stands in it
    if (way > 0)
      mechanism.joints[0].limits = JointLimits{.upper = start + way / 2};
    else
      mechanism.joints[0].limits = JointLimits{.lower = start + way / 2};
    Simulation simulation(mechanism, {.method = method, .step = 1e-3});
    simulation.step(5000);
    CHECK(simulation.kineticEnergy() < 1e-12);
    REQUIRE(simulation.limitForces().size() == 1);
    rest.push_back(simulation.q()[0] - start);
    force.push_back(simulation.limitForces()[0].force);
    CHECK(rest.back() == Approx(rest.front()).epsilon(1e-4));
    CHECK(force.back() == Approx(force.front()).epsilon(1e-4));
  }
}

}  // namespace linkwork::test
