#include <catch2/catch.hpp>
#include <functional>
#include <limits>

#include "joints/function_scenes.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "linkwork/simulation/queries/state_queries.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// Errors of a user are complete, and change nothing.
namespace linkwork::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

using Numbers = std::vector<double>;
using Words = std::vector<std::string>;

struct Misuse {
  std::function<void(Simulation&)> act;
  Words said;
};

/// Everything that a later call could observe.
struct Everything {
  explicit Everything(Simulation& simulation)
      : moment(simulation.snapshot()),
        accelerations(listOf(simulation.forwardDynamics())),
        poses(listOf(simulation.poses())),
        names{simulation.integrator(), std::string(simulation.method())},
        stepSize(simulation.stepSize()),
        pull(simulation.pullForce()) {}
  bool operator==(const Everything&) const = default;

  Numbers moment, accelerations, poses;
  Words names;
  double stepSize;
  Eigen::Vector3d pull;
};

void checkRefused(Simulation& simulation, const Misuse& misuse) {
  const Everything before(simulation);
  try {
    misuse.act(simulation);
    FAIL_CHECK("not refused; expected an error that says " << misuse.said.front());
  } catch (const MechanismError& error) {
    for (const std::string& words : misuse.said) CHECK_THAT(error.what(), Catch::Contains(words));
  }
  CHECK(Everything(simulation) == before);
}

/// A four-bar in motion with applied forces.
struct BusyFourBar : Simulation {
  BusyFourBar() : Simulation(fourBar()) {
    setTorque("crank", Numbers{0.5});
    setWrench("rocker", Numbers{0, 0.1, 0, 1, 0, 1});
    applyPointForce("coupler", {0.1, 0, 0}, {0, 0, 2});
    pull("coupler", {0, 0, 0}, {0.3, 0, 0.5}, 10, 1);
    step(5);
  }
};

}  // namespace

TEST_CASE("errors of unknown names list the valid names", "[simulation]") {
  BusyFourBar simulation;
  const Words bodies{"no body is named \"copuler\"", "did you mean \"coupler\"?",
                     "(bodies: crank, coupler, rocker)"};
  const std::vector<Misuse> misuses{
      {[](auto& s) { s.setTorque("crnk", Numbers{1}); },
       {"no joint is named \"crnk\"", "did you mean \"crank\"?",
        "(joints: crank, coupler, rocker)"}},
      {[](auto& s) { s.setTorque("rockerPin", Numbers{1}); }, {"no joint is named"}},  // a loop
      {[](auto& s) { s.setWrench("copuler", Numbers(6, 1)); }, bodies},
      {[](auto& s) {
         s.applyPointForce("copuler", {0, 0, 0}, {1, 0, 0});
       },
       bodies},
      {[](auto& s) {
         s.pull("copuler", {0, 0, 0}, {1, 0, 0}, 1, 1);
       },
       bodies},
      {[](auto& s) { s.setWrench("world", Numbers(6, 1)); }, {"no body is named \"world\""}},
      {[](auto& s) { s.setIntegrator("rk5"); },
       {"integrator: the method \"articulated-body\" has no integrator named \"rk5\"", "\"rk4\"?",
        "rk4, semi-implicit-euler"}},
      {[](auto& s) { s.setIntegrator(""); }, {"rk4, semi-implicit-euler"}},
      {[](auto& s) { s.setMethod("articulated body"); },
       {"method: no method is named \"articulated body\"", "\"articulated-body\"?"}}};
  for (const Misuse& misuse : misuses) checkRefused(simulation, misuse);
}

TEST_CASE("methods that do not support nonholonomic constraints are refused", "[simulation]") {
  Mechanism mechanism = gearedArm();
  mechanism.nonholonomic.push_back(KnifeEdge{.body = mechanism.bodies.back().name});
  const Words able{"method: \"articulated-body\" does not satisfy",
                   "methods that do: ", "variational-maximal"};
  for (const std::string& words : able)
    CHECK_THROWS_WITH(Simulation(mechanism, {.method = "articulated-body"}),
                      Catch::Contains(words));
  CHECK(Simulation(mechanism).method() == "variational-maximal");
  Simulation simulation(mechanism, {.method = "variational-maximal"});
  checkRefused(simulation, {[](auto& s) { s.setMethod("articulated-body"); }, able});
  checkRefused(simulation,
               {[](auto& s) { s.setMethod("variational"); }, {"\"variational\" does not satisfy"}});
}

TEST_CASE("numbers that are not finite, and wrong counts of numbers, are refused", "[simulation]") {
  BusyFourBar simulation;
  const Eigen::Vector3d zero(0, 0, 0);
  std::vector<Misuse> misuses{
      {[](auto& s) { s.setTorque("crank", Numbers{}); }, {"\"crank\"", "found 0", "expected 1"}},
      {[](auto& s) {
         s.setTorque("crank", Numbers{1, 2});
       },
       {"found 2 numbers; expected 1"}},
      {[](auto& s) { s.setWrench("crank", Numbers(3, 1)); }, {"found 3 numbers; expected 6"}},
      {[](auto& s) { s.setState(Numbers(2), s.v()); }, {"q: found 2 numbers; expected 3"}},
      {[](auto& s) { s.setState(s.q(), Numbers(4)); }, {"v: found 4 numbers; expected 3"}},
      {[](auto& s) { s.restore(Numbers(7)); }, {"snapshot: found 7 numbers; expected 11"}},
      {[](auto& s) {
         Numbers tooSmall(3);
         s.snapshot(tooSmall);
       },
       {"snapshot: found room for 3 numbers; expected 11"}},
      {[](auto& s) { s.inverseDynamics(Numbers(1)); }, {"a: found 1 number; expected 3"}},
      {[&](auto& s) { s.pull("crank", zero, zero, -1, 0); }, {"stiffness: found -1"}},
      {[&](auto& s) { s.pull("crank", zero, zero, 1, -0.5); }, {"damping: found -0.5"}},
      {[](auto& s) { s.advance(1e300); },
       {"seconds: found 1e+300, which is 1e+303 steps of 0.001 s", "fewer than 2³¹"}},
      {[](auto& s) { s.step(-1); }, {"count: found -1; expected 0 steps or more"}},
      {[](auto& s) {
         Numbers early = s.snapshot();
         early[0] = -1;
         s.restore(early);
       },
       {"snapshot[0]: found -1; expected a time from 0"}},
      {[](auto& s) { s.setStepSize(0); }, {"step: found 0"}},
      {[](auto& s) { s.setStepSize(-0.1); }, {"step: found -0.1"}}};
  for (const double bad : {nan, infinity, -infinity}) {
    const Eigen::Vector3d off(0, bad, 0);
    misuses.insert(
        misuses.end(),
        {{[=](auto& s) { s.setTorque("crank", Numbers{bad}); }, {"\"crank\"", "finite"}},
         {[=](auto& s) {
            s.setWrench("crank", Numbers{1, 2, 3, 4, 5, bad});
          },
          {"[5]", "finite"}},
         {[=](auto& s) { s.applyPointForce("crank", off, zero); }, {"point[1]", "finite"}},
         {[=](auto& s) { s.applyPointForce("crank", zero, off); }, {"force[1]", "finite"}},
         {[=](auto& s) { s.pull("crank", off, zero, 1, 1); }, {"point[1]", "finite"}},
         {[=](auto& s) { s.pull("crank", zero, off, 1, 1); }, {"target[1]", "finite"}},
         {[=](auto& s) { s.pull("crank", zero, zero, bad, 1); }, {"stiffness", "finite"}},
         {[=](auto& s) { s.pull("crank", zero, zero, 1, bad); }, {"damping", "finite"}},
         {[=](auto& s) {
            s.setState(Numbers{0, bad, 0}, s.v());
          },
          {"q[1]", "finite"}},
         {[=](auto& s) {
            s.setState(s.q(), Numbers{0, 0, bad});
          },
          {"v[2]", "finite"}},
         {[=](auto& s) { s.restore(Numbers(11, bad)); }, {"snapshot[0]", "finite"}},
         {[=](auto& s) {
            s.inverseDynamics(Numbers{bad, 0, 0});
          },
          {"a[0]", "finite"}},
         {[=](auto& s) { s.advance(bad); }, {"seconds", "finite"}},
         {[=](auto& s) { s.setStepSize(bad); }, {"step: found", "finite"}}});
  }
  for (const Misuse& misuse : misuses) checkRefused(simulation, misuse);
}

TEST_CASE("steps too short for the clock are counted", "[simulation]") {
  Simulation simulation(fourBar());
  simulation.step(10);
  for (const double step : {1e-18, 1e-300, 5e-324}) {
    CAPTURE(step);
    simulation.setStepSize(step);
    CHECK(simulation.advance(3 * step) == 3);
  }
}

TEST_CASE("a state that violates loops, gears or unit quaternions is refused", "[simulation]") {
  BusyFourBar fourBar;
  checkRefused(fourBar, {[](auto& s) {
                           Numbers q = listOf(s.q());
                           q[1] += 1e-6;
                           s.setState(q, s.v());
                         },
                         {"q: loops or couplings are open by", "m", "rad", "at most 1e-8"}});
  Simulation arm(gearedArm());
  checkRefused(arm, {[](auto& s) {
                       Numbers q = listOf(s.q());
                       q.back() += 1e-6;
                       s.setState(q, s.v());
                     },
                     {"q: loops or couplings are open by", "1e-6"}});
  Simulation balls(tumblingChain(2));
  checkRefused(balls, {[](auto& s) {
                         Numbers q = listOf(s.q());
                         q[7] += 0.1;
                         s.setState(q, s.v());
                       },
                       {"q of \"joint2\"", "quaternion has length 1.1", "expected 1"}});
}

TEST_CASE("errors name the faulty state, a given state or the mechanism's own", "[simulation]") {
  const Mechanism angles = onFunction(EulerBallJoint(), {0.1, 0.2, 0.3, 0}, {0.5, -0.4, 0.8});
  const struct {
    Mechanism sound;
    JointValues wrong;
    std::string what;
  } cases[] = {
      {angles, {{"function", {0.1, 0.2, 0.3, 7}}}, ": joint \"function\": its last position"},
      {tumblingChain(2), {{"joint2", {0, 0, 0, 2}}}, ".joint2: the quaternion"},
      {fourBar(), {{"crank", {0, 0}}}, ".crank: expected 1 number"},
      {fourBar(), {{"krank", {0}}}, ".krank: no joint is named"}};
  for (const auto& each : cases) {
    INFO(each.what);
    const NamedState given{.q = each.wrong};
    Mechanism unsound = each.sound;
    unsound.initialState = given;
    using Catch::StartsWith;
    CHECK_THROWS_WITH(Simulation(each.sound, {}, given), StartsWith("q" + each.what));
    CHECK_THROWS_WITH(Model(each.sound, given), StartsWith("q" + each.what));
    CHECK_THROWS_WITH(Simulation(unsound), StartsWith("initialState.q" + each.what));
    CHECK_THROWS_WITH(Model(unsound), StartsWith("initialState.q" + each.what));
  }
  const std::string ball = R"({"linkwork": 1,
      "bodies": [{"name": "b", "mass": 1, "inertia": [1, 1, 1]}],
      "joints": [{"name": "j", "type": "eulerBall", "parent": "world", "child": "b"}],
      "initialState": {"q": {"j": [0.1, 0.2, 0.3, 7]}}})";
  CHECK_THROWS_WITH(QueriedState(ball, ""), Catch::StartsWith("initialState.q: joint \"j\""));
}

TEST_CASE("invalid options of a simulation are refused", "[simulation]") {
  using Catch::Contains, Catch::Message;
  const Mechanism mechanism = cartPendulum();
  const auto make = [&](const SimulationOptions& options) {
    Simulation simulation(mechanism, options);
  };
  CHECK_THROWS_WITH(make({.method = "lagrange"}), Contains("methods: articulated-body"));
  CHECK_THROWS_WITH(make({.integrator = "euler"}), Contains("integrators: rk4"));
  CHECK_THROWS_WITH(make({.step = 0}), Contains("step: found 0"));
  CHECK_THROWS_AS(make({.step = nan}), MechanismError);
  for (const double bad : {-1.0, nan}) {
    CHECK_THROWS_WITH(make({.contact = {.allow = bad}}),
                      Contains("contact.allow: found") && Contains("0 or more"));
    CHECK_THROWS_WITH(make({.energyTolerance = bad}),
                      Contains("energyTolerance: found") && Contains("0 or more"));
  }
}

}  // namespace linkwork::test
