#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// Integrators converge at their order: half the step divides the error by 2 to that power.
namespace linkwork::test {
namespace {

constexpr double motionTime = 0.05;

/// Tolerance of solves in maximal coordinates. Rounding does not prevent convergence to it.
constexpr double maximalRoot = 1e-11;

/// The final state of a motion, the largest error of its energy, and the rounding of the energy.
struct Run {
  Eigen::VectorXd q, v;
  double energyError = 0, energySize = 0;
};

Run runOf(const Mechanism& mechanism, const Stepping& stepping, int steps) {
  SimulationOptions options{stepping.method, stepping.integrator, motionTime / steps, {}};
  options.variational.minimal.tolerance = 1e-13;  // the error of the nonlinear solve must not show
  options.variational.maximal.tolerance = maximalRoot;
  Simulation simulation(mechanism, options);
  Run run;
  const auto energy = [&] {
    const double kinetic = simulation.kineticEnergy(), potential = simulation.potentialEnergy();
    run.energySize = std::max(run.energySize, kinetic + std::abs(potential));
    return kinetic + potential;
  };
  const double start = energy();
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    run.energyError = std::max(run.energyError, std::abs(energy() - start));
  }
  if (stepping.integrator != "baumgarte") {     // baumgarte leaves drift; the others close loops
    CHECK(simulation.loopError() < 1e-13);      // rounding of lengths of 1 m
    CHECK(simulation.couplingError() < 1e-12);  // and of rotors at several dozen radians
  }
  run.q = vectorOf(simulation.q());
  run.v = vectorOf(simulation.v());
  return run;
}

/// |q ⊖ q_ref| + motionTime |v − v_ref|
double errorOf(const ClusterTree<double>& tree, const Run& run, const Run& reference) {
  Eigen::VectorXd gap(tree.velocitySize());
  difference<double>(tree, reference.q, run.q, gap);
  return gap.norm() + motionTime * (run.v - reference.v).norm();
}

/// Returns the motion by the classical Runge–Kutta method: in joint coordinates, or with
/// multipliers if the mechanism has nonholonomic constraints. Multipliers accumulate rounding
/// faster.
Run referenceOf(const Mechanism& mechanism) {
  if (mechanism.nonholonomic.empty()) return runOf(mechanism, {"articulated-body", "rk4"}, 600);
  return runOf(mechanism, {"multipliers", "rk4"}, 200);
}

/// The smallest observable relative error of the energy: rounding of 50 steps, and of the poses of
/// function joints. These poses are sums of many terms.
double energyRounding(const Mechanism& mechanism) {
  const bool hasFunctions =
      std::any_of(mechanism.joints.begin(), mechanism.joints.end(),
                  [](const Joint& joint) { return joint.type == JointType::general; });
  return hasFunctions ? 1e-12 : 1e-13;
}

/// The order of an integrator.
int orderOf(const std::string& integrator) {
  if (integrator == "semi-implicit-euler") return 1;
  const bool isSecond =
      integrator == "second-order" || integrator == "rattle" || integrator == "rosenbrock";
  return isSecond ? 2 : 4;
}

}  // namespace

TEST_CASE("every integrator converges at its order on every mechanism", "[simulation][slow]") {
  std::map<std::string, Run> references;
  for (const Stepping& stepping : inertialSteppings()) {
    if (stepping.integrator == "adaptive") continue;  // its steps choose their lengths: see below
    for (const auto& [name, mechanism] : smoothScenesOf(stepping)) {
      INFO(name << ", " << stepping.method << ", " << stepping.integrator);
      if (!references.contains(name)) references[name] = referenceOf(mechanism);
      const ClusterTree<double> tree = compile(mechanism);
      const int order = orderOf(stepping.integrator), steps = order == 1 ? 100 : 25;
      const Run coarse = runOf(mechanism, stepping, steps),
                fine = runOf(mechanism, stepping, 2 * steps), &reference = references[name];
      // The next power of the step length changes the order. Rounding and the reference, with steps
      // a twelfth or a quarter of the finest, do not show. The solver's errors in five solves in
      // maximal coordinates may show.
      const double least = errorOf(tree, fine, reference);
      const double roots =
          order == 4 && stepping.method == "variational-maximal" ? 5 * maximalRoot / least : 0;
      // A free box with equal moments of inertia turns uniformly: its only error is rounding.
      if (name != "boxStack, thrown" || least > 100 * epsilon * reference.q.norm())
        CHECK(std::log2(errorOf(tree, coarse, reference) / least) ==
              Approx(order).margin(0.1 + roots));
      // The energy too, if its error exceeds rounding and the solver's errors. Five solves of a
      // step leave 1e-14 of the velocities each (minimal_variational_integrator.cpp), and twice
      // that of the energy. The largest error of an oscillating quantity is less regular, and may
      // decrease faster.
      const double left = order == 4 ? 2 * 5 * 2 * steps * 1e-14 : 0;
      const double found = std::log2(coarse.energyError / fine.energyError);
      CAPTURE(found, fine.energyError / fine.energySize);
      // Rosenbrock steps are symplectic to leading order: terms of orders 2 and 3 are of one size.
      const bool isMixed = stepping.integrator == "rosenbrock";
      CHECK((found > order - (isMixed     ? 1
                              : order < 4 ? 0.1
                                          : 0.4) ||
             fine.energyError < (energyRounding(mechanism) + left) * fine.energySize));
      if (order < 4 && !isMixed && fine.energyError > energyRounding(mechanism) * fine.energySize)
        CHECK(found < order + 0.1);
    }
  }
}

TEST_CASE("steps up to twice as long have at most four times the energy error", "[simulation]") {
  for (const Stepping& stepping : inertialSteppings()) {
    if (stepping.integrator != "adaptive") continue;
    for (const auto& [name, mechanism] : smoothScenesOf(stepping)) {
      INFO(name << ", " << stepping.method);
      const Run adaptive = runOf(mechanism, stepping, 25),
                fixed = runOf(mechanism, {stepping.method, "second-order"}, 25);
      CHECK(adaptive.energyError < 4 * fixed.energyError);
    }
  }
}

TEST_CASE("semi-implicit Euler conserves the energy of closed loops", "[simulation]") {
  // The largest error in ten seconds, relative to the largest kinetic energy.
  const auto errorAt = [](const Mechanism& mechanism, double h) {
    Simulation simulation(
        mechanism, {.method = "articulated-body", .integrator = "semi-implicit-euler", .step = h});
    const double start = simulation.kineticEnergy() + simulation.potentialEnergy();
    double error = 0, most = 0;
    for (int i = 0; i < std::lround(10 / h); ++i) {
      simulation.step();
      const double kinetic = simulation.kineticEnergy();
      error = std::max(error, std::abs(kinetic + simulation.potentialEnergy() - start));
      most = std::max(most, kinetic);
    }
    return error / most;
  };
  int count = 0;
  for (const auto& [name, mechanism] : smoothScenesOf({"articulated-body", "rk4"})) {
    // Motion with one dof is periodic. With more dofs it is chaotic in that time.
    if (mechanism.loops.empty() || compile(mechanism).degreesOfFreedom() > 1) continue;
    INFO(name);
    ++count;
    const double error = errorAt(mechanism, 1e-3);
    CHECK(error < 0.02);  // it oscillates; with the bias at v alone it decays by 10 to 24 %
    CHECK(std::log2(error / errorAt(mechanism, 5e-4)) == Approx(1).margin(0.05));
  }
  CHECK(count >= 3);
}

}  // namespace linkwork::test
