#include <catch2/catch.hpp>

#include "codegen/program_cases.hpp"
#include "dynamics/revolute_tree.hpp"
#include "dynamics/tolerance.hpp"
#include "integrators/step_forces.hpp"
#include "linkwork/integrators/minimal_variational_integrator.hpp"
#include "linkwork/program.hpp"
#include "symbolic/wasm_machine.hpp"

// Programs of variational steps, compared with the integrator.

namespace linkwork::test {
namespace {

/// The fourth step of a motion: the program's inputs, and the expected q, v, momenta and u.
ProgramCase fourthStep(Fixture& on, bool keepParameters) {
  constexpr double h = 1e-3;
  TestForces push([&](double, const Eigen::VectorXd&, const Eigen::VectorXd&,
                      AppliedForces<double>& forces) { forces.torque = on.forces.torque; });
  MinimalVariationalIntegrator integrator(on.tree, {.guess = InitialGuess::previous});
  MotionState state{on.q, on.v};
  integrator.start(state);
  for (int step = 0; step < 3; ++step) integrator.step(h, push, state);
  const auto bodies = static_cast<std::ptrdiff_t>(6 * on.tree.bodies().size());
  const std::ptrdiff_t nv = on.tree.velocitySize();
  std::vector<double> memory(integrator.memorySize());
  integrator.remember(memory);
  const auto from = [&](std::ptrdiff_t first, std::ptrdiff_t count) {
    return std::vector<double>(memory.begin() + first, memory.begin() + first + count);
  };

  ProgramCase made{variationalStepProgram(on.tree, {keepParameters}), {}, {}, 0};
  made.inputs = {{state.q.begin(), state.q.end()},
                 from(0, bodies),
                 from(bodies, nv),
                 from(bodies + nv, nv),
                 {on.forces.torque.begin(), on.forces.torque.end()},
                 {h}};
  if (keepParameters) made.inputs.push_back(made.program.inputs.back().values);
  integrator.step(h, push, state);
  integrator.remember(memory);
  const std::vector<double> momenta = from(0, bodies), u = from(bodies + nv, nv);
  made.expected.resize(state.q.size() + nv + bodies + nv);
  made.expected << state.q, state.v, Eigen::Map<const Eigen::VectorXd>(momenta.data(), bodies),
      Eigen::Map<const Eigen::VectorXd>(u.data(), nv);
  // Both leave an error of 1e-14 in u, and rounding that M⁻¹ amplifies.
  made.tolerance = 10 * solveTolerance(on, 10);
  return made;
}

}  // namespace

TEST_CASE("variational steps agree on random trees of revolute joints", "[codegen][slow]") {
  std::vector<ProgramCase> cases;
  for (const bool isFloating : {false, true})
    for (const Axes axes : {Axes::perpendicular, Axes::skew, Axes::parallel, Axes::coordinate})
      for (int seed = 0; seed < 5; ++seed) {
        Fixture on(looseRevoluteTree(
            static_cast<std::uint64_t>(seed),
            {.joints = 5, .axes = axes, .isFloating = isFloating, .back = 1 + seed % 3}));
        shake(on, static_cast<std::uint64_t>(seed));
        cases.push_back(fourthStep(on, seed % 2 == 0));
        cases.back().program.name += std::to_string(cases.size());
      }
  for (const ProgramCase& each : cases) checkOutputs(each, runAsWasm(each.program, each.inputs));
  checkLinked(cases);
}

}  // namespace linkwork::test
