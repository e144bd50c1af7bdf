#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "integrators/step_forces.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/integrators/minimal_variational_integrator.hpp"
#include "linkwork/integrators/newton_sweep.hpp"
#include "papers/variational/tree_integrator.hpp"

namespace linkwork::test {
namespace {

using Eigen::VectorXd;
using papers::Evaluation, papers::Guess, papers::RootSearch, papers::StepEquations,
    papers::TreeIntegrator, papers::TreeIntegratorOptions;

constexpr double stepLength = 0.01;

std::vector<Mechanism> trees() {
  const std::vector<Eigen::Vector3d> axes{{0, 1, 0}, {1, 0, 0}, {0, 1, 1}};
  return {chain({.links = 6, .axes = axes}),
          chain({.links = 4, .joint = JointType::helical, .axes = axes}),
          chain({.links = 4, .joint = JointType::prismatic, .axes = axes}),
          branchingTree({.depth = 4, .branches = 2}), cartPendulum()};
}

VectorXd randomNumbers(Random& random, Eigen::Index size, double largest) {
  VectorXd numbers(size);
  for (double& number : numbers) number = uniform(random, -largest, largest);
  return numbers;
}

/// Equations of a step from a random pose, with fast joints: up to 0.1 rad per step.
struct RandomStep {
  RandomStep(const Mechanism& mechanism, std::uint64_t seed)
      : on(mechanism), equations(on.tree), random(seed) {
    const Eigen::Index n = on.tree.velocitySize();
    on.q = randomNumbers(random, n, 2);
    on.update();
    momentum = randomNumbers(random, n, 1);
    equations.begin(on.q, stepLength, momentum);
    u = randomNumbers(random, n, 10);
  }

  VectorXd residual(const VectorXd& at) {
    VectorXd f(at.size());
    equations.residualByRecursion(at, f);
    return f;
  }

  Fixture on;
  StepEquations equations;
  Random random;
  VectorXd momentum, u;
};

}  // namespace

TEST_CASE("both evaluations of the discrete equations give the same residual", "[integrators]") {
  for (const Mechanism& mechanism : trees())
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      RandomStep on(mechanism, seed);
      VectorXd byDerivatives(on.u.size());
      const VectorXd byRecursion = on.residual(on.u);
      on.equations.residualByDerivatives(on.u, byDerivatives);
      // Sums of momenta over all bodies in both orders.
      const double size = (byRecursion + on.momentum).lpNorm<Eigen::Infinity>();
      CHECK((byRecursion - byDerivatives).lpNorm<Eigen::Infinity>() < 100 * epsilon * size);
    }
}

TEST_CASE("the derivative of the recursion agrees with its differences", "[integrators]") {
  for (const Mechanism& mechanism : trees()) {
    RandomStep on(mechanism, 3);
    const Eigen::Index n = on.u.size();
    Eigen::MatrixXd jacobian(n, n), differences(n, n);
    for (Eigen::Index j = 0; j < n; ++j) {
      const VectorXd change = 1e-3 * VectorXd::Unit(n, j);
      differences.col(j) = (8 * (on.residual(on.u + change) - on.residual(on.u - change)) -
                            (on.residual(on.u + 2 * change) - on.residual(on.u - 2 * change))) /
                           (12 * 1e-3);
    }
    on.equations.moveBy(on.u);
    on.equations.jacobian(jacobian);
    // Fourth-order differences: rounding of several ε |f|, |f| ~ 10 |J|, over 1e-3.
    CHECK((jacobian - differences).norm() < 1e-10 * jacobian.norm());
    VectorXd delta(n);
    on.equations.newtonResponse(on.momentum, delta);
    CHECK((jacobian * delta - on.momentum).norm() < 1e3 * epsilon * jacobian.norm() * delta.norm());
    // If bodies turn, the gyroscopic part is not symmetric.
    if (mechanism.joints.front().type == JointType::revolute)
      CHECK((jacobian - jacobian.transpose()).norm() > 1e-6 * jacobian.norm());
  }
}

TEST_CASE("the quasi-Newton direction solves with the mass matrix", "[integrators]") {
  for (const Mechanism& mechanism : trees()) {
    RandomStep on(mechanism, 5);
    const Eigen::Index n = on.u.size();
    VectorXd delta(n);
    on.equations.impulseResponse(on.momentum, delta);
    VectorXd independent(n);
    for (Eigen::Index i = 0; i < n; ++i)  // bodies are in the order of ẏ
      independent[i] = delta[on.on.tree.body(static_cast<int>(i)).velocity];
    VectorXd expected(n);
    for (Eigen::Index i = 0; i < n; ++i)
      expected[i] = on.momentum[on.on.tree.body(static_cast<int>(i)).velocity];
    const Eigen::MatrixXd mass = on.on.mass();
    CHECK((mass * independent - expected).norm() <
          1e3 * epsilon * mass.norm() * independent.norm());
  }
}

TEST_CASE("every root finder converges to the same root from every initial guess",
          "[integrators]") {
  for (const Mechanism& mechanism : trees()) {
    const Fixture on(mechanism);
    const MotionState start{on.q, on.v};
    VectorXd expected;
    for (const Evaluation evaluation : {Evaluation::recursion, Evaluation::derivatives})
      for (const RootSearch search :
           {RootSearch::newton, RootSearch::recursiveNewton, RootSearch::broyden, RootSearch::riqn})
        for (const Guess guess : {Guess::rest, Guess::velocity, Guess::acceleration}) {
          INFO(mechanism.name << ' ' << static_cast<int>(evaluation) << static_cast<int>(search)
                              << static_cast<int>(guess));
          TreeIntegrator integrator(on.tree, {evaluation, search, guess, 1e-12});
          MotionState state = start;
          integrator.start(state);
          for (int i = 0; i < 20; ++i) integrator.step(stepLength, state);
          if (expected.size() == 0) expected = state.q;
          // 20 steps of 1e-12 h each. Neighboring motions double the error a few times at most.
          CHECK((state.q - expected).lpNorm<Eigen::Infinity>() < 1e-11);
          if (search == RootSearch::newton) CHECK(integrator.iterations() <= 6);
        }
  }
}

TEST_CASE("the baseline and the general integrator agree", "[integrators]") {
  for (const Mechanism& mechanism : trees()) {
    const Fixture on(mechanism);
    MotionState ours{on.q, on.v}, theirs = ours;
    TreeIntegrator baseline(on.tree, {.tolerance = 1e-12});
    MinimalVariationalIntegrator integrator(on.tree, {.tolerance = 1e-12});
    baseline.start(theirs);
    integrator.start(ours);
    for (int i = 0; i < 20; ++i) {
      baseline.step(stepLength, theirs);
      integrator.step(stepLength, noForces(), ours);
    }
    CHECK((ours.q - theirs.q).lpNorm<Eigen::Infinity>() < 1e-11);  // as above
    CHECK((ours.v - theirs.v).lpNorm<Eigen::Infinity>() < 1e-8);   // over the step
  }
}

TEST_CASE("the O(n) Newton sweep solves with the Jacobian of Algorithm 4", "[integrators]") {
  for (const Mechanism& mechanism : trees()) {
    RandomStep on(mechanism, 7);
    const Eigen::Index n = on.u.size();
    StepState node(on.on.tree);
    node.moveTo(on.on.q);
    DiscreteEquations equations(node);
    DiscreteMomenta<double> momenta(on.on.tree);
    momenta.joints = on.momentum;
    NewtonSweep sweep(node);
    equations.begin(stepLength, momenta);
    REQUIRE(equations.evaluate(on.u));
    VectorXd du(n);
    REQUIRE(sweep.direction(equations, du));
    Eigen::MatrixXd jacobian(n, n);
    const VectorXd f = on.residual(on.u);
    on.equations.jacobian(jacobian);
    CHECK((f - equations.residual()).norm() < 100 * epsilon * (f + on.momentum).norm());
    CHECK((jacobian * du + f).norm() < 1e3 * epsilon * jacobian.norm() * du.norm());
  }
}

TEST_CASE("a failed step of the baseline changes nothing", "[integrators]") {
  const Fixture on(chain({.links = 3}));
  TreeIntegrator integrator(on.tree, {.search = RootSearch::riqn, .maxIterations = 2});
  MotionState state{on.q, on.v};
  integrator.start(state);
  CHECK_THROWS_WITH(integrator.step(stepLength, state),
                    Catch::Matchers::Contains("did not converge: after 2 iterations"));
  CHECK(state.q == on.q);
  CHECK_THROWS_WITH(TreeIntegrator(Fixture(chain({.joint = JointType::spherical})).tree),
                    Catch::Matchers::Contains("\"joint1\": expected one coordinate"));
  CHECK_THROWS_WITH(TreeIntegrator(Fixture(fourBar()).tree),
                    Catch::Matchers::Contains("tied to others"));
}

}  // namespace linkwork::test
