#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"
#include "spatial/arguments.hpp"

/// Steps that leave the finite numbers: the error tells when, and the last good state stands.
namespace linkwork::test {
namespace {

bool allFinite(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

std::vector<double> torqueFor(const Joint& joint, double size) {
  return std::vector<double>(static_cast<std::size_t>(velocitySize(joint)), size);
}

}  // namespace

TEST_CASE("a huge torque fails in its first step, and is forgotten with its cause",
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
      // Matrices of contacts that grew in the failing step round otherwise.
      const double rounding = mechanism.contact.colliders.empty() ? 0 : 1e-12;
      CHECK(largestDifference(simulation.snapshot(), untroubled.snapshot()) <=
            std::max(rounding, replayTolerance(stepping, mechanism)));
    }
}

TEST_CASE("steps too long for a stiff pull fail after a while, at the last good state",
          "[simulation]") {
  Simulation simulation(cartPendulum(), {.step = 0.01});
  simulation.pull("cart", {0, 0, 0}, {0, 0, 0}, 0, 500);  // stable for steps below 0.008 s
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
  CHECK(good > 2);
  CHECK(failedAt == last[0]);
  CHECK(simulation.snapshot() == last);
  simulation.release();
  simulation.reset();
  simulation.step(5);
  CHECK(allFinite(simulation.snapshot()));
}

TEST_CASE("under any torque a step ends well or leaves the last good state", "[simulation]") {
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
      CHECK(simulation.loopError() < 1e-8);  // or the step would not have ended well
    }
  }
  CHECK(failures > 0);
}

}  // namespace linkwork::test
