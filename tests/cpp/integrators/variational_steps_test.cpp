#include <catch2/catch.hpp>
#include <cmath>

#include "integrators/step_forces.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/integrators/composed_steps.hpp"
#include "linkwork/integrators/minimal_variational_integrator.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// The variational methods as methods of a simulation: their orders, adaptive steps, and changes of
/// the method during a motion.
namespace linkwork::test {
namespace {

constexpr std::array<const char*, 2> variationalMethods{"variational", "variational-maximal"};

/// Returns a double pendulum thrown out of its plane: chaotic, with fast and slow phases.
Mechanism thrown() {
  ChainOptions options;
  options.links = 2;
  options.length = 0.5;
  options.startAngle = 2.0;
  return chain(options);
}

/// Returns q and v after a duration.
Eigen::VectorXd endOf(const Mechanism& mechanism, const std::string& method,
                      const std::string& integrator, double duration, int steps) {
  Simulation simulation(mechanism, {.method = method,
                                    .integrator = integrator,
                                    .step = duration / steps,
                                    .variational = {.minimal = {.tolerance = 1e-13},
                                                    .maximal = {.tolerance = 1e-11}}});
  simulation.step(steps);
  Eigen::VectorXd end(simulation.q().size() + simulation.v().size());
  end << vectorOf(simulation.q()), vectorOf(simulation.v());
  return end;
}

double energyWithoutWork(Simulation& simulation) {
  return energyOf(simulation) - simulation.work();
}

/// Returns the largest |energy − energy at the start| over a duration.
double energyError(const Mechanism& mechanism, const SimulationOptions& options, double duration) {
  Simulation simulation(mechanism, options);
  const double start = energyWithoutWork(simulation);
  double largest = 0;
  while (simulation.time() < duration) {
    simulation.step();
    largest = std::max(largest, std::abs(energyWithoutWork(simulation) - start));
  }
  return largest;
}

}  // namespace

TEST_CASE("compositions are of order four", "[simulation][integrators]") {
  for (const Mechanism& mechanism : {thrown(), fourBar(), gearedLeg()})
    for (const std::string method : variationalMethods) {
      INFO(mechanism.name << ", " << method);
      const double duration = 0.1;
      const Eigen::VectorXd reference = endOf(mechanism, "articulated-body", "rk4", duration, 2000);
      const double coarse =
          (endOf(mechanism, method, "fourth-order", duration, 10) - reference).norm();
      const double fine =
          (endOf(mechanism, method, "fourth-order", duration, 20) - reference).norm();
      CHECK(std::log2(coarse / fine) == Approx(4).margin(0.1));
      // better than as many steps of order two
      CHECK(fine < (endOf(mechanism, method, "second-order", duration, 100) - reference).norm());
    }
}

TEST_CASE("adaptive steps conserve energy better than fixed steps", "[simulation][integrators]") {
  for (const std::string method : variationalMethods) {
    INFO(method);
    const double duration = 20, longest = 0.01;
    Simulation simulation(thrown(), {.method = method, .integrator = "adaptive", .step = longest});
    long count = 0;
    double shortest = longest;
    for (; simulation.time() < duration; ++count) {
      const double before = simulation.time();
      simulation.step();
      const double h = simulation.time() - before;
      shortest = std::min(shortest, h);
      REQUIRE(h <= 2 * longest);
    }
    CHECK(shortest < longest / 2);
    const double adaptive = energyError(thrown(), {method, "adaptive", longest, {}}, duration);
    const double fixed = energyError(
        thrown(), {method, "second-order", duration / static_cast<double>(count), {}}, duration);
    CHECK(adaptive < fixed);
  }
}

TEST_CASE("a step density is reversible", "[integrators]") {
  // Speeds along an artificial motion and their rates, forward and back, with v·v̇ of opposite
  // sign.
  const double longest = 0.01;
  const auto speedSquared = [](int k) { return 20 + 15 * std::sin(0.3 * k); };
  const auto rate = [](int k) { return 40 * std::cos(0.3 * k); };
  StepDensity density(longest, speedSquared(0), rate(0));
  std::vector<double> there;
  for (int k = 0; k < 30; ++k) there.push_back(density.next(longest, speedSquared(k), rate(k)));
  // On the way back, a step follows time knot k at its end: h of the step between k and k + 1.
  for (int k = 29; k > 0; --k) {
    const double h = density.next(longest, speedSquared(k), -rate(k));
    CHECK(h == Approx(there[static_cast<std::size_t>(k - 1)]).epsilon(1e-13));
  }
}

TEST_CASE("adaptive steps are reversible", "[integrators]") {
  const Mechanism mechanism = thrown();
  const ClusterTree<double> tree = compile(mechanism);
  Workspace<double> work(tree);
  const AppliedForces<double> none(tree);
  TestForces forces =
      TestForces::of([&](const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& a) {
        forwardDynamics(tree, q, v, none, work, a);
      });
  const auto integrator =
      makeAdaptiveSteps(std::make_unique<MinimalVariationalIntegrator>(
                            tree, MinimalVariationalOptions{.tolerance = 1e-13}),
                        tree);
  const auto memory = [&] {
    std::vector<double> numbers(integrator->memorySize());
    integrator->remember(numbers);
    return numbers;
  };
  const MotionState start{tree.initialPosition(), tree.initialVelocity()};
  MotionState state = start;
  integrator->start(state);
  double there = 0, back = 0;
  for (int i = 0; i < 100; ++i) there += integrator->step(0.01, forces, state);
  MotionState turned = state;
  turned.v = -turned.v;
  integrator->step(0.01, forces, state);
  const std::vector<double> next = memory();  // includes density and arc of the next step
  integrator->start(turned);
  std::vector<double> turnedMemory = memory();
  std::copy(next.end() - 2, next.end(), turnedMemory.end() - 2);
  integrator->recall(turned, turnedMemory);
  for (int i = 0; i < 100; ++i) back += integrator->step(0.01, forces, turned);
  // 1e-13 h per step and rounding, which half a second of chaos amplifies by a hundred.
  CHECK((turned.q - start.q).lpNorm<Eigen::Infinity>() < 1e-11);
  CHECK((turned.v + start.v).lpNorm<Eigen::Infinity>() < 1e-10);
  CHECK(back == Approx(there).epsilon(1e-11));
  CHECK(there < 0.9);  // step lengths did change
}

TEST_CASE("a method continues from the state of another", "[simulation][integrators]") {
  Simulation simulation(fourBar(), {.step = 1e-3});
  for (const Stepping& stepping : allSteppings()) {
    simulation.setMethod(stepping.method);
    simulation.setIntegrator(stepping.integrator);
    CHECK(simulation.method() == stepping.method);
    const double before = simulation.time(), energy = energyWithoutWork(simulation);
    simulation.step(20);
    CHECK(simulation.time() > before);
    // Baumgarte's method leaves drift. The others leave rounding.
    CHECK(simulation.loopError() < (stepping.integrator == "baumgarte" ? 1e-8 : 1e-11));
    // Relative to 20 J: the first-order error of Euler in 20 ms, and h² of the others.
    const double bound = stepping.integrator == "semi-implicit-euler" ? 0.05 : 1e-5;
    CHECK(std::abs(energyWithoutWork(simulation) - energy) < bound);
  }
  simulation.setMethod("articulated-body");
  CHECK(simulation.integrator() == "rk4");
  CHECK_THROWS_WITH(simulation.setIntegrator("adaptive"),
                    Catch::Contains("has no integrator named \"adaptive\""));
  simulation.setMethod("variational");
  simulation.setIntegrator("fourth-order");
  simulation.setMethod("variational-maximal");
  CHECK(simulation.integrator() == "fourth-order");
}

TEST_CASE("advance takes whole steps and a remainder", "[simulation][integrators]") {
  Simulation simulation(cartPendulum(), {.step = 0.01});
  CHECK(simulation.advance(0.025) == 2);
  CHECK(simulation.advance(0.005) == 1);
  CHECK(simulation.time() == Approx(0.03));
  CHECK(simulation.advance(-1) == 0);
  CHECK_THROWS_AS(simulation.advance(NAN), MechanismError);
  Simulation adaptive(thrown(), {.method = "variational", .integrator = "adaptive", .step = 0.01});
  int steps = 0;
  for (int frame = 0; frame < 60; ++frame) steps += adaptive.advance(1.0 / 60);
  CHECK(steps > 100);
  CHECK(adaptive.time() == Approx(1).epsilon(60 * epsilon));
  // Steps of zero length are not taken.
  const double time = adaptive.time();
  CHECK(adaptive.advance(0) == 0);
  CHECK(adaptive.advance(1e-13) == 0);
  CHECK(adaptive.time() == time + 1e-13);
}

TEST_CASE("steps that end at a requested time conserve energy as others do",
          "[simulation][integrators]") {
  const double duration = 20;
  Simulation whole(thrown(), {.method = "variational", .integrator = "adaptive", .step = 0.01});
  Simulation landing = whole.clone();
  const double start = whole.kineticEnergy() + whole.potentialEnergy();
  double worst = 0, worstLanding = 0;
  const auto errorOf = [&](Simulation& simulation) {
    return std::abs(simulation.kineticEnergy() + simulation.potentialEnergy() - start);
  };
  while (whole.time() < duration) {
    whole.step();
    worst = std::max(worst, errorOf(whole));
  }
  for (int frame = 1; frame <= 60 * duration; ++frame) {
    landing.advance(1.0 / 60);
    REQUIRE(std::abs(landing.time() - frame / 60.0) <= 1e-12);
    worstLanding = std::max(worstLanding, errorOf(landing));
  }
  CHECK(worstLanding <= 2 * worst);
}

TEST_CASE("adaptive steps report a velocity that is too large", "[integrators]") {
  for (const char* method : {"variational", "variational-maximal"}) {
    Simulation simulation(chain({.links = 2}), {.method = method, .integrator = "adaptive"});
    simulation.setState(std::array{0.0, 0.0}, std::array{1e297, 0.0});
    CHECK_THROWS_WITH(simulation.step(),
                      Catch::Contains("velocities") && Catch::Contains("too large to be squared"));
  }
}

TEST_CASE("a snapshot of one method is a state for another", "[simulation][integrators]") {
  const Mechanism mechanism = thrown();
  Simulation from(mechanism, {.method = "variational"}), to(mechanism);
  from.step(10);
  to.restore(from.snapshot());
  CHECK(listOf(to.q()) == listOf(from.q()));
  CHECK(listOf(to.v()) == listOf(from.v()));
  CHECK(to.time() == from.time());
  std::vector<double> torn = from.snapshot();
  torn.pop_back();
  CHECK_THROWS_AS(from.restore(torn), MechanismError);
  CHECK_THROWS_AS(to.restore(std::vector<double>(3, 0.0)), MechanismError);
}

TEST_CASE("options of the variational methods are read by name", "[simulation][integrators]") {
  const VariationalOptions options = variationalOptionsFromJson(
      R"({"rootFinder": "riqn", "tolerance": 1e-8, "maxIterations": 7, "loops": "dense-last",
          "start": "published", "initialGuess": "previous"})");
  CHECK(options.minimal.rootFinder == RootFinderKind::riqn);
  CHECK(options.minimal.guess == InitialGuess::previous);
  CHECK(options.minimal.tolerance == 1e-8);
  CHECK(options.maximal.tolerance == 1e-8);
  CHECK(options.maximal.maxIterations == 7);
  CHECK(options.maximal.loops == maximal::LoopOrder::denseLast);
  CHECK(options.maximal.start == VariationalStart::published);
  CHECK_THROWS_WITH(
      variationalOptionsFromJson(R"({"rootFinder": "newtn"})"),
      Catch::Contains("variational.rootFinder") && Catch::Contains("did you mean \"newton\"?"));
  CHECK_THROWS_WITH(variationalOptionsFromJson(R"({"tolerance": 0})"),
                    Catch::Contains("variational.tolerance: expected 1e-15 to 1"));
  CHECK_THROWS_WITH(variationalOptionsFromJson(R"({"toleranze": 1})"),
                    Catch::Contains("toleranze"));
  CHECK_THROWS_AS(variationalOptionsFromJson(R"({"maxIterations": 0})"), MechanismError);
}

}  // namespace linkwork::test
