#include <catch2/catch.hpp>
#include <cmath>

#include "joints/function_scenes.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/allocation_counter.hpp"

/// Function joints in motion: energy, charts, limits.
namespace linkwork::test {
namespace {

CustomJoint eulerAngles() {
  return {{"a", "b", "c"},
          {CustomJoint::Rotation{{1, 0, 0}, "a"}, CustomJoint::Rotation{{0, 1, 0}, "b"},
           CustomJoint::Rotation{{0, 0, 1}, "c"}}};
}

double totalEnergy(Simulation& simulation) {
  return simulation.kineticEnergy() + simulation.potentialEnergy();
}

/// Returns the change of energy in 0.2 s.
double energyDrift(const Mechanism& mechanism, const std::string& method,
                   const std::string& integrator, int steps) {
  Simulation simulation(mechanism, {method, integrator, 0.2 / steps, {}});
  const double start = totalEnergy(simulation);
  simulation.step(steps);
  return std::abs(totalEnergy(simulation) - start);
}

}  // namespace

TEST_CASE("energy on function joints is conserved to the order of the integrator", "[simulation]") {
  for (const auto& [name, mechanism] : functionScenes()) {
    INFO(name);
    const auto drift = [&moved = mechanism](int steps) {
      return energyDrift(moved, "articulated-body", "rk4", steps);
    };
    CHECK(drift(20) < 1e-4);
    // The energy is as accurate as the state: order 4. On the board the leading term vanishes, and
    // only rounding remains for shorter steps.
    if (name == "a board")
      CHECK(std::log2(drift(20) / drift(40)) > 4.9);
    else
      CHECK(std::log2(drift(80) / drift(160)) == Approx(4).margin(0.1));
    // Variational integrator and RATTLE: order 2.
    for (const auto& [method, integrator] : {std::pair{"variational", "second-order"},
                                             {"variational-maximal", "second-order"},
                                             {"multipliers", "rattle"}}) {
      INFO(method);
      const double discrete = energyDrift(mechanism, method, integrator, 40);
      CHECK(discrete < 2e-2);
      CHECK(std::log2(discrete / energyDrift(mechanism, method, integrator, 80)) ==
            Approx(2).margin(0.1));
    }
  }
}

TEST_CASE("a ball joint with Euler angles moves as a spherical joint, through gimbal lock",
          "[simulation]") {
  const Mechanism angles = onFunction(EulerBallJoint(), {0.1, 0.9, 0.3, 0}, {0.2, 4, 1});
  Mechanism ball = angles;
  ball.joints[0].type = JointType::spherical;
  ball.joints[0].function = {};
  const Eigen::Quaterniond turn = Eigen::AngleAxisd(0.1, Eigen::Vector3d::UnitX()) *
                                  Eigen::AngleAxisd(0.9, Eigen::Vector3d::UnitY()) *
                                  Eigen::AngleAxisd(0.3, Eigen::Vector3d::UnitZ());
  const double c = std::cos(0.3), s = std::sin(0.3), cb = std::cos(0.9), sb = std::sin(0.9);
  ball.initialState->q["function"] = {turn.x(), turn.y(), turn.z(), turn.w()};
  ball.initialState->v["function"] = {0.2 * cb * c + 4 * s, -0.2 * cb * s + 4 * c, 0.2 * sb + 1};

  // Fourth order of a millisecond at about 5 rad/s, in coordinates that stretch by at most 2.
  // Maximal coordinates do not use the coordinates, but restart in a new chart.
  for (const auto& [method, tolerance] :
       {std::pair{"articulated-body", 1e-7}, {"variational-maximal", 1e-5}}) {
    INFO(method);
    Simulation one(angles, {.method = method}), other(ball, {.method = method});
    int switches = 0;
    for (int step = 0; step < 1000; ++step) {
      const double chart = one.q()[3];
      one.step();
      other.step();
      if (one.q()[3] != chart) ++switches;
    }
    CHECK(switches >= 1);
    for (std::size_t i = 0; i < one.poses().size(); i += 7) {
      for (std::size_t k = 0; k < 3; ++k)
        CHECK(one.poses()[i + k] == Approx(other.poses()[i + k]).margin(tolerance));
      double dot = 0;
      for (std::size_t k = 3; k < 7; ++k) dot += one.poses()[i + k] * other.poses()[i + k];
      CHECK(std::abs(dot) == Approx(1).margin(tolerance * tolerance + 1e-14));
    }
  }
}

TEST_CASE("at the end of a curve the step stops with an error", "[simulation]") {
  CurveJoint rail;
  rail.points = {{0, 0, 0}, {1, 0, 0}, {2, 0.5, 0}, {3, 0, 0}};
  Simulation simulation(onFunction(rail, {0.9}, {1}));
  CHECK_THROWS_WITH(simulation.step(1000),
                    Catch::Contains("joint \"function\": coordinate 1 of 1 is 1.0") &&
                        Catch::Contains("defined from 0 to 1"));
  CHECK(simulation.q()[0] <= 1);
  CHECK(simulation.q()[0] > 0.99);
  const double time = simulation.time();
  CHECK_THROWS_AS(simulation.step(), SimulationError);
  CHECK(simulation.time() == time);

  const std::vector<double> beyond{1.5, 0}, rest{0, 0};
  CHECK_THROWS_WITH(simulation.setState(beyond, rest), Catch::Contains("defined from 0 to 1"));
  CHECK_THROWS_WITH(Simulation(onFunction(rail, {1.5}, {0})),
                    Catch::Contains("initialState.q") && Catch::Contains("joint \"function\""));
}

TEST_CASE("at the end of a coordinate's range the step stops with an error", "[simulation]") {
  CustomJoint slide{{"s", "t"}, {CustomJoint::Translation{{"s", "sqrt(t)", "0"}}}};
  slide.ranges["t"] = {.lower = 0.25};
  Simulation simulation(onFunction(slide, {0, 0.4}, {1, -1}));
  CHECK_THROWS_WITH(simulation.step(1000),
                    Catch::Contains("joint \"function\": coordinate 2 of 2 is 0.24") &&
                        Catch::Contains("defined from 0.25 to inf"));
  CHECK(simulation.q()[1] >= 0.25);
}

TEST_CASE("expressions get periodic coordinates within their period", "[simulation]") {
  // A festoon: a repeated arc, with corners between the arcs.
  CustomJoint festoon{{"s"}, {CustomJoint::Translation{{"s", "0", "0.2*s^2"}}}};
  festoon.ranges["s"] = {-1, 1, true};
  CustomJoint arc = festoon;
  arc.ranges.clear();
  Simulation one(onFunction(arc, {0.3}, {0.8}));
  for (const double round : {-4.0, 2.0}) {
    Simulation other(onFunction(festoon, {0.3 + round}, {0.8}));
    other.step(100);
    if (one.time() == 0) one.step(100);
    CHECK(other.q()[0] - round == Approx(one.q()[0]).epsilon(1e-12));
    CHECK(other.poses()[0] == Approx(one.poses()[0]).epsilon(1e-12));
    CHECK(other.poses()[2] == Approx(one.poses()[2]).epsilon(1e-12));
  }
}

TEST_CASE("singular coordinates stop a step, and are refused at the start", "[simulation]") {
  CHECK_THROWS_WITH(Simulation(onFunction(eulerAngles(), {0, std::acos(-1) / 2, 0}, {0, 0, 0})),
                    Catch::Contains("coordinates are singular"));
  Mechanism mechanism = onFunction(eulerAngles(), {0, 1.4, 0}, {0, 1, 0});
  mechanism.gravity.setZero();
  mechanism.bodies.resize(1);
  mechanism.joints.resize(1);
  mechanism.initialState->q.erase("revolute");
  mechanism.initialState->v.erase("revolute");
  mechanism.bodies[0].centerOfMass.setZero();
  mechanism.bodies[0].inertia = {0.1, 0.1, 0.1, 0, 0, 0};
  Simulation simulation(mechanism);
  CHECK_THROWS_WITH(simulation.step(1000), Catch::Contains("joint \"function\"") &&
                                               Catch::Contains("coordinates are singular"));
}

TEST_CASE("a step on function joints allocates nothing", "[simulation]") {
  if (!allocationsAreCounted) return;
  for (const auto& [name, mechanism] : functionScenes())
    for (const std::string method :
         {"articulated-body", "variational", "variational-maximal", "multipliers"}) {
      INFO(name << ", " << method);
      Simulation simulation(mechanism, {method, "", 1e-3, {}});
      simulation.step(2);
      CHECK(allocationsIn([&] { simulation.step(2); }) == 0);
    }
}

TEST_CASE("snapshots restore functions with their charts", "[simulation]") {
  for (const std::string method : {"articulated-body", "variational", "variational-maximal"}) {
    Simulation simulation(onFunction(EulerBallJoint(), {0.1, 0.9, 0.3, 0}, {0.2, 4, 1}),
                          {method, "", 1e-3, {}});
    simulation.step(150);
    const std::vector<double> moment = simulation.snapshot();
    simulation.step(150);
    const std::vector<double> q(simulation.q().begin(), simulation.q().end());
    simulation.restore(moment);
    simulation.step(150);
    CHECK(std::vector<double>(simulation.q().begin(), simulation.q().end()) == q);
  }
}

}  // namespace linkwork::test
