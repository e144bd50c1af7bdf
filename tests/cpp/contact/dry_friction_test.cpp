#include <catch2/catch.hpp>
#include <cmath>

#include "contact/bodies.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// Dry friction of joints: a load below its bound does not move the joint, and a larger load moves
/// it under the whole friction force.
namespace linkwork::test {
namespace {

using Eigen::Vector3d;

/// A bob of 2 kg on an arm of 0.5 m. The arm turns about y and is level at q = 0. Gravity turns it
/// down.
struct Arm {
  static constexpr double mass = 2, length = 0.5, spin = 0.03;
  static constexpr double inertia = spin + mass * length * length;
  static constexpr double moment = mass * standardGravity * length;  ///< when level [N·m]

  static Mechanism with(JointType type, double friction) {
    Mechanism mechanism;
    mechanism.bodies = {{.name = "arm",
                         .mass = mass,
                         .centerOfMass = Vector3d(length, 0, 0),
                         .inertia = {spin, spin, spin, 0, 0, 0}}};
    Joint revolute;
    revolute.name = "revolute";
    revolute.type = type;
    revolute.parent = worldName;
    revolute.child = "arm";
    if (type != JointType::spherical) revolute.axis = Vector3d(0, 1, 0);
    revolute.friction = friction;
    mechanism.joints = {revolute};
    return mechanism;
  }
};

/// Returns a wheel that spins freely about a vertical axis.
Mechanism wheel(double inertia, double friction) {
  Mechanism mechanism = Arm::with(JointType::revolute, friction);
  mechanism.bodies[0].centerOfMass.setZero();
  mechanism.bodies[0].inertia = {inertia, inertia, inertia, 0, 0, 0};
  mechanism.joints[0].axis = Vector3d(0, 0, 1);
  return mechanism;
}

double largestSpeed(Simulation& simulation) {
  return vectorOf(simulation.v()).lpNorm<Eigen::Infinity>();
}

}  // namespace

TEST_CASE("dry friction holds a joint below its bound without creep", "[contact]") {
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << " " << by.integrator);
    const SimulationOptions options{by.method, by.integrator, 2e-3, {}};
    Simulation holds(Arm::with(JointType::revolute, Arm::moment * (1 + 1e-6)), options);
    holds.step(5000);
    // Impulses are solved to 1e-9 of the load. The next step finds the rest.
    CHECK(std::abs(holds.q()[0]) < 1e-9);
    CHECK(std::abs(holds.v()[0]) < 1e-9);
    CHECK(std::abs(holds.work()) < 1e-9);

    Simulation slides(Arm::with(JointType::revolute, Arm::moment * (1 - 1e-3)), options);
    slides.step(200);
    // q̈ = 1e-3 m g r / J at first. The arm sinks by less than 1e-3 of the change of its level
    // moment.
    const double t = slides.time();
    CHECK(slides.q()[0] == Approx(1e-3 * Arm::moment / Arm::inertia * t * t / 2).epsilon(0.02));
  }
}

TEST_CASE("dry friction holds every component of a joint, and joints in loops", "[contact]") {
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << " " << by.integrator);
    const SimulationOptions options{by.method, by.integrator, 2e-3, {}};
    Simulation ball(Arm::with(JointType::spherical, 1.01 * Arm::moment), options);
    ball.step(500);
    CHECK(largestSpeed(ball) < 1e-9);

    Mechanism linkage = fourBar();
    linkage.joints[0].friction = 100;
    Simulation held(linkage, options);
    std::vector<double> atRest(held.v().size(), 0.0);
    held.setState(listOf(held.q()), atRest);
    const Eigen::VectorXd start = vectorOf(held.q());
    held.step(500);
    CHECK(largestSpeed(held) < 1e-9);
    CHECK((vectorOf(held.q()) - start).lpNorm<Eigen::Infinity>() < 1e-9);
  }
}

TEST_CASE("dry friction stops a wheel at the expected time, and the wheel stays at rest",
          "[contact]") {
  constexpr double inertia = 0.01, speed = 3;
  for (const double friction : {0.02, 5.0})  // stops in 1.5 s, or in a sixth of a step
    for (const Stepping& by : inertialSteppings()) {
      INFO(by.method << " " << by.integrator << ", " << friction);
      constexpr double h = 0.02;
      Simulation simulation(wheel(inertia, friction), {by.method, by.integrator, h, {}});
      simulation.setState(std::vector<double>{0}, std::vector<double>{speed});
      const double start = simulation.kineticEnergy(), stop = speed * inertia / friction;
      simulation.step(std::lround(stop / h) + 5);
      CHECK(largestSpeed(simulation) < 1e-9);
      // First-order methods, and the step in which the wheel stops, are off by one step at its
      // speed.
      CHECK(simulation.q()[0] == Approx(speed * stop / 2).margin(speed * h));
      // Semi-implicit Euler computes a force's work with the velocity at the start of the step.
      const double early = friction * h / inertia < speed ? friction * speed * h / 2 : start;
      CHECK(simulation.work() == Approx(-start).margin(1.01 * early).epsilon(0));
      const double end = simulation.q()[0];
      simulation.step(100);
      CHECK(std::abs(simulation.q()[0] - end) < 1e-9);
    }
}

TEST_CASE("accelerations and reactions include dry friction", "[contact]") {
  Simulation holds(Arm::with(JointType::revolute, 1.5 * Arm::moment));
  CHECK(std::abs(holds.forwardDynamics()[0]) < 1e-9);
  Simulation slides(Arm::with(JointType::revolute, 0.5 * Arm::moment));
  CHECK(slides.forwardDynamics()[0] == Approx(0.5 * Arm::moment / Arm::inertia).epsilon(1e-9));
  slides.setState(std::vector<double>{0}, std::vector<double>{-3});
  CHECK(slides.forwardDynamics()[0] == Approx(1.5 * Arm::moment / Arm::inertia).epsilon(1e-5));

  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << " " << by.integrator);
    Simulation simulation(Arm::with(JointType::revolute, 1.5 * Arm::moment),
                          {by.method, by.integrator, 1e-3, {}});
    simulation.step(10);
    // The weight, and its whole moment about y.
    const auto reaction = simulation.reactions(ReactionAxes::world);
    CHECK(std::abs(reaction[1]) == Approx(Arm::moment).epsilon(1e-6));
    CHECK(reaction[5] == Approx(Arm::mass * standardGravity).epsilon(1e-6));
    CHECK(simulation.limitForces().empty());
  }
}

}  // namespace linkwork::test
