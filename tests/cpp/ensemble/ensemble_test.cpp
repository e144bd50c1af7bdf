#include <catch2/catch.hpp>

#include "ensemble/copies.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/ensemble.hpp"
#include "simulation/flat.hpp"

// An ensemble of many copies: each copy moves as a single simulation does, independent of the
// others.

namespace linkwork::test {
namespace {

struct EnsembleCase {
  std::string_view name, options;
  bool isBatched;
};

/// Revolute joints, gears, belts, floating bodies, and mechanisms without SIMD lanes.
constexpr std::array ensembleCases{
    EnsembleCase{"chain",
                 R"({"links": 6, "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "damping": 0.01})",
                 true},
    EnsembleCase{"branchingTree", "", true},
    EnsembleCase{"gearedChain", "", true},
    EnsembleCase{"beltChain", "", true},
    EnsembleCase{"gearedArm", "", true},
    EnsembleCase{"miniCheetah", "", true},
    EnsembleCase{"mitHumanoid", "", true},
    EnsembleCase{"fourBar", "", true},
    EnsembleCase{"fourBarChain", R"({"units": 3})", true},
    EnsembleCase{"gearedLeg", "", true},
    EnsembleCase{"telloHumanoid", "", true},
    EnsembleCase{"cartPendulum", "", false},
    EnsembleCase{"torusChain", R"({"links": 3})", false}};

constexpr std::array explicitIntegrators{"rk4", "semi-implicit-euler"};

Mechanism mechanismOf(const EnsembleCase& tested) {
  Mechanism mechanism = catalogueMechanism(tested.name, tested.options);
  mechanism.contact = {};
  for (Joint& joint : mechanism.joints) {
    joint.limits.reset();
    joint.friction = 0;
  }
  return mechanism;
}

/// Returns simulations that start at the states of the copies. Setting a state closes its loops to
/// rounding; both sets are closed.
std::vector<Simulation> singleSimulations(Ensemble& ensemble, const Mechanism& mechanism,
                                          const SimulationOptions& options) {
  const std::vector<double> q = listOf(ensemble.q()), v = listOf(ensemble.v());
  ensemble.setStates(q, v);
  std::vector<Simulation> result;
  for (int copy = 0; copy < ensemble.count(); ++copy)
    result.emplace_back(mechanism, options)
        .setState(rowOf(q, copy, ensemble.positionSize()), rowOf(v, copy, ensemble.velocitySize()));
  return result;
}

/// Returns torques that differ between copies.
std::vector<double> torquesFor(const Ensemble& ensemble) {
  std::vector<double> torques(ensemble.v().size());
  for (std::size_t i = 0; i < torques.size(); ++i)
    torques[i] = 0.05 * std::sin(static_cast<double>(i));
  return torques;
}

}  // namespace

TEST_CASE("copies move as single simulations", "[ensemble]") {
  for (const EnsembleCase& tested : ensembleCases)
    for (const char* integrator : explicitIntegrators) {
      INFO(tested.name << ", " << integrator);
      const Mechanism mechanism = mechanismOf(tested);
      const EnsembleOptions options = optionsOf(integrator, 11);
      Ensemble ensemble(mechanism, options);
      const bool hasLoops = !mechanism.loops.empty();
      CHECK((ensemble.width() > 1) ==
            (tested.isBatched &&
             !(hasLoops && integrator == std::string_view("semi-implicit-euler"))));
      ensemble.scatter(0.05, 0.1, 7);
      const std::vector<double> torques = torquesFor(ensemble);
      ensemble.setTorques(torques);
      std::vector<Simulation> alone = singleSimulations(ensemble, mechanism, options.simulation);
      for (int copy = 0; copy < ensemble.count(); ++copy)
        alone[static_cast<std::size_t>(copy)].setTorques(
            rowOf(torques, copy, ensemble.velocitySize()));
      ensemble.step(20);
      ensemble.step(20);
      const std::vector<double> work = listOf(ensemble.work());
      for (int copy = 0; copy < ensemble.count(); ++copy) {
        Simulation& simulation = alone[static_cast<std::size_t>(copy)];
        simulation.step(40);
        const auto at = static_cast<std::size_t>(copy);
        checkAlike(rowOf(ensemble.q(), copy, ensemble.positionSize()), simulation.q());
        checkAlike(rowOf(ensemble.v(), copy, ensemble.velocitySize()), simulation.v());
        CHECK(ensemble.time(copy) == simulation.time());
        CHECK(work[at] == Approx(simulation.work()).epsilon(1e-9).margin(1e-12));
        CHECK(ensemble.kineticEnergies()[at] == Approx(simulation.kineticEnergy()).epsilon(1e-10));
        CHECK(ensemble.potentialEnergies()[at] ==
              Approx(simulation.potentialEnergy()).epsilon(1e-10).margin(1e-10));
        CHECK(ensemble.loopErrors()[at] <= 1e-12);
        CHECK(ensemble.couplingErrors()[at] <= 1e-12);
        checkAlike(rowOf(ensemble.poses(), copy, 7 * mechanism.bodies.size()), simulation.poses());
      }
    }
}

TEST_CASE("a copy does not depend on the other copies", "[ensemble]") {
#if defined(__EMSCRIPTEN__)
  constexpr int threads = 1;
#else
  constexpr int threads = 3;
#endif
  for (const EnsembleCase& tested : ensembleCases) {
    INFO(tested.name);
    const Mechanism mechanism = mechanismOf(tested);
    Ensemble few(mechanism, optionsOf("rk4", 5));
    Ensemble many(mechanism, optionsOf("rk4", 21, threads));
    for (Ensemble* each : {&few, &many}) {
      each->scatter(0.1, 0.1, 3);
      each->step(10);
    }
    CHECK(listOf(few.q()) == listOf(many.q().first(few.q().size())));
    CHECK(listOf(few.v()) == listOf(many.v().first(few.v().size())));
  }
}

TEST_CASE("states are set for one copy or for all copies", "[ensemble]") {
  const Mechanism mechanism = mechanismOf(ensembleCases[2]);
  Ensemble scattered(mechanism, optionsOf("rk4", 5)), once(mechanism, optionsOf("rk4", 5)),
      each(mechanism, optionsOf("rk4", 5));
  scattered.scatter(0.2, 0.2, 9);
  once.setStates(scattered.q(), scattered.v());
  for (int copy = 0; copy < 5; ++copy)
    each.setState(copy, rowOf(scattered.q(), copy, each.positionSize()),
                  rowOf(scattered.v(), copy, each.velocitySize()));
  CHECK(listOf(once.q()) == listOf(each.q()));
  CHECK(listOf(once.v()) == listOf(each.v()));
  CHECK(largestDifference(once.q(), scattered.q()) <= 1e-12);
  std::vector<double> torn = listOf(scattered.q());
  torn[1] += 0.1;  // violates a gear
  CHECK_THROWS_AS(once.setStates(torn, scattered.v()), MechanismError);
  CHECK(listOf(once.q()) == listOf(each.q()));
}

TEST_CASE("copies whose loops choose other joints move as single simulations", "[ensemble]") {
  // In the legs of the first one, two joints are equally good, and copies choose different
  // independent joints. In the second one, a few distant copies choose differently.
  for (const auto& [name, apart] : {std::pair("minitaur", 0.1), std::pair("telloHumanoid", 0.3)}) {
    INFO(name);
    const Mechanism mechanism = mechanismOf({name, "", true});
    const EnsembleOptions options = optionsOf("rk4", 64);
    Ensemble ensemble(mechanism, options);
    CHECK(ensemble.width() > 1);
    ensemble.scatter(apart, 0.5, 3);
    std::vector<Simulation> alone = singleSimulations(ensemble, mechanism, options.simulation);
    ensemble.step(20);
    for (int copy = 0; copy < ensemble.count(); ++copy) {
      Simulation& simulation = alone[static_cast<std::size_t>(copy)];
      simulation.step(20);
      checkAlike(rowOf(ensemble.q(), copy, ensemble.positionSize()), simulation.q());
      checkAlike(rowOf(ensemble.v(), copy, ensemble.velocitySize()), simulation.v());
    }
    for (const double gap : ensemble.loopErrors()) CHECK(gap <= 1e-12);
  }
}

TEST_CASE("a large angle of one copy does not change another", "[ensemble]") {
  const Mechanism mechanism = chain({.links = 2});
  Ensemble ensemble(mechanism, optionsOf("rk4", 3)), other(mechanism, optionsOf("rk4", 3));
  const std::vector<double> far{3e5, 0.3}, still{0, 0};
  other.setState(1, far, still);
  ensemble.step(10);
  other.step(10);
  CHECK(listOf(rowOf(ensemble.q(), 0, 2)) == listOf(rowOf(other.q(), 0, 2)));
  CHECK(listOf(rowOf(ensemble.q(), 2, 2)) == listOf(rowOf(other.q(), 2, 2)));
}

TEST_CASE("copies move with their own parameters", "[ensemble]") {
  for (const EnsembleCase& tested : ensembleCases) {
    INFO(tested.name);
    const Mechanism mechanism = mechanismOf(tested);
    EnsembleOptions options = optionsOf("rk4", 10);
    const std::string mass = mechanism.bodies.back().name + ".mass",
                      damping = mechanism.joints.back().name + ".damping";
    options.vary = {mass, damping, "gravity.z"};
    Ensemble ensemble(mechanism, options);
    ensemble.step(5);
    std::vector<double> values;
    for (int copy = 0; copy < ensemble.count(); ++copy) {
      values.push_back(mechanism.bodies.back().mass * (1 + 0.1 * copy));
      values.push_back(1e-6 * copy);
      values.push_back(-5 - copy);
    }
    ensemble.setParameters(values);
    CHECK(listOf(ensemble.parameters()) == values);
    std::vector<Simulation> alone;
    for (int copy = 0; copy < ensemble.count(); ++copy) {
      Simulation& simulation = alone.emplace_back(mechanism, options.simulation);
      simulation.step(5);
      for (std::size_t i = 0; i < 3; ++i)
        simulation.setParameter(options.vary[i], values[3 * static_cast<std::size_t>(copy) + i]);
      simulation.step(5);
    }
    ensemble.step(5);
    for (int copy = 0; copy < ensemble.count(); ++copy) {
      Simulation& simulation = alone[static_cast<std::size_t>(copy)];
      const auto at = static_cast<std::size_t>(copy);
      checkAlike(rowOf(ensemble.q(), copy, ensemble.positionSize()), simulation.q());
      checkAlike(rowOf(ensemble.v(), copy, ensemble.velocitySize()), simulation.v());
      CHECK(ensemble.time(copy) == simulation.time());
      CHECK(ensemble.kineticEnergies()[at] == Approx(simulation.kineticEnergy()).epsilon(1e-10));
      CHECK(ensemble.potentialEnergies()[at] ==
            Approx(simulation.potentialEnergy()).epsilon(1e-10).margin(1e-10));
    }
  }
}

TEST_CASE("a copy whose step fails stops, and the others continue", "[ensemble]") {
  for (const EnsembleCase& tested : {ensembleCases[0], ensembleCases[7]}) {
    INFO(tested.name);
    const Mechanism mechanism = mechanismOf(tested);
    const EnsembleOptions options = optionsOf("rk4", 6);
    Ensemble ensemble(mechanism, options), calm(mechanism, options);
    Simulation alone(mechanism, options.simulation);
    std::vector<double> torques(ensemble.v().size()), wild(ensemble.velocitySize(), 1e12);
    std::copy(wild.begin(), wild.end(),
              torques.begin() + static_cast<std::ptrdiff_t>(2 * wild.size()));
    ensemble.step(2);
    alone.step(2);
    calm.step(5);
    ensemble.setTorques(torques);
    alone.setTorques(wild);
    ensemble.step(3);
    std::string message;
    try {
      alone.step(3);
    } catch (const SimulationError& error) {
      message = error.what();
    }
    REQUIRE(!message.empty());
    REQUIRE(ensemble.failures().size() == 1);
    CHECK(ensemble.failures()[0].copy == 2);
    CHECK(ensemble.failures()[0].time == alone.time());
    CHECK(ensemble.failures()[0].message.substr(0, 60) == message.substr(0, 60));
    CHECK(ensemble.time(2) == alone.time());
    checkAlike(rowOf(ensemble.q(), 2, ensemble.positionSize()), alone.q());
    for (const int copy : {0, 1, 3, 4, 5}) {
      CHECK(!ensemble.isStopped(copy));
      CHECK(listOf(rowOf(ensemble.q(), copy, ensemble.positionSize())) ==
            listOf(rowOf(calm.q(), copy, ensemble.positionSize())));
    }
    const std::vector<double> held = listOf(rowOf(ensemble.q(), 2, ensemble.positionSize()));
    ensemble.step(3);
    CHECK(listOf(rowOf(ensemble.q(), 2, ensemble.positionSize())) == held);
    ensemble.reset(2);
    CHECK(ensemble.failures().empty());
    CHECK(ensemble.time(2) == 0);
    ensemble.step(5);
    CHECK(listOf(rowOf(ensemble.q(), 2, ensemble.positionSize())) ==
          listOf(rowOf(calm.q(), 2, ensemble.positionSize())));
  }
}

TEST_CASE("a rollout equals steps under its controls", "[ensemble]") {
  for (const EnsembleCase& tested : {ensembleCases[2], ensembleCases.back()}) {
    INFO(tested.name);
    const Mechanism mechanism = mechanismOf(tested);
    Ensemble rolled(mechanism, optionsOf("rk4", 5)), stepped(mechanism, optionsOf("rk4", 5));
    constexpr int intervals = 4, hold = 3;
    const std::size_t n = rolled.velocitySize(), numbers = n + rolled.positionSize();
    std::vector<double> controls(5 * intervals * n), trajectory(5 * intervals * numbers);
    for (std::size_t i = 0; i < controls.size(); ++i)
      controls[i] = 0.1 * std::cos(static_cast<double>(i));
    rolled.rollout(controls, intervals, hold, trajectory);
    for (std::size_t interval = 0; interval < intervals; ++interval) {
      std::vector<double> torques;
      for (std::size_t copy = 0; copy < 5; ++copy) {
        const auto row = std::span(controls).subspan((copy * intervals + interval) * n, n);
        torques.insert(torques.end(), row.begin(), row.end());
      }
      stepped.setTorques(torques);
      stepped.step(hold);
      for (std::size_t copy = 0; copy < 5; ++copy) {
        const auto at =
            std::span(trajectory).subspan((copy * intervals + interval) * numbers, numbers);
        CHECK(listOf(at.first(rolled.positionSize())) ==
              listOf(rowOf(stepped.q(), static_cast<int>(copy), rolled.positionSize())));
        CHECK(listOf(at.last(n)) == listOf(rowOf(stepped.v(), static_cast<int>(copy), n)));
      }
    }
    CHECK(listOf(rolled.q()) == listOf(stepped.q()));
  }
}

TEST_CASE("the seed alone determines how copies are scattered", "[ensemble]") {
  for (const EnsembleCase& tested : ensembleCases) {
    INFO(tested.name);
    const Mechanism mechanism = mechanismOf(tested);
    Ensemble one(mechanism, optionsOf("rk4", 40)), same(mechanism, optionsOf("rk4", 40)),
        other(mechanism, optionsOf("rk4", 40));
    one.scatter(0.01, 0.02, 5);
    same.scatter(0.01, 0.02, 5);
    other.scatter(0.01, 0.02, 6);
    CHECK(listOf(one.q()) == listOf(same.q()));
    CHECK(listOf(one.q()) != listOf(other.q()));
    Ensemble part(mechanism, optionsOf("rk4", 33));
    part.scatter(0.01, 0.02, 5, 7);
    CHECK(listOf(part.q()) == listOf(one.q().subspan(7 * one.positionSize())));
    CHECK_THROWS_AS(part.scatter(0, 0, 5, -1), MechanismError);
    for (const double gap : one.loopErrors()) CHECK(gap <= 1e-12);
    for (const double gap : one.couplingErrors()) CHECK(gap <= 1e-12);
  }
  // Deviation and mean of the samples, to four of their standard errors (1/√2n and 1/√n).
  constexpr int count = 2000;
  Ensemble crowd(chain({.links = 1}), optionsOf("rk4", count));
  const double start = crowd.q()[0];
  crowd.scatter(0.5, 0, 1);
  double sum = 0, squares = 0;
  for (const double angle : crowd.q()) {
    sum += angle - start;
    squares += (angle - start) * (angle - start);
  }
  CHECK(std::abs(sum / count) <= 4 * 0.5 / std::sqrt(double(count)));
  CHECK(std::sqrt(squares / count) == Approx(0.5).epsilon(4 / std::sqrt(2.0 * count)));
}

TEST_CASE("invalid arguments of an ensemble are errors", "[ensemble]") {
  const Mechanism mechanism = chain({.links = 2});
  const auto failing = [](const std::string& message) {
    return Catch::Predicate<MechanismError>(
        [message](const MechanismError& error) { return error.what() == message; }, message);
  };
  CHECK_THROWS_MATCHES(Ensemble(mechanism, {.count = 0}), MechanismError,
                       failing("count: found 0; expected 1 to 16777216"));
  CHECK_THROWS_MATCHES(Ensemble(mechanism, {.threads = 0}), MechanismError,
                       failing("threads: found 0; expected 1 to 1024"));
  CHECK_THROWS_AS(Ensemble(mechanism, {.vary = {"mass"}}), MechanismError);
  CHECK_THROWS_AS(Ensemble(mechanism, {.simulation = {.method = "magic"}}), MechanismError);
  Ensemble ensemble(mechanism, {.count = 3, .vary = {"gravity.z"}});
  const std::vector<double> before = listOf(ensemble.q());
  const std::vector<double> two{0, 0}, wrong{0, NAN};
  CHECK_THROWS_MATCHES(ensemble.setState(3, two, two), MechanismError,
                       failing("copy: found 3; expected 0 to 2"));
  CHECK_THROWS_AS(ensemble.setState(0, two, wrong), MechanismError);
  CHECK_THROWS_MATCHES(ensemble.setTorques(two), MechanismError,
                       failing("torques: found 2 numbers; expected 6"));
  CHECK_THROWS_MATCHES(ensemble.setParameters(two), MechanismError,
                       failing("parameters: found 2 numbers; expected 3"));
  CHECK_THROWS_MATCHES(ensemble.rollout(two, 1), MechanismError,
                       failing("controls: found 2 numbers; expected 6"));
  CHECK_THROWS_AS(ensemble.rollout(two, 0), MechanismError);
  CHECK_THROWS_AS(ensemble.step(-1), MechanismError);
  CHECK_THROWS_AS(ensemble.scatter(-1, 0, 0), MechanismError);
  CHECK(listOf(ensemble.q()) == before);
}

}  // namespace linkwork::test
