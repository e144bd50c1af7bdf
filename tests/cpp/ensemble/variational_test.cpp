#include <catch2/catch.hpp>

#include "ensemble/copies.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/ensemble.hpp"
#include "simulation/flat.hpp"

// Variational integrators of many copies: each copy has the Newton corrections and the stored
// values of a single simulation.

namespace linkwork::test {
namespace {

Mechanism spatialChain() {
  return catalogueMechanism("chain", R"({"links": 7, "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]})");
}

Mechanism floatingTree() {
  Mechanism mechanism = catalogueMechanism("branchingTree", R"({"depth": 3})");
  Joint& base = mechanism.joints.front();
  base.type = JointType::free;
  base.axis = JointGeometry().axis;
  mechanism.initialState.reset();
  return mechanism;
}

EnsembleOptions discreteOptions(int count, double step = 1e-3) {
  return {.count = count,
          .simulation = {.method = "variational", .integrator = "second-order", .step = step}};
}

/// Returns simulations at the states of the copies. Sets these states for the copies as well.
std::vector<Simulation> variationalSimulations(Ensemble& ensemble,
                                               const SimulationOptions& options) {
  const std::vector<double> q = listOf(ensemble.q()), v = listOf(ensemble.v());
  ensemble.setStates(q, v);
  std::vector<Simulation> result;
  for (int copy = 0; copy < ensemble.count(); ++copy)
    result.emplace_back(ensemble.mechanism(), options)
        .setState(rowOf(q, copy, ensemble.positionSize()), rowOf(v, copy, ensemble.velocitySize()));
  return result;
}

void checkCopies(const Ensemble& ensemble, const std::vector<Simulation>& simulations) {
  for (int copy = 0; copy < ensemble.count(); ++copy) {
    const Simulation& alone = simulations[static_cast<std::size_t>(copy)];
    INFO("copy " << copy);
    checkAlike(rowOf(ensemble.q(), copy, ensemble.positionSize()), alone.q());
    checkAlike(rowOf(ensemble.v(), copy, ensemble.velocitySize()), alone.v());
    CHECK(ensemble.time(copy) == alone.time());
    CHECK(ensemble.work()[static_cast<std::size_t>(copy)] ==
          Approx(alone.work()).epsilon(1e-9).margin(1e-12));
  }
}

}  // namespace

TEST_CASE("copies take variational steps as single simulations", "[ensemble]") {
  for (const Mechanism& mechanism : {spatialChain(), floatingTree()}) {
    const EnsembleOptions options = discreteOptions(11);
    Ensemble ensemble(mechanism, options);
    REQUIRE(ensemble.width() > 1);
    ensemble.scatter(0.05, 0.5, 7);
    std::vector<Simulation> alone = variationalSimulations(ensemble, options.simulation);
    ensemble.step(20);
    for (Simulation& each : alone) each.step(20);
    checkCopies(ensemble, alone);

    std::vector<double> torques(ensemble.v().size());
    for (std::size_t i = 0; i < torques.size(); ++i)
      torques[i] = 0.1 * std::sin(static_cast<double>(i));
    ensemble.setTorques(torques);
    for (int copy = 0; copy < ensemble.count(); ++copy)
      alone[static_cast<std::size_t>(copy)].setTorques(
          rowOf(torques, copy, ensemble.velocitySize()));
    for (int part = 0; part < 4; ++part) ensemble.step(10);
    for (Simulation& each : alone) each.step(40);
    checkCopies(ensemble, alone);
  }
}

TEST_CASE("variational steps of a copy do not depend on the other copies", "[ensemble]") {
  const Mechanism mechanism = spatialChain();
  Ensemble few(mechanism, discreteOptions(5)), many(mechanism, discreteOptions(21));
  for (Ensemble* each : {&few, &many}) each->scatter(0.3, 2, 3);
  few.step(100);
  for (int part = 0; part < 10; ++part) many.step(10);
  CHECK(listOf(few.q()) == listOf(many.q().first(few.q().size())));
  CHECK(listOf(few.v()) == listOf(many.v().first(few.v().size())));
}

TEST_CASE("copies with large rotations per step continue as single simulations", "[ensemble]") {
  const EnsembleOptions options = discreteOptions(6);
  Ensemble ensemble(spatialChain(), options);
  std::vector<double> v(ensemble.velocitySize());
  v.back() = 700;  // 0.7 rad in a step
  ensemble.setState(2, rowOf(ensemble.q(), 2, ensemble.positionSize()), v);
  ensemble.setState(4, rowOf(ensemble.q(), 4, ensemble.positionSize()), v);
  std::vector<Simulation> alone = variationalSimulations(ensemble, options.simulation);
  ensemble.step(30);
  for (Simulation& each : alone) each.step(30);
  checkCopies(ensemble, alone);
  CHECK(listOf(rowOf(ensemble.q(), 0, ensemble.positionSize())) ==
        listOf(rowOf(ensemble.q(), 1, ensemble.positionSize())));
}

TEST_CASE("a copy whose discrete equations have no root stops, and the others continue",
          "[ensemble]") {
  const EnsembleOptions options = discreteOptions(3);
  Ensemble ensemble(spatialChain(), options), calm(spatialChain(), options);
  ensemble.step(5);
  calm.step(12);
  const std::vector<double> before = listOf(rowOf(ensemble.q(), 1, ensemble.positionSize()));
  std::vector<double> torques(ensemble.v().size());
  torques[ensemble.velocitySize()] = 1e9;
  ensemble.setTorques(torques);
  ensemble.step(7);
  REQUIRE(ensemble.failures().size() == 1);
  CHECK(ensemble.failures()[0].copy == 1);
  CHECK(ensemble.failures()[0].time == Approx(5e-3));
  CHECK(listOf(rowOf(ensemble.q(), 1, ensemble.positionSize())) == before);
  for (const int copy : {0, 2})
    CHECK(listOf(rowOf(ensemble.q(), copy, ensemble.positionSize())) ==
          listOf(rowOf(calm.q(), copy, ensemble.positionSize())));
  ensemble.reset(1);
  ensemble.step(12);
  CHECK(listOf(rowOf(ensemble.q(), 1, ensemble.positionSize())) ==
        listOf(rowOf(calm.q(), 1, ensemble.positionSize())));
}

TEST_CASE("copies take variational steps with their own masses", "[ensemble]") {
  EnsembleOptions options = discreteOptions(5);
  const Mechanism mechanism = spatialChain();
  const std::string name = mechanism.bodies[3].name + ".mass";
  options.vary = {name};
  Ensemble ensemble(mechanism, options);
  const std::vector<double> masses{0.5, 1, 2, 3, 5};
  ensemble.scatter(0.2, 1, 5);
  ensemble.setParameters(masses);
  REQUIRE(ensemble.width() > 1);
  std::vector<Simulation> alone = variationalSimulations(ensemble, options.simulation);
  for (std::size_t copy = 0; copy < masses.size(); ++copy) {
    alone[copy].setParameter(name, masses[copy]);
    alone[copy].step(50);
  }
  ensemble.step(50);
  checkCopies(ensemble, alone);
}

TEST_CASE("copies with dissipative forces take variational steps one by one", "[ensemble]") {
  Mechanism mechanism = spatialChain();
  mechanism.joints[1].damping = 0.1;
  const EnsembleOptions options = discreteOptions(3);
  Ensemble ensemble(mechanism, options);
  CHECK(ensemble.width() == 1);
  ensemble.scatter(0.1, 1, 2);
  std::vector<Simulation> alone = variationalSimulations(ensemble, options.simulation);
  ensemble.step(20);
  for (Simulation& each : alone) each.step(20);
  checkCopies(ensemble, alone);
}

}  // namespace linkwork::test
