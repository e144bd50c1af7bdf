#include <catch2/catch.hpp>

#include "dynamics/random_mechanism.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// Simulations that share a compiled mechanism are independent, and agree with simulations that
/// compile their own.
namespace linkwork::test {

TEST_CASE("a simulation of a model moves as one of the mechanism", "[simulation]") {
  for (const Stepping& stepping : allSteppings())
    for (const auto& [name, mechanism] : scenesOf(stepping)) {
      const auto& [method, integrator] = stepping;
      INFO(name << ", " << method << ", " << integrator);
      const SimulationOptions options{.method = method, .integrator = integrator};
      Simulation alone(mechanism, options);
      const Model model(mechanism);
      Simulation first(model, options), second(model, options);
      first.setTorques(std::vector(first.v().size(), 0.01));
      first.step(2);
      alone.step(6);
      second.step(6);
      CHECK(listOf(second.q()) == listOf(alone.q()));
      CHECK(listOf(second.v()) == listOf(alone.v()));
    }
}

TEST_CASE("a simulation of a model starts at any state, and returns to it", "[simulation]") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    Simulation there(Model(mechanism, state));
    const NamedState start = there.state();
    CHECK(start.tau.size() == mechanism.joints.size());
    there.step(3);
    const NamedState later = there.state();
    Simulation other(Model(mechanism, state), {}, later);
    CHECK((vectorOf(other.q()) - vectorOf(there.q())).norm() <= 1e-12 * vectorOf(there.q()).norm());
    CHECK((vectorOf(other.v()) - vectorOf(there.v())).norm() <= 1e-12 * vectorOf(there.v()).norm());
    CHECK(other.state().tau == later.tau);
    CHECK(other.state().wrenches == later.wrenches);
    other.reset();
    CHECK((vectorOf(other.q()) - vectorOf(there.q())).norm() <= 1e-12 * vectorOf(there.q()).norm());
    there.setState(start);
    CHECK(there.state().tau == start.tau);
    CHECK(there.state().wrenches == start.wrenches);
  }
}

TEST_CASE("a clone continues as the original simulation", "[simulation]") {
  for (const Stepping& stepping : allSteppings())
    for (const auto& [name, mechanism] : scenesOf(stepping)) {
      const auto& [method, integrator] = stepping;
      INFO(name << ", " << method << ", " << integrator);
      Simulation simulation(mechanism, {.method = method, .integrator = integrator});
      const std::string& body = mechanism.bodies.back().name;
      simulation.setTorques(std::vector(simulation.v().size(), 0.01));
      simulation.applyPointForce(body, {0, 0, 0.1}, {0.1, 0, 0});
      simulation.pull(body, {0, 0, 0}, {0.1, 0, 0.5}, 2, 0.1);
      simulation.step(4);
      Simulation clone = simulation.clone();
      CHECK(clone.snapshot() == simulation.snapshot());
      clone.step(4);
      simulation.step(2);
      simulation.step(2);
      CHECK(listOf(clone.q()) == listOf(simulation.q()));
      CHECK(clone.work() == simulation.work());
      clone.reset();
      simulation.reset();
      CHECK(listOf(clone.q()) == listOf(simulation.q()));
    }
}

}  // namespace linkwork::test
