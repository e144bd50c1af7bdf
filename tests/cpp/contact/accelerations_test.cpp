#include <catch2/catch.hpp>
#include <cmath>

#include "contact/bodies.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/json.hpp"
#include "linkwork/simulation.hpp"
#include "papers/commands.hpp"

/// Accelerations at a state with contacts and joint stops.
namespace linkwork::test {
namespace {

using Eigen::Vector3d;

/// Returns the largest difference of accelerations between all methods, as `check` reports it.
double disagreement(const Mechanism& mechanism, const NamedState& state) {
  const std::string answer =
      papers::runCommand("check", toJson(mechanism), toJson(state), "articulated-body");
  const std::string key = "\"relativeDisagreement\":";
  return std::stod(answer.substr(answer.find(key) + key.size()));
}

/// q and v by joint.
NamedState stateOf(const Simulation& simulation) {
  NamedState state;
  std::size_t q = 0, v = 0;
  for (const Joint& joint : simulation.mechanism().joints) {
    for (int k = 0; k < positionSize(joint); ++k)
      state.q[joint.name].push_back(simulation.q()[q++]);
    for (int k = 0; k < velocitySize(joint); ++k)
      state.v[joint.name].push_back(simulation.v()[v++]);
  }
  return state;
}

}  // namespace

TEST_CASE("accelerations of bodies on the ground agree with their motion", "[contact]") {
  const double slope = 0.3;
  const double along = standardGravity * std::sin(slope), into = standardGravity * std::cos(slope);
  const Vector3d size(0.2, 0.3, 0.1);
  const auto accelerationOf = [&](double friction, const Collider& solid, const Vector3d& inertia,
                                  double height, const std::vector<double>& v) {
    Mechanism mechanism = incline(slope, friction);
    addBody(mechanism, "body", 2, inertia, solid, {0, 0, height});
    mechanism.initialState->v["body"] = v;
    Simulation simulation(mechanism);
    const auto a = simulation.forwardDynamics();
    return std::vector<double>(a.begin(), a.end());
  };
  const std::vector<double> rest(6, 0.0);
  const Vector3d boxed = boxInertia(2, size);
  for (const double entry : accelerationOf(0.4, box(size, 0.4), boxed, 0.05, rest))
    CHECK(std::abs(entry) < 1e-11);  // sticks: tan 0.3 < 0.4

  const std::vector<double> slides = accelerationOf(0.2, box(size, 0.2), boxed, 0.05, rest);
  CHECK(slides[3] == Approx(along - 0.2 * into).epsilon(1e-10));
  CHECK(std::abs(slides[5]) < 1e-10);
  const std::vector<double> uphill =
      accelerationOf(0.2, box(size, 0.2), boxed, 0.05, {0, 0, 0, -1, 0, 0});
  CHECK(uphill[3] == Approx(along + 0.2 * into).epsilon(1e-10));

  // A rolling ball has 5/7 of the acceleration without friction. It turns and stays on the ground.
  constexpr double radius = 0.1;
  const Vector3d solid = Vector3d::Constant(0.4 * 2 * radius * radius);
  const std::vector<double> rolls =
      accelerationOf(0.4, ball(radius, 0.4), solid, radius, {0, 1 / radius, 0, 1, 0, 0});
  // Body axes turn with the ball: v̇ in them is the acceleration in the world less ω × v.
  CHECK(rolls[3] == Approx(5.0 / 7 * along).epsilon(1e-9));
  CHECK(rolls[5] == Approx(1 / radius).epsilon(1e-9));
  CHECK(rolls[1] == Approx(5.0 / 7 * along / radius).epsilon(1e-9));

  const std::vector<double> flies =
      accelerationOf(0.4, ball(radius, 0.4), solid, radius, {0, 0, 0, 0, 0, 0.1});
  CHECK(flies[5] == Approx(-into));
}

TEST_CASE("accelerations of joints at their stops include the stop's force", "[contact]") {
  Mechanism mechanism = chain({.links = 2, .startAngle = 0.3});
  mechanism.joints[0].limits = JointLimits{.lower = 0.3};
  const std::string first = mechanism.joints[0].name, second = mechanism.joints[1].name;
  const auto at = [&](double a, double b, double rate) {
    NamedState state;
    state.q = {{first, {a}}, {second, {b}}};
    state.v = {{first, {rate}}, {second, {0}}};
    Simulation simulation(mechanism, {}, state);
    const auto acceleration = simulation.forwardDynamics();
    return std::vector<double>(acceleration.begin(), acceleration.end());
  };
  for (const double entry : at(0.3, -0.3, 0)) CHECK(std::abs(entry) < 1e-12);  // hangs at rest
  const std::vector<double> swings = at(0.3, -0.5, 0);
  CHECK(std::abs(swings[0]) < 1e-12);
  CHECK(swings[1] > 1);
  CHECK(at(0.3, 0.5, 0)[0] > 1);      // the outer link pulls it off the stop
  CHECK(at(0.3, -0.3, 0.1)[0] < -1);  // already leaves the stop
}

TEST_CASE("all methods give the same accelerations in contact", "[contact]") {
  // Rounding of accelerations under unit forces, amplified by the condition number of W. The ring
  // is excluded: its links slide on more points than determine the normal forces, and friction is
  // not unique.
  for (const std::string_view name : {"boxStack", "drapedChain"}) {
    CAPTURE(name);
    const Mechanism mechanism = catalogueMechanism(name);
    Simulation simulation(mechanism, {.step = 1e-3});
    for (int i = 0; i < 5; ++i) {
      simulation.step(200);
      CHECK(disagreement(mechanism, stateOf(simulation)) < 1e-9);
    }
  }
  Mechanism fourBarOnStop = fourBar();
  fourBarOnStop.joints[0].limits =
      JointLimits{.lower = fourBarOnStop.initialState->q.at("crank")[0]};
  fourBarOnStop.initialState->v.clear();
  CHECK(disagreement(fourBarOnStop, *fourBarOnStop.initialState) < 1e-10);
}

TEST_CASE("if no contact force satisfies Coulomb's law, the query of accelerations throws",
          "[contact]") {
  Mechanism mechanism = incline(0, 4);
  Collider tip = ball(1e-3, 4);
  tip.frame.position = {-1, 0, 0};
  addBody(mechanism, "rod", 1, {1e-4, 1.0 / 3, 1.0 / 3}, tip, {0, 0, 1e-3 + std::sin(0.67)},
          {-5, 0, 0}, Eigen::Quaterniond(Eigen::AngleAxisd(-0.67, Vector3d::UnitY())));
  Simulation simulation(mechanism);
  CHECK_THROWS_WITH(simulation.forwardDynamics(), Catch::Contains("Painlevé"));
}

}  // namespace linkwork::test
