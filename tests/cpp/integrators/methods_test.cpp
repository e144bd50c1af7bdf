#include "linkwork/integrators/methods.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "joints/function_scenes.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"

/// The table of methods describes their behavior.
namespace linkwork::test {
namespace {

/// A mechanism with one feature that not every integrator supports.
struct Demand {
  const char* what;
  bool Capabilities::*keep;
  Mechanism mechanism;
};

std::vector<Demand> demands() {
  Mechanism onKnifeEdge = gearedArm();
  onKnifeEdge.nonholonomic.push_back(KnifeEdge{.body = onKnifeEdge.bodies.back().name});
  return {{"loops", &Capabilities::loops, fourBar()},
          {"nonholonomic constraints", &Capabilities::nonholonomic, onKnifeEdge},
          {"joints that are functions", &Capabilities::generalJoints,
           functionScenes().front().mechanism}};
}

/// Returns a pendulum that swings against the upper limit of its joint.
Mechanism limitedPendulum() {
  Mechanism mechanism = chain({.links = 1});
  mechanism.joints[0].limits = JointLimits{-0.1, 0.1};
  mechanism.initialState.emplace();
  mechanism.initialState->v[mechanism.joints[0].name] = {3};
  return mechanism;
}

}  // namespace

TEST_CASE("integrators refuse exactly what their table excludes", "[integrators]") {
  for (const Demand& demand : demands())
    for (const SteppingMethod& method : steppingMethods)
      for (const MethodIntegrator& integrator : method.integrators) {
        INFO(demand.what << " by " << method.name << ", " << integrator.name);
        const SimulationOptions options{
            std::string(method.name), std::string(integrator.name), 1e-4, {}};
        if (integrator.keeps.*demand.keep)
          CHECK_NOTHROW(Simulation(demand.mechanism, options).step());
        else
          CHECK_THROWS_AS(Simulation(demand.mechanism, options), MechanismError);
      }
}

TEST_CASE("joints stay within their limits under every integrator", "[integrators]") {
  for (const SteppingMethod& method : steppingMethods)
    for (const MethodIntegrator& integrator : method.integrators) {
      INFO(method.name << ", " << integrator.name);
      Simulation simulation(limitedPendulum(),
                            {std::string(method.name), std::string(integrator.name), 1e-3, {}});
      // At 3 rad/s the joint reaches the limit at 0.1 rad within 40 ms. First-order motion starts
      // at rest, and a torque makes it move.
      simulation.setTorque(simulation.mechanism().joints[0].name, std::vector<double>{50.0});
      double farthest = 0;
      while (simulation.time() < 0.1) {
        simulation.step();
        farthest = std::max(farthest, simulation.q()[0]);
      }
      // Without limits, the torque would move it by at least 0.1 rad more. The allowed penetration
      // is 1e-7.
      CHECK(farthest > 0.0999);
      CHECK(farthest <= 0.1 + 2e-7);
    }
}

TEST_CASE("methods as JSON agree with the table", "[integrators]") {
  const nlohmann::json all = nlohmann::json::parse(methodsJson());
  REQUIRE(all.size() == steppingMethods.size());
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const SteppingMethod& method = steppingMethods[i];
    CHECK(names.insert(method.name).second);
    CHECK(all[i].at("name") == method.name);
    CHECK_FALSE(all[i].at("description").get<std::string>().empty());
    REQUIRE(all[i].at("integrators").size() == method.integrators.size());
    std::set<std::string_view> integrators;
    for (std::size_t k = 0; k < method.integrators.size(); ++k) {
      const MethodIntegrator& integrator = method.integrators[k];
      const nlohmann::json& written = all[i].at("integrators")[k];
      CHECK(integrators.insert(integrator.name).second);
      CHECK(written.at("name") == integrator.name);
      CHECK(written.at("loops") == integrator.keeps.loops);
      CHECK(written.at("nonholonomic") == integrator.keeps.nonholonomic);
      CHECK(written.at("generalJoints") == integrator.keeps.generalJoints);
    }
  }
}

}  // namespace linkwork::test
