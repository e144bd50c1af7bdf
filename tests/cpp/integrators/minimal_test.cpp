#include <catch2/catch.hpp>
#include <cmath>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "integrators/step_forces.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/integrators/minimal_variational_integrator.hpp"
#include "linkwork/integrators/newton_sweep.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/allocation_counter.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// Conserved quantities and orders of the variational integrator in minimal coordinates.
namespace linkwork::test {
namespace {

/// A mechanism in motion under the integrator.
struct RecordedMotion {
  explicit RecordedMotion(const Fixture& on, const MinimalVariationalOptions& options = {})
      : integrator(on.tree, options), state{on.q, on.v, 0} {
    closeLoops<double>(on.tree, on.work, state.q, state.v);
    integrator.start(state);
  }
  void run(int steps, double h, StepForces& forces = noForces()) {
    for (int i = 0; i < steps; ++i) integrator.step(h, forces, state);
  }

  MinimalVariationalIntegrator integrator;
  MotionState state;
};

double gap(const ClusterTree<double>& tree, const MotionState& one, const MotionState& other,
           double time) {
  Eigen::VectorXd apart(tree.velocitySize());
  difference<double>(tree, one.q, other.q, apart);
  return apart.norm() + time * (one.v - other.v).norm();
}

struct Readings {
  double kinetic, potential, gap;
  Vector6<double> momentum;
};

Readings read(const Fixture& on, const MotionState& state) {
  updateKinematics<double>(on.tree, state.q, state.v, on.work);
  updatePoses(on.tree, on.work);
  const ClosureError<double> closure = closureError<double>(on.tree, state.q, on.work);
  return {kineticEnergy<double>(on.tree, state.v, on.work),
          potentialEnergy<double>(on.tree, state.q, on.work),
          std::max({closure.loopPosition, closure.loopAngle, closure.coupling}),
          momentum(on.tree, on.work)};
}

/// Returns a random mechanism at its random state, by a seed, at moderate speeds.
Fixture randomFixture(std::uint64_t seed, const Ingredients& ingredients) {
  RandomMechanism made = randomMechanism(seed, ingredients);
  return Fixture(made.mechanism, made.state);
}

}  // namespace

TEST_CASE("the first step has the acceleration of the equations of motion", "[integrators]") {
  for (const auto& [name, mechanism] : smoothScenesOf({"variational", "second-order"})) {
    INFO(name);
    const Fixture on(mechanism);
    const Eigen::VectorXd a = on.forward();
    double error[2];
    for (const int finer : {0, 1}) {
      const double h = 1e-4 / (1 << finer);
      RecordedMotion motion(on);
      const Eigen::VectorXd v = motion.state.v;
      motion.run(1, h);
      error[finer] = ((motion.state.v - v) / h - a).norm();
    }
    CHECK(error[0] / error[1] > 1.9);  // 4 from rest
    CHECK(error[0] < 0.05 * a.norm());
  }
}

TEST_CASE("a free mechanism conserves its momenta to rounding", "[integrators]") {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    CAPTURE(seed);
    RandomMechanism made = randomMechanism(seed, {.bodies = 6,
                                                  .gears = seed % 2 == 0 ? 1 : 0,
                                                  .loops = seed % 3 == 0 ? 1 : 0,
                                                  .isFloating = true});
    made.mechanism.gravity.setZero();
    const Fixture on(made.mechanism, made.state);
    RecordedMotion motion(on, {.tolerance = 1e-12});
    const Readings start = read(on, motion.state);
    motion.run(40, 1e-3);
    const Readings end = read(on, motion.state);
    // Rounding of the momenta of single bodies in every step. They cancel in the sum.
    const double size = 40 * 64 * epsilon * (start.momentum.norm() + 10 * std::sqrt(start.kinetic));
    CHECK((end.momentum - start.momentum).norm() < size);
  }
}

TEST_CASE("a step is reversible", "[integrators]") {
  for (const auto& [name, mechanism] : smoothScenesOf({"variational", "second-order"})) {
    INFO(name);
    const Fixture on(mechanism);
    RecordedMotion motion(on, {.tolerance = 1e-12});
    const MotionState start = motion.state;
    motion.run(40, 2e-3);
    const double way = gap(on.tree, motion.state, start, 1);
    motion.run(40, -2e-3);
    // Rounding of 80 steps, amplified by the motion.
    CHECK(gap(on.tree, motion.state, start, 1) < 1e-10 * way);
  }
}

TEST_CASE("energy oscillates with the square of the step and does not drift", "[integrators]") {
  const auto energyErrors = [](const Fixture& on, double h, int steps) {
    RecordedMotion motion(on);
    const Readings start = read(on, motion.state);
    Eigen::Vector2d halves = Eigen::Vector2d::Zero();  // largest error in each half of the run
    for (int i = 0; i < steps; ++i) {
      motion.run(1, h);
      const Readings now = read(on, motion.state);
      const double error = std::abs(now.kinetic + now.potential - start.kinetic - start.potential);
      halves[2 * i / steps] = std::max(halves[2 * i / steps], error);
    }
    return halves;
  };
  ChainOptions options;
  options.links = 3;
  for (const Mechanism& mechanism : {chain(options), fourBar()}) {
    INFO(mechanism.name);
    const Fixture on(mechanism);
    const Eigen::Vector2d coarse = energyErrors(on, 4e-3, 1000),
                          fine = energyErrors(on, 2e-3, 2000);
    CHECK(std::log2(coarse.maxCoeff() / fine.maxCoeff()) == Approx(2).margin(0.1));
    CHECK(fine[1] < 2 * fine[0]);
  }
}

TEST_CASE("the linear sweep solves with the derivative of the equations", "[integrators]") {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    CAPTURE(seed);
    const Fixture on =
        randomFixture(seed, {.bodies = 6, .gears = 1, .loops = seed % 2 == 0 ? 1 : 0});
    const double h = 1e-2;
    StepState node(on.tree);
    node.moveTo(on.q);
    DiscreteMomenta<double> momenta(on.tree);
    DiscreteEquations equations(node);
    NewtonSweep newton(node);
    equations.begin(h, momenta);
    const auto residualAt = [&](const Eigen::VectorXd& u) {
      REQUIRE(equations.evaluate(u));
      return equations.residual();
    };
    Eigen::VectorXd du(on.tree.velocitySize());
    const Eigen::VectorXd f = residualAt(on.v);
    REQUIRE(newton.direction(equations, du));

    // Nᵀ (f + ∂f/∂u δu) = 0, by central differences along δu of relative width 1e-5.
    const double width = 1e-5;
    const Eigen::VectorXd slope =
        (residualAt(on.v + width * du) - residualAt(on.v - width * du)) / (2 * width);
    const Eigen::VectorXd left = f + slope;
    Eigen::VectorXd projected = left;
    for (const ClusterDisplacement& cluster : node.clusters()) {
      const auto& velocities = cluster.cluster().velocities;
      Eigen::VectorXd own(cluster.cluster().spanning());
      for (Eigen::Index i = 0; i < own.size(); ++i)
        own[i] = left[velocities[static_cast<std::size_t>(i)]];
      const Eigen::MatrixXd& basis = cluster.startBasis();
      Eigen::VectorXd within = Eigen::VectorXd::Zero(own.size());
      if (basis.cols() > 0) within = basis * basis.colPivHouseholderQr().solve(own);
      for (Eigen::Index i = 0; i < own.size(); ++i)
        projected[velocities[static_cast<std::size_t>(i)]] = within[i];
    }
    CHECK(projected.norm() < 1e-7 * (f.norm() + slope.norm()));
  }
}

TEST_CASE("all root finders converge to the same root", "[integrators]") {
  for (const auto& [name, mechanism] : smoothScenesOf({"variational", "second-order"})) {
    INFO(name);
    const Fixture on(mechanism);
    RecordedMotion newton(on, {.rootFinder = RootFinderKind::newton, .tolerance = 1e-11});
    newton.run(20, 1e-3);
    for (const RootFinderKind kind :
         {RootFinderKind::automatic, RootFinderKind::frozenNewton, RootFinderKind::riqn}) {
      RecordedMotion other(on, {.rootFinder = kind, .tolerance = 1e-11, .maxIterations = 60});
      other.run(20, 1e-3);
      // Twenty steps with the tolerance, amplified by the motion.
      CHECK(gap(on.tree, newton.state, other.state, 1) < 20 * 1e-9);
    }
  }
}

TEST_CASE("damping never accelerates, and velocity-dependent forces keep order 2",
          "[integrators]") {
  Mechanism mechanism = everyJointType();
  for (Joint& joint : mechanism.joints) {
    if (joint.type == JointType::free || joint.type == JointType::fixed) continue;
    joint.damping = 0.02;
    joint.stiffness = 0.5;
  }
  const Fixture on(mechanism);
  TestForces forces([&](double, const Eigen::VectorXd&, const Eigen::VectorXd& v,
                        AppliedForces<double>& applied) {
    applied.torque = -0.05 * v;
    applied.hasWrenches = true;
    for (Vector6<double>& wrench : applied.wrenches) wrench << 0.1, 0, 0.2, 0.3, -0.1, 0.5;
  });
  MotionState ends[3];
  for (const int finer : {0, 1, 2}) {
    RecordedMotion motion(on);
    motion.run(20 << finer, 2e-3 / (1 << finer), forces);
    ends[finer] = motion.state;
  }
  const double order =
      std::log2(gap(on.tree, ends[0], ends[1], 0.04) / gap(on.tree, ends[1], ends[2], 0.04));
  CHECK(order == Approx(2).margin(0.1));
  CHECK(std::log2((ends[0].work - ends[1].work) / (ends[1].work - ends[2].work)) ==
        Approx(2).margin(0.1));

  // Damping stops a link within 10 µs, in steps of 10 ms. Gravity moves the link slowly, at about
  // 10 N·m over 1000 N·m·s/rad.
  ChainOptions damped;
  damped.damping = 1000;
  const Fixture slow(chain(damped));
  RecordedMotion motion(slow);
  motion.run(20, 1e-2);
  CHECK(motion.state.v.norm() < 2e-2);
}

TEST_CASE("a parallelogram passes its flat poses and stays a parallelogram", "[integrators]") {
  // Without gravity it turns uniformly. The first run gives the start for which a step ends at the
  // flat pose.
  FourBarOptions options{.ground = 0.5, .crank = 0.2, .coupler = 0.5, .rocker = 0.2};
  options.gravity = 0;
  options.startSpeed = -5;
  options.startAngle = 0.5;
  const double h = 0.01;
  for (const bool lands : {false, true}) {
    CAPTURE(lands);
    const Fixture on(fourBar(options));
    RecordedMotion motion(on);
    const double start = motion.state.q[0], energy = read(on, motion.state).kinetic;
    motion.run(10, h);
    options.startAngle = start - motion.state.q[0];
    if (lands) CHECK(std::abs(motion.state.q[0]) < 1e-8);
    motion.run(240, h);
    const Readings end = read(on, motion.state);
    // Angles of the crank, of the coupler on the crank, and of the rocker, after two turns.
    const Eigen::Vector3d q = motion.state.q;
    CHECK(q[0] < -11);
    CHECK(std::abs(q[0] + q[1]) + std::abs(q[0] - q[2]) < 1e-10);
    CHECK(end.gap < 1e-13);
    // Near a singular K, its null space is accurate to ε/singularPivot.
    CHECK(std::abs(end.kinetic - energy) < 1e-8 * energy);
  }
}

TEST_CASE("a motion continues bitwise identical from its stored state", "[integrators]") {
  for (const auto& [name, mechanism] : smoothScenesOf({"variational", "second-order"})) {
    INFO(name);
    const Fixture on(mechanism);
    RecordedMotion motion(on);
    motion.run(10, 1e-3);
    std::vector<double> memory(motion.integrator.memorySize());
    motion.integrator.remember(memory);
    RecordedMotion again(on);
    again.state = motion.state;
    again.integrator.recall(again.state, memory);
    motion.run(10, 1e-3);
    again.run(10, 1e-3);
    CHECK(again.state.q == motion.state.q);
    CHECK(again.state.v == motion.state.v);
  }
}

TEST_CASE("a step that is too long is refused and changes nothing", "[integrators]") {
  for (const std::string_view name : {"chain", "fourBar"}) {
    INFO(name);
    const Fixture on(catalogueMechanism(name));
    RecordedMotion motion(on), undisturbed(on);
    motion.run(5, 1e-3);
    undisturbed.run(5, 1e-3);
    const MotionState before = motion.state;
    for (const double h : {0.7, 100.0, std::numeric_limits<double>::quiet_NaN()})
      CHECK_THROWS_AS(attemptStep(motion.integrator, h, noForces(), motion.state), SimulationError);
    TestForces broken([](double since, const Eigen::VectorXd&, const Eigen::VectorXd&,
                         AppliedForces<double>& applied) {
      if (since > 0) applied.torque.fill(std::numeric_limits<double>::quiet_NaN());
    });
    CHECK_THROWS_AS(attemptStep(motion.integrator, 1e-3, broken, motion.state), SimulationError);
    CHECK(motion.state.q == before.q);
    CHECK(motion.state.v == before.v);
    motion.run(5, 1e-3);
    undisturbed.run(5, 1e-3);
    CHECK(motion.state.q == undisturbed.state.q);
  }
}

TEST_CASE("a variational step allocates nothing", "[integrators]") {
  if (!allocationsAreCounted) {
    WARN("skipped: allocations are not counted in this build");
    return;
  }
  TestForces forces([](double, const Eigen::VectorXd&, const Eigen::VectorXd& v,
                       AppliedForces<double>& applied) { applied.torque = -0.01 * v; });
  for (const auto& [name, mechanism] : smoothScenesOf({"variational", "second-order"})) {
    INFO(name);
    const Fixture on(mechanism);
    for (const RootFinderKind kind : {RootFinderKind::automatic, RootFinderKind::newton,
                                      RootFinderKind::frozenNewton, RootFinderKind::riqn}) {
      RecordedMotion motion(on, {.rootFinder = kind});
      motion.run(1, 1e-3, forces);
      CHECK(allocationsIn([&] { motion.run(2, 1e-3, forces); }) == 0);
    }
  }
}

}  // namespace linkwork::test
