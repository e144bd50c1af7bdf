#include <Eigen/Core>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// Conserved quantities of a motion: energy, momentum, and closed loops and gears.
namespace linkwork::test {
namespace {

struct Gaps {
  double loop = 0, coupling = 0;
};

/// Returns the largest violations after any step.
Gaps largestViolations(const Mechanism& mechanism, int steps,
                       const std::string& integrator = "rk4") {
  Simulation simulation(mechanism, {.method = "articulated-body", .integrator = integrator});
  Gaps largest;
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    largest.loop = std::max(largest.loop, simulation.loopError());
    largest.coupling = std::max(largest.coupling, simulation.couplingError());
  }
  return largest;
}

/// Returns a body without symmetry, with its center of mass off the frame's origin, that turns at
/// 60 rad/s.
Mechanism spinningBody(JointType type) {
  Mechanism mechanism;
  mechanism.gravity.setZero();
  Body body;
  body.name = "body";
  body.mass = 1.3;
  body.inertia = {0.02, 0.035, 0.05, 0.002, -0.003, 0.001};
  if (type == JointType::free) body.centerOfMass = {0.3, -0.2, 0.1};
  mechanism.bodies.push_back(body);
  Joint joint;
  joint.name = "joint";
  joint.type = type;
  joint.parent = "world";
  joint.child = "body";
  mechanism.joints.push_back(joint);
  mechanism.initialState.emplace();
  mechanism.initialState->v["joint"] = {20, 45, -34.64};
  if (type == JointType::free) mechanism.initialState->v["joint"] = {20, 45, -34.64, 1, -2, 0.5};
  return mechanism;
}

/// Returns the least-squares slope of equidistant values over its standard error.
double slopeInErrors(const std::vector<double>& values) {
  const auto n = static_cast<Eigen::Index>(values.size());
  const Eigen::ArrayXd y = Eigen::ArrayXd::Map(values.data(), n) - values.front();
  const Eigen::ArrayXd x = Eigen::ArrayXd::LinSpaced(n, -1, 1);
  const double slope = (x * y).sum() / x.square().sum();
  const Eigen::ArrayXd rest = y - y.mean() - slope * x;
  return slope / std::sqrt(rest.square().sum() / static_cast<double>(n - 2) / x.square().sum());
}

}  // namespace

TEST_CASE("a free body conserves energy and momentum with semi-implicit Euler", "[simulation]") {
  for (const JointType type : {JointType::free, JointType::spherical}) {
    Simulation simulation(spinningBody(type), {.integrator = "semi-implicit-euler"});
    const double energy = simulation.kineticEnergy();
    const Vector6<double> momentum = simulation.momentum();
    double worst = 0, off = 0;
    for (int i = 0; i < 100; ++i) {
      simulation.step(100);
      worst = std::max(worst, std::abs(simulation.kineticEnergy() / energy - 1));
      const Vector6<double> gap = simulation.momentum() - momentum;
      // It flies 20 m. The momentum about the origin grows with that distance.
      off = std::max(off, gap.norm() / (type == JointType::free ? 20 : 1) / momentum.norm());
    }
    // Rounding of 1e4 steps.
    CHECK(worst < 1e4 * 1e-15);
    CHECK(off < 1e4 * 1e-15);
  }
}

TEST_CASE("RATTLE has no energy drift in space", "[simulation][slow]") {
  Mechanism mechanism = tumblingChain(2);
  for (const double gravity : {0.0, -9.81}) {
    mechanism.gravity = {0, 0, gravity};
    Simulation simulation(mechanism,
                          {.method = "multipliers", .integrator = "rattle", .step = 5e-3});
    constexpr int blocks = 50, steps = 20'000;  // a million steps
    std::vector<double> means;
    double kinetic = 0;
    for (int block = 0; block < blocks; ++block) {
      double sum = 0;
      for (int i = 0; i < steps; ++i) {
        simulation.step();
        sum += energyOf(simulation);
        kinetic = std::max(kinetic, simulation.kineticEnergy());
      }
      means.push_back(sum / steps);
    }
    // Three standard errors. A motion without a slope exceeds them once in 300.
    CHECK(std::abs(slopeInErrors(means)) < 3);
    // Bounded by its oscillation, a relative (h ω)², at up to 10 rad/s.
    const auto [least, most] = std::minmax_element(means.begin(), means.end());
    CHECK(*most - *least < std::pow(5e-3 * 10, 2) * kinetic);
  }
}

TEST_CASE("a chain of ten links conserves its energy for ten seconds", "[simulation]") {
  ChainOptions options;
  options.links = 10;
  Simulation simulation(chain(options));
  // Relative to the energy of the oscillation: the energy above the hanging equilibrium.
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
  // Newton's method converges to the rounding of lengths below 1 m. Errors do not accumulate.
  const auto stayClosed = [](const Mechanism& mechanism, const char* integrator) {
    const Gaps gaps = largestViolations(mechanism, 10'000, integrator);
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
    const Gaps gaps = largestViolations(mechanism, 200);
    CHECK(gaps.loop < 1e-12);
    CHECK(gaps.coupling < 1e-12);  // rotors turn by several dozen radians
  }
}

TEST_CASE("external forces change the momentum of a flying mechanism", "[simulation]") {
  Mechanism mechanism = everyJointType();
  double mass = 0;
  for (const Body& body : mechanism.bodies) mass += body.mass;
  Vector6<double> wrench;
  wrench << 0.3, -0.2, 0.5, 2, -1, 1.5;

  // p(t) = p(0) + t × wrench about the world's origin, for constant wrenches there. Weight acts at
  // the moving center of mass, and only its linear part is constant. The method satisfies this to
  // its own error, (ω h)⁴ with spins ω up to about 10/s, not to rounding.
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
