#include <catch2/catch.hpp>

#include "contact/bodies.hpp"
#include "joints/function_kinds.hpp"
#include "joints/function_scenes.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// Snapshots restore a state bitwise, and the clock continues evenly after every change.
namespace linkwork::test {

TEST_CASE("the motion after a restored snapshot is bitwise identical", "[simulation]") {
  for (const Stepping& stepping : allSteppings())
    for (const auto& [name, mechanism] : scenesOf(stepping)) {
      const auto& [method, integrator] = stepping;
      INFO(name << ", " << method << ", " << integrator);
      const SimulationOptions options{.method = method, .integrator = integrator};
      Simulation simulation(mechanism, options);
      simulation.step(6);
      const std::vector<double> moment = simulation.snapshot();
      simulation.step(6);
      const std::vector<double> after = simulation.snapshot(), poses = listOf(simulation.poses());

      const auto checkReplay = [&](Simulation& replay) {
        replay.restore(moment);
        CHECK(replay.snapshot() == moment);
        replay.step(6);
        // The time continues from the snapshot's time and may round. The motion does not depend on
        // it.
        CHECK(replay.time() == Approx(after[0]).epsilon(4 * epsilon));
        std::vector<double> again = replay.snapshot();
        again[0] = after[0];
        CHECK(again == after);
        CHECK(listOf(replay.poses()) == poses);
      };
      checkReplay(simulation);
      Simulation other(mechanism, options);
      checkReplay(other);
    }
}

TEST_CASE("a standing humanoid continues bitwise identical from a snapshot", "[simulation]") {
  const Mechanism mechanism = mitHumanoid({.base = RobotBase::standing});
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    const SimulationOptions options{by.method, by.integrator, 2e-3, {}};
    Simulation simulation(mechanism, options), other(mechanism, options);
    for (Simulation* each : {&simulation, &other}) each->track(holding(mechanism));
    simulation.step(50);
    REQUIRE(simulation.contactForces().size() >= 4);  // toes and heels
    const std::vector<double> moment = simulation.snapshot();
    simulation.step(10);
    const std::vector<double> after = simulation.snapshot();
    for (Simulation* each : {&simulation, &other}) {
      each->restore(moment);
      CHECK(each->snapshot() == moment);
      each->step(10);
      std::vector<double> again = each->snapshot();
      CHECK(again[0] == Approx(after[0]).epsilon(4 * epsilon));  // time may round
      again[0] = after[0];
      CHECK(again == after);
    }
  }
}

TEST_CASE("motors continue bitwise identical from a snapshot", "[simulation]") {
  const Mechanism mechanism = fourBar();
  Simulation simulation(mechanism), other(mechanism);
  Tracking tracking;
  Trajectory& trajectory = tracking.joints[mechanism.joints.front().name];
  trajectory.center = simulation.q()[0];
  trajectory.waves.push_back({.amplitude = 0.3, .frequency = 2});
  for (Simulation* each : {&simulation, &other}) each->track(tracking);
  for (int i = 0; i < 50; ++i) {
    simulation.step(7);
    other.restore(simulation.snapshot());
    for (Simulation* each : {&simulation, &other}) each->step(13);
    CHECK(other.snapshot() == simulation.snapshot());  // includes the time
  }
}

TEST_CASE("snapshots of Baumgarte's method restore its open loops", "[simulation]") {
  for (const char* name : {"fourBar", "gearedLeg"}) {
    INFO(name);
    const SimulationOptions options{
        .method = "multipliers", .integrator = "baumgarte", .step = 0.01};
    const Mechanism mechanism = catalogueMechanism(name);
    Simulation simulation(mechanism, options), other(mechanism, options);
    simulation.step(200);
    REQUIRE(simulation.loopError() + simulation.couplingError() > 1e-8);  // of closed loops
    const std::vector<double> moment = simulation.snapshot();
    simulation.step(20);
    const std::vector<double> after = simulation.snapshot();
    other.restore(moment);
    CHECK(other.snapshot() == moment);
    other.step(20);
    std::vector<double> again = other.snapshot();
    again[0] = after[0];  // time may round
    CHECK(again == after);
  }
}

TEST_CASE("a failed step changes nothing, including the integrators' stored values",
          "[simulation][slow]") {
  int failures = 0;
  for (const Stepping& stepping : allSteppings())
    for (const auto& [name, mechanism] : scenesOf(stepping)) {
      const auto& [method, integrator] = stepping;
      INFO(name << ", " << method << ", " << integrator);
      if (name == "closedRing") continue;  // takes seconds: in 30 s every link reaches every other
      Simulation simulation(mechanism, {.method = method, .integrator = integrator});
      simulation.step(6);
      simulation.setStepSize(30);
      const std::vector<double> moment = simulation.snapshot();
      try {
        simulation.step();
      } catch (const SimulationError&) {
        ++failures;
        CHECK(simulation.snapshot() == moment);
      }
    }
  CHECK(failures > 20);
}

TEST_CASE("a snapshot contains time, work, positions, velocities and its mechanism",
          "[simulation]") {
  Simulation simulation(cartPendulum({.damping = 0.2}), {.step = 2e-3});
  simulation.step(50);
  const std::vector<double> moment = simulation.snapshot();
  REQUIRE(moment.size() == 5 + simulation.q().size() + simulation.v().size());
  CHECK(moment[0] == simulation.time());
  CHECK(moment[1] == simulation.work());
  CHECK(std::equal(simulation.q().begin(), simulation.q().end(), moment.begin() + 2));
  CHECK(std::equal(simulation.v().begin(), simulation.v().end(),
                   moment.end() - 3 - static_cast<std::ptrdiff_t>(simulation.v().size())));
}

TEST_CASE("time that no step has covered is part of a snapshot", "[simulation]") {
  Simulation one(catalogueMechanism("chain"), {.step = 2e-3});
  Simulation other(catalogueMechanism("chain"), {.step = 2e-3});
  one.advance(3e-3);
  other.restore(one.snapshot());
  for (Simulation* each : {&one, &other}) CHECK(each->advance(1.5e-3) == 1);
  CHECK(one.snapshot() == other.snapshot());
}

TEST_CASE("invalid snapshots are refused", "[simulation]") {
  // Lengths of quaternions, numbers of charts, loops, clocks, and other mechanisms.
  const auto refuses = [](Simulation& simulation, std::size_t place, double number,
                          const std::string& why) {
    const std::vector<double> moment = simulation.snapshot();
    std::vector<double> changed = moment;
    changed[place] = number;
    CHECK_THROWS_WITH(simulation.restore(changed), Catch::Contains(why));
    CHECK(simulation.snapshot() == moment);
    simulation.step();
    simulation.restore(moment);
    CHECK(simulation.snapshot() == moment);
  };
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << " " << by.integrator);
    const SimulationOptions options{by.method, by.integrator, 1e-3, {}};
    Simulation loop(fourBar(), options), ball(tumblingChain(2), options);
    Simulation angles(onFunction(EulerBallJoint(), {0.1, 0.9, 0.3, 0}, {0.2, 4, 1}), options);
    for (Simulation* each : {&loop, &ball, &angles}) {
      each->step(3);
      refuses(*each, 0, -1e300, "snapshot[0]: found");
      refuses(*each, 0, 1e300, "snapshot[0]: found");
    }
    for (const double retries : {-1.0, 1e10})
      refuses(loop, 2 + loop.q().size() + loop.v().size(), retries, "how many steps were retried");
    refuses(loop, 3, loop.q()[1] + 0.5, "loops or couplings are open by");
    refuses(ball, 2, 7, "quaternion has length");
    for (const double chart : {2.0, -1.0, 0.5, 1e300}) {
      refuses(angles, 5, chart, "the number of its chart");
      std::vector<double> q = listOf(angles.q());
      q[3] = chart;
      CHECK_THROWS_WITH(angles.setState(q, listOf(angles.v())),
                        Catch::Contains("the number of its chart"));
    }
    for (const int steps : {0, 3}) {
      Simulation fresh(chain({.links = 3}), options), longer(chain({.links = 9}), options);
      longer.step(steps), fresh.step(steps);
      const auto another = Catch::Contains("another mechanism");
      CHECK_THROWS_WITH(fresh.restore(longer.snapshot()), another);
      CHECK_THROWS_WITH(fresh.restore(loop.snapshot()), another);  // equal size
      std::vector<double> moment = fresh.snapshot();
      moment.insert(moment.end(), {0, 0, 0, 5});
      CHECK_THROWS_WITH(fresh.restore(moment), Catch::Contains("numbers"));
      CHECK_THROWS_AS(longer.restore(fresh.snapshot()), MechanismError);
    }
  }
}

TEST_CASE("reset restores the start, without forces", "[simulation]") {
  for (const auto& [name, mechanism] : scenesOf({"articulated-body", "rk4"})) {
    INFO(name);
    Simulation fresh(mechanism), used(mechanism);
    const Joint& joint = mechanism.joints.back();
    const std::string& body = mechanism.bodies.back().name;
    if (joint.type != JointType::general)  // these refuse torques
      used.setTorque(joint.name,
                     std::vector<double>(static_cast<std::size_t>(velocitySize(joint)), 0.3));
    used.setWrench(body, std::vector<double>{0, 0, 0, 1, 0, 0});
    used.applyPointForce(body, {0, 0, 0}, {0, 0, 1});
    used.pull(body, {0, 0, 0}, {1, 0, 0}, 3, 0.1);
    used.step(10);
    CHECK(used.work() != 0);
    used.reset();
    CHECK(used.time() == 0);
    CHECK(used.work() == 0);
    CHECK(used.pullForce() == Eigen::Vector3d::Zero());
    CHECK(used.snapshot() == fresh.snapshot());
    CHECK(listOf(used.forwardDynamics()) == listOf(fresh.forwardDynamics()));
    used.step(5);
    fresh.step(5);
    CHECK(used.snapshot() == fresh.snapshot());
  }
}

TEST_CASE("many steps in one call equal as many single steps", "[simulation]") {
  Simulation once(fourBar()), singly(fourBar());
  once.step(30);
  for (int i = 0; i < 30; ++i) {
    singly.step();
    singly.kineticEnergy();  // queries do not change the motion
    singly.forwardDynamics();
  }
  CHECK(once.snapshot() == singly.snapshot());
  once.step(0);
  CHECK(once.snapshot() == singly.snapshot());
}

TEST_CASE("the clock continues when the step size changes", "[simulation]") {
  Simulation simulation(cartPendulum(), {.step = 0.01});
  CHECK(simulation.time() == 0);
  simulation.step(7);
  const double before = simulation.time();
  CHECK(before == Approx(0.07));
  simulation.setStepSize(0.003);
  CHECK(simulation.time() == before);
  CHECK(simulation.stepSize() == 0.003);
  simulation.step(2);
  CHECK(simulation.time() == Approx(0.076));
}

TEST_CASE("time is a multiple of the step, not a sum of steps", "[simulation]") {
  Simulation simulation(chain({.links = 1}), {.step = 0.1});
  simulation.step(1000);
  CHECK(simulation.time() == 1000 * 0.1);  // a sum would be off by 1.4e-12
}

TEST_CASE("the integrator can be chosen by name at any time", "[simulation]") {
  Simulation simulation(cartPendulum());
  CHECK(simulation.integrator() == "rk4");
  CHECK(simulation.method() == "articulated-body");
  simulation.step(10);
  const std::vector<double> moment = simulation.snapshot();
  simulation.setIntegrator("semi-implicit-euler");
  CHECK(simulation.integrator() == "semi-implicit-euler");
  const std::vector<double> after = simulation.snapshot();
  CHECK(std::equal(moment.begin(), moment.end() - 3, after.begin()));
  simulation.step();

  // v' = v + h a, q' = q + h v' for plain coordinates.
  Simulation same(cartPendulum());
  same.restore(moment);
  const Eigen::VectorXd a = vectorOf(same.forwardDynamics());
  const Eigen::VectorXd v = vectorOf(same.v()) + 1e-3 * a;
  const Eigen::VectorXd q = vectorOf(same.q()) + 1e-3 * v;
  CHECK((vectorOf(simulation.v()) - v).norm() <= 4 * epsilon * v.norm());
  CHECK((vectorOf(simulation.q()) - q).norm() <= 4 * epsilon * q.norm());
}

}  // namespace linkwork::test
