#include <catch2/catch.hpp>
#include <cmath>

#include "contact/bodies.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/allocation_counter.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// Friction on moving surfaces: conveyor belts of the world and of bodies.
namespace linkwork::test {
namespace {

using Eigen::Vector3d;

constexpr double friction = 0.5;
const Vector3d size(0.3, 0.3, 0.1);

/// A box at rest on a belt, with gravity tilted by a slope towards +x.
Mechanism boxOnBelt(const Vector3d& belt, double slope = 0) {
  Mechanism mechanism = incline(slope, friction);
  mechanism.contact.colliders[0].surfaceVelocity = belt;
  addBody(mechanism, "box", 2, boxInertia(2, size), box(size, friction), {0, 0, 0.05});
  return mechanism;
}

/// Semi-implicit Euler: the velocity lags by half a step. Others: the step in which the box begins
/// to stick.
double missed(const Stepping& by, double h, double speed) {
  return h * (by.integrator == "semi-implicit-euler" ? speed : standardGravity * h);
}

}  // namespace

TEST_CASE("a box on a belt accelerates by friction until it moves with the belt", "[contact]") {
  constexpr double belt = 1.2, h = 1e-3, slope = 0.2;
  for (const double tilt : {0.0, slope}) {
    // Against the tilt: μ cos α > sin α.
    const double acceleration = standardGravity * (friction * std::cos(tilt) - std::sin(tilt));
    const double time = belt / acceleration, slip = belt * time / 2;
    for (const Stepping& by : inertialSteppings()) {
      INFO(by.method << ", " << by.integrator << ", slope " << tilt);
      Simulation simulation(boxOnBelt({-belt, 0, 5}, tilt), {by.method, by.integrator, h, {}});
      const double start = energyOf(simulation), near = missed(by, h, belt);
      simulation.advance(time / 2);
      const double half = simulation.time();
      CHECK(simulation.q()[0] == Approx(-acceleration * half * half / 2).margin(near));
      CHECK(simulation.v()[3] == Approx(-acceleration * half).margin(1e-8 + near / half));
      simulation.advance(2 * time);
      CHECK(-simulation.q()[0] == Approx(belt * simulation.time() - slip).margin(2 * near));
      CHECK(simulation.q()[2] == Approx(0.05).margin(1e-7));
      CHECK(energyOf(simulation) - simulation.work() == Approx(start).margin(10 * near));

      // It sticks: it neither creeps nor turns, and friction balances the weight.
      const double place = simulation.q()[0], then = simulation.time();
      simulation.step(1000);
      CHECK(place - simulation.q()[0] == Approx(belt * (simulation.time() - then)).epsilon(1e-9));
      Vector3d force(0, 0, 0);
      for (const ContactForce& contact : simulation.contactForces()) force += contact.force;
      CHECK((force +
             2 * Vector3d(standardGravity * std::sin(tilt), 0, -standardGravity * std::cos(tilt)))
                .norm() < 1e-6);
      if (allocationsAreCounted) CHECK(allocationsIn([&] { simulation.step(5); }) == 0);
    }
  }
}

TEST_CASE("a box slides down a belt that is too steep", "[contact]") {
  constexpr double slope = 0.6, h = 1e-3;
  const double acceleration = standardGravity * (std::sin(slope) - friction * std::cos(slope));
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Simulation simulation(boxOnBelt({-3, 0, 0}, slope), {by.method, by.integrator, h, {}});
    simulation.advance(0.5);
    const double time = simulation.time();
    CHECK(simulation.q()[0] ==
          Approx(acceleration * time * time / 2).margin(missed(by, h, acceleration * time)));
  }
}

TEST_CASE("a ball on a belt slides until it rolls with two sevenths of the belt's speed",
          "[contact]") {
  constexpr double belt = 0.7, radius = 0.1, mass = 2, h = 1e-3;
  const double time = 2 * belt / (7 * friction * standardGravity);
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Mechanism mechanism = incline(0, friction);
    mechanism.contact.colliders[0].surfaceVelocity = {belt, 0, 0};
    addBody(mechanism, "ball", mass, Vector3d::Constant(0.4 * mass * radius * radius),
            ball(radius, friction), {0, 0, radius});
    Simulation simulation(mechanism, {by.method, by.integrator, h, {}});
    simulation.advance(2 * time);
    const double turn = h * 5 * belt / (7 * radius);  // of joint coordinates in a step
    const double near = by.integrator == "semi-implicit-euler" ? 10 * turn : turn * turn;
    CHECK(simulation.momentum()[3] == Approx(mass * 2 * belt / 7).epsilon(near));
    CHECK(std::abs(simulation.v()[1]) == Approx(5 * belt / (7 * radius)).epsilon(near));
    CHECK(simulation.q()[0] ==
          Approx(2 * belt / 7 * (simulation.time() - time / 2)).epsilon(10 * near));
  }
}

TEST_CASE("a pile moves relative to its belt as a pile moves on the ground", "[contact]") {
  const Vector3d belt(0.8, -0.3, 0), edges(0.2, 0.15, 0.1);
  const auto pile = [&](const Vector3d& shift) {
    Mechanism mechanism = incline(0.1, friction, 0.4);
    mechanism.contact.colliders[0].surfaceVelocity = shift;
    for (int i = 0; i < 4; ++i)
      addBody(mechanism, "box" + std::to_string(i), 1 + i, boxInertia(1 + i, edges),
              box(edges, 0.5), {0.05 * i, 0.02 * i, 0.2 + 0.25 * i},
              Vector3d(1, -0.5, -1.0 - i) + shift,
              Eigen::Quaterniond(Eigen::AngleAxisd(0.4 * i, Vector3d(1, 2, 3).normalized())));
    return mechanism;
  };
  for (const Stepping& by : {Stepping{"multipliers", "rattle"},
                             {"articulated-body", "rk4"},
                             {"variational-maximal", "second-order"}}) {
    INFO(by.method << ", " << by.integrator);
    const SimulationOptions options{by.method, by.integrator, 1e-3, {}};
    Simulation ground(pile({0, 0, 0}), options), moving(pile(belt), options);
    ground.step(300);
    moving.step(300);
    // Impacts amplify the tolerance of the solver, and rk4 in joint coordinates turns with the
    // body.
    for (std::size_t i = 0; i < 4; ++i) {
      const Eigen::Map<const Vector3d> here(&moving.q()[7 * i]), there(&ground.q()[7 * i]);
      CHECK((here - there - belt * moving.time()).norm() < 1e-5);
    }
  }
}

TEST_CASE("belts of two boxes drive them apart, and their momentum stays zero", "[contact]") {
  constexpr double h = 1e-3, lower = 3, upper = 1;
  const Vector3d below(0.9, 0, 0), above(0, 0.4, 0);
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Mechanism mechanism = incline(0, 0);
    Collider slab = box({4, 4, 0.2}, friction), load = box(size, friction);
    slab.surfaceVelocity = below;
    // Along the axes of the collider, which is turned by half a turn.
    load.frame.rotation = Eigen::AngleAxisd(std::acos(-1.0), Vector3d::UnitZ());
    load.surfaceVelocity = -above;
    addBody(mechanism, "lower", lower, boxInertia(lower, slab.size), slab, {0, 0, 0.1});
    addBody(mechanism, "upper", upper, boxInertia(upper, size), load, {0, 0, 0.25});
    Simulation simulation(mechanism, {by.method, by.integrator, h, {}});
    simulation.advance(0.5);
    CHECK(simulation.momentum().tail<3>().head<2>().norm() < 1e-9);
    // The slip ends: (v_upper + s_upper) − (v_lower + s_lower) = 0.
    const Vector3d apart = below - above, expected = lower / (lower + upper) * apart;
    const Eigen::Map<const Vector3d> v(&simulation.v()[9]);
    CHECK((v - expected).norm() < 1e-6);
    const double kinetic = lower * upper / (lower + upper) * apart.squaredNorm() / 2;
    CHECK(simulation.kineticEnergy() == Approx(kinetic).epsilon(1e-6));
    CHECK(simulation.work() == Approx(kinetic).epsilon(1e-2));
  }
}

TEST_CASE("a belt on a turning table moves its load outward", "[contact]") {
  // The load moves outward at s. L = (C + m r²) θ̇ is constant, so θ is an arc tangent.
  constexpr double s = 0.5, spin = 2, start = 0.3, table = 1.5, mass = 1, duration = 0.6;
  const double inertia = table + boxInertia(mass, size).z();
  const auto turned = [&](double r) { return std::atan(std::sqrt(mass / inertia) * r); };
  const double r = start + s * duration;
  const double angle = (inertia + mass * start * start) * spin / (s * std::sqrt(mass * inertia)) *
                       (turned(r) - turned(start));
  Mechanism mechanism;
  mechanism.bodies.resize(1);
  mechanism.bodies[0].name = "table";
  mechanism.bodies[0].mass = 1;
  mechanism.bodies[0].inertia = {1, 1, table, 0, 0, 0};
  mechanism.joints.resize(1);
  mechanism.joints[0].type = JointType::revolute;
  mechanism.joints[0].name = "pivot";
  mechanism.joints[0].parent = worldName;
  mechanism.joints[0].child = "table";
  Collider top = box({4, 4, 0.2}, 2);
  top.body = "table";
  top.surfaceVelocity = {s, 0, 0};
  mechanism.contact.colliders.push_back(top);
  addBody(mechanism, "load", mass, boxInertia(mass, size), box(size, 2), {start, 0, 0.15});
  mechanism.initialState->v = {{"pivot", {spin}}, {"load", {0, 0, spin, s, spin * start, 0}}};

  {
    Simulation simulation(mechanism);
    const auto a = simulation.forwardDynamics();
    const double turning = -2 * mass * start * s * spin / (inertia + mass * start * start);
    CHECK(a[0] == Approx(turning));
    CHECK(a[3] == Approx(turning));
    // In body axes: −r θ̇² along x and r θ̈ + 2 s θ̇ along y, less ω × v.
    CHECK(std::abs(a[4]) < 1e-8);
    CHECK(a[5] == Approx(start * turning + s * spin));
  }

  const Vector3d expected(r * std::cos(angle), r * std::sin(angle), 0.15);
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    // The direction of the belt turns by spin · h within a step.
    Simulation simulation(mechanism, {by.method, by.integrator, 1e-3, {}});
    simulation.advance(duration);
    CHECK((Eigen::Map<const Vector3d>(&simulation.q()[1]) - expected).norm() < 1e-3 * spin * r);
  }
}

TEST_CASE("accelerations on a belt are those of its friction", "[contact]") {
  const auto accelerationOf = [](const Vector3d& belt, double speed) {
    Mechanism mechanism = boxOnBelt(belt);
    mechanism.initialState->v["box"] = {0, 0, 0, speed, 0, 0};
    return vectorOf(Simulation(mechanism).forwardDynamics()).eval();
  };
  const double most = friction * standardGravity;
  CHECK(accelerationOf({1, 0, 0}, 0)[3] == Approx(most));
  CHECK(accelerationOf({1, 0, 0}, 2)[3] == Approx(-most));
  CHECK(accelerationOf({0, -1, 0}, 0)[4] == Approx(-most));
  CHECK(accelerationOf({1, 0, 3}, 1).norm() < 1e-9);  // it sticks
}

TEST_CASE("a box on a belt moves with it in first-order motion", "[contact]") {
  for (const Stepping& by : allSteppings()) {
    if (by.integrator != "first-order") continue;
    Simulation simulation(boxOnBelt({1.2, 0, 0}), {by.method, by.integrator, 1e-3, {}});
    simulation.setWrench("box", std::vector<double>{0, 0, 0, 0, 0, -10});  // gravity does not act
    simulation.step(80);
    CHECK(simulation.q()[0] == Approx(1.2 * simulation.time()));
  }
}

}  // namespace linkwork::test
