#include <catch2/catch.hpp>
#include <numeric>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "papers/variational/simpson_integrator.hpp"
#include "papers/variational/tree_integrator.hpp"
#include "simulation/flat.hpp"

/// The discretization of the scalable variational integrator, the midpoint of the configurations,
/// and Simpson's rule on a quadratic interpolation.
namespace linkwork::test {
namespace {

using Eigen::VectorXd;
using papers::Discretisation, papers::Evaluation, papers::MidpointEquations, papers::RootSearch,
    papers::SimpsonIntegrator, papers::TreeIntegrator, papers::TreeIntegratorOptions;

std::vector<Mechanism> midpointTrees() {
  const std::vector<Eigen::Vector3d> axes{{0, 1, 0}, {1, 0, 0}, {0, 1, 1}};
  Mechanism sprung = chain({.links = 4, .axes = axes});
  for (Joint& joint : sprung.joints) joint.stiffness = 30;
  return {chain({.links = 6, .axes = axes}),
          chain({.links = 4, .joint = JointType::helical, .axes = axes}),
          chain({.links = 4, .joint = JointType::prismatic, .axes = axes}),
          branchingTree({.depth = 4, .branches = 2}),
          cartPendulum(),
          sprung};
}

VectorXd numbersUpTo(Random& random, Eigen::Index size, double largest) {
  VectorXd numbers(size);
  for (double& number : numbers) number = uniform(random, -largest, largest);
  return numbers;
}

/// Equations of a step from a random pose, with fast joints: up to 0.1 rad per step.
struct MidpointStep {
  MidpointStep(const Mechanism& mechanism, std::uint64_t seed)
      : on(mechanism), equations(on.tree), random(seed) {
    const Eigen::Index n = on.tree.velocitySize();
    on.q = numbersUpTo(random, n, 2);
    momentum = numbersUpTo(random, n, 1);
    equations.begin(on.q, length, momentum);
    u = numbersUpTo(random, n, 10);
  }

  VectorXd residual(const VectorXd& at) {
    VectorXd f(at.size());
    equations.residualByDerivatives(at, f);
    return f;
  }

  /// Returns L_d = h (T − V) at the midpoint, by the tree's kinematics.
  double lagrangian(const VectorXd& start, const VectorXd& end) {
    Workspace<double> work(on.tree);
    const VectorXd middle = 0.5 * (start + end), speed = (end - start) / length;
    updateKinematics<double>(on.tree, middle, speed, work);
    updatePoses(on.tree, work);
    return length * (kineticEnergy<double>(on.tree, speed, work) -
                     potentialEnergy<double>(on.tree, middle, work));
  }

  static constexpr double length = 0.01;
  Fixture on;
  MidpointEquations equations;
  Random random;
  VectorXd momentum, u;
};

/// Returns derivatives of a function of n numbers by fourth-order differences.
template <typename Function>
Eigen::MatrixXd slopesOf(const Function& function, const VectorXd& at, double size) {
  const Eigen::Index n = at.size();
  Eigen::MatrixXd result(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const VectorXd change = size * VectorXd::Unit(n, j);
    result.col(j) = (8 * (function(at + change) - function(at - change)) -
                     (function(at + 2 * change) - function(at - 2 * change))) /
                    (12 * size);
  }
  return result;
}

struct MidpointRun {
  MotionState state;
  double energyError = 0;
};

MidpointRun midpointRun(const Mechanism& mechanism, double duration, int steps,
                        const TreeIntegratorOptions& options) {
  const Fixture on(mechanism);
  Workspace<double> work(on.tree);
  MidpointRun run{{on.q, on.v}};
  const auto energy = [&] {
    updateKinematics<double>(on.tree, run.state.q, run.state.v, work);
    updatePoses(on.tree, work);
    return kineticEnergy<double>(on.tree, run.state.v, work) +
           potentialEnergy<double>(on.tree, run.state.q, work);
  };
  TreeIntegrator integrator(on.tree, options);
  integrator.start(run.state);
  const double before = energy();
  for (int i = 0; i < steps; ++i) {
    integrator.step(duration / steps, run.state);
    run.energyError = std::max(run.energyError, std::abs(energy() - before));
  }
  return run;
}

constexpr TreeIntegratorOptions midpointNewton{
    .search = RootSearch::newton, .tolerance = 1e-12, .discretisation = Discretisation::midpoint};

}  // namespace

TEST_CASE("midpoint equations are the derivatives of the discrete Lagrangian", "[integrators]") {
  for (const Mechanism& mechanism : midpointTrees()) {
    INFO(mechanism.name);
    MidpointStep on(mechanism, 2);
    const Eigen::Index n = on.u.size();
    const VectorXd start = on.on.q, end = start + MidpointStep::length * on.u;
    VectorXd expectedStart(n), expectedEnd(n), byRecursion(n), endMomentum(n);
    constexpr double size = 1e-4;  // size of a change; h u changes by as much
    for (Eigen::Index j = 0; j < n; ++j) {
      const VectorXd change = size * VectorXd::Unit(n, j);
      const auto slope = [&](const auto& at) {
        return (8 * (at(1.0) - at(-1.0)) - (at(2.0) - at(-2.0))) / (12 * size);
      };
      expectedStart[j] = -slope([&](double k) { return on.lagrangian(start + k * change, end); });
      expectedEnd[j] = slope([&](double k) { return on.lagrangian(start, end + k * change); });
    }
    const VectorXd f = on.residual(on.u);
    on.equations.endMomentum(endMomentum);
    // Rounding of L_d, ε h |L| with |L| ~ |p| |u| ~ 10 |p|, over 1e-4.
    const double bound = 1e-10 * (expectedStart.norm() + expectedEnd.norm());
    CHECK((f + on.momentum - expectedStart).norm() < bound);
    CHECK((endMomentum - expectedEnd).norm() < bound);
    on.equations.residualByRecursion(on.u, byRecursion);
    // Sums of momenta over all bodies in both orders, far from the world's origin.
    CHECK((f - byRecursion).norm() < 1e3 * epsilon * (f + on.momentum).norm());
  }
}

TEST_CASE("the Jacobian of midpoint equations agrees with their differences", "[integrators]") {
  for (const Mechanism& mechanism : midpointTrees()) {
    INFO(mechanism.name);
    MidpointStep on(mechanism, 3);
    Eigen::MatrixXd jacobian(on.u.size(), on.u.size());
    const auto expected = slopesOf([&](const VectorXd& u) { return on.residual(u); }, on.u, 1e-3);
    on.residual(on.u);
    on.equations.jacobian(jacobian);
    // Rounding of several ε |f|, |f| ~ 10 |J|, over 1e-3.
    CHECK((jacobian - expected).norm() < 1e-10 * jacobian.norm());
  }
}

TEST_CASE("midpoint steps are of order two, by every root finder and evaluation", "[integrators]") {
  for (const Mechanism& mechanism : midpointTrees()) {
    INFO(mechanism.name);
    const double duration = 0.1;
    Simulation reference(mechanism,
                         {.method = "articulated-body", .integrator = "rk4", .step = 1e-4});
    reference.step(1000);
    const VectorXd q = vectorOf(reference.q()), v = vectorOf(reference.v());
    const auto error = [&](int steps) {
      const MidpointRun run = midpointRun(mechanism, duration, steps, midpointNewton);
      return (run.state.q - q).norm() + (run.state.v - v).norm();
    };
    CHECK(std::log2(error(50) / error(100)) == Approx(2).margin(0.1));
    const MidpointRun expected = midpointRun(mechanism, duration, 50, midpointNewton);
    for (const Evaluation evaluation : {Evaluation::recursion, Evaluation::derivatives})
      for (const RootSearch search : {RootSearch::newton, RootSearch::broyden, RootSearch::riqn}) {
        TreeIntegratorOptions options = midpointNewton;
        options.evaluation = evaluation;
        options.search = search;
        // 50 steps of 1e-12 h each
        CHECK((midpointRun(mechanism, duration, 50, options).state.q - expected.state.q)
                  .lpNorm<Eigen::Infinity>() < 1e-11);
      }
  }
  CHECK_THROWS_WITH(
      TreeIntegrator(Fixture(cartPendulum()).tree, {.search = RootSearch::recursiveNewton,
                                                    .discretisation = Discretisation::midpoint}),
      Catch::Matchers::Contains("of displacements alone"));
}

TEST_CASE("midpoint steps conserve momenta, and energy up to the square of the step",
          "[integrators]") {
  const Mechanism mechanism = chain({.links = 3, .axes = {{0, 1, 0}, {1, 0, 0}}});
  const auto energyError = [&](double duration, int steps) {
    return midpointRun(mechanism, duration, steps, midpointNewton).energyError;
  };
  // While both runs have the same motion. Later, chaos separates them, and their oscillations
  // differ.
  CHECK(std::log2(energyError(1, 200) / energyError(1, 400)) == Approx(2).margin(0.1));
  CHECK(energyError(80, 16000) < 3 * energyError(20, 4000));

  // About an upright first axis, gravity has no moment: p₁ is constant.
  const Mechanism upright = chain({.links = 3, .axes = {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}}});
  const Fixture on(upright);
  Random random(4);
  MotionState state{on.q, numbersUpTo(random, 3, 3)};
  TreeIntegrator integrator(on.tree, midpointNewton);
  integrator.start(state);
  const auto momentum = [&] {
    Fixture at(upright);
    at.q = state.q;
    at.update();
    return (at.mass() * state.v)[0];
  };
  const double before = momentum();
  for (int i = 0; i < 2000; ++i) integrator.step(0.005, state);
  // Every step has a residual of up to 1e-12 M.
  CHECK(momentum() == Approx(before).margin(2000 * 1e-12));
}

TEST_CASE("Simpson's variational integrator is of order four and conserves energy",
          "[integrators]") {
  const auto simpsonEnd = [](const Mechanism& mechanism, double duration, int steps) {
    const Fixture on(mechanism);
    MotionState state{on.q, on.v};
    SimpsonIntegrator integrator(on.tree, 1e-11);
    integrator.start(state);
    for (int i = 0; i < steps; ++i) integrator.step(duration / steps, state);
    VectorXd end(2 * state.q.size());
    end << state.q, state.v;
    return end;
  };
  const auto energy = [](const Mechanism& mechanism, const VectorXd& end) {
    const Fixture on(mechanism);
    Workspace<double> work(on.tree);
    const VectorXd q = end.head(on.q.size()), v = end.tail(on.q.size());
    updateKinematics<double>(on.tree, q, v, work);
    updatePoses(on.tree, work);
    return kineticEnergy<double>(on.tree, v, work) + potentialEnergy<double>(on.tree, q, work);
  };
  for (const Mechanism& mechanism : midpointTrees()) {
    INFO(mechanism.name);
    const double duration = 0.2;
    const VectorXd reference = simpsonEnd(mechanism, duration, 320);
    const double coarse = (simpsonEnd(mechanism, duration, 40) - reference).norm(),
                 fine = (simpsonEnd(mechanism, duration, 80) - reference).norm();
    CHECK(std::log2(coarse / fine) == Approx(4).margin(0.1));
    // The reference is the classical method. Its own error is h⁴ of steps an eighth as long. 320
    // steps of 1e-11 h each.
    Simulation classical(mechanism,
                         {.method = "articulated-body", .integrator = "rk4", .step = 1e-4});
    classical.step(2000);
    CHECK((reference.head(classical.q().size()) - vectorOf(classical.q())).norm() <
          coarse / 2e3 + 1e-10);
  }
  const Mechanism chaotic = chain({.links = 3, .axes = {{0, 1, 0}, {1, 0, 0}}});
  const VectorXd early = simpsonEnd(chaotic, 1, 200), late = simpsonEnd(chaotic, 40, 8000);
  // An error of h⁴, while the midpoint rule has h²: 0.005 s over a tenth of the shortest period.
  CHECK(energy(chaotic, late) == Approx(energy(chaotic, early)).margin(1e-5));
}

}  // namespace linkwork::test
