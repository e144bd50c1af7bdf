#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <span>

#include "dynamics/fixture.hpp"
#include "integrators/step_forces.hpp"
#include "joints/function_scenes.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/integrators/maximal_variational_integrator.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"

/// Integrators in maximal coordinates on function joints, compared with joint coordinates.
namespace linkwork::test {
namespace {

/// One function joint of each kind in motion, one with joint forces, one geared to a revolute
/// joint, and those of the catalogue.
std::vector<FunctionScene> steppedScenes() {
  std::vector<FunctionScene> scenes = functionScenes();
  Mechanism held = scenes[2].mechanism;
  Joint& board = held.joints[0];
  board.damping = 0.7, board.stiffness = 3, board.rest = 0.3;
  held.joints[1].damping = 0.1;
  scenes.push_back({"a board on springs and dampers", held});
  Mechanism geared = scenes[1].mechanism;
  geared.couplings.push_back(
      {.name = "gear", .terms = {{"function", 2}, {"revolute", -1}}, .offset = 2 * 1.4 - 0.4});
  geared.initialState->v = {{"function", {8}}, {"revolute", {16}}};
  scenes.push_back({"a rail with a gear", geared});
  for (const Mechanism& mechanism :
       {torusChain({.links = 2}), railTorusChain({.links = 2}), surfaceBoard()})
    scenes.push_back({mechanism.name, mechanism});
  return scenes;
}

constexpr double steppedTime = 0.05;

/// Returns the state after a time: q, then v.
Eigen::VectorXd stateAfter(const Mechanism& mechanism, const std::string& method,
                           const std::string& integrator, int steps) {
  SimulationOptions options{method, integrator, steppedTime / steps, {}};
  options.variational.minimal.tolerance = 1e-13;  // the error of the nonlinear solve must not show
  options.variational.maximal.tolerance = 1e-11;
  Simulation simulation(mechanism, options);
  simulation.step(steps);
  Eigen::VectorXd state(simulation.q().size() + simulation.v().size());
  state << vectorOf(simulation.q()), vectorOf(simulation.v());
  return state;
}

}  // namespace

TEST_CASE("methods in maximal coordinates converge to joint coordinates on function joints",
          "[integrators]") {
  struct Steps {
    const char *method, *integrator;
    double order;
    int steps;
  };
  for (const auto& [name, mechanism] : steppedScenes()) {
    INFO(name);
    const Eigen::VectorXd exact = stateAfter(mechanism, "articulated-body", "rk4", 240);
    for (const auto& [method, integrator, order, steps] :
         {Steps{"variational-maximal", "second-order", 2, 40},
          Steps{"multipliers", "rattle", 2, 40}, Steps{"multipliers", "rk4", 4, 30},
          Steps{"multipliers", "baumgarte", 4, 30}}) {
      INFO(method << ", " << integrator);
      const double coarse = (stateAfter(mechanism, method, integrator, steps) - exact).norm();
      const double fine = (stateAfter(mechanism, method, integrator, 2 * steps) - exact).norm();
      CHECK(std::log2(coarse / fine) == Approx(order).margin(0.1));
    }
    // The discrete solutions of both coordinates differ by O(h²).
    const auto apart = [&moved = mechanism](int steps) {
      return (stateAfter(moved, "variational", "second-order", steps) -
              stateAfter(moved, "variational-maximal", "second-order", steps))
          .norm();
    };
    CHECK(std::log2(apart(40) / apart(80)) == Approx(2).margin(0.1));
  }
}

TEST_CASE(
    "maximal coordinates conserve energy on function joints for ten seconds, and keep joints "
    "closed",
    "[integrators]") {
  constexpr int steps = 1000;
  for (const Mechanism& mechanism : {torusChain({.links = 2}), railTorusChain({.links = 2}),
                                     surfaceBoard({.links = 1}), windmill()}) {
    INFO(mechanism.name);
    Fixture on(mechanism);
    MaximalVariationalIntegrator integrator(on.tree, {.tolerance = 1e-12});
    const double start = on.kinetic() + on.potential();
    MotionState state{on.q, on.v, 0};
    double most = 0, early = 0, late = 0, gap = 0;
    for (int i = 0; i < steps; ++i) {
      integrator.step(10.0 / steps, noForces(), state);
      gap = std::max(gap, integrator.gap());
      // Each correction with the node's factors is a tenth of the previous one: from 1 to 1e-5 of
      // 1e-12.
      CHECK(integrator.iterations() <= 17);
      on.q = state.q;
      on.v = state.v;
      const double kinetic = on.kinetic();
      most = std::max(most, kinetic);
      double& worst = i < steps / 2 ? early : late;
      worst = std::max(worst, std::abs(kinetic + on.potential() - start));
    }
    CHECK(gap < 1e-14);  // rounding of poses within a few meters
    CHECK(early < 2e-3 * most);
    CHECK(late < 1.5 * early);  // a drift would double it; both halves have similar oscillations
  }
}

TEST_CASE("first-order motion on function joints is q' = H(q)^-1 f, with an error of order h",
          "[integrators]") {
  constexpr double duration = 0.2;
  for (const auto& [name, mechanism] : functionScenes()) {
    INFO(name);
    Fixture on(mechanism);
    Eigen::VectorXd torque = Eigen::VectorXd::LinSpaced(on.tree.velocitySize(), 0.5, 1);
    const auto velocity = [&](const Eigen::VectorXd& q) -> Eigen::VectorXd {
      on.q = q;
      on.v.setZero();
      on.forces.torque.setZero();
      const Eigen::VectorXd falling = on.forward();
      on.forces.torque = torque;
      return on.forward() - falling;  // gravity is not an applied force
    };
    Eigen::VectorXd q = on.q, moved = q;
    const auto after = [&](double h, const Eigen::VectorXd& v) -> const Eigen::VectorXd& {
      const Eigen::VectorXd delta = h * v;
      retract<double>(on.tree, q, delta, moved);
      return moved;
    };
    for (int i = 0; i < 40; ++i) {  // Runge–Kutta
      constexpr double h = duration / 40;
      const Eigen::VectorXd a = velocity(q), b = velocity(after(h / 2, a)),
                            c = velocity(after(h / 2, b)), d = velocity(after(h, c));
      const Eigen::VectorXd delta = h / 6 * (a + 2 * b + 2 * c + d);
      retract<double>(on.tree, q, delta, q);
    }
    const auto error = [&, &moving = mechanism](int steps) {
      Simulation simulation(moving, {"multipliers", "first-order", duration / steps, {}});
      for (const Joint& joint : moving.joints) {
        const auto first = &joint == moving.joints.data() ? 0 : torque.size() - 1;
        simulation.setTorque(joint.name, std::span(torque.data() + first,
                                                   static_cast<std::size_t>(velocitySize(joint))));
      }
      simulation.step(steps);
      return (vectorOf(simulation.q()) - q).norm();
    };
    CHECK(std::log2(error(200) / error(400)) == Approx(1).margin(0.1));
  }
}

}  // namespace linkwork::test
