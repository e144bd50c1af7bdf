#include <catch2/catch.hpp>
#include <cmath>

#include "linkwork/catalogue.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/model/state_layout.hpp"
#include "linkwork/model/trajectory.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/allocation_counter.hpp"

using namespace linkwork;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

/// A mechanism and the joints that follow trajectories.
struct Subject {
  const char* name;
  Mechanism mechanism;
  std::vector<std::string> joints;
};

/// Returns all driven joints of a robot: without base, rotors and cranks.
std::vector<std::string> drivenJoints(const Mechanism& mechanism) {
  std::vector<std::string> names;
  for (const Joint& joint : mechanism.joints) {
    const bool isInner = joint.name.find("Rotor") != std::string::npos ||
                         joint.name.find("Crank") != std::string::npos;
    if (joint.type == JointType::revolute && !isInner) names.push_back(joint.name);
  }
  return names;
}

std::vector<Subject> subjects() {
  std::vector<Subject> all{
      {"chain", chain({.links = 4, .startAngle = 0.4}), {"joint1", "joint2", "joint3", "joint4"}},
      {"chain with a loose end", chain({.links = 4}), {"joint1", "joint3"}},
      {"four-bar", fourBar({.startSpeed = 0}), {"crank"}},
      {"geared leg", gearedLeg(), {"hipYaw", "hipRoll", "hipPitch", "knee", "ankle"}},
      {"Mini Cheetah, hanging", miniCheetah({RobotBase::hanging}), {}},
      {"MIT Humanoid, falling", mitHumanoid(), {}},
      {"Tello Humanoid, bolted down", telloHumanoid({RobotBase::fixed}), {}},
  };
  for (Subject& subject : all)
    if (subject.joints.empty()) subject.joints = drivenJoints(subject.mechanism);
  return all;
}

/// Returns slow waves, different for every joint, with an offset from the start.
Tracking wavesFor(const Subject& subject) {
  Tracking tracking{60, 9, {}};
  int i = 0;
  for (const std::string& joint : subject.joints) {
    const JointValues& q = subject.mechanism.initialState->q;
    const auto start = q.find(joint);
    const double center = start == q.end() ? 0 : start->second.front();
    ++i;
    tracking.joints[joint] = {center + 0.05, {{0.1, 0.5 + 0.1 * (i % 4), 0.7 * i}}, {}, 0};
  }
  return tracking;
}

/// Returns e(t) of ë + d ė + k e = 0 for d² < 4k.
double decayed(double e0, double rate0, double d, double k, double t) {
  const double swing = std::sqrt(k - d * d / 4);
  return std::exp(-d * t / 2) *
         (e0 * std::cos(swing * t) + (rate0 + d * e0 / 2) / swing * std::sin(swing * t));
}

}  // namespace

TEST_CASE("the error of every tracked joint decays by the control law", "[simulation]") {
  for (const Subject& subject : subjects()) {
    INFO(subject.name);
    Simulation simulation(subject.mechanism, {.step = 5e-4});
    const Tracking tracking = wavesFor(subject);
    simulation.track(tracking);
    const StateLayout layout(subject.mechanism);
    const auto positionOf = [&](const std::string& joint) {
      for (std::size_t i = 0; i < subject.mechanism.joints.size(); ++i)
        if (subject.mechanism.joints[i].name == joint)
          return static_cast<std::size_t>(layout.position[i]);
      return std::size_t{0};
    };
    const std::vector<double> start(simulation.q().begin(), simulation.q().end());
    simulation.step(600);
    double largest = 0;
    for (const auto& [joint, trajectory] : tracking.joints) {
      INFO(joint);
      const TrajectoryCurve curve(trajectory);
      const std::size_t place = positionOf(joint);
      const double e0 = curve.at(0).position - start[place];
      const double expected = decayed(e0, curve.at(0).velocity, 9, 60, simulation.time());
      const double error = curve.at(simulation.time()).position - simulation.q()[place];
      // RK4 at half a millisecond: (h λ)⁵/120 of the error per step, with λ = √60/s, in 600 steps.
      const double size = std::abs(e0) + std::abs(curve.at(0).velocity) / std::sqrt(60);
      CHECK(std::abs(error - expected) < 1e-11 * size);
      largest = std::max(largest, std::abs(error));
    }
    CHECK(simulation.trackingError() == Approx(largest));
    CHECK(simulation.loopError() < 1e-12);
  }
}

TEST_CASE("work includes the work of motors", "[simulation]") {
  for (const Subject& subject : subjects()) {
    INFO(subject.name);
    Simulation simulation(subject.mechanism, {.step = 5e-4});
    simulation.track(wavesFor(subject));
    const double before = simulation.kineticEnergy() + simulation.potentialEnergy();
    simulation.step(400);
    const double after = simulation.kineticEnergy() + simulation.potentialEnergy();
    CHECK(std::abs(simulation.work()) > 1e-4);
    // RK4's (h λ)⁴, with rates λ of up to 20/s, relative to the kinetic energy and the motors'
    // work.
    const double size = simulation.kineticEnergy() + std::abs(simulation.work());
    CHECK(std::abs(after - before - simulation.work()) < 1e-8 * size);
  }
}

TEST_CASE("a pulled joint deviates, and returns", "[simulation]") {
  const Mechanism mechanism = chain({.links = 3, .startAngle = 0});
  Simulation simulation(mechanism);
  simulation.track({100, 20, {{"joint1", {}}, {"joint2", {}}, {"joint3", {}}}});
  simulation.pull("link3", {0, 0, -0.2}, {0.3, 0, -0.5}, 50, 1);
  simulation.step(1000);
  CHECK(simulation.trackingError() > 0.1);
  simulation.release();
  simulation.step(2000);
  CHECK(simulation.trackingError() < 1e-3);
}

TEST_CASE("tracking continues after reset, and can be stopped", "[simulation]") {
  Simulation simulation(fourBar({.startSpeed = 0}));
  CHECK_FALSE(simulation.isTracking());
  CHECK(simulation.trackingError() == 0);
  simulation.track({400, 40, {{"crank", {1, {{0.3, 1, 0}}, {}, 0}}}});
  simulation.step(500);
  const std::vector<double> first(simulation.q().begin(), simulation.q().end());
  simulation.reset();
  CHECK(simulation.isTracking());
  simulation.step(500);
  CHECK(std::equal(first.begin(), first.end(), simulation.q().begin()));
  for (std::size_t i = 0; i < simulation.v().size(); ++i)  // the motor is on the crank
    CHECK((simulation.trackingTorque()[i] != 0) == (i == 0));
  simulation.stopTracking();
  CHECK_FALSE(simulation.isTracking());
  CHECK(simulation.trackingTorque()[0] == 0);
}

TEST_CASE("forward and inverse dynamics include the motors", "[simulation]") {
  Simulation simulation(miniCheetah({RobotBase::hanging}));
  Tracking tracking;
  for (const std::string& joint : drivenJoints(simulation.mechanism())) tracking.joints[joint] = {};
  simulation.track(tracking);
  const auto view = simulation.forwardDynamics();
  const std::vector<double> a(view.begin(), view.end());
  double largest = 0;
  for (const double torque : simulation.inverseDynamics(a))
    largest = std::max(largest, std::abs(torque));
  double given = 0;
  for (const double torque : simulation.trackingTorque()) given = std::max(given, std::abs(torque));
  CHECK(given > 0.1);
  CHECK(largest < 1e-12 * given);  // rounding of both recursions
}

TEST_CASE("a step of a tracking mechanism allocates nothing", "[simulation]") {
  for (const Subject& subject : subjects()) {
    INFO(subject.name);
    Simulation simulation(subject.mechanism);
    simulation.track(wavesFor(subject));
    simulation.step(2);
    if (test::allocationsAreCounted) CHECK(test::allocationsIn([&] { simulation.step(5); }) == 0);
  }
}

TEST_CASE("an error of invalid tracking names its path", "[simulation]") {
  struct Fault {
    const char* text;
    const char* start;
    const char* word;
  };
  const Fault faults[] = {
      {R"({"joints": {"kne": 0}})", "tracking.joints.kne", "did you mean \"knee\"?"},
      {R"({"joints": {"knee": 0, "kneeRotor": 0}})", "tracking.joints",
       "expected as many, or none"},
      {R"({"joints": {"knee": "up"}})", "tracking.joints.knee", "a position or a trajectory"},
      {R"({"joints": {"knee": {"middle": 1}}})", "tracking.joints.knee.middle", "unknown key"},
      {R"({"joints": {"knee": {"waves": [{"amplitude": 1}]}}})", "tracking.joints.knee.waves[0]",
       "missing required key \"frequency\""},
      {R"({"joints": {"knee": {"waves": [{"amplitude": 1, "frequency": -1}]}}})",
       "tracking.joints.knee.waves[0].frequency", "found -1"},
      {R"({"joints": {"knee": {"keyframes": [[0, 1]]}}})", "tracking.joints.knee.keyframes",
       "found 1"},
      {R"({"joints": {"knee": {"keyframes": [[0, 1], [0, 2]]}}})",
       "tracking.joints.knee.keyframes[1]", "times must rise"},
      {R"({"joints": {"knee": {"keyframes": [[0, 1], [2, 2]], "period": 1}}})",
       "tracking.joints.knee.period", "found 1"},
      {R"({"stiffness": -1, "joints": {}})", "tracking.stiffness", "found -1"},
      {R"({"damping": 1})", "tracking", "missing required key \"joints\""},
  };
  Simulation simulation(gearedLeg());
  for (const Fault& fault : faults) {
    INFO(fault.text);
    CHECK_THROWS_WITH(simulation.track(trackingFromJson(fault.text)),
                      StartsWith(std::string(fault.start) + ": ") && Contains(fault.word));
  }
  CHECK_FALSE(simulation.isTracking());
  Simulation floating(miniCheetah());
  CHECK_THROWS_WITH(floating.track({1, 1, {{"trunk", {}}}}),
                    StartsWith("tracking.joints.trunk: a free joint cannot be driven"));
}

TEST_CASE("tracking is read from JSON", "[simulation]") {
  const Tracking tracking = trackingFromJson(R"({"stiffness": 50, "joints": {
    "hip": {"center": 0.2, "waves": [{"amplitude": 0.1, "frequency": 2, "phase": 1}]},
    "knee": {"keyframes": [[0, 0.5], [0.4, 1]], "period": 1},
    "ankle": -0.3}})");
  CHECK(tracking.stiffness == 50);
  CHECK(tracking.damping == 20);
  REQUIRE(tracking.joints.size() == 3);
  const Trajectory &hip = tracking.joints.at("hip"), &knee = tracking.joints.at("knee");
  CHECK(hip.center == 0.2);
  CHECK(hip.waves == std::vector<Wave>{{0.1, 2, 1}});
  CHECK(knee.keyframes == std::vector<Keyframe>{{0, 0.5}, {0.4, 1}});
  CHECK(knee.period == 1);
  CHECK(tracking.joints.at("ankle").center == -0.3);
}
