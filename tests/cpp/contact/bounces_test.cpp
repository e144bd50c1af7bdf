#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "contact/bodies.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/scenes.hpp"

/// Impacts at contacts and stops: the energy after a bounce, and the forces on stops, by every
/// method.
namespace linkwork::test {
namespace {

constexpr double weightOfOne = 9.81;  ///< [N/kg]

/// Returns one body on one joint.
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

/// Returns a body that flies over a floor with restitution e and friction μ.
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
  solid.radius = type == ColliderType::box ? 0 : 0.1;  // sharp edges
  solid.length = 0.3;
  solid.size = {0.2, 0.2, 0.2};
  return solid;
}

/// Returns a pendulum that swings against a stop with restitution 1.
Mechanism pendulumOnStop(double restitution) {
  Mechanism mechanism = chain({.links = 1, .startAngle = 1.2});
  mechanism.joints[0].limits = JointLimits{.lower = 0.1, .restitution = restitution};
  return mechanism;
}

/// Returns a body just above the floor at a random attitude, at up to 3 m/s and 17 rad/s, with
/// restitution ≤ 1.
Mechanism overTheImpact(ColliderType type, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> part(-1, 1);
  const auto any = [&] { return Eigen::Vector3d(part(random), part(random), part(random)); };
  const Eigen::Quaterniond attitude(Eigen::AngleAxisd(4 * part(random), any().normalized()));
  const Eigen::Vector3d up = attitude.conjugate() * Eigen::Vector3d::UnitZ();
  const Collider solid = solidOf(type);
  const double reach = type == ColliderType::box ? 0.5 * solid.size.dot(up.cwiseAbs())
                       : type == ColliderType::capsule
                           ? solid.radius + 0.5 * solid.length * std::abs(up.z())
                           : solid.radius;
  const Eigen::Vector4d turn = attitude.coeffs();
  Mechanism mechanism = overFloor(solid, seed % 3 == 0 ? std::abs(part(random)) : 1, 0.3,
                                  {0, 0, reach, turn[0], turn[1], turn[2], turn[3]});
  Eigen::Vector3d velocity = 3 * any();
  velocity.z() = -std::abs(velocity.z());
  velocity = attitude.conjugate() * velocity;
  const Eigen::Vector3d spin = 10 * any();
  mechanism.initialState->v["flight"] = {spin.x(),     spin.y(),     spin.z(),
                                         velocity.x(), velocity.y(), velocity.z()};
  return mechanism;
}

/// The change of energy over a motion.
struct EnergyRecord {
  double least = 0, most = 0;  ///< extremes of the relative change of energy
  double spin = 0;             ///< largest angular speed [rad/s]
  int hits = 0;                ///< steps with contact
};

/// Runs a single free body.
EnergyRecord energyRecordOf(Simulation& simulation, double time) {
  EnergyRecord record;
  const double start = energyOf(simulation);
  while (simulation.time() < time - simulation.stepSize() / 2) {
    simulation.step();
    const double change = energyOf(simulation) / start - 1;
    record.least = std::min(record.least, change);
    record.most = std::max(record.most, change);
    record.spin =
        std::max(record.spin, Eigen::Map<const Eigen::Vector3d>(simulation.v().data()).norm());
    record.hits += simulation.contactForces().empty() ? 0 : 1;
  }
  return record;
}

/// The solver's error in the velocities after an impact, 1e-9, counts twice in the energy.
double leftBySolver(const EnergyRecord& record) { return 2e-9 * record.hits; }

/// Returns the error of the energy of a body that falls from a height [m], over its weight.
/// Velocities of semi-implicit Euler are half a step late. On both sides of a bounce, the energy is
/// off by ½ h m g v.
double lateEnergy(const Stepping& by, double h, double height) {
  if (by.integrator != "semi-implicit-euler") return 0;
  return 1.01 * h * std::sqrt(2 * weightOfOne * height);
}

}  // namespace

TEST_CASE("elastic bounces conserve energy for a million steps", "[contact][slow]") {
  // Reflections conserve the energy as well as the integrator does: to its oscillation, a relative
  // (h ω)², without drift. A ball in uniform gravity has no oscillation.
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
    CHECK(bounces > 1500);  // one per 2 √(2 g h) / g = 0.57 s
    CHECK(stops > 500);
    CHECK(ballError < 1e-6);  // the solver's 1e-9 at 1750 bounces
    CHECK(swingError < 1e-5 * weightOfOne);
    CHECK(std::abs(ball.work()) < 1e-6 * ballEnergy);
  }
}

TEST_CASE("a body that lands flat without friction regains all of its energy", "[contact]") {
  const double half = std::sqrt(0.5);
  const std::pair<ColliderType, std::vector<double>> flat[] = {
      {ColliderType::box, {0, 0, 0.5, 0, 0, 0, 1}},
      {ColliderType::capsule, {0, 0, 0.5, 0, half, 0, half}}};  // its axis is level
  for (const Stepping& by : inertialSteppings())
    for (const auto& [type, q] : flat)
      for (const double h : {1e-3, 1e-2}) {
        INFO(by.method << ", " << by.integrator << ", " << static_cast<int>(type) << ", " << h);
        Simulation simulation(overFloor(solidOf(type), 1, 0, q), {by.method, by.integrator, h, {}});
        const EnergyRecord record = energyRecordOf(simulation, 10);
        CHECK(record.hits >= 17);  // one per 2 √(2 (0.5 − 0.1) m / g) = 0.57 s
        // Steps under uniform gravity are exact. Relative to a height of 0.5 m.
        const double late = lateEnergy(by, h, 0.4) / 0.5;
        CHECK(record.most < leftBySolver(record) + late);
        CHECK(record.least > -leftBySolver(record) - late);
      }
}

TEST_CASE("a box that tumbles without friction conserves its energy over bounces", "[contact]") {
  const Mechanism mechanism =
      overFloor(solidOf(ColliderType::box), 1, 0, {0, 0, 1, 0.2, 0.3, 0.1, std::sqrt(0.86)});
  const auto check = [&](const Stepping& by, double h, double time) {
    INFO(by.method << ", " << by.integrator << ", " << h << ", " << time);
    Simulation simulation(mechanism, {by.method, by.integrator, h, {}});
    const EnergyRecord record = energyRecordOf(simulation, time);
    CHECK(record.hits > time);
    // A step of order p has an error of (h ω)^p / 24 of the rotational energy. Runge–Kutta steps
    // accumulate it, Rosenbrock steps by each radian.
    const bool isRosenbrock = by.integrator == "rosenbrock";
    const bool isSecondOrder = isRosenbrock || by.integrator == "second-order" ||
                               by.integrator == "adaptive" || by.integrator == "rattle";
    const bool addsUp = isRosenbrock || by.integrator == "rk4" || by.integrator == "baumgarte";
    const double turning = std::pow(h * record.spin, isSecondOrder ? 2 : 4) / 24;
    const double late = lateEnergy(by, h, 1);  // as much again for the rotation, by h ω
    const double passed = isRosenbrock ? time * record.spin : addsUp ? time : 1;
    const double own = turning * passed + late * (1 + 5 * h * record.spin);
    CHECK(record.most < own + leftBySolver(record));
    CHECK(record.least > -own - leftBySolver(record));
  };
  for (const Stepping& by : inertialSteppings())
    for (const double h : {1e-3, 1e-2}) check(by, h, 10);
  check({"articulated-body", "semi-implicit-euler"}, 1e-3, 100);
  for (const char* method : {"variational", "variational-maximal"})
    check({method, "second-order"}, 1e-3, 100);
}

TEST_CASE("an impact with friction does not increase the energy", "[contact]") {
  constexpr double h = 1e-6;
  for (const Stepping& by : inertialSteppings())
    for (const ColliderType type :
         {ColliderType::box, ColliderType::capsule, ColliderType::sphere}) {
      INFO(by.method << ", " << by.integrator << ", " << static_cast<int>(type));
      int hits = 0, losses = 0;
      double most = -1;
      for (unsigned seed = 0; seed < 300; ++seed) {
        Simulation simulation(overTheImpact(type, seed), {by.method, by.integrator, h, {}});
        const double start = energyOf(simulation), moving = simulation.kineticEnergy();
        simulation.step();
        if (simulation.contactForces().empty()) continue;  // it turned away
        const double change = (energyOf(simulation) - start) / moving;
        ++hits;
        losses += change < -1e-3 ? 1 : 0;
        most = std::max(most, change);
      }
      CHECK(hits > 250);
      CHECK(losses > 200);
      // Rounding of several hundred operations.
      const double late = by.integrator == "semi-implicit-euler" ? 4 * h * weightOfOne : 0;
      CHECK(most < 100 * epsilon + late);  // h g v of ½ v², at 0.5 m/s and more
    }
}

TEST_CASE("friction acts on a sliding body while another body bounces", "[contact]") {
  constexpr double friction = 0.5, h = 1e-3, speed = 3;
  const Stepping by = anyInertialStepping();
  INFO(by.method << ", " << by.integrator);
  Mechanism mechanism = incline(0, friction);
  const Eigen::Vector3d size(1, 1, 0.2);
  addBody(mechanism, "block", 1, boxInertia(1, size), box(size, friction), {0, 0, 0.1},
          {speed, 0, 0});
  Collider bouncing = ball(0.1, friction);
  bouncing.restitution = 0.9;
  addBody(mechanism, "ball", 1, Eigen::Vector3d::Constant(0.004), bouncing, {5, 5, 0.11});
  Simulation simulation(mechanism, {by.method, by.integrator, h, {}});
  simulation.advance(0.1);
  CHECK(simulation.v()[11] > -0.5 * weightOfOne * simulation.time());  // it bounced
  CHECK(simulation.v()[3] ==
        Approx(speed - friction * weightOfOne * simulation.time()).epsilon(1e-7));
}

TEST_CASE("no bounce of a tumbling body increases the energy", "[contact]") {
  const double turn = std::sqrt(0.86);
  for (const Stepping& by : inertialSteppings()) {
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
          // The integrator's own gain of energy on bodies that turn at up to 20 rad/s.
          const double radians = by.integrator == "rosenbrock" ? 20 * simulation.time() : 1;
          const double own = 1e-6 + 0.5 * std::pow(20 * h, 2) * radians;
          // Late velocities change the measured energy, for the rotation by a factor of h ω.
          const double late =
              weightOfOne * lateEnergy(by, h, start / weightOfOne) * (1 + 5 * h * 20);
          CHECK(most <= start * (1 + own) + late);
          if (friction == 0) CHECK(energyOf(simulation) >= start * (1 - own) - late);
        }
  }
}

TEST_CASE("a slider rests on its stop with its weight, by every integrator", "[contact]") {
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Mechanism mechanism = bodyOn(JointType::prismatic, "rail", 2);
    mechanism.joints[0].limits = JointLimits{.lower = -0.2};  // no upper limit
    mechanism.initialState->q["rail"] = {-0.15};
    Simulation simulation(mechanism, {by.method, by.integrator, 1e-3, {}});
    simulation.step(300);
    CHECK(simulation.q()[0] == Approx(-0.2).margin(1.01e-7));
    REQUIRE(simulation.limitForces().size() == 1);
    CHECK(simulation.limitForces()[0].joint == "rail");
    CHECK(simulation.limitForces()[0].force == Approx(2 * weightOfOne).epsilon(1e-8));
    CHECK(simulation.reactions()[5] == Approx(2 * weightOfOne).epsilon(1e-8));
    // There is no upper limit.
    simulation.setTorque("rail", std::vector<double>{100.0});
    simulation.step(300);
    CHECK(simulation.q()[0] > 1);
    CHECK(simulation.limitForces().empty());
  }
}

TEST_CASE("a stop returns the part of the speed that its restitution specifies", "[contact]") {
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    constexpr double h = 1e-4;
    Simulation simulation(pendulumOnStop(0.5), {by.method, by.integrator, h, {}});
    double before = 0;
    while (simulation.limitForces().empty()) {
      before = simulation.v()[0];
      simulation.step();
    }
    // The time of the impact is known to a step. In a step, gravity changes the speed.
    CHECK(simulation.v()[0] == Approx(-0.5 * before).margin(3 * weightOfOne * 10 * h));
  }
}

TEST_CASE("the methods agree on a four-bar that comes to rest on a stop", "[contact]") {
  std::vector<double> rest, force;
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    const SimulationOptions options{by.method, by.integrator, 1e-3, {}};
    Mechanism mechanism = fourBar();
    for (Joint& joint : mechanism.joints) joint.damping = 2;
    Simulation free(mechanism, options);
    const double start = free.q()[0];
    free.step(5000);
    const double way = free.q()[0] - start;  // the stop is on this path
    if (way > 0)
      mechanism.joints[0].limits = JointLimits{.upper = start + way / 2};
    else
      mechanism.joints[0].limits = JointLimits{.lower = start + way / 2};
    Simulation simulation(mechanism, options);
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
