#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "contact/bodies.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// Steps that are split after a failure, and their guarantees on energy.
namespace linkwork::test {
namespace {

double balanceOf(Simulation& simulation) {
  return simulation.kineticEnergy() + simulation.potentialEnergy() - simulation.work();
}

/// Returns a pendulum between stops, with many impacts in a step of 1 ms.
Mechanism narrow(double range, double restitution) {
  Mechanism mechanism;
  mechanism.bodies = {{.name = "rod",
                       .mass = 1,
                       .centerOfMass = {0.5, 0, 0},
                       .inertia = {1e-3, 0.1, 0.1, 0, 0, 0}}};
  Joint joint;
  joint.name = "joint";
  joint.type = JointType::revolute;
  joint.axis = {0, 1, 0};
  joint.parent = "world";
  joint.child = "rod";
  joint.limits = JointLimits{-range, range, restitution};
  mechanism.joints = {joint};
  return mechanism;
}

}  // namespace

TEST_CASE("a long step is split, or accepted with its error if that is allowed",
          "[simulation][retries]") {
  for (const Stepping& by : inertialSteppings())
    for (const char* name : {"fourBar", "gearedLeg"}) {
      INFO(by.method << " " << by.integrator << " " << name);
      SimulationOptions options{.method = by.method, .integrator = by.integrator, .step = 0.05};
      Simulation simulation(catalogueMechanism(name), options);
      const double start = balanceOf(simulation);
      double most = 0, kinetic = 0;
      for (int i = 1; i <= 200; ++i) {
        try {
          simulation.advance(0.05 * i - simulation.time());
        } catch (const SimulationError& error) {
          // Drift of loops and late velocities cause errors in short steps as well.
          CHECK((by.integrator == "baumgarte" || by.integrator == "semi-implicit-euler"));
          CHECK_THAT(error.what(), Catch::Contains("the step is too long for the motion"));
          break;
        }
        most = std::max(most, std::abs(balanceOf(simulation) - start));
        kinetic = std::max(kinetic, simulation.kineticEnergy());
      }
      CHECK(most < 0.05 * kinetic);
      options.energyTolerance = std::numeric_limits<double>::infinity();
      Simulation careless(catalogueMechanism(name), options);
      careless.advance(1);
      CHECK(careless.time() == Approx(1));
    }
}

TEST_CASE("steps of usual length are not repeated", "[simulation][retries]") {
  for (const Stepping& by : inertialSteppings())
    for (const char* name : {"fourBar", "gearedLeg", "chain", "miniCheetah"}) {
      INFO(by.method << " " << by.integrator << " " << name);
      Simulation simulation(catalogueMechanism(name),
                            {.method = by.method, .integrator = by.integrator, .step = 1e-3});
      simulation.step(1000);
      CHECK(simulation.retries() == 0);
    }
}

/// Spins of thin links are determined well: their moments of inertia differ by 100, and so would
/// errors of rounding if an iteration amplified them.
TEST_CASE("RATTLE takes fast steps of thin links whole", "[simulation][retries]") {
  ChainOptions options;
  options.links = 2;
  Simulation simulation(chain(options),
                        {.method = "multipliers", .integrator = "rattle", .step = 0.02});
  const std::vector<std::vector<double>> starts{{0.779, -2.546, -9.296, -7.436},
                                                {-0.625, 2.228, 8.312, 7.465},
                                                {-1.779, -1.637, -6.394, -11.354},
                                                {-0.834, -1.415, 15.536, -17.432}};
  for (const std::vector<double>& start : starts)
    for (double by = -5e-3; by < 5e-3; by += 1e-4) {
      simulation.setState(std::vector{start[0] + by, start[1]}, std::vector{start[2], start[3]});
      simulation.step();
    }
  CHECK(simulation.retries() == 0);
}

/// Velocities are late by half a step, so the energy that users read oscillates. Steps whose parts
/// followed the springs would gain energy.
TEST_CASE("springs and servos of any stiffness gain no energy by semi-implicit Euler",
          "[simulation][retries]") {
  ChainOptions links;
  links.links = 3;
  enum class By { springs, servos };
  for (const bool hasLoop : {false, true})
    for (const By by : {By::springs, By::servos})
      for (const double stiffness : {1e2, 3e2, 1e3, 3e3, 1e4, 3e4, 6e4, 1e5, 1.2e5}) {
        INFO(hasLoop << " " << (by == By::springs ? "springs " : "servos ") << stiffness);
        Mechanism mechanism = hasLoop ? fourBar() : chain(links);
        const Simulation start(mechanism);
        const double off = hasLoop ? 0.01 : 0.02;
        double stored = 0;
        for (std::size_t i = 0; i < mechanism.joints.size(); ++i) {
          Joint& joint = mechanism.joints[i];
          joint.damping = 0;
          if (hasLoop && i > 0) continue;
          stored += 0.5 * stiffness * off * off;
          joint.rest = start.q()[i] - off;
          if (by == By::springs)
            joint.stiffness = stiffness;
          else
            mechanism.actuators.push_back({.type = ActuatorType::position,
                                           .name = joint.name,
                                           .terms = {{joint.name, 1}},
                                           .stiffness = stiffness});
        }
        Simulation simulation(mechanism,
                              {.method = "articulated-body", .integrator = "semi-implicit-euler"});
        if (by == By::servos)
          for (const Actuator& actuator : mechanism.actuators)
            for (const Joint& joint : mechanism.joints)
              if (joint.name == actuator.name) simulation.setControl(joint.name, joint.rest);
        const double before = balanceOf(simulation);
        double most = 0;
        for (int i = 0; i < 2000; ++i) {
          simulation.step();
          most = std::max(most, simulation.kineticEnergy());
        }
        // The springs' energy, and that of falling by at most 3 m of 3 kg.
        CHECK(most < 2 * stored + 100);
        if (by == By::springs) CHECK(balanceOf(simulation) < before + 0.2 * stored + 0.5);
        // All steps have as many parts, or none has.
        CHECK(simulation.retries() == (by == By::springs && simulation.retries() > 0 ? 2000 : 0));
      }
}

/// Two gears that turn by up to 20 rad in a step: nothing but the count of turns can be wrong,
/// except that bodies turn by h |ω| (1 + (h |ω|)² / 6) in maximal coordinates.
TEST_CASE("gears that turn by radians in a step keep their angles", "[simulation][retries]") {
  Mechanism mechanism;
  mechanism.gravity.setZero();
  for (const std::string name : {"fast", "slow"}) {
    mechanism.bodies.push_back({.name = name, .mass = 1, .inertia = {0.01, 0.01, 0.02, 0, 0, 0}});
    Joint joint;
    joint.name = name;
    joint.type = JointType::revolute;
    joint.axis = {0, 0, 1};
    joint.parent = "world";
    joint.child = name;
    joint.parentFrame.position = {name == "fast" ? 0.0 : 1.0, 0, 0};
    mechanism.joints.push_back(joint);
  }
  mechanism.couplings.push_back({.name = "gears", .terms = {{"fast", 1}, {"slow", -2}}});
  for (const Stepping& by : inertialSteppings())
    for (const double speed : {100.0, 200.0, 300.0, 400.0, 1000.0}) {
      if (by.integrator == "baumgarte") continue;  // its loops are open
      INFO(by.method << " " << by.integrator << " " << speed);
      Simulation simulation(mechanism,
                            {.method = by.method, .integrator = by.integrator, .step = 0.02});
      simulation.setState(std::vector<double>{0, 0}, std::vector{speed, 0.5 * speed});
      simulation.step(10);
      const double turned = speed * simulation.time();
      CHECK(simulation.q()[0] ==
            Approx(turned).epsilon(by.method == "variational-maximal" ? 0.042 : 1e-3));
      CHECK(simulation.q()[0] == Approx(2 * simulation.q()[1]).epsilon(1e-12));
    }
}

TEST_CASE("repeated steps continue bitwise identical from a snapshot", "[simulation][retries]") {
  long retried = 0;
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << " " << by.integrator);
    const SimulationOptions options{.method = by.method, .integrator = by.integrator, .step = 0.05};
    Simulation one(catalogueMechanism("chain"), options),
        other(catalogueMechanism("chain"), options);
    one.step(20);
    other.restore(one.snapshot());
    one.step(20);
    other.step(20);
    retried += one.retries();
    CHECK(one.snapshot() == other.snapshot());
    CHECK(one.retries() == other.retries());
    one.reset();
    CHECK(one.retries() == 0);
  }
  CHECK(retried > 5);
}

TEST_CASE("a body with many impacts in a step conserves its energy, or the step is refused",
          "[simulation][contact][retries]") {
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << " " << by.integrator);
    const SimulationOptions options{.method = by.method, .integrator = by.integrator};
    // Velocities of semi-implicit Euler are half a step late, before and after an impact.
    const double acceleration = 9.81 * 0.5 / 0.35;
    for (const double speed : {1.0, 5.0, 50.0})
      for (const double range : {1e-2, 1e-3, 1e-4, 1e-5}) {
        CAPTURE(range, speed);
        Simulation simulation(narrow(range, 1), options);
        simulation.setState(std::array{0.0}, std::array{speed});
        const double start = balanceOf(simulation);
        const double late =
            by.integrator == "semi-implicit-euler" ? acceleration * 1e-3 / speed : 0;
        try {
          for (int i = 0; i < 400; ++i) {
            simulation.step();
            REQUIRE(balanceOf(simulation) == Approx(start).epsilon(1e-3 + 2.1 * late));
            REQUIRE(std::abs(simulation.q()[0]) < range + 2e-7);  // the allowed penetration
          }
        } catch (const SimulationError& error) {
          CHECK(range < 2e-5 * speed);  // more than 20 traversals in a 64th of a step
          CHECK_THAT(error.what(), Catch::Contains("bounces to and fro"));
        }
      }
  }
}

TEST_CASE("a step longer than all steps before detects new contacts", "[contact][retries]") {
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << " " << by.integrator);
    Mechanism mechanism = incline(0, 0, 0);
    addBody(mechanism, "ball", 1, {0.004, 0.004, 0.004}, ball(0.1, 0), {0, 0, 0.3}, {0, 0, -30});
    Simulation simulation(mechanism,
                          {.method = by.method, .integrator = by.integrator, .step = 1e-5});
    simulation.step(10);
    simulation.setStepSize(0.01);  // a displacement of 0.3 m
    for (int i = 0; i < 10; ++i) {
      simulation.step();
      CHECK(simulation.q()[2] > 0.1 - 2e-7);  // the allowed penetration
    }
  }
}

TEST_CASE("a ball bounces to its full height in steps of 40 ms by semi-implicit Euler",
          "[contact][retries]") {
  // Whole steps and partial steps alternate. Every impact with restitution 1 returns all energy.
  Mechanism mechanism = incline(0, 0, 1);
  Collider solid = ball(0.1, 0);
  solid.restitution = 1;
  addBody(mechanism, "ball", 1, {0.004, 0.004, 0.004}, solid, {0, 0, 1});
  Simulation simulation(
      mechanism, {.method = "articulated-body", .integrator = "semi-implicit-euler", .step = 0.04});
  double highest = 0;
  for (int i = 0; i < 1500; ++i) {
    simulation.step();
    if (simulation.time() > 58) highest = std::max(highest, simulation.q()[2]);
  }
  // Between steps the ball is higher by at most g (h/2)²/2 = 2 mm.
  CHECK(highest == Approx(1).margin(2e-3));
}

TEST_CASE("Runge-Kutta splits steps with stiff joints, and their motion decays",
          "[simulation][retries]") {
  // A rod of 1e-5 kg m² about a vertical axis: dampers with h d/J from 1 to 20, and a spring with h
  // √(k/J) = 3.1. Steps are stable up to 2.8.
  Mechanism mechanism = narrow(1, 0);
  mechanism.bodies[0].centerOfMass.setZero();
  mechanism.bodies[0].inertia = {1e-5, 1e-5, 1e-5, 0, 0, 0};
  mechanism.joints[0].limits.reset();
  for (const Stepping& by : inertialSteppings()) {
    if (by.integrator != "rk4" && by.integrator != "baumgarte") continue;
    INFO(by.method << " " << by.integrator);
    const SimulationOptions options{.method = by.method, .integrator = by.integrator};
    for (const double damping : {0.01, 0.02, 0.03, 0.04, 0.06, 0.1, 0.2}) {
      CAPTURE(damping);
      mechanism.joints[0].stiffness = 0;
      mechanism.joints[0].damping = damping;
      Simulation simulation(mechanism, options);
      simulation.setState(std::array{0.0}, std::array{1.0});
      const double start = simulation.kineticEnergy();
      for (int i = 0; i < 1000; ++i) {
        simulation.step();
        REQUIRE(simulation.kineticEnergy() < start);
      }
      CHECK(std::abs(simulation.v()[0]) < 1e-4);
    }
    mechanism.joints[0].damping = 0;
    mechanism.joints[0].stiffness = 10;
    Simulation spring(mechanism, {by.method, by.integrator, 3.1e-3, {}});
    spring.setState(std::array{1e-3}, std::array{0.0});
    const double start = balanceOf(spring);
    for (int i = 0; i < 1000; ++i) {
      spring.step();
      REQUIRE(balanceOf(spring) <= start);
    }
  }
}

TEST_CASE("a joint beyond its limits returns at bounded speed", "[contact][retries]") {
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << " " << by.integrator);
    Simulation simulation(narrow(0.5, 0), {.method = by.method, .integrator = by.integrator});
    simulation.setState(std::array{-2.0}, std::array{0.0});
    double before = -2;
    for (int i = 0; i < 2000; ++i) {
      simulation.step();
      CHECK(simulation.q()[0] >= before - 1e-9);
      CHECK(simulation.q()[0] <= std::max(before, -0.5) + 2e-2);
      before = simulation.q()[0];
    }
    CHECK(before > -0.5 - 2e-7);
  }
}

TEST_CASE("a free rotation conserves energy, momentum and its trajectory by semi-implicit Euler",
          "[simulation][turning]") {
  Mechanism mechanism;
  mechanism.gravity = {0, 0, 0};
  mechanism.bodies = {{.name = "body",
                       .mass = 2,
                       .centerOfMass = {0.1, -0.2, 0.3},
                       .inertia = {0.02, 0.05, 0.06, 0.003, -0.002, 0.004}}};
  Joint joint;
  joint.name = "joint";
  joint.parent = "world";
  joint.child = "body";
  joint.childFrame.position = {0.05, 0, 0};
  for (const JointType type : {JointType::free, JointType::spherical}) {
    joint.type = type;
    mechanism.joints = {joint};
    for (const double speed : {1.0, 20.0, 60.0}) {
      INFO((type == JointType::free ? "free, " : "ball, ") << speed);
      Simulation simulation(mechanism, {.integrator = "semi-implicit-euler"});
      std::vector<double> q(simulation.q().begin(), simulation.q().end()), v(simulation.v().size());
      v[0] = 0.6 * speed, v[1] = -0.64 * speed, v[2] = 0.48 * speed;
      if (type == JointType::free) v[3] = 1, v[5] = -0.5;
      simulation.setState(q, v);
      const double energy = simulation.kineticEnergy();
      const Vector6<double> momentum = simulation.momentum();
      simulation.step(10000);
      // Rounding of 1e4 steps.
      CHECK(simulation.kineticEnergy() == Approx(energy).epsilon(1e-11));
      const Vector6<double> change = simulation.momentum() - momentum;
      CHECK(change.head<3>().norm() < 1e-10 * momentum.head<3>().norm());
      if (type == JointType::free) CHECK(change.tail<3>().norm() < 1e-10 * momentum.norm());
    }
  }
}

TEST_CASE("a floating tree conserves its momentum and stays bounded by semi-implicit Euler",
          "[simulation][turning]") {
  Mechanism mechanism = catalogueMechanism("miniCheetah");
  mechanism.gravity = {0, 0, 0};
  Simulation simulation(mechanism, {.integrator = "semi-implicit-euler"});
  std::vector<double> q(simulation.q().begin(), simulation.q().end()), v(simulation.v().size());
  v[0] = 6, v[1] = 4, v[2] = -5;
  simulation.setState(q, v);
  const double energy = simulation.kineticEnergy();
  for (int i = 0; i < 2000; ++i) {
    simulation.step();
    REQUIRE(simulation.kineticEnergy() - simulation.work() < 1.1 * energy);
  }
}

}  // namespace linkwork::test
