#include "ensemble/copies.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/ensemble/lane_memory.hpp"

// Loops of many copies: each SIMD lane chooses its own independent joints and closes its own loops.

namespace linkwork::test {
namespace {

Mechanism freeMechanism(const char* name, const char* options = "") {
  Mechanism mechanism = catalogueMechanism(name, options);
  mechanism.contact = {};
  for (Joint& joint : mechanism.joints) {
    joint.limits.reset();
    joint.friction = 0;
  }
  return mechanism;
}

/// Returns simulations that start at the states of the copies.
std::vector<Simulation> loopSimulations(Ensemble& ensemble, const SimulationOptions& options) {
  std::vector<Simulation> result;
  const std::vector<double> q = listOf(ensemble.q()), v = listOf(ensemble.v());
  ensemble.setStates(q, v);
  for (int copy = 0; copy < ensemble.count(); ++copy)
    result.emplace_back(ensemble.mechanism(), options)
        .setState(rowOf(q, copy, ensemble.positionSize()), rowOf(v, copy, ensemble.velocitySize()));
  return result;
}

}  // namespace

TEST_CASE("loops of copies move for a second as single simulations", "[ensemble]") {
  for (const char* name : {"fourBar", "gearedLeg", "sixBar", "telloHumanoid"}) {
    INFO(name);
    EnsembleOptions options = optionsOf("rk4", 11);
    options.simulation.step = 2e-3;
    Ensemble ensemble(freeMechanism(name), options);
    REQUIRE(ensemble.width() > 1);
    ensemble.scatter(0.15, 0.6, 1);
    std::vector<Simulation> alone = loopSimulations(ensemble, options.simulation);
    ensemble.step(500);
    for (int copy = 0; copy < ensemble.count(); ++copy) {
      Simulation& simulation = alone[static_cast<std::size_t>(copy)];
      simulation.step(500);
#if defined(__EMSCRIPTEN__)
      CHECK(listOf(rowOf(ensemble.q(), copy, ensemble.positionSize())) == listOf(simulation.q()));
#else
      // Rounding grows by several powers of ten while limbs swing freely.
      CHECK(largestDifference(rowOf(ensemble.q(), copy, ensemble.positionSize()), simulation.q()) <=
            1e-8);
#endif
    }
    for (const double gap : ensemble.loopErrors()) CHECK(gap <= 1e-12);
  }
}

TEST_CASE("copies near a fold move and stop as single simulations", "[ensemble]") {
  // Parallelograms ever closer to the flat pose. Some move towards it.
  const FourBarOptions bars{.ground = 0.5, .crank = 0.3, .coupler = 0.5, .rocker = 0.3};
  Ensemble ensemble(fourBar(bars), optionsOf("rk4", 19));
  std::vector<double> q, v;
  for (int copy = 0; copy < ensemble.count(); ++copy) {
    const double angle = (copy % 2 ? -1 : 1) * std::pow(10.0, -copy / 3.0);
    const double rate = copy % 3 ? 2 : -2;
    q.insert(q.end(), {angle, -angle, angle});
    v.insert(v.end(), {rate, -rate, rate});
  }
  ensemble.showStates(q, v);
  ensemble.step(5);
  for (int copy = 0; copy < ensemble.count(); ++copy) {
    INFO(copy);
    Simulation alone(ensemble.mechanism(), {.method = "articulated-body", .integrator = "rk4"});
    alone.setState(rowOf(q, copy, 3), rowOf(v, copy, 3));
    bool stops = false;
    try {
      alone.step(5);
    } catch (const SimulationError&) {
      stops = true;
    }
    CHECK(ensemble.isStopped(copy) == stops);
    // Rounding grows as the bars approach the flat pose.
    CHECK(largestDifference(rowOf(ensemble.q(), copy, 3), alone.q()) <=
          1e-14 / std::abs(q[3 * static_cast<std::size_t>(copy)]));
  }
}

TEST_CASE("loops stay SIMD-batched if parameters do not change their lengths", "[ensemble]") {
  const auto treeOf = [](const Mechanism& mechanism) { return compile(mechanism); };
  Mechanism heavier = freeMechanism("gearedLeg");
  for (Body& body : heavier.bodies) body.mass *= 1.5;
  CHECK(sameStructure(treeOf(freeMechanism("gearedLeg")), treeOf(heavier)));
  CHECK(!sameStructure(treeOf(fourBar()), treeOf(fourBar({.rocker = 0.45}))));
  CHECK(!sameStructure(treeOf(fourBar()), treeOf(fourBar({.ground = 0.45}))));
}

TEST_CASE("a loop does not depend on the other SIMD lanes", "[ensemble]") {
  // Distant copies choose different joints. In another order they have other neighbors.
  for (const auto& [name, apart] :
       {std::pair("minitaur", 0.2), std::pair("fourBar", 0.3), std::pair("telloHumanoid", 0.3)}) {
    INFO(name);
    const Mechanism mechanism = freeMechanism(name);
    Ensemble ensemble(mechanism, optionsOf("rk4", 37)), reversed(mechanism, optionsOf("rk4", 37));
    ensemble.scatter(apart, 1, 5);
    std::vector<double> q, v;
    for (int copy = 36; copy >= 0; --copy) {
      const auto from = rowOf(ensemble.q(), copy, ensemble.positionSize());
      const auto rates = rowOf(ensemble.v(), copy, ensemble.velocitySize());
      q.insert(q.end(), from.begin(), from.end());
      v.insert(v.end(), rates.begin(), rates.end());
    }
    reversed.showStates(q, v);
    ensemble.step(100);
    reversed.step(100);
    for (int copy = 0; copy < 37; ++copy) {
      CHECK(listOf(rowOf(ensemble.q(), copy, ensemble.positionSize())) ==
            listOf(rowOf(reversed.q(), 36 - copy, ensemble.positionSize())));
      CHECK(listOf(rowOf(ensemble.v(), copy, ensemble.velocitySize())) ==
            listOf(rowOf(reversed.v(), 36 - copy, ensemble.velocitySize())));
    }
  }
}

}  // namespace linkwork::test
