#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"
#include "spatial/arguments.hpp"

/// Steps that overflow: the error reports the time, and the simulation keeps the last valid state.
namespace linkwork::test {
namespace {

bool allFinite(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

std::vector<double> torqueFor(const Joint& joint, double size) {
  return std::vector<double>(static_cast<std::size_t>(velocitySize(joint)), size);
}

}  // namespace

TEST_CASE("a huge torque fails in its first step, and has no effect after its removal",
          "[simulation]") {
  for (const Stepping& stepping : allSteppings())
    for (const auto& [name, mechanism] : scenesOf(stepping)) {
      const auto& [method, integrator] = stepping;
      INFO(name << ", " << method << ", " << integrator);
      const SimulationOptions options{.method = method, .integrator = integrator};
      Simulation simulation(mechanism, options), untroubled(mechanism, options);
      simulation.step(3);
      untroubled.step(3);
      const std::vector<double> before = simulation.snapshot();
      for (const Joint& joint : mechanism.joints)
        simulation.setTorque(joint.name, torqueFor(joint, 1e308));
      try {
        simulation.step(10);
        FAIL_CHECK("no error");
      } catch (const SimulationError& error) {
        CHECK(error.time() == before[0]);
        CHECK_THAT(error.what(),
                   Catch::StartsWith(method + " " + integrator + " step of 0.001 s from t = "));
        if (method == "articulated-body")
          CHECK_THAT(error.what(), Catch::Contains("failed: numbers are no longer finite"));
        CHECK_THAT(error.what(), Catch::Contains("; the state is that of t = "));
      }
      CHECK(simulation.snapshot() == before);
      simulation.clearForces();
      simulation.step(3);
      untroubled.step(3);
      // The matrices of contacts grew in the failed step and change the rounding.
      const double rounding = mechanism.contact.colliders.empty() ? 0 : 1e-12;
      CHECK(largestDifference(simulation.snapshot(), untroubled.snapshot()) <= rounding);
    }
}

TEST_CASE("steps too long for a stiff pull are split", "[simulation]") {
  Simulation simulation(cartPendulum(), {.step = 0.01}), fine(cartPendulum(), {.step = 0.01 / 64});
  for (Simulation* each : {&simulation, &fine})
    each->pull("cart", {0, 0, 0}, {0, 0, 0}, 0, 500);  // stable for steps below 0.008 s
  simulation.step(100);
  fine.step(6400);
  CHECK(simulation.retries() > 10);
  CHECK(fine.retries() == 0);
  CHECK(simulation.time() == Approx(1));
  CHECK(simulation.q()[1] == Approx(fine.q()[1]).epsilon(0.1));
}

TEST_CASE("steps too long for a stiffer pull fail at the last valid state", "[simulation]") {
  Simulation simulation(cartPendulum(), {.step = 0.01});
  // Stable for steps below 0.008 s / 60. Parts of a step are 0.01 s / 64.
  simulation.pull("cart", {0, 0, 0}, {0, 0, 0}, 0, 3e4);
  int good = 0;
  double failedAt = -1;
  std::vector<double> last = simulation.snapshot();
  for (; good < 1000 && failedAt < 0; ++good) try {
      simulation.step();
      REQUIRE(allFinite(simulation.snapshot()));
      last = simulation.snapshot();
    } catch (const SimulationError& error) {
      failedAt = error.time();
    }
  INFO(good << " steps");
  CHECK(good > 0);
  CHECK(failedAt == last[0]);
  CHECK(simulation.snapshot() == last);
  simulation.release();
  simulation.reset();
  simulation.step(5);
  CHECK(allFinite(simulation.snapshot()));
}

TEST_CASE("steps that are too long are refused before the motion diverges", "[simulation][slow]") {
  int refused = 0;
  for (const Stepping& stepping : allSteppings()) {
    const auto& [method, integrator] = stepping;
    for (const char* name : {"chain", "fourBar", "gearedLeg"})
      for (const double step : {0.1, 1.0, 10.0}) {
        INFO(method << " " << integrator << " " << name << " " << step);
        Simulation simulation(catalogueMechanism(name),
                              {.method = method, .integrator = integrator, .step = step});
        const double start = simulation.kineticEnergy() + simulation.potentialEnergy();
        try {
          simulation.step(200);
        } catch (const SimulationError& error) {
          ++refused;
          CHECK_THAT(error.what(), !Catch::Contains("nan") && !Catch::Contains("moves no mass"));
        }
        // At most the velocity gain of one turn per step, for bodies of several kilograms and
        // meters.
        const double fastest = 4 * std::numbers::pi / step;
        CHECK(std::abs(simulation.kineticEnergy() + simulation.potentialEnergy() - start) <
              1e4 + 1e3 * fastest * fastest);
      }
  }
  CHECK(refused > 20);
}

TEST_CASE("multipliers split a step whose rotation they cannot represent", "[simulation]") {
  // A wheel at 3 rad per step. Near half a turn, the step's equations have another root.
  Mechanism mechanism;
  mechanism.bodies = {{.name = "wheel", .mass = 1, .inertia = {1, 1, 1, 0, 0, 0}}};
  Joint axle;
  axle.type = JointType::revolute;
  axle.name = "axle";
  axle.parent = "world";
  axle.child = "wheel";
  mechanism.joints = {axle};
  for (const double turn : {0.5, 2.0, 3.0, 4.0, 7.0}) {
    CAPTURE(turn);
    Simulation simulation(mechanism,
                          {.method = "multipliers", .integrator = "rattle", .step = 0.01});
    simulation.setState(std::array{0.0}, std::array{100 * turn});
    simulation.step(7);
    CHECK(simulation.q()[0] == Approx(7 * turn).epsilon(1e-12));
    CHECK((simulation.retries() > 0) == (turn > std::numbers::pi));
  }
}

TEST_CASE("with any torque, a step succeeds or keeps the last valid state", "[simulation]") {
  std::mt19937_64 random(11);
  int failures = 0;
  for (const auto& [name, mechanism] : allScenes()) {
    INFO(name);
    Simulation simulation(mechanism, {.step = 0.01});
    for (int i = 0; i < 40; ++i) {
      for (const Joint& joint : mechanism.joints)
        simulation.setTorque(joint.name,
                             torqueFor(joint, std::pow(10.0, 150 * spatial::uniform(random))));
      const std::vector<double> before = simulation.snapshot();
      try {
        simulation.step();
      } catch (const SimulationError& error) {
        ++failures;
        CHECK(error.time() == before[0]);
        CHECK(simulation.snapshot() == before);
        simulation.reset();
      }
      REQUIRE(allFinite(simulation.snapshot()));
      CHECK(simulation.loopError() < 1e-8);  // checked by every successful step
    }
  }
  CHECK(failures > 0);
}

}  // namespace linkwork::test
