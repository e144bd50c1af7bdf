#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "contact/bodies.hpp"
#include "linkwork/simulation.hpp"

namespace linkwork::test {
namespace {

using Eigen::Vector3d;

}  // namespace

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

TEST_CASE("boxes that tumble on to each other satisfy the laws of contact", "[contact]") {
  constexpr double size = 0.2, friction = 0.6, height = 1.2;
  Mechanism mechanism = incline(0, friction);
  std::mt19937 generator(1);
  const auto random = [&] { return generator() / 4294967296.0 - 0.5; };
  for (int i = 0; i < 27; ++i) {
    const Eigen::Quaterniond turn(random(), random(), random(), random());
    addBody(mechanism, "box" + std::to_string(i), 1, boxInertia(1, Vector3d::Constant(size)),
            box(Vector3d::Constant(size), friction),
            {0.3 * (i % 3) + 0.1 * random(), 0.3 * (i / 3 % 3) + 0.1 * random(), 0.3 * (1 + i / 9)},
            {0, 0, 0}, turn.normalized());
  }
  for (const Stepping& by : defaultSteppings()) {
    CAPTURE(by.method, by.integrator);
    Simulation simulation(mechanism, {by.method, by.integrator, 2e-3, {}});
    const auto energy = [&] { return simulation.kineticEnergy() + simulation.potentialEnergy(); };
    const double start = energy();
    double largest = 0;
    std::size_t most = 0;
    for (int i = 0; i < 350; ++i) {
      simulation.step();
      largest = std::max(largest, simulation.contactError());
      most = std::max(most, simulation.contactForces().size());
    }
    CHECK(most > 60);
    CHECK(simulation.retries() == 0);
    // 1e-6 of the largest speed of approach; corners turn faster than centers fall.
    CHECK(largest < 1e-6 * 2 * std::sqrt(2 * standardGravity * height));
    CHECK(energy() < 0.6 * start);
  }
}

}  // namespace linkwork::test
