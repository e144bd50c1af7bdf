#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/scenes.hpp"

/// Joints whose motion is prescribed, with the forces that it takes.
namespace linkwork::test {
namespace {

Simulation simulationOf(const Mechanism& mechanism, const Stepping& stepping, double step) {
  return Simulation(mechanism,
                    {.method = stepping.method, .integrator = stepping.integrator, .step = step});
}

/// A cart of 2 kg on a rail along x with a pendulum of 1 kg, 0.5 m below it, about y.
Mechanism cartWithPendulum() {
  Mechanism mechanism;
  mechanism.name = "cart";
  mechanism.bodies.push_back({"cart", 2, {0, 0, 0}, {1, 1, 1, 0, 0, 0}});
  mechanism.bodies.push_back({"bob", 1, {0, 0, -0.5}, {0, 0, 0, 0, 0, 0}});
  Joint& rail = mechanism.joints.emplace_back();
  rail.name = "rail";
  rail.type = JointType::prismatic;
  rail.axis = {1, 0, 0};
  rail.parent = "world";
  rail.child = "cart";
  Joint& pivot = mechanism.joints.emplace_back();
  pivot.name = "pivot";
  pivot.type = JointType::revolute;
  pivot.axis = {0, 1, 0};
  pivot.parent = "cart";
  pivot.child = "bob";
  return mechanism;
}

}  // namespace

TEST_CASE("a pendulum on a cart that shakes moves as its own equation says", "[motions]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  const double amplitude = 0.1, frequency = 2, rate = 2 * std::numbers::pi * frequency;
  Simulation simulation = simulationOf(cartWithPendulum(), stepping, 1e-3);
  simulation.prescribe({{"rail", {.waves = {{amplitude, frequency, 0}}}}});
  double mostOff = 0;
  for (int i = 0; i < 1000; ++i) {
    simulation.step();
    const double off = amplitude * std::sin(rate * simulation.time()) - simulation.q()[0];
    mostOff = std::max(mostOff, std::abs(off));
  }
  CHECK(mostOff < 1e-12);

  // l θ̈ = −g sin θ + x¨ cos θ with the bob at (x − l sin θ, −l cos θ)
  const auto acceleration = [&](double time, double angle) {
    const double x = -amplitude * rate * rate * std::sin(rate * time);
    return (-9.81 * std::sin(angle) + x * std::cos(angle)) / 0.5;
  };
  // The cart starts at its prescribed speed by an impulse, to which the bob answers.
  double angle = 0, speed = amplitude * rate / 0.5;
  const double h = 1e-4;
  for (int i = 0; i < 10000; ++i) {
    const double t = i * h;
    const double k1 = acceleration(t, angle), l1 = speed;
    const double k2 = acceleration(t + h / 2, angle + h / 2 * l1), l2 = speed + h / 2 * k1;
    const double k3 = acceleration(t + h / 2, angle + h / 2 * l2), l3 = speed + h / 2 * k2;
    const double k4 = acceleration(t + h, angle + h * l3), l4 = speed + h * k3;
    angle += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
    speed += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  const bool isFirstOrder = stepping.integrator == "semi-implicit-euler";
  CHECK(simulation.q()[1] == Approx(angle).margin(isFirstOrder ? 2e-2 : 2e-3));
}

TEST_CASE("a crank turns at constant speed exactly, and its work balances the energy",
          "[motions]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  const Mechanism mechanism = fourBar();
  Simulation simulation = simulationOf(mechanism, stepping, 1e-3);
  const double from = simulation.q()[0], speed = 4;
  simulation.prescribe({{mechanism.joints[0].name, {.center = from, .velocity = speed}}});
  simulation.step();
  const double energy =
      simulation.kineticEnergy() + simulation.potentialEnergy() - simulation.work();
  double mostOff = 0, mostMissing = 0;
  for (int i = 0; i < 1500; ++i) {
    simulation.step();
    mostOff = std::max(mostOff, std::abs(from + speed * simulation.time() - simulation.q()[0]));
    mostMissing =
        std::max(mostMissing, std::abs(simulation.kineticEnergy() + simulation.potentialEnergy() -
                                       simulation.work() - energy));
  }
  CHECK(mostOff < 1e-11);
  const bool isLate = stepping.integrator == "semi-implicit-euler";  // velocities lag
  CHECK(simulation.v()[0] == Approx(speed).epsilon(isLate ? 1e-3 : 1e-9));
  CHECK(simulation.loopError() < 1e-9);
  CHECK(mostMissing < (isLate ? 0.1 : 0.02) * simulation.kineticEnergy());
}

TEST_CASE("a function of time prescribes the motion that its waves do", "[motions]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Simulation byWave = simulationOf(cartWithPendulum(), stepping, 1e-3);
  byWave.prescribe({{"rail", {.waves = {{0.1, 2, 0}}, .velocity = 1}}});
  Simulation byFunction = simulationOf(cartWithPendulum(), stepping, 1e-3);
  byFunction.prescribe({{"rail", {.velocity = 1, .function = [](double time) {
                                    return 0.1 * std::sin(4 * std::numbers::pi * time);
                                  }}}});
  byWave.advance(0.5);
  byFunction.advance(0.5);
  CHECK(byFunction.q()[0] == Approx(byWave.q()[0]).epsilon(1e-12));
  // Differences of order 4: the velocity is off by (4π)⁵ 0.1 δ⁴/30 = 4e-12 m/s at 2 Hz.
  CHECK(byFunction.v()[0] == Approx(byWave.v()[0]).margin(1e-10));
  CHECK(byFunction.q()[1] == Approx(byWave.q()[1]).margin(1e-8));
  CHECK(byFunction.prescribedForces()[0] == Approx(byWave.prescribedForces()[0]).margin(1e-4));
}

TEST_CASE("functions of time that fail are errors, and the state stays", "[motions]") {
  Simulation simulation(cartWithPendulum());
  simulation.prescribe(
      {{"rail", {.function = [](double time) { return time < 0.1 ? time : std::sqrt(-time); }}}});
  CHECK_THROWS_WITH(simulation.advance(1),
                    Catch::Contains("motions.rail") && Catch::Contains("finite"));
  CHECK(simulation.time() < 0.1);
  CHECK(simulation.q()[0] == Approx(simulation.time()).epsilon(1e-12));

  simulation.prescribe({{"rail", {.function = [](double time) {
                           if (time > 0.2) throw std::logic_error("no such time");
                           return time;
                         }}}});
  CHECK_THROWS_WITH(simulation.advance(1), "no such time");
  CHECK(simulation.time() < 0.2);
  simulation.prescribe({});
  simulation.advance(1);
  CHECK(simulation.time() > 1);
}

TEST_CASE("the force of a prescribed motion is what it takes", "[motions]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Mechanism mechanism = cartWithPendulum();
  mechanism.gravity.setZero();
  mechanism.bodies[1].centerOfMass.setZero();
  mechanism.bodies[1].inertia = {1, 1, 1, 0, 0, 0};
  const double rate = 2 * std::numbers::pi;
  Simulation simulation = simulationOf(mechanism, stepping, 1e-3);
  simulation.prescribe({{"rail", {.waves = {{0.3, 1, 0}}}}});
  simulation.advance(0.2);
  // 3 kg at −A ω² sin ωt, on average over the last step
  const double middle = simulation.time() - 0.5e-3;
  CHECK(simulation.prescribedForces()[0] ==
        Approx(-3 * 0.3 * rate * rate * std::sin(rate * middle)).epsilon(1e-2));
  CHECK(simulation.forwardDynamics()[0] ==
        Approx(-0.3 * rate * rate * std::sin(rate * simulation.time())).epsilon(1e-9));
}

TEST_CASE("dampers and springs of joints act against prescribed motions", "[motions]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Mechanism mechanism = cartWithPendulum();
  mechanism.gravity.setZero();
  mechanism.joints[0].damping = 40;
  mechanism.joints[1].damping = 0.5;
  Simulation simulation = simulationOf(mechanism, stepping, 1e-3);
  simulation.setState(std::vector{0.0, 0.0}, std::vector{1.0, 0.0});
  simulation.prescribe({{"rail", {.velocity = 1}}});
  simulation.advance(0.1);
  CHECK(simulation.q()[0] == Approx(0.1).epsilon(1e-12));
  CHECK(simulation.prescribedForces()[0] == Approx(40).epsilon(1e-6));
}

TEST_CASE("reactions include the forces of prescribed motions", "[motions]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Mechanism mechanism = cartWithPendulum();
  mechanism.joints[0].axis = {0, 0, 1};
  Simulation simulation = simulationOf(mechanism, stepping, 1e-3);
  simulation.prescribe({{"rail", {}}});
  simulation.advance(0.1);
  CHECK(simulation.prescribedForces()[0] == Approx(3 * 9.81).epsilon(1e-9));
  CHECK(simulation.reactions()[5] == Approx(3 * 9.81).epsilon(1e-9));
}

TEST_CASE("motions that joints cannot follow are errors", "[motions]") {
  Mechanism mechanism = cartWithPendulum();
  mechanism.couplings.push_back({"lock", {{"rail", 1}}, 0});
  Simulation locked(mechanism);
  CHECK_THROWS_WITH(locked.prescribe({{"rail", {.velocity = 1}}}),
                    Catch::Contains("freedom") || Catch::Contains("dofs"));
  mechanism.couplings[0] = {"rack", {{"rail", 1}, {"pivot", -2}}, 0};
  Simulation geared(mechanism);
  CHECK_THROWS_WITH(geared.prescribe({{"rail", {}}, {"pivot", {}}}), Catch::Contains("1 freedom"));
  geared.prescribe({{"rail", {}}});
  CHECK_THROWS_WITH(geared.setState(std::vector{0.2, 0.1}, std::vector{0.0, 0.0}),
                    Catch::Contains("motions.rail"));
  CHECK(geared.q()[0] == 0);
  geared.reset();
  geared.setState(std::vector{0.2, 0.1}, std::vector{0.0, 0.0});
}

TEST_CASE("motions that do not start at the joint's position are refused", "[motions]") {
  Simulation simulation(cartWithPendulum());
  CHECK_THROWS_WITH(simulation.prescribe({{"rail", {.center = 0.5}}}),
                    Catch::Contains("motions.rail") && Catch::Contains("0.5"));
  CHECK_THROWS_WITH(simulation.prescribe({{"rial", {}}}), Catch::Contains("\"rail\""));
  simulation.prescribe({{"rail", {}}});
  simulation.advance(0.1);
  CHECK(std::abs(simulation.q()[0]) < 1e-14);
  simulation.prescribe({});
  simulation.setTorque("rail", std::vector{1.0});
  simulation.advance(0.1);
  CHECK(simulation.q()[0] > 0);
}

}  // namespace linkwork::test
