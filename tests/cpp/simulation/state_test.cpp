#include <catch2/catch.hpp>
#include <utility>

#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "linkwork/simulation/simulation_state.hpp"

/// Values that depend on a state are computed once per state.
namespace linkwork::test {

TEST_CASE("a cached value is computed once per stamp, and again after a failure", "[simulation]") {
  Cached<int> cached;
  int computed = 0;
  const auto compute = [&](int& value) { value = ++computed; };
  CHECK(cached.at(1, compute) == 1);
  CHECK(cached.at(1, compute) == 1);
  CHECK(cached.at(2, compute) == 2);
  CHECK_THROWS(cached.at(3, [](int&) { throw SimulationError("no"); }));
  CHECK(cached.at(2, compute) == 3);  // the failed computation left no value
  cached.forget();
  CHECK(cached.at(2, compute) == 4);
}

TEST_CASE("kinematics are computed once for all dependent values of a state", "[simulation]") {
  SimulationState state(fourBar(), std::nullopt);
  const double kinetic = state.kineticEnergy();
  const std::vector<double> poses = state.poses();
  // A second computation of kinematics would overwrite this mark. A read keeps it.
  Workspace<double>& work = state.kinematics();
  const double kept = std::exchange(work.bodies[0].velocity[0], 1e3);
  state.potentialEnergy();
  state.closureError();
  CHECK(state.kinematics().bodies[0].velocity[0] == 1e3);
  work.bodies[0].velocity[0] = kept;

  state.workspace().bodies[0].velocity[0] = 1e3;  // the workspace is shared: the values are kept
  CHECK(state.kineticEnergy() == kinetic);
  CHECK(state.poses() == poses);
  CHECK(state.kinematics().bodies[0].velocity[0] == kept);

  state.change().v *= 2;
  CHECK(state.kineticEnergy() == Approx(4 * kinetic).epsilon(1e-12));
  CHECK(state.poses() == poses);
}

TEST_CASE("a moved simulation continues from its state", "[simulation]") {
  for (const char* method : {"articulated-body", "variational", "multipliers"}) {
    INFO(method);
    Simulation still(fourBar(), {.method = method}), first(fourBar(), {.method = method});
    for (Simulation* each : {&still, &first}) {
      each->pull("coupler", {0.1, 0, 0}, {0.3, 0, 0.5}, 10, 1);
      each->track({.joints = {{"crank", {.center = 1}}}});
      each->step(20);
    }
    const std::span<const double> q = first.q();
    Simulation second(std::move(first));
    CHECK(second.q().data() == q.data());
    second.step(20);
    Simulation third(chain());
    third = std::move(second);
    third.step(20);
    still.step(40);
    CHECK(third.snapshot() == still.snapshot());
    CHECK(third.poses()[0] == still.poses()[0]);
  }
}

}  // namespace linkwork::test
