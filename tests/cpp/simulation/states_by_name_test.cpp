#include <catch2/catch.hpp>

#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"

/// Simulations of a model with states by name.
namespace linkwork::test {

TEST_CASE("a state by name is restored with its forces", "[simulation]") {
  const Model model(fourBar());
  Simulation simulation(model, {}, model.assemble({{"crank", {1.1}}}, {{"crank", {2}}}));
  CHECK(simulation.state().q.at("crank") == std::vector{1.1});
  simulation.setTorques(std::vector{1.0, 0.0, 0.0});
  simulation.setWrenches(std::vector<double>(18, 0.1));
  const NamedState state = simulation.state();
  CHECK(state.wrenches.size() == 3);
  Simulation clone = simulation.clone();
  simulation.step(5);
  simulation.clearForces();
  simulation.setState(state);
  CHECK(simulation.state() == clone.state());
  simulation.step(5);
  clone.step(5);
  CHECK((vectorOf(simulation.q()) - vectorOf(clone.q())).norm() <= 1e-12);
}

TEST_CASE("parameters of one simulation of a model do not affect others", "[simulation]") {
  const Model model(chain({.links = 3}));
  Simulation one(model), other(model);
  const std::string name = model.mechanism().bodies.back().name + ".mass";
  const double mass = other.parameter(name);
  one.setParameter(name, 2 * mass);
  CHECK(other.parameter(name) == mass);
  CHECK(Simulation(model).parameter(name) == mass);
  CHECK(one.clone().parameter(name) == 2 * mass);
}

TEST_CASE("a rollout equals its steps under its torques", "[simulation]") {
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

TEST_CASE("a simulation is assembled around its driven joints", "[simulation][loops]") {
  Simulation simulation(fourBar());
  simulation.step(20);
  const double time = simulation.time();
  simulation.assemble({{"crank", {1.1}}}, {{"crank", {-2}}});
  CHECK(simulation.state().q.at("crank") == std::vector{1.1});
  CHECK(simulation.state().v.at("crank")[0] == Approx(-2).epsilon(1e-12));
  CHECK(simulation.loopError() <= 1e-12);
  CHECK(simulation.time() == time);
  // Two joints with one dof: only consistent speeds are valid.
  const JointValues both = {{"crank", {-2}}, {"rocker", simulation.state().v.at("rocker")}};
  simulation.assemble({{"crank", {1.1}}}, both);
  CHECK_THROWS_WITH(simulation.assemble({{"crank", {1.1}}}, {{"crank", {-2}}, {"rocker", {9}}}),
                    Catch::Matchers::Contains("loops[0]: the velocities that are set open it by"));
  CHECK_THROWS_WITH(simulation.assemble({{"crnk", {1.1}}}),
                    Catch::Matchers::Contains("did you mean \"crank\""));
  CHECK(simulation.state().v.at("crank")[0] == Approx(-2).epsilon(1e-12));
}

}  // namespace linkwork::test
