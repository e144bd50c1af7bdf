#include <catch2/catch.hpp>

#include "contact/bodies.hpp"
#include "linkwork/simulation.hpp"

namespace linkwork::test {

TEST_CASE("more contacts than fit into memory throw before the allocation", "[contact]") {
  Mechanism mechanism = incline(0, 0.5);
  for (int i = 0; i < 2800; ++i)
    addBody(mechanism, "ball" + std::to_string(i), 1, {0.1, 0.1, 0.1}, ball(0.1, 0.5),
            {static_cast<double>(i), 0, 0.1});
  mechanism.contact.selfCollision = false;
  for (const Stepping& stepping : defaultSteppings()) {
    Simulation simulation(mechanism,
                          {.method = stepping.method, .integrator = stepping.integrator});
    const std::vector<double> q(simulation.q().begin(), simulation.q().end());
    CHECK_THROWS_AS(simulation.step(), SimulationError);
    CHECK_THROWS_WITH(simulation.step(),
                      Catch::Contains("act along 8400 directions at once; at most 8192"));
    CHECK(std::vector<double>(simulation.q().begin(), simulation.q().end()) == q);
  }
}

}  // namespace linkwork::test
