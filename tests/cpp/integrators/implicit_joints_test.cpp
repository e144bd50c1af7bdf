#include <catch2/catch.hpp>
#include <cmath>

#include "linkwork/simulation.hpp"
#include "simulation/allocation_counter.hpp"

/// Springs and dampers of joints that are too stiff for explicit steps, in semi-implicit Euler.
namespace linkwork::test {
namespace {

constexpr double step = 2e-3;
const SimulationOptions implicitly{
    .method = "articulated-body", .integrator = "semi-implicit-euler", .step = step};

/// Links of 10 g that hang from each other, all bent by half a radian.
Mechanism finger(int links, double damping, double stiffness) {
  Mechanism mechanism;
  mechanism.name = "finger";
  mechanism.initialState = NamedState{};
  for (int i = 0; i < links; ++i) {
    Body link;
    link.name = "link" + std::to_string(i);
    link.mass = 0.01;
    link.centerOfMass = {0, 0, -0.02};
    link.inertia = {2e-6, 2e-6, 2e-6, 0, 0, 0};
    mechanism.bodies.push_back(link);
    Joint joint;
    joint.name = "joint" + std::to_string(i);
    joint.type = JointType::revolute;
    joint.axis = Eigen::Vector3d::UnitY();
    joint.parent = i == 0 ? std::string(worldName) : "link" + std::to_string(i - 1);
    joint.child = link.name;
    joint.parentFrame.position = {0, 0, i == 0 ? 0 : -0.04};
    joint.damping = damping;
    joint.stiffness = stiffness;
    mechanism.joints.push_back(joint);
    mechanism.initialState->q[joint.name] = {0.5};
  }
  return mechanism;
}

/// A wheel of the inertia I = 1e-4 without gravity, at 5 rad/s.
Mechanism wheel(double damping, double stiffness) {
  Mechanism mechanism = finger(1, damping, stiffness);
  mechanism.gravity.setZero();
  mechanism.bodies[0].centerOfMass.setZero();
  mechanism.bodies[0].inertia = {1e-4, 1e-4, 1e-4, 0, 0, 0};
  mechanism.initialState->q.clear();
  mechanism.initialState->v["joint0"] = {5};
  return mechanism;
}

}  // namespace

TEST_CASE("stiff dampers slow a joint monotonically, and their work is what it loses",
          "[integrators]") {
  constexpr double inertia = 1e-4, damping = 1;
  Simulation simulation(wheel(damping, 0), implicitly);
  double v = simulation.v()[0];
  const double start = simulation.kineticEnergy();
  for (int i = 0; i < 20; ++i) {
    simulation.step();
    // I (v' − v) = −h d v'
    CHECK(simulation.v()[0] == Approx(v / (1 + step * damping / inertia)).epsilon(1e-12));
    CHECK(simulation.kineticEnergy() - simulation.work() == Approx(start).epsilon(1e-12));
    v = simulation.v()[0];
  }
  CHECK(simulation.retries() == 0);
}

TEST_CASE("a constant torque turns a joint with a stiff damper at τ/d", "[integrators]") {
  Simulation simulation(wheel(1, 0), implicitly);
  simulation.setTorques(std::vector{0.25});
  for (int i = 0; i < 50; ++i) simulation.step();
  CHECK(simulation.v()[0] == Approx(0.25).epsilon(1e-12));
}

TEST_CASE("springs that a step does not resolve come to rest, and others stay explicit",
          "[integrators]") {
  constexpr double inertia = 1e-4;
  for (const double stiffness : {100.0, 1e4, 1e8}) {  // h ω = 2, 20, 2000
    CAPTURE(stiffness);
    Simulation simulation(wheel(0, stiffness), implicitly);
    double v = 5, q = 0;
    for (int i = 0; i < 100; ++i) {
      simulation.step();
      // I (v' − v) = −h K (q + h v'),  q' = q + h v'
      v = (inertia * v - step * stiffness * q) / (inertia + step * step * stiffness);
      q += step * v;
      CHECK(simulation.v()[0] == Approx(v).epsilon(1e-9).margin(1e-12));
      CHECK(simulation.q()[0] == Approx(q).epsilon(1e-9).margin(1e-12));
    }
    CHECK(simulation.retries() == 0);
    CHECK(simulation.kineticEnergy() + simulation.potentialEnergy() < 1e-9);
  }
  Simulation soft(wheel(0, 1), implicitly);  // h ω = 0.2
  const double start = soft.kineticEnergy();
  double most = 0;
  for (int i = 0; i < 10000; ++i) {
    soft.step();
    most = std::max(most, soft.kineticEnergy() + soft.potentialEnergy());
  }
  CHECK(most > 0.9 * start);
  CHECK(most < 1.2 * start);  // velocities are half a step late: (h ω)/2 of the energy
}

TEST_CASE("a finger of light links with stiff joints runs and never gains energy",
          "[integrators]") {
  for (const auto& [damping, stiffness] :
       {std::pair{0.01, 0.0}, {0.1, 0.0}, {1.0, 0.0}, {0.0, 10.0}, {0.0, 1000.0}, {0.01, 10.0}}) {
    CAPTURE(damping, stiffness);
    Simulation simulation(finger(3, damping, stiffness), implicitly);
    const double start = simulation.kineticEnergy() + simulation.potentialEnergy();
    for (int i = 0; i < 1000; ++i) {
      simulation.step();
      for (const double q : simulation.q()) REQUIRE(std::abs(q) < 3);
      // Velocities are half a step late.
      REQUIRE(simulation.kineticEnergy() + simulation.potentialEnergy() <
              start + 0.1 * std::abs(start) + 1e-4);
    }
  }
}

TEST_CASE("implicit joints keep loops closed", "[integrators]") {
  Mechanism mechanism = finger(3, 0.1, 10);
  mechanism.initialState.reset();
  Loop loop;
  loop.name = "loop";
  loop.type = JointType::spherical;
  loop.parent = "world";
  loop.child = "link2";
  loop.childFrame.position = {0, 0, -0.04};
  loop.parentFrame.position = {0, 0, -0.12};
  mechanism.loops.push_back(loop);
  NamedState bent;
  bent.q = {{"joint0", {0.5}}, {"joint1", {-1.0}}, {"joint2", {0.5}}};
  mechanism.loops[0].parentFrame.position = {-0.04 * (std::sin(0.5) - std::sin(0.5)), 0,
                                             -0.04 * (2 * std::cos(0.5) + 1)};
  mechanism.initialState = bent;
  Simulation simulation(mechanism, implicitly);
  for (int i = 0; i < 500; ++i) simulation.step();
  CHECK(simulation.loopError() < 1e-10);
  CHECK(simulation.kineticEnergy() < 1e-6);
}

TEST_CASE("implicit steps allocate nothing and have no derivative", "[integrators]") {
  Simulation simulation(finger(3, 1, 0), implicitly);
  simulation.step();
  if (allocationsAreCounted) CHECK(allocationsIn([&] { simulation.step(); }) == 0);
  CHECK_THROWS_WITH(simulation.stepMap(), Catch::Contains("implicit"));
}

}  // namespace linkwork::test
