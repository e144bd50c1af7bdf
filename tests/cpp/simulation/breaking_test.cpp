#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "linkwork/ensemble.hpp"
#include "linkwork/json.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// Loops that break where their reaction is too large.
namespace linkwork::test {
namespace {

/// A weight of 2 kg that a loop holds, which bears 30 N, and a second one of 1 kg that hangs on the
/// first by another loop.
Mechanism hanging() {
  Mechanism mechanism;
  mechanism.name = "hanging";
  mechanism.gravity = {0, 0, -10};
  mechanism.initialState = NamedState{};
  for (const auto& [name, mass, z] :
       {std::tuple("lower", 1.0, -1.0), std::tuple("upper", 2.0, 0.0)}) {
    mechanism.bodies.push_back({name, mass, {0, 0, 0}, {0.1, 0.1, 0.1, 0, 0, 0}});
    Joint& joint = mechanism.joints.emplace_back();
    joint.name = std::string(name) + " flight";
    joint.type = JointType::free;
    joint.parent = "world";
    joint.child = name;
    mechanism.initialState->q[joint.name] = {0, 0, z, 0, 0, 0, 1};
  }
  Loop& hook = mechanism.loops.emplace_back();
  hook.name = "hook";
  hook.type = JointType::spherical;
  hook.parent = "world";
  hook.child = "upper";
  hook.breaks = BreakLimits{.force = 40};
  Loop& link = mechanism.loops.emplace_back();
  link.name = "link";
  link.type = JointType::fixed;
  link.parent = "upper";
  link.child = "lower";
  link.parentFrame.position = {0, 0, -1};
  return mechanism;
}

}  // namespace

TEST_CASE("a loop breaks where its force is too large, and what it held falls", "[simulation]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Simulation simulation = movingBy(hanging(), stepping);
  simulation.advance(0.05);
  CHECK(simulation.brokenLoops().empty());
  // 30 N hang on the hook, and another 15 N are too much.
  simulation.setWrench("lower", std::vector<double>{0, 0, 0, 0, 0, -15});
  simulation.step();
  REQUIRE(simulation.brokenLoops().size() == 1);
  const BrokenLoop broken = simulation.brokenLoops().front();
  CHECK(broken.name == "hook");
  CHECK(broken.force == Approx(45).epsilon(1e-6));
  CHECK(broken.moment == Approx(0).margin(1e-6));
  CHECK(broken.time == Approx(0.051));
  REQUIRE(simulation.mechanism().loops.size() == 1);
  CHECK(simulation.mechanism().loops[0].name == "link");
  // The force stays on its body: both fall, held together by the link.
  const double speed = simulation.v()[5];
  simulation.advance(0.1);
  CHECK(simulation.v()[5] - speed == Approx(-(10 + 15 / 3.0) * 0.1).epsilon(1e-6));
  CHECK(simulation.v()[11] == Approx(simulation.v()[5]).epsilon(1e-9));
  CHECK(simulation.forwardDynamics()[5] == Approx(-15));
}

TEST_CASE("a loop breaks where its moment is too large", "[simulation]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Mechanism mechanism = hanging();
  mechanism.loops[0].breaks.reset();
  mechanism.loops[1].breaks = BreakLimits{.moment = 0.3};
  Simulation simulation = movingBy(mechanism, stepping);
  simulation.advance(0.02);
  CHECK(simulation.brokenLoops().empty());
  simulation.setWrench("lower", std::vector<double>{0, 0, 0.7, 0, 0, 0});  // half of it crosses
  simulation.step();
  REQUIRE(simulation.brokenLoops().size() == 1);
  CHECK(simulation.brokenLoops()[0].name == "link");
  CHECK(simulation.brokenLoops()[0].moment == Approx(0.35).epsilon(1e-6));
}

TEST_CASE("a loop that bears its reactions changes nothing", "[simulation]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Mechanism swinging = hanging();
  swinging.initialState->v["upper flight"] = {0, 1, 0, 0, 0, 0};
  swinging.initialState->v["lower flight"] = {0, 1, 0, -1, 0, 0};
  swinging.loops[0].breaks = BreakLimits{.force = 1e3};
  Mechanism firm = swinging;
  firm.loops[0].breaks.reset();
  Simulation one = movingBy(swinging, stepping), other = movingBy(firm, stepping);
  CHECK(one.advance(0.1234) == other.advance(0.1234));
  CHECK(listOf(one.q()) == listOf(other.q()));
  CHECK(one.advance(0.05) == other.advance(0.05));
  CHECK(listOf(one.v()) == listOf(other.v()));
  CHECK(one.time() == other.time());
}

TEST_CASE("what has broken is whole after a reset or in an earlier snapshot", "[simulation]") {
  const Stepping stepping = anyInertialStepping();
  CAPTURE(stepping.method, stepping.integrator);
  Simulation simulation = movingBy(hanging(), stepping);
  const std::vector<double> start = listOf(simulation.q());
  simulation.advance(0.01);
  const std::vector<double> whole = simulation.snapshot();
  simulation.setWrench("upper", std::vector<double>{0, 0, 0, 0, 0, -15});
  simulation.advance(0.1);
  REQUIRE(simulation.brokenLoops().size() == 1);
  const std::vector<double> fallen = listOf(simulation.q()), apart = simulation.snapshot();
  Simulation clone = simulation.clone();
  CHECK(clone.brokenLoops().size() == 1);
  clone.advance(0.01);
  simulation.advance(0.01);
  CHECK(listOf(clone.q()) == listOf(simulation.q()));
  simulation.restore(apart);
  CHECK(listOf(simulation.q()) == fallen);
  CHECK(simulation.brokenLoops().size() == 1);

  simulation.restore(whole);
  CHECK(simulation.brokenLoops().empty());
  CHECK(simulation.mechanism() == hanging());
  simulation.advance(0.1);
  CHECK(listOf(simulation.q()) == fallen);

  simulation.reset();
  CHECK(simulation.brokenLoops().empty());
  CHECK(simulation.mechanism() == hanging());
  CHECK(listOf(simulation.q()) == start);
  simulation.advance(0.1);
  CHECK(simulation.brokenLoops().empty());
  clone.reset();
  CHECK(listOf(clone.q()) == start);
  CHECK(clone.mechanism() == hanging());
}

TEST_CASE("a parameter that changes after a break stays changed after a reset", "[simulation]") {
  Simulation simulation(hanging());
  simulation.setWrench("upper", std::vector<double>{0, 0, 0, 0, 0, -15});
  simulation.step(3);
  REQUIRE(simulation.brokenLoops().size() == 1);
  simulation.setParameter("upper.mass", 7);
  CHECK(simulation.mechanism().bodies[1].mass == 7);
  CHECK(simulation.brokenLoops().size() == 1);
  simulation.reset();
  CHECK(simulation.mechanism().bodies[1].mass == 7);
  CHECK(simulation.mechanism().loops.size() == 2);
}

TEST_CASE("what a loop bears is read and written, and errors name the field", "[simulation]") {
  const Mechanism mechanism = hanging();
  CHECK(mechanismFromJson(toJson(mechanism)) == mechanism);
  const auto problem = [&](auto change) {
    Mechanism changed = mechanism;
    change(changed);
    try {
      validate(changed);
    } catch (const MechanismError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(problem([](Mechanism& m) { m.loops[0].breaks->force = 0; }),
             Catch::Contains("loops[0].breaks.force"));
  CHECK_THAT(problem([](Mechanism& m) { m.loops[0].breaks->moment = -1; }),
             Catch::Contains("loops[0].breaks.moment"));
  CHECK_THAT(problem([](Mechanism& m) { m.loops[0].breaks = BreakLimits{}; }),
             Catch::Contains("loops[0].breaks"));
  CHECK_THROWS_WITH(Ensemble(mechanism, {.count = 2}), Catch::Contains("loops[0].breaks"));
}

}  // namespace linkwork::test
