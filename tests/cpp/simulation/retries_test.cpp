#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "contact/bodies.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// Steps that fail as they are, and what they promise of energy.
namespace linkwork::test {
namespace {

double balanceOf(Simulation& simulation) {
  return simulation.kineticEnergy() + simulation.potentialEnergy() - simulation.work();
}

/// A pendulum between stops that it hits many times in a step of 1 ms.
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

TEST_CASE("a long step is taken in parts, or passes with what it misses where that is allowed",
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
          // What has let loops drift far, or velocities be late, is off in short steps as well.
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

TEST_CASE("steps of usual length are not taken again", "[simulation][retries]") {
  for (const Stepping& by : inertialSteppings())
    for (const char* name : {"fourBar", "gearedLeg", "chain", "miniCheetah"}) {
      INFO(by.method << " " << by.integrator << " " << name);
      Simulation simulation(catalogueMechanism(name),
                            {.method = by.method, .integrator = by.integrator, .step = 1e-3});
      simulation.step(1000);
      CHECK(simulation.retries() == 0);
    }
}

TEST_CASE("steps that are taken again go on from a snapshot to the bit", "[simulation][retries]") {
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
    CHECK(one.retries() >= other.retries());
    one.reset();
    CHECK(one.retries() == 0);
  }
  CHECK(retried > 5);
}

TEST_CASE("what bounces many times in a step keeps its energy, or is refused",
          "[simulation][contact][retries]") {
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << " " << by.integrator);
    const SimulationOptions options{.method = by.method, .integrator = by.integrator};
    for (const double range : {1e-3, 1e-4, 1e-5}) {
      CAPTURE(range);
      Simulation simulation(narrow(range, 1), options);
      simulation.setState(std::array{0.0}, std::array{50.0});
      const double start = simulation.kineticEnergy();
      try {
        simulation.step(200);
        CHECK(simulation.kineticEnergy() == Approx(start).epsilon(0.02));
        CHECK(std::abs(simulation.q()[0]) < range + 1e-6);
      } catch (const SimulationError& error) {
        CHECK(range < 1e-3);
        CHECK_THAT(error.what(), Catch::Contains("bounces to and fro"));
      }
    }
  }
}

TEST_CASE("a joint beyond its limits comes back at bounded speed", "[contact][retries]") {
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

TEST_CASE("what turns freely keeps energy, momentum and its way by semi-implicit Euler",
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

TEST_CASE("a tree that floats keeps its momentum and does not blow up by semi-implicit Euler",
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
