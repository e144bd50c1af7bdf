#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>
#include <limits>

#include "dynamics/random_mechanism.hpp"
#include "dynamics/revolute_tree.hpp"
#include "integrators/step_forces.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/kernels/passes.hpp"
#include "linkwork/integrators/minimal_variational_integrator.hpp"

/// Variational steps by the revolute kernels, compared with the general algorithms.
namespace linkwork::test {
namespace {

/// Returns a random tree of revolute joints under gravity only, at random positions and velocities.
Fixture looseTree(std::uint64_t seed, const RevoluteTree& options) {
  Fixture on(looseRevoluteTree(seed, options));
  shake(on, seed);
  return on;
}

double distance(const std::vector<Vector6<double>>& one,
                const std::vector<Vector6<double>>& other) {
  double squared = 0;
  for (std::size_t i = 0; i < one.size(); ++i) squared += (one[i] - other[i]).squaredNorm();
  return std::sqrt(squared);
}

/// λ_max/λ_min of the mass matrix.
double conditionOf(const Fixture& on) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(on.mass());
  return solver.eigenvalues().maxCoeff() / solver.eigenvalues().minCoeff();
}

double normOf(const std::vector<Vector6<double>>& momenta) {
  return distance(momenta, std::vector<Vector6<double>>(momenta.size(), Vector6<double>::Zero()));
}

/// The kernels with the instruction set of this processor.
struct Kernels {
  explicit Kernels(const ClusterTree<double>& tree)
      : numbers(*tree.plan()),
        bodies(tree),
        step(*tree.plan(), tree.velocitySize(), numbers, bodies, kernels::passes(),
             kernels::stepPasses()) {}

  KernelWorkspace<double> numbers;
  StepBodies<double> bodies;
  RevoluteStep<double> step;
};

}  // namespace

TEST_CASE("variational equations by the revolute kernels agree with the general algorithms",
          "[integrators]") {
  const Axes axes = GENERATE(Axes::perpendicular, Axes::skew, Axes::parallel, Axes::opposite,
                             Axes::nearlyParallel, Axes::coordinate);
  const bool isFloating = GENERATE(false, true);
  const int back = GENERATE(1, 4);
  const double h = GENERATE(1e-3, 0.1);  // rotations below 0.2 rad, and above
  CAPTURE(axes, isFloating, back, h);
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    CAPTURE(seed);
    const Fixture on = looseTree(seed, {.axes = axes, .isFloating = isFloating, .back = back});
    REQUIRE(suitsRevoluteStep(on.tree));
    StepState node(on.tree);
    Kernels kernels(on.tree);
    RevoluteStep<double>& revoluteStep = kernels.step;
    node.moveTo(on.q);
    revoluteStep.moveTo(on.tree.initialPosition());  // must leave nothing behind
    revoluteStep.moveTo(on.q);
    DiscreteMomenta<double> known(on.tree), same(on.tree), ends(on.tree), sameEnds(on.tree);
    Random random(seed);
    for (Vector6<double>& momentum : known.bodies)
      momentum << randomVector(random, 1), randomVector(random, 1);
    for (double& momentum : known.joints) momentum = uniform(random, -1, 1);
    same = known;
    node.addPotentialForces(0.5 * h, known);
    revoluteStep.addPotentialForces(0.5 * h, same);
    // Rounding of several hundred operations per body, amplified by the condition number of M.
    const double rounding = 1e4 * epsilon;
    CHECK(distance(known.bodies, same.bodies) < rounding * normOf(known.bodies));

    DiscreteEquations equations(node);
    ImpulseSweep sweep(node);
    equations.begin(h, known);
    revoluteStep.begin(h, known);
    const Eigen::VectorXd u = on.v / on.v.norm() * 2;
    REQUIRE(equations.evaluate(u));
    REQUIRE(revoluteStep.evaluate(u));
    equations.momentaAtEnd(ends);
    revoluteStep.momentaAtEnd(sameEnds);
    CHECK(distance(ends.bodies, sameEnds.bodies) < rounding * normOf(ends.bodies));

    const double condition = conditionOf(on);
    Eigen::VectorXd du(on.tree.velocitySize()), sameDu = du, v = du, sameV = du;
    REQUIRE(sweep.direction(equations, du));
    REQUIRE(revoluteStep.direction(sameDu));
    CHECK((du - sameDu).norm() < 64 * epsilon * condition * du.norm());
    node.velocityOf(known, v);
    revoluteStep.velocityOf(known, sameV);
    CHECK((v - sameV).norm() < 64 * epsilon * condition * v.norm());
  }
}

TEST_CASE("variational steps by the revolute kernels agree with the general algorithms",
          "[integrators]") {
  const bool isFloating = GENERATE(false, true);
  const Fixture on = looseTree(4, {.isFloating = isFloating, .back = 3});
  // With wrenches, even zero wrenches, the general algorithms are used.
  TestForces nothing(
      [](double, const Eigen::VectorXd&, const Eigen::VectorXd&, AppliedForces<double>& forces) {
        forces.torque.setZero();
        for (Vector6<double>& wrench : forces.wrenches) wrench.setZero();
        forces.hasWrenches = true;
      });
  MinimalVariationalIntegrator kernels(on.tree, {}), general(on.tree, {});
  MotionState state{on.q, on.v, 0}, same = state;
  kernels.start(state);
  general.start(same);
  for (int i = 0; i < 100; ++i) {
    kernels.step(1e-3, noForces(), state);
    general.step(1e-3, nothing, same);
  }
  // Roots within 1e-10 in both, a hundred times.
  CHECK((state.q - same.q).norm() < 1e-8 * same.q.norm());
  CHECK((state.v - same.v).norm() < 1e-8 * same.v.norm());
}

TEST_CASE("a body on revolute joints turns by up to three quarters of a turn in a step",
          "[integrators]") {
  const Fixture on = looseTree(1, {.joints = 3, .axes = Axes::parallel});
  Kernels kernels(on.tree);
  RevoluteStep<double>& revoluteStep = kernels.step;
  DiscreteMomenta<double> momenta(on.tree);
  revoluteStep.moveTo(on.q);
  revoluteStep.begin(1, momenta);
  for (const double turn : {0.1, 1.0, 4.7}) {
    Eigen::VectorXd u = Eigen::VectorXd::Zero(3);
    u[0] = turn;
    CHECK(revoluteStep.evaluate(u));
    u[0] = largestTurn + 0.01;
    CHECK_FALSE(revoluteStep.evaluate(u));
    u[0] = std::numeric_limits<double>::quiet_NaN();
    CHECK_FALSE(revoluteStep.evaluate(u));
  }
}

TEST_CASE("a better initial guess needs fewer corrections", "[integrators]") {
  const Fixture on(chain({.links = 10, .length = 0.1}));
  int corrections[3];
  for (const InitialGuess guess :
       {InitialGuess::previous, InitialGuess::linear, InitialGuess::quadratic}) {
    MinimalVariationalIntegrator integrator(on.tree, {.guess = guess});
    MotionState state{on.q, on.v, 0};
    integrator.start(state);
    int& sum = corrections[static_cast<int>(guess)] = 0;
    for (int i = 0; i < 200; ++i) {
      integrator.step(1e-3, noForces(), state);
      sum += integrator.iterations();
    }
  }
  CHECK(corrections[0] > corrections[1]);
  CHECK(corrections[1] > corrections[2]);
}

}  // namespace linkwork::test
