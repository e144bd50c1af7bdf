#include <catch2/catch.hpp>

#include "dynamics/random_mechanism.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// Simulations that share a compiled mechanism are independent of each other, and no different from
/// those that compiled it for themselves.
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

TEST_CASE("a simulation of a model starts at any state, and returns there", "[simulation]") {
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

TEST_CASE("a clone goes on as the simulation itself does", "[simulation]") {
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

TEST_CASE("numbers set in one simulation of a model are its own", "[simulation]") {
  const Model model(chain({.links = 3}));
  Simulation one(model), other(model);
  const std::string name = model.mechanism().bodies.back().name + ".mass";
  const double mass = other.parameter(name);
  one.setParameter(name, 2 * mass);
  CHECK(other.parameter(name) == mass);
  CHECK(Simulation(model).parameter(name) == mass);
  CHECK(one.clone().parameter(name) == 2 * mass);
}

TEST_CASE("a rollout is its steps under its torques", "[simulation]") {
  const Mechanism mechanism = gearedLeg();
  Simulation rolled(mechanism), stepped(mechanism);
  const std::size_t positions = rolled.q().size(), velocities = rolled.v().size();
  constexpr int intervals = 4, hold = 3;
  std::vector<double> controls, expected, found(intervals * (positions + velocities));
  for (std::size_t i = 0; i < intervals * velocities; ++i)
    controls.push_back(0.1 * static_cast<double>(i % 7));
  rolled.rollout(controls, intervals, hold, found);
  for (std::size_t i = 0; i < intervals; ++i) {
    stepped.setTorques(std::span(controls).subspan(i * velocities, velocities));
    stepped.step(hold);
    expected.insert(expected.end(), stepped.q().begin(), stepped.q().end());
    expected.insert(expected.end(), stepped.v().begin(), stepped.v().end());
  }
  CHECK(found == expected);
  CHECK_THROWS_AS(rolled.rollout(controls, intervals + 1, hold, {}), MechanismError);
  CHECK_THROWS_AS(rolled.rollout(controls, intervals, -1, {}), MechanismError);
  CHECK_THROWS_AS(rolled.rollout(controls, intervals, hold, std::span(found).first(3)),
                  MechanismError);
  CHECK(listOf(rolled.q()) == listOf(stepped.q()));
}

TEST_CASE("a simulation is assembled around joints that are driven", "[simulation][loops]") {
  Simulation simulation(fourBar());
  simulation.step(20);
  const double time = simulation.time();
  simulation.assemble({{"crank", {1.1}}}, {{"crank", {-2}}});
  CHECK(simulation.state().q.at("crank") == std::vector{1.1});
  CHECK(simulation.state().v.at("crank")[0] == Approx(-2).epsilon(1e-12));
  CHECK(simulation.loopError() <= 1e-12);
  CHECK(simulation.time() == time);
  // Two joints of one freedom: only speeds that go with each other.
  const JointValues both = {{"crank", {-2}}, {"rocker", simulation.state().v.at("rocker")}};
  simulation.assemble({{"crank", {1.1}}}, both);
  CHECK_THROWS_WITH(simulation.assemble({{"crank", {1.1}}}, {{"crank", {-2}}, {"rocker", {9}}}),
                    Catch::Matchers::Contains("loops[0]: the velocities that are set open it by"));
  CHECK_THROWS_WITH(simulation.assemble({{"crnk", {1.1}}}),
                    Catch::Matchers::Contains("did you mean \"crank\""));
  CHECK(simulation.state().v.at("crank")[0] == Approx(-2).epsilon(1e-12));
}

}  // namespace linkwork::test
