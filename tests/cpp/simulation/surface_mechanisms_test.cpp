#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "dynamics/fixture.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"

/// The catalogue's mechanisms with bodies that slide on curves and surfaces.
namespace linkwork::test {
namespace {

Transform<double> poseOf(Simulation& simulation, std::size_t body) {
  const auto p = simulation.poses().subspan(7 * body, 7);
  const Eigen::Quaterniond rotation(p[6], p[3], p[4], p[5]);
  return {rotation.toRotationMatrix(), Eigen::Vector3d(p[0], p[1], p[2])};
}

/// Returns the distance of a point from a torus about the origin with axis z.
double gapToTorus(double majorRadius, double minorRadius, const Eigen::Vector3d& point) {
  const double toCore = std::hypot(point.x(), point.y()) - majorRadius;
  return std::hypot(toCore, point.z()) - minorRadius;
}

double energyAfter(const Mechanism& mechanism, double duration, int steps) {
  SimulationOptions options;
  options.step = duration / steps;
  Simulation simulation(mechanism, options);
  const double start = simulation.kineticEnergy() + simulation.potentialEnergy();
  simulation.step(steps);
  return simulation.kineticEnergy() + simulation.potentialEnergy() - start;
}

}  // namespace

TEST_CASE("torus chains and the windmill have the dofs of the paper", "[simulation]") {
  CHECK(compile(torusChain({.links = 10})).degreesOfFreedom() == 38);
  CHECK(compile(torusChain({.links = 20})).degreesOfFreedom() == 78);
  CHECK(compile(windmill()).degreesOfFreedom() == 73);
}

TEST_CASE("a chain at its hanging equilibrium stays at rest", "[simulation]") {
  for (const Mechanism& mechanism : {torusChain({.startAngle = 0}), windmill({.speed = 0})}) {
    CAPTURE(mechanism.name);
    const Fixture on(mechanism);
    // Rounding of positions and of g over lengths of several centimeters.
    CHECK(on.forward().norm() < 1e-9);
  }
}

TEST_CASE("a windmill's arms start vertical and without rotation", "[simulation]") {
  SimulationOptions options;
  options.step = 1e-4;
  Simulation simulation(windmill(), options);
  const auto leansMost = [&] {
    double most = 0;
    for (std::size_t i = 1; i < simulation.mechanism().bodies.size(); ++i) {
      const Eigen::Vector3d x = poseOf(simulation, i).rotation.col(0);
      most = std::max(most, (x - Eigen::Vector3d::UnitZ()).norm());
    }
    return most;
  };
  CHECK(leansMost() < 1e-12);
  simulation.step();
  CHECK(simulation.q()[0] == Approx(1.5e-4).epsilon(1e-3));
  CHECK(leansMost() < 1e-6);  // the effect of angular accelerations of about 10/s² in a step
}

TEST_CASE("tori stay in contact while they slide", "[simulation]") {
  const TorusChainOptions options{.links = 3};
  Simulation simulation(torusChain(options));
  double worst = 0;
  for (int n = 0; n < 30; ++n) {
    simulation.step(5);
    for (std::size_t i = 1; i < 3; ++i) {
      // The point from the child's coordinates, in the parent's frame.
      const auto q = simulation.q().subspan(2 + 4 * (i - 1), 4);
      const double across = options.majorRadius + options.minorRadius * std::cos(q[3]);
      const Eigen::Vector3d onChild(across * std::cos(q[2]), across * std::sin(q[2]),
                                    options.minorRadius * std::sin(q[3]));
      const Eigen::Vector3d point =
          poseOf(simulation, i - 1).inverse() * (poseOf(simulation, i) * onChild);
      worst =
          std::max(worst, std::abs(gapToTorus(options.majorRadius, options.minorRadius, point)));
    }
  }
  CHECK(worst < 1e-12);  // kinematics only: errors do not accumulate
  CHECK(std::abs(simulation.q()[2] - std::numbers::pi) > 0.1);
}

TEST_CASE("energy on curves and surfaces is conserved to the fourth order of the step",
          "[simulation]") {
  for (const Mechanism& mechanism :
       {torusChain({.links = 3}), railTorusChain({.links = 3}), surfaceBoard(), windmill()}) {
    CAPTURE(mechanism.name);
    const double coarse = energyAfter(mechanism, 0.24, 40), fine = energyAfter(mechanism, 0.24, 80);
    // At least 2⁴. Energy errors of Runge-Kutta methods are often of order five.
    CHECK(std::abs(coarse) > 10 * std::abs(fine));
    CHECK(std::abs(fine) < 1e-5);
  }
}

TEST_CASE("sliders stay on the rail and in the bowl", "[simulation]") {
  SimulationOptions options;
  options.step = 1e-2;
  Simulation rail(railTorusChain({.links = 2}), options), bowl(surfaceBoard({.links = 1}), options);
  double least = 1, most = 0;
  for (int n = 0; n < 200; ++n) {
    rail.step();
    bowl.step();
    least = std::min({least, rail.q()[0], bowl.q()[0], bowl.q()[1]});
    most = std::max({most, rail.q()[0], bowl.q()[0], bowl.q()[1]});
  }
  CHECK(least > 0);
  CHECK(most < 1);
  CHECK(most - least > 0.5);
}

}  // namespace linkwork::test
