#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "integrators/step_forces.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/integrators/integrator.hpp"
#include "linkwork/integrators/maximal_variational_integrator.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/allocation_counter.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// The variational integrator in maximal coordinates, compared with the recursions in joint
/// coordinates.
namespace linkwork::test {
namespace {

/// Returns the state after a duration, in equal steps.
MotionState after(const ClusterTree<double>& tree, double duration, int steps,
                  const MaximalVariationalOptions& options = {}) {
  MaximalVariationalIntegrator integrator(tree, options);
  MotionState state{tree.initialPosition(), tree.initialVelocity(), 0};
  for (int i = 0; i < steps; ++i) integrator.step(duration / steps, noForces(), state);
  return state;
}

double distance(const ClusterTree<double>& tree, const MotionState& a, const MotionState& b,
                double duration) {
  Eigen::VectorXd gap(tree.velocitySize());
  difference<double>(tree, b.q, a.q, gap);
  return gap.norm() + duration * (a.v - b.v).norm();
}

/// Returns the state by the Runge–Kutta method, with the smooth law of dry friction.
MotionState byRungeKutta(const ClusterTree<double>& tree, double duration, int steps) {
  Workspace<double> work(tree);
  const AppliedForces<double> nothing(tree);
  TestForces forces =
      TestForces::of([&](const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& a) {
        forwardDynamics(tree, q, v, nothing, work, a);
      });
  const auto integrator = makeRungeKutta4(tree, work);
  MotionState state{tree.initialPosition(), tree.initialVelocity(), 0};
  integrator->start(state);
  for (int i = 0; i < steps; ++i) integrator->step(duration / steps, forces, state);
  return state;
}

/// Returns a tolerance that solves can reach: rows of function joints have the rounding of their
/// poses.
double rootOf(const Mechanism& mechanism) {
  const auto isFunction = [](const Joint& joint) { return joint.type == JointType::general; };
  return std::any_of(mechanism.joints.begin(), mechanism.joints.end(), isFunction) ? 1e-11 : 1e-12;
}

TestForces constant(const AppliedForces<double>& forces) {
  return TestForces([forces](double, const Eigen::VectorXd&, const Eigen::VectorXd&,
                             AppliedForces<double>& here) { here = forces; });
}

}  // namespace

TEST_CASE("maximal coordinates: order 2, and order 1 with the published start", "[integrators]") {
  std::vector<Scene> scenes = smoothScenesOf({"variational-maximal", "second-order"});
  for (std::uint64_t seed = 3; seed < 27; ++seed) {  // springs, dampers, friction, loops, gears
    RandomMechanism random = randomMechanism(seed);
    random.mechanism.initialState = random.state;
    random.mechanism.initialState->tau.clear();
    random.mechanism.initialState->wrenches.clear();
    scenes.push_back({"random " + std::to_string(seed), random.mechanism});
  }
  int turned = 0;
  for (const auto& [name, mechanism] : scenes) {
    INFO(name);
    // Dry friction changes its sign within 0.01 rad/s. Steps must resolve that: 0.1 ms.
    const double duration = name.starts_with("random") ? 0.005 : 0.02;
    const ClusterTree<double> tree = compile(mechanism);
    MotionState reference;
    if (mechanism.nonholonomic.empty()) {
      reference = byRungeKutta(tree, duration, 80);
    } else {
      Simulation simulation(mechanism,
                            {.method = "multipliers", .integrator = "rk4", .step = duration / 80});
      simulation.step(80);
      reference = {vectorOf(simulation.q()), vectorOf(simulation.v()), 0};
    }
    const double root = rootOf(mechanism);
    const auto order = [&](VariationalStart start, int coarse) {
      const auto error = [&](int steps) {
        const MaximalVariationalOptions options{.tolerance = root, .start = start};
        return distance(tree, after(tree, duration, steps, options), reference, duration);
      };
      return std::log2(error(coarse) / error(2 * coarse));
    };
    // The next power of the step length changes the order. In random scenes, the sign of a joint's
    // dry friction changes during the motion.
    const double consistent = order(VariationalStart::consistent, 20);
    // The windmill starts in equilibrium, and the published start omits no force. For thrown
    // mechanisms it omits little, and h² dominates until steps are far shorter.
    const double published = name == "windmill" ? 1
                                                : order(VariationalStart::published,
                                                        name.ends_with("thrown") ? 320 : 20);
    const bool isAtOrder = std::abs(consistent - 2) < 0.02 && std::abs(published - 1) < 0.02;
    if (name.starts_with("random")) {
      CHECK(consistent > 0.9);
      turned += isAtOrder ? 0 : 1;
    } else {
      CAPTURE(consistent, published);
      CHECK(isAtOrder);
    }
  }
  CHECK(turned <= 4);  // of 24
}

TEST_CASE("maximal coordinates: the first step has the acceleration of the recursion",
          "[integrators]") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    INFO("seed " << seed);
    const RandomMechanism random = randomMechanism(seed);
    const Fixture on(random.mechanism, random.state);
    const Eigen::VectorXd a = on.forward();
    MaximalVariationalIntegrator integrator(on.tree);
    const auto error = [&](double h) {
      MotionState state{on.q, on.v, 0};
      integrator.start(state);
      TestForces forces = constant(on.forces);
      integrator.step(h, forces, state);
      CHECK(integrator.gap() < 1e-14);
      return ((state.v - on.v) / h - a).norm();
    };
    // Half the step halves the error: (v₁ − v₀)/h is the acceleration half a step later.
    const double coarse = error(5e-5), fine = error(2.5e-5);
    CHECK(fine < 0.01 * a.norm());
    CHECK(coarse / fine == Approx(2).margin(0.1));
  }
}

TEST_CASE("maximal coordinates: a flying mechanism conserves its momenta to rounding",
          "[integrators]") {
  Mechanism mechanism = everyJointType();
  mechanism.gravity.setZero();
  Fixture on(mechanism);
  const Vector6<double> start = momentum(on.tree, on.work);
  MaximalVariationalIntegrator integrator(on.tree);
  MotionState state{on.q, on.v, 0};
  for (int i = 0; i < 500; ++i) integrator.step(2e-3, noForces(), state);
  on.q = state.q;
  on.v = state.v;
  on.update();
  // 500 steps with about ten rounding errors each, as a random walk.
  CHECK((momentum(on.tree, on.work) - start).norm() < 1e-12 * start.norm());
}

TEST_CASE("maximal coordinates: steps are reversible", "[integrators]") {
  for (const auto& [name, mechanism] : smoothScenesOf({"variational-maximal", "second-order"})) {
    INFO(name);
    const ClusterTree<double> tree = compile(mechanism);
    MaximalVariationalIntegrator integrator(tree, {.tolerance = rootOf(mechanism)});
    MotionState state{tree.initialPosition(), tree.initialVelocity(), 0};
    for (int i = 0; i < 50; ++i) integrator.step(1e-3, noForces(), state);
    for (int i = 0; i < 50; ++i) integrator.step(-1e-3, noForces(), state);
    CHECK((state.q - tree.initialPosition()).norm() < 1e-10);
    CHECK((state.v - tree.initialVelocity()).norm() < 1e-8);  // chaos amplifies rounding
  }
}

TEST_CASE("maximal coordinates: energy oscillates by h squared without drift", "[integrators]") {
  for (const std::string_view name : {"chain", "fourBar", "gearedArm"}) {
    INFO(name);
    Fixture on(catalogueMechanism(name));
    const double start = on.kinetic() + on.potential();
    const auto swing = [&](double h, int steps) {
      MaximalVariationalIntegrator integrator(on.tree);
      MotionState state{on.tree.initialPosition(), on.tree.initialVelocity(), 0};
      double early = 0, late = 0;
      int most = 0;
      for (int i = 0; i < steps; ++i) {
        integrator.step(h, noForces(), state);
        most = std::max(most, integrator.iterations());
        on.q = state.q;
        on.v = state.v;
        double& worst = i < steps / 2 ? early : late;
        worst = std::max(worst, std::abs(on.kinetic() + on.potential() - start));
      }
      CHECK(most <= 12);  // each iteration divides the error by ten, or Newton's method squares it
      CHECK(late < 1.5 * early);  // a drift would double it; both halves have similar oscillations
      return early;
    };
    CHECK(std::log2(swing(2e-3, 1500) / swing(1e-3, 3000)) == Approx(2).margin(0.1));
  }
}

TEST_CASE("maximal coordinates: loops and gears stay closed to rounding", "[integrators]") {
  // Flat twice per turn. Links of up to half a meter, several turns.
  const std::vector<Mechanism> closed{
      fourBar({.ground = 0.5, .crank = 0.2, .coupler = 0.5, .rocker = 0.2}), sixBar(), gearedLeg(),
      differentialLeg(), fourBarChain({.units = 3, .closure = JointType::spherical})};
  for (const Mechanism& mechanism : closed) {
    INFO(mechanism.name);
    const ClusterTree<double> tree = compile(mechanism);
    MaximalVariationalIntegrator along(tree), last(tree, {.loops = maximal::LoopOrder::denseLast});
    MotionState a{tree.initialPosition(), tree.initialVelocity(), 0}, b = a;
    double gap = 0;
    for (int i = 0; i < 500; ++i) {
      along.step(1e-3, noForces(), a);
      if (i < 50) last.step(1e-3, noForces(), b);
      if (i == 49) CHECK((a.q - b.q).norm() < 1e-10);
      gap = std::max(gap, along.gap());
    }
    CHECK(gap < 1e-14);
  }
}

TEST_CASE("maximal coordinates: a parallelogram may stop exactly flat", "[integrators]") {
  const ClusterTree<double> tree =
      compile(fourBar({.ground = 0.5, .crank = 0.2, .coupler = 0.5, .rocker = 0.2, .gravity = 0}));
  MaximalVariationalIntegrator integrator(tree);
  constexpr int toFlat = 50;
  double largestGap = 0;
  const auto turned = [&](double h, int steps) {
    MotionState state{tree.initialPosition(), tree.initialVelocity(), 0};
    integrator.start(state);
    for (int i = 0; i < steps; ++i) {
      integrator.step(h, noForces(), state);
      largestGap = std::max(largestGap, integrator.gap());
    }
    return state;
  };
  double low = 0.004, high = 0.007;  // the crank turns by π − 1 at 8 rad/s, in 50 steps
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (std::abs(turned(middle, toFlat).q[0]) < std::numbers::pi ? low : high) = middle;
  }
  largestGap = 0;
  const MotionState end = turned(low, 3 * toFlat);
  CHECK(largestGap < 1e-14);
  // No force acts, and the crank keeps its speed of 8 rad/s, to the h² of its own steps and the
  // O(h) direction error of one impulse.
  CHECK(std::abs(end.v[0]) == Approx(8).epsilon(1e-3));
}

TEST_CASE("maximal coordinates: massless bodies are allowed if other bodies move with them",
          "[integrators]") {
  const auto emptied = [](Mechanism mechanism, const std::vector<std::string>& names,
                          bool keepsMass = false) {
    for (Body& body : mechanism.bodies)
      if (std::find(names.begin(), names.end(), body.name) != names.end()) {
        if (!keepsMass) body.mass = 0;
        body.inertia = {};
      }
    return mechanism;
  };
  const auto slight = [](Mechanism mechanism, double inertia) {
    for (Body& body : mechanism.bodies) body.inertia = {inertia, inertia, inertia};
    return mechanism;
  };
  const auto linkNames = [](const Mechanism& mechanism) {
    std::vector<std::string> names;
    for (const Body& body : mechanism.bodies) names.push_back(body.name);
    return names;
  };
  ChainOptions turning;
  turning.links = 4;
  turning.axes = {{1, 0, 0}, {0, 1, 0}};
  const Mechanism links = chain(turning);
  const std::vector<std::string> names = linkNames(links);
  const std::vector<Mechanism> mechanisms{
      emptied(links, names, true),  // points
      slight(links, 1e-20),         // nearly
      slight(links, 1e-14),
      slight(links, 1e-11),
      emptied(links, {names[0]}),       // a massless cross between two revolute joints
      emptied(fourBar(), {"coupler"}),  // a rod
      emptied(fourBar(), {"coupler", "rocker"}),
      emptied(sliderCrank(), {"rod"}),
      catalogueMechanism("telloHumanoid", R"({"base": "fixed"})")};
  for (const Mechanism& mechanism : mechanisms) {
    INFO(mechanism.name << " " << (&mechanism - mechanisms.data()));
    const Fixture on(mechanism);
    const Eigen::VectorXd a = on.forward();
    MaximalVariationalIntegrator integrator(on.tree);
    const auto error = [&](double h) {
      MotionState state{on.q, on.v, 0};
      integrator.start(state);
      integrator.step(h, noForces(), state);
      return ((state.v - on.v) / h - a).norm();
    };
    const double fine = error(1e-5);
    CHECK(fine < 0.01 * a.norm());
    CHECK((error(2e-5) / fine == Approx(2).margin(0.1) || fine < 1e-8 * a.norm()));
  }
}

TEST_CASE("maximal coordinates: a step allocates nothing", "[integrators]") {
  if (!allocationsAreCounted) return;
  for (const auto& [name, mechanism] : smoothScenesOf({"variational-maximal", "second-order"})) {
    INFO(name);
    const ClusterTree<double> tree = compile(mechanism);
    MaximalVariationalIntegrator integrator(tree);
    MotionState state{tree.initialPosition(), tree.initialVelocity(), 0};
    integrator.step(1e-4, noForces(), state);
    CHECK(allocationsIn([&] { integrator.step(1e-4, noForces(), state); }) == 0);
  }
}

TEST_CASE("maximal coordinates: a run continues exactly from its stored state", "[integrators]") {
  for (const auto& [name, mechanism] : smoothScenesOf({"variational-maximal", "second-order"})) {
    INFO(name);
    const ClusterTree<double> tree = compile(mechanism);
    MaximalVariationalIntegrator one(tree), other(tree);
    MotionState state{tree.initialPosition(), tree.initialVelocity(), 0};
    for (int i = 0; i < 20; ++i) one.step(1e-3, noForces(), state);
    std::vector<double> memory(one.memorySize());
    one.remember(memory);
    MotionState again = state;
    other.recall(again, memory);
    for (int i = 0; i < 20; ++i) {
      one.step(1e-3, noForces(), state);
      other.step(1e-3, noForces(), again);
    }
    CHECK(state.q == again.q);
    CHECK(state.v == again.v);
    CHECK_THROWS_AS(other.recall(again, std::span(memory).first(3)), std::invalid_argument);
  }
}

TEST_CASE("maximal coordinates: a failed step is an error and changes nothing", "[integrators]") {
  const ClusterTree<double> tree = compile(chain({.links = 3}));
  MaximalVariationalIntegrator integrator(tree);
  MotionState state{tree.initialPosition(), tree.initialVelocity(), 0};
  for (int i = 0; i < 10; ++i) integrator.step(1e-3, noForces(), state);
  const MotionState before = state;
  TestForces broken(
      [](double, const Eigen::VectorXd&, const Eigen::VectorXd&, AppliedForces<double>& forces) {
        forces.torque.setConstant(std::numeric_limits<double>::quiet_NaN());
      });
  CHECK_THROWS_AS(attemptStep(integrator, 1e-3, broken, state), SimulationError);
  CHECK_THROWS_AS(attemptStep(integrator, 2.0, noForces(), state),  // more than 0.5 rad
                  SimulationError);
  CHECK_THROWS_AS(attemptStep(integrator, 0, noForces(), state), SimulationError);
  CHECK(state.q == before.q);
  CHECK(state.v == before.v);
  MaximalVariationalIntegrator untroubled(tree);
  MotionState expected{tree.initialPosition(), tree.initialVelocity(), 0};
  for (int i = 0; i < 11; ++i) untroubled.step(1e-3, noForces(), expected);
  TestForces zero = constant(AppliedForces<double>(tree));
  integrator.step(1e-3, zero, state);
  CHECK(state.q == expected.q);
  CHECK_THROWS_AS(MaximalVariationalIntegrator(tree, {.tolerance = 0}), std::invalid_argument);
  CHECK_THROWS_AS(MaximalVariationalIntegrator(tree, {.maxIterations = 0}), std::invalid_argument);
}

}  // namespace linkwork::test
