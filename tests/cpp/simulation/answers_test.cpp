#include <catch2/catch.hpp>

#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"

/// Results that overflow a double are errors, never infinities or NaN.
namespace linkwork::test {
namespace {

using Numbers = std::vector<double>;

/// Checks that a query whose result overflows is an error with the result's name, and that the
/// simulation remains usable.
template <typename Query>
void checkTooLarge(Simulation& simulation, const char* name, Query&& query) {
  using Catch::Contains, Catch::StartsWith;
  try {
    query(simulation);
    FAIL_CHECK("no error; expected one about " << name);
  } catch (const SimulationError& error) {
    CHECK_THAT(error.what(), StartsWith(name) && Contains("not finite"));
  }
  CHECK(simulation.time() == 0);
}

}  // namespace

TEST_CASE("energies and momenta that overflow are errors", "[simulation]") {
  Simulation simulation(cartPendulum());
  simulation.setState(Numbers{0, 0}, Numbers{1e200, 0});
  checkTooLarge(simulation, "kinetic energy", [](Simulation& on) { on.kineticEnergy(); });
  Mechanism lifted = cartPendulum();
  lifted.gravity = {1e200, 0, 0};
  Simulation high(lifted);
  high.setState(Numbers{1e200, 0}, Numbers{0, 0});
  checkTooLarge(high, "potential energy", [](Simulation& on) { on.potentialEnergy(); });
  high.setState(Numbers{0, 0}, Numbers{0, 0});
  CHECK_NOTHROW(high.potentialEnergy());
}

TEST_CASE("forces that overflow are errors", "[simulation]") {
  Simulation simulation(cartPendulum({.cartMass = 100}));
  const std::string body = simulation.mechanism().bodies.back().name;
  checkTooLarge(simulation, "torques", [](Simulation& on) {
    on.inverseDynamics(Numbers{1e308, 1e308});
  });
  checkTooLarge(simulation, "response", [&](Simulation& on) {
    on.applyTestForce(body, {0, 0, 1e200}, {1e200, 0, 0});
  });
  simulation.pull(body, {0, 0, 0}, {1e200, 0, 0}, 1e200, 0);
  checkTooLarge(simulation, "pull", [](Simulation& on) { on.pullForce(); });
  simulation.setState(Numbers{1e308, 0}, Numbers{0, 0});
  simulation.track({1, 1, {{"rail", {-1e308, {}, {}, 0}}}});
  checkTooLarge(simulation, "tracking error", [](Simulation& on) { on.trackingError(); });
}

}  // namespace linkwork::test
