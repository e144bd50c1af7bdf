#include <catch2/catch.hpp>
#include <cmath>

#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// What motion keeps: energy, momentum, and closed loops and gears.
namespace linkwork::test {
namespace {

double energyOf(Simulation& simulation) {
  return simulation.kineticEnergy() + simulation.potentialEnergy();
}

struct Gaps {
  double loop = 0, coupling = 0;
};

/// The largest gaps after any step.
Gaps largestGaps(const Mechanism& mechanism, int steps, const std::string& integrator = "rk4") {
  Simulation simulation(mechanism, {.method = "articulated-body", .integrator = integrator});
  Gaps largest;
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    largest.loop = std::max(largest.loop, simulation.loopError());
    largest.coupling = std::max(largest.coupling, simulation.couplingError());
  }
  return largest;
}

}  // namespace

TEST_CASE("a chain of ten keeps its energy for ten seconds", "[simulation]") {
  ChainOptions options;
  options.links = 10;
  Simulation simulation(chain(options));
  // Scale: the energy in the swing, which is what the chain could lose by hanging still.
  double hanging = 0;
  for (int i = 0; i < options.links; ++i)
    hanging -= options.mass * options.gravity * options.length * (i + 0.5);
  const double start = energyOf(simulation), swing = start - hanging;

  double worst = 0;
  for (int i = 0; i < 1000; ++i) {
    simulation.step(10);
    worst = std::max(worst, std::abs(energyOf(simulation) - start));
  }
  CHECK(simulation.time() == Approx(10));
  CHECK(worst < 1e-7 * swing);
}

TEST_CASE("loops stay closed for ten seconds", "[simulation]") {
  // Newton's method ends at rounding of lengths below 1 m; nothing adds up from step to step.
  const auto stayClosed = [](const Mechanism& mechanism, const char* integrator) {
    const Gaps gaps = largestGaps(mechanism, 10'000, integrator);
    CHECK(gaps.loop < 1e-13);
    CHECK(gaps.coupling < 1e-13);
  };
  stayClosed(fourBar(), "rk4");
  for (const char* name : {"fourBar", "sixBar", "fourBarChain", "sliderCrank", "gearedLeg",
                           "differentialLeg", "minitaur"}) {
    INFO(name);
    stayClosed(catalogueMechanism(name), "semi-implicit-euler");
  }
}

TEST_CASE("loops and gears stay closed", "[simulation]") {
  for (const auto& [name, mechanism] : scenesOf({"articulated-body", "rk4"})) {
    INFO(name);
    const Gaps gaps = largestGaps(mechanism, 200);
    CHECK(gaps.loop < 1e-12);
    CHECK(gaps.coupling < 1e-12);  // rotors turn by some ten radians
  }
}

TEST_CASE("a flying mechanism changes its momentum by what acts from outside", "[simulation]") {
  Mechanism mechanism = everyJointType();
  double mass = 0;
  for (const Body& body : mechanism.bodies) mass += body.mass;
  Vector6<double> wrench;
  wrench << 0.3, -0.2, 0.5, 2, -1, 1.5;

  // p(t) = p(0) + t × wrench about the world's origin, for constant wrenches there; weight acts at
  // the centre of mass, which moves, so that only its linear part is constant. The method keeps
  // this to its own error, (ω h)⁴ with spins ω up to some 10/s, and not to rounding.
  for (const Vector6<double>& push : {Vector6<double>(Vector6<double>::Zero()), wrench})
    for (const double gravity : {0.0, -2.0}) {
      CAPTURE(push.transpose(), gravity);
      mechanism.gravity = {0, 0, gravity};
      Simulation simulation(mechanism);
      simulation.setWrench("spherical", listOf({push.data(), 6}));
      const Vector6<double> start = simulation.momentum();
      simulation.step(200);
      Vector6<double> expected = start + 0.2 * push;
      expected.tail<3>() += 0.2 * mass * mechanism.gravity;
      const Vector6<double> gap = simulation.momentum() - expected;
      CHECK(gap.tail<3>().norm() < 1e-8 * start.norm());
      if (gravity == 0) CHECK(gap.head<3>().norm() < 1e-8 * start.norm());
    }
}

}  // namespace linkwork::test
