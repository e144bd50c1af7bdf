#include <catch2/catch.hpp>

#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"

namespace linkwork::test {

TEST_CASE("a step without derivative is an error with the reason",
          "[simulation][derivatives][step-map][errors]") {
  using Catch::Matchers::Contains;
  SECTION("motors") {
    Simulation simulation(chain());
    Tracking tracking;
    tracking.joints["joint1"].center = 0.4;
    simulation.track(tracking);
    CHECK_THROWS_WITH(simulation.stepMap(), Contains("tracking"));
  }
  SECTION("a stop, only while it acts") {
    ChainOptions options;
    options.links = 1;
    options.startAngle = 0.5;
    Mechanism mechanism = chain(options);
    mechanism.joints[0].limits = JointLimits{.lower = -0.2, .upper = 1};
    Simulation simulation(mechanism);
    simulation.stepMap();
    const auto fall = [&] {
      for (int i = 0; i < 5000; ++i) {
        simulation.stepMap();
        simulation.step();
      }
    };
    CHECK_THROWS_WITH(fall(), Contains("the stop of joint \"joint1\" acts in it"));
  }
  SECTION("dry friction, only if the joint may stick") {
    ChainOptions options;
    options.links = 1;
    Mechanism mechanism = chain(options);
    mechanism.joints[0].friction = 0.1;
    Simulation simulation(mechanism);
    simulation.setState(std::vector{0.0}, std::vector{3.0});
    simulation.stepMap();
    simulation.setState(std::vector{0.0}, std::vector{0.0});
    CHECK_THROWS_WITH(simulation.stepMap(), Contains("dry friction that may hold"));
  }
  SECTION("rotations that positions do not determine") {
    Mechanism mechanism;
    mechanism.bodies = {{.name = "box", .mass = 2, .inertia = {0.01, 0.02, 0.03, 0, 0, 0}}};
    mechanism.joints.resize(1);
    mechanism.joints[0].name = "free";
    mechanism.joints[0].type = JointType::free;
    mechanism.joints[0].parent = "world";
    mechanism.joints[0].child = "box";
    Simulation simulation(mechanism,
                          {.method = "multipliers", .integrator = "rattle", .step = 0.1});
    const std::vector<double> q = listOf(simulation.q());
    simulation.setState(q, std::vector<double>{0, 30, 0, 0, 0, 0});
    simulation.stepMap();
    simulation.setState(q, std::vector<double>{0, 40, 0, 0, 0, 0});
    CHECK_THROWS_WITH(simulation.stepMap(), Contains("more than half a turn"));
  }
  SECTION("first-order steps without forces") {
    Simulation simulation(chain(), {.method = "multipliers", .integrator = "first-order"});
    CHECK_THROWS_WITH(simulation.stepMap(), Contains("no force acts"));
    simulation.setTorque(simulation.mechanism().joints[0].name, std::vector{0.1});
    simulation.stepMap();
  }
  SECTION("a floor") {
    Simulation simulation(boxStack(), {.method = "articulated-body"});
    const auto fall = [&] {
      for (int i = 0; i < 500; ++i) {
        simulation.stepMap();
        simulation.step();
      }
    };
    CHECK_THROWS_WITH(fall(), Contains("contact acts in it"));
  }
  SECTION("semi-implicit Euler with loops in parts") {
    Simulation simulation(
        fourBar(),
        {.method = "articulated-body", .integrator = "semi-implicit-euler", .step = 1e-3});
    simulation.stepMap();
    const std::vector<double> q = listOf(simulation.q());
    std::vector<double> v = listOf(simulation.v());
    for (double& rate : v) rate *= 30;
    simulation.setState(q, v);
    CHECK_THROWS_WITH(simulation.stepMap(), Contains("taken in parts") && Contains("shorter"));
    CHECK(simulation.retries() == 0);
    CHECK(listOf(simulation.q()) == q);
    simulation.step();
    CHECK(simulation.retries() == 1);
  }
  SECTION("nonholonomic constraints") {
    Simulation simulation(rollingDisc(), {.method = "variational-maximal"});
    CHECK_THROWS_WITH(simulation.stepMap(), Contains("nonholonomic"));
  }
}

}  // namespace linkwork::test
