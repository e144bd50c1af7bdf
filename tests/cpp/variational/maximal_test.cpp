#include <catch2/catch.hpp>
#include <cmath>

#include "linkwork/mechanism/catalogue.hpp"
#include "linkwork/simulation/simulation.hpp"
#include "linkwork/tree/configuration.hpp"
#include "linkwork/variational/maximal_variational_integrator.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"
#include "tree/fixture.hpp"
#include "tree/random_mechanism.hpp"

/// The variational integrator in maximal coordinates against the recursions in joint coordinates.
namespace linkwork::test {
namespace {

/// The state a time later, in equal steps.
MotionState after(const ClusterTree<double>& tree, double duration, int steps,
                  const MaximalVariationalOptions& options = {}) {
  MaximalVariationalIntegrator integrator(tree, options);
  MotionState state{tree.initialPosition(), tree.initialVelocity(), 0};
  for (int i = 0; i < steps; ++i) integrator.step(duration / steps, {}, state);
  return state;
}

double distance(const ClusterTree<double>& tree, const MotionState& a, const MotionState& b,
                double duration) {
  Eigen::VectorXd gap(tree.velocitySize());
  difference<double>(tree, b.q, a.q, gap);
  return gap.norm() + duration * (a.v - b.v).norm();
}

ForcesAtNode constant(const AppliedForces<double>& forces) {
  return [&forces](double, const Eigen::VectorXd&, const Eigen::VectorXd&,
                   AppliedForces<double>& here) { here = forces; };
}

}  // namespace

TEST_CASE("maximal coordinates: order 2, and 1 with the published start", "[variational]") {
  constexpr double duration = 0.04;
  for (const auto& [name, mechanism] : allScenes()) {
    INFO(name);
    const ClusterTree<double> tree(mechanism);
    Simulation simulation(mechanism, {.integrator = "rk4", .step = duration / 40});
    simulation.step(40);
    const MotionState reference{vectorOf(simulation.q()), vectorOf(simulation.v()), 0};
    const auto order = [&](VariationalStart start) {
      const auto error = [&](int steps) {
        return distance(tree, after(tree, duration, steps, {.start = start}), reference, duration);
      };
      return std::log2(error(20) / error(40));
    };
    // Off the order by what the next power of the step still adds.
    CHECK(std::abs(order(VariationalStart::consistent) - 2) < 0.05);
    CHECK(std::abs(order(VariationalStart::published) - 1) < 0.25);
  }
}

TEST_CASE("maximal coordinates: the first step accelerates as the recursion says",
          "[variational]") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    INFO("seed " << seed);
    const RandomMechanism random = randomMechanism(seed);
    const Fixture on(random.mechanism, random.state);
    const Eigen::VectorXd a = on.forward();
    MaximalVariationalIntegrator integrator(on.tree);
    const auto error = [&](double h) {
      MotionState state{on.q, on.v, 0};
      integrator.start(state);
      integrator.step(h, constant(on.forces), state);
      CHECK(integrator.gap() < 1e-14);
      return ((state.v - on.v) / h - a).norm();
    };
    // Halving the step halves the error: (v₁ − v₀)/h is the acceleration half a step later.
    const double coarse = error(5e-5), fine = error(2.5e-5);
    CHECK(fine < 0.01 * a.norm());
    CHECK(coarse / fine == Approx(2).margin(0.1));
  }
}

}  // namespace linkwork::test
