#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "contact/bodies.hpp"
#include "contact/touching_scenes.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/allocation_counter.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// Torsional and rolling friction, compared with closed forms.
namespace linkwork::test::rolling {
namespace {

using Eigen::Vector3d;

constexpr double mass = 2, radius = 0.1, sliding = 0.9;

/// Moment of a solid ball about its center [kg·m²].
constexpr double inertia = 0.4 * mass * radius * radius;

SimulationOptions steps(const Stepping& by, double h) { return {by.method, by.integrator, h, {}}; }

/// Returns the error of a velocity after a time under constant forces: a step of the first-order
/// method, which gives and removes the forces of half a step; else the solver's 1e-9 per step.
double missed(const Stepping& by, double h, double acceleration) {
  return by.integrator == "semi-implicit-euler" ? 1.01 * h * acceleration : 1e-7;
}

/// A ball on an incline towards +x.
Mechanism ballOn(double slope, double torsional, double rolling) {
  Mechanism mechanism = incline(slope, sliding);
  addBody(mechanism, "ball", mass, Vector3d::Constant(inertia), ball(radius, sliding),
          {0, 0, radius});
  return withMoments(mechanism, torsional, rolling);
}

/// Adds a wheel at rest. With its damper, forces of contacts act during steps.
Mechanism withDamper(Mechanism mechanism) {
  mechanism.bodies.push_back({.name = "wheel", .mass = 1, .inertia = {1, 1, 1, 0, 0, 0}});
  Joint joint;
  joint.name = "axle";
  joint.type = JointType::revolute;
  joint.parent = worldName;
  joint.child = "wheel";
  joint.damping = 0.1;
  mechanism.joints.push_back(joint);
  return mechanism;
}

/// Lets a ball roll towards +x at a speed, and spin about z.
void roll(Simulation& simulation, double speed, double spin = 0) {
  std::vector<double> v(simulation.v().size(), 0.0);
  v[1] = speed / radius;
  v[2] = spin;
  v[3] = speed;
  simulation.setState(listOf(simulation.q()), v);
}

double largestSpeed(Simulation& simulation) {
  return vectorOf(simulation.v()).lpNorm<Eigen::Infinity>();
}

/// Velocity of the center of mass, in world axes.
Vector3d velocityOf(Simulation& simulation, double whole) {
  return simulation.momentum().tail<3>() / whole;
}

}  // namespace

TEST_CASE("rolling friction slows a rolling ball until it rests", "[contact]") {
  // m a = F and I a/r = −F r − μ_r m g of a ball that rolls: a = −5/7 g μ_r/r.
  constexpr double coefficient = 0.004, speed = 0.5, h = 1e-3;
  constexpr double deceleration = 5.0 / 7 * standardGravity * coefficient / radius;
  const bool isDamped = GENERATE(false, true);
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator << (isDamped ? ", damped" : ""));
    const Mechanism mechanism = ballOn(0, 0, coefficient);
    Simulation simulation(isDamped ? withDamper(mechanism) : mechanism, steps(by, h));
    roll(simulation, speed);
    const double stop = speed / deceleration;  // 1.78 s
    simulation.step(std::lround(0.5 * stop / h));
    const double expected = speed - deceleration * simulation.time();
    CHECK(velocityOf(simulation, mass).x() == Approx(expected).margin(missed(by, h, deceleration)));
    if (by.integrator != "semi-implicit-euler") {  // touches in some of its steps only
      REQUIRE(simulation.contactForces().size() == 1);
      const Vector3d moment = simulation.contactForces()[0].moment;
      const Vector3d opposing(0, -coefficient * mass * standardGravity, 0);
      // Rosenbrock steps have the error of the rotation in a step, (h ω)².
      const double turn = by.integrator == "rosenbrock" ? std::pow(h * speed / radius, 2) : 0;
      CHECK((moment - opposing).norm() < (1e-6 + turn) * opposing.norm());
    }
    simulation.step(std::lround(0.5 * stop / h) + 5);
    CHECK(largestSpeed(simulation) < 1e-9);
    // Methods of first order, and the step in which it stops, are off by a step.
    CHECK(simulation.q()[0] == Approx(speed * stop / 2).margin(speed * h));
    CHECK(simulation.q()[1] == Approx(0).margin(1e-9));
    const double end = simulation.q()[0];
    simulation.step(200);
    CHECK(std::abs(simulation.q()[0] - end) < 1e-9);
  }
}

TEST_CASE("torsional friction slows a spinning ball until it rests", "[contact]") {
  // I ω̇ = −μ_t m g
  constexpr double coefficient = 0.002, spin = 5, h = 1e-3;
  constexpr double deceleration = coefficient * mass * standardGravity / inertia;
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Simulation simulation(ballOn(0, coefficient, 0), steps(by, h));
    roll(simulation, 0, spin);
    const double stop = spin / deceleration;  // 1.02 s
    simulation.step(std::lround(0.5 * stop / h));
    const double expected = spin - deceleration * simulation.time();
    CHECK(simulation.v()[2] == Approx(expected).margin(missed(by, h, deceleration)));
    simulation.step(std::lround(0.5 * stop / h) + 5);
    CHECK(largestSpeed(simulation) < 1e-9);
    CHECK((vectorOf(simulation.q()).head<3>() - Vector3d(0, 0, radius)).norm() < 1e-6);
  }
}

TEST_CASE("a ball on a slope stays up to tan α = μ_r/r and rolls above", "[contact]") {
  // Rolls with 5/7 g (sin α − μ_r cos α/r).
  constexpr double h = 1e-3;
  for (const double coefficient : {0.005, 0.02})
    for (const Stepping& by : inertialSteppings()) {
      INFO(by.method << ", " << by.integrator << ", " << coefficient);
      for (const double ratio : {0.5, 0.999999, 1.05, 1.5}) {
        CAPTURE(ratio);
        const double slope = std::atan(ratio * coefficient / radius);
        Simulation simulation(ballOn(slope, 0, coefficient), steps(by, h));
        simulation.step(200);
        const double drive = std::sin(slope) - coefficient / radius * std::cos(slope);
        const double acceleration = ratio < 1 ? 0 : 5.0 / 7 * standardGravity * drive;
        // Rounding moves the ball by 1e-9 of g h² per step, summed twice.
        const double expected = acceleration * simulation.time() * simulation.time() / 2;
        const double part = by.integrator == "semi-implicit-euler" ? 6e-3 : 1e-5;
        CHECK(simulation.q()[0] == Approx(expected).epsilon(part).margin(1e-9));
      }
    }
}

TEST_CASE("rolling friction acts on both lines of contact of a cylinder", "[contact]") {
  // a = −2/3 g μ_r/r, for any division of the weight between points of contact.
  constexpr double coefficient = 0.004, speed = 0.4, h = 1e-3, length = 0.3;
  constexpr double deceleration = 2.0 / 3 * standardGravity * coefficient / radius;
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Mechanism mechanism = incline(0, sliding);
    Collider cylinder;
    cylinder.type = ColliderType::cylinder;
    cylinder.radius = radius;
    cylinder.length = length;
    cylinder.friction = sliding;
    const double across = mass * (3 * radius * radius + length * length) / 12;
    // The axis of the cylinder is y.
    addBody(mechanism, "cylinder", mass, {across, across, mass * radius * radius / 2}, cylinder,
            {0, 0, radius}, {0, 0, 0},
            Eigen::Quaterniond(Eigen::AngleAxisd(-std::numbers::pi / 2, Vector3d::UnitX())));
    Simulation simulation(withMoments(mechanism, 0.001, coefficient), steps(by, h));
    // In the axes of the body, the angular velocity is along z, and x is that of the world.
    simulation.setState(listOf(simulation.q()),
                        std::vector<double>{0, 0, speed / radius, speed, 0, 0});
    const double stop = speed / deceleration;  // 1.53 s
    simulation.step(std::lround(0.5 * stop / h));
    const double expected = speed - deceleration * simulation.time();
    CHECK(velocityOf(simulation, mass).x() == Approx(expected).margin(missed(by, h, deceleration)));
    simulation.step(std::lround(0.5 * stop / h) + 5);
    CHECK(largestSpeed(simulation) < 1e-9);
  }
}

TEST_CASE("a block spins down by torsional friction at all its corners", "[contact]") {
  // Without sliding friction, I ω̇ = −μ_t m g for any division of the weight between corners.
  constexpr double coefficient = 0.01, spin = 2, h = 1e-3;
  const Vector3d size(0.4, 0.3, 0.2), moments = boxInertia(mass, size);
  const double deceleration = coefficient * mass * standardGravity / moments.z();
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Mechanism mechanism = incline(0, 0);
    addBody(mechanism, "block", mass, moments, box(size, 0), {0, 0, 0.1});
    Simulation simulation(withMoments(mechanism, coefficient, 0), steps(by, h));
    simulation.setState(listOf(simulation.q()), std::vector<double>{0, 0, spin, 0, 0, 0});
    simulation.step(100);
    CHECK(simulation.v()[2] ==
          Approx(spin - deceleration * simulation.time()).margin(missed(by, h, deceleration)));
    simulation.step(std::lround(spin / deceleration / h) - 100 + 5);
    CHECK(largestSpeed(simulation) < 1e-9);
  }
}

TEST_CASE("rolling friction slows a ball on joints as a free one", "[contact]") {
  constexpr double coefficient = 0.004, speed = 0.5, h = 1e-3;
  constexpr double deceleration = 5.0 / 7 * standardGravity * coefficient / radius;
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Mechanism mechanism = ballOn(0, 0.001, coefficient);
    // x and y of the joint are x and z of the world. Its angle is about −y.
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(std::numbers::pi / 2, Vector3d::UnitX()));
    Joint& joint = mechanism.joints[0];
    joint.type = JointType::planar;
    joint.parentFrame.rotation = joint.childFrame.rotation = turn;
    mechanism.initialState.reset();
    Simulation simulation(mechanism, steps(by, h));
    simulation.setState(std::vector<double>{0, radius, 0},
                        std::vector<double>{speed, 0, -speed / radius});
    const double stop = speed / deceleration;
    simulation.step(std::lround(0.5 * stop / h));
    const double expected = speed - deceleration * simulation.time();
    CHECK(simulation.v()[0] == Approx(expected).margin(missed(by, h, deceleration)));
    CHECK(simulation.v()[2] ==
          Approx(-expected / radius).margin(missed(by, h, deceleration) / radius));
    simulation.step(std::lround(0.5 * stop / h) + 5);
    CHECK(largestSpeed(simulation) < 1e-9);
  }
}

TEST_CASE("torsional friction between two bodies preserves their angular momentum", "[contact]") {
  // A ball spins on a plate that spins freely. Both end with the same spin, after the time in which
  // the moment changes their relative spin to zero.
  constexpr double coefficient = 0.002, spin = 20, h = 1e-3;
  const Vector3d size(0.5, 0.5, 0.05);
  const double plateMass = 3, plateInertia = boxInertia(plateMass, size).z();
  const double both = spin * inertia / (inertia + plateInertia);
  const double moment = coefficient * mass * standardGravity;
  const double time = spin / (moment / inertia + moment / plateInertia);
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Mechanism mechanism = incline(0, 0);
    addBody(mechanism, "plate", plateMass, boxInertia(plateMass, size), box(size, sliding),
            {0, 0, size.z() / 2});
    addBody(mechanism, "ball", mass, Vector3d::Constant(inertia), ball(radius, sliding),
            {0, 0, size.z() + radius});
    mechanism = withMoments(mechanism, coefficient, 0.001);
    mechanism.contact.colliders[0].torsionalFriction = 0;  // of the floor
    mechanism.contact.colliders[0].rollingFriction = 0;
    Simulation simulation(mechanism, steps(by, h));
    std::vector<double> v(12, 0.0);
    v[8] = spin;
    simulation.setState(listOf(simulation.q()), v);
    const double before = simulation.momentum()[2];
    simulation.step(std::lround(time / 2 / h));
    CHECK(simulation.momentum()[2] == Approx(before).epsilon(1e-9));
    const double expected = spin - moment / inertia * simulation.time();
    CHECK(simulation.v()[8] == Approx(expected).margin(missed(by, h, moment / inertia)));
    simulation.advance(time - simulation.time() + 5 * h);
    CHECK(simulation.v()[8] == Approx(both).epsilon(1e-7));
    CHECK(simulation.v()[2] == Approx(both).epsilon(1e-7));
    CHECK(simulation.momentum()[2] == Approx(before).epsilon(1e-9));
  }
}

TEST_CASE("a rolling ball drags a plate, and the momentum stays", "[contact]") {
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    const Vector3d size(3, 2, 0.05);
    Mechanism mechanism = incline(0, 0);
    addBody(mechanism, "plate", 3, boxInertia(3, size), box(size, sliding), {0, 0, size.z() / 2});
    addBody(mechanism, "ball", mass, Vector3d::Constant(inertia), ball(radius, sliding),
            {-0.5, 0.2, size.z() + radius});
    mechanism = withMoments(mechanism, 0.002, 0.005);
    mechanism.contact.colliders[0].torsionalFriction = 0;  // of the floor
    mechanism.contact.colliders[0].rollingFriction = 0;
    Simulation simulation(mechanism, steps(by, 1e-3));
    std::vector<double> v(12, 0.0);
    v[7] = 0.5 / radius;
    v[8] = 3;
    v[9] = 0.5;
    simulation.setState(listOf(simulation.q()), v);
    const Vector6<double> before = simulation.momentum();
    const double start = simulation.kineticEnergy();
    double energy = energyOf(simulation);
    for (int i = 0; i < 1500; ++i) {
      simulation.step();
      const double now = energyOf(simulation);
      // The solver's 1e-9 of the speeds.
      CHECK(now <= energy + 1e-9);
      energy = now;
    }
    const Vector6<double> after = simulation.momentum();
    // Coordinates of joints turn with their bodies at 5 rad/s, and a step has the error of that
    // rotation, in the worst method (h ω)².
    CHECK((after - before).segment<1>(2).norm() < 1e-4);
    CHECK((after - before).segment<2>(3).norm() < 1e-4);
    CHECK(simulation.kineticEnergy() < 0.5 * start);
  }
}

TEST_CASE("torsional and rolling friction never add energy", "[contact]") {
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    if (by.integrator == "semi-implicit-euler") continue;  // its energy oscillates by h
    Mechanism mechanism = incline(0, 0.5);
    const Vector3d size(0.2, 0.15, 0.1);
    for (int i = 0; i < 2; ++i) {
      const std::string number = std::to_string(i);
      addBody(mechanism, "box" + number, 1, boxInertia(1, size), box(size, 0.5), {0.3 * i, 0, 0.15},
              {0.5, 0.2 * i, 0},
              Eigen::Quaterniond(Eigen::AngleAxisd(0.4 * i, Vector3d(1, 2, 3).normalized())));
      addBody(mechanism, "ball" + number, mass, Vector3d::Constant(inertia), ball(radius, 0.5),
              {0.3 * i, 0.3, radius}, {0.5 - 0.5 * i, -0.4, 0});
    }
    Simulation simulation(withMoments(mechanism, 0.003, 0.01), steps(by, 2e-3));
    double most = energyOf(simulation);
    for (int i = 0; i < 400; ++i) {
      simulation.step();
      // Free flight and rotation conserve energy to h².
      CHECK(energyOf(simulation) <= most + 1e-5);
      most = std::min(most, energyOf(simulation));
    }
    simulation.step(600);
    CHECK(largestSpeed(simulation) < 1e-8);
  }
}

TEST_CASE("boxes with moments at their corners stay at rest", "[contact]") {
  for (const Stepping& by : defaultSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Simulation simulation(withMoments(boxStack({.boxes = 10}), 0.01, 0.01), steps(by, 1e-2));
    const Eigen::VectorXd start = vectorOf(simulation.q());
    simulation.step(500);
    const double drift = (vectorOf(simulation.q()) - start).lpNorm<Eigen::Infinity>();
    // As without moments: a step lets them fall by 1e-7 of g h².
    CHECK(drift < 1e-7 * standardGravity * 1e-4);
    CHECK(simulation.contactForces().size() == 40);
  }
}

TEST_CASE("a rule gives a pair torsional and rolling friction", "[contact]") {
  Mechanism mechanism = ballOn(0, 0, 0);
  mechanism.contact.colliders[0].name = "floor";
  mechanism.contact.colliders[0].rollingFriction = 0.02;  // of a pair √(0.02 · 0) = 0
  mechanism.contact.colliders[1].name = "ball";
  constexpr double speed = 0.5;
  const auto slowed = [&] {
    Simulation simulation(mechanism, {.step = 1e-3});
    roll(simulation, speed, speed / radius);
    simulation.step(200);
    return std::array{speed - velocityOf(simulation, mass).x(),
                      speed / radius - simulation.momentum()[2] / inertia};
  };
  CHECK(std::abs(slowed()[0]) < 1e-9);
  CHECK(std::abs(slowed()[1]) < 1e-8);
  ContactPair rule{{"floor", "ball"}, true, {}, {}};
  rule.rollingFriction = 0.003;
  rule.torsionalFriction = 0.0002;
  mechanism.contact.pairs = {rule};
  CHECK(slowed()[0] == Approx(5.0 / 7 * standardGravity * 0.003 / radius * 0.2).epsilon(1e-6));
  CHECK(slowed()[1] == Approx(0.0002 * mass * standardGravity / inertia * 0.2).epsilon(1e-6));
}

TEST_CASE("accelerations include torsional and rolling friction", "[contact]") {
  constexpr double torsional = 0.002, rolling = 0.004, speed = 0.5;
  Simulation simulation(ballOn(0, torsional, rolling));
  CHECK(vectorOf(simulation.forwardDynamics()).lpNorm<Eigen::Infinity>() < 1e-9);
  roll(simulation, speed, 3);
  Eigen::VectorXd a = vectorOf(simulation.forwardDynamics());
  const double deceleration = 5.0 / 7 * standardGravity * rolling / radius;
  // The frame of the velocity turns with the ball.
  const Vector3d turning = Vector3d(0, speed / radius, 3).cross(Vector3d(speed, 0, 0));
  CHECK(a[2] == Approx(-torsional * mass * standardGravity / inertia).epsilon(1e-9));
  CHECK(a[1] == Approx(-deceleration / radius).epsilon(1e-9));
  CHECK((a.tail<3>() + turning - Vector3d(-deceleration, 0, 0)).norm() < 1e-9);

  const double slope = std::atan(0.9 * rolling / radius);
  Simulation held(ballOn(slope, torsional, rolling));
  CHECK(vectorOf(held.forwardDynamics()).lpNorm<Eigen::Infinity>() < 1e-9);
  Simulation rolls(ballOn(2 * slope, torsional, rolling));
  a = vectorOf(rolls.forwardDynamics());
  const double drive = std::sin(2 * slope) - rolling / radius * std::cos(2 * slope);
  CHECK(a[3] == Approx(5.0 / 7 * standardGravity * drive).epsilon(1e-9));
}

TEST_CASE("motions with moments of contact continue bitwise identical from a snapshot",
          "[contact]") {
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Mechanism mechanism = ballOn(0.1, 0.002, 0.02);
    addBody(mechanism, "block", 1, boxInertia(1, {0.2, 0.2, 0.1}), box({0.2, 0.2, 0.1}, sliding),
            {0.5, 0, 0.05});
    mechanism = withMoments(mechanism, 0.002, 0.02);
    Simulation simulation(mechanism, steps(by, 1e-3)), other(mechanism, steps(by, 1e-3));
    roll(simulation, 0.3, 5);
    simulation.step(20);
    const std::vector<double> moment = simulation.snapshot();
    simulation.step(10);
    const std::vector<double> after = listOf(simulation.poses());
    other.restore(moment);
    CHECK(other.snapshot() == moment);
    other.step(10);
    CHECK(listOf(other.poses()) == after);
  }
}

TEST_CASE("steps with moments of contact allocate nothing", "[contact]") {
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    if (!allocationsAreCounted) return;
    Simulation stack(withMoments(boxStack(), 0.01, 0.01), steps(by, 1e-3));
    stack.step(2);
    CHECK(allocationsIn([&] { stack.step(5); }) == 0);
  }
}

}  // namespace linkwork::test::rolling
