#include "linkwork/program.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "linkwork/codegen/recursion_trace.hpp"
#include "linkwork/dynamics/kernels/plan.hpp"
#include "linkwork/dynamics/single_coordinates.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/symbolic/subgraph.hpp"

namespace linkwork {

symbolic::Program forwardDynamicsProgram(const ClusterTree<double>& tree,
                                         const ProgramOptions& options) {
  tree.requireMass();
  const int nv = tree.velocitySize();
  const ClusterTree<double> written = withSingleCoordinates(tree);
  codegen::SymbolicMechanism mechanism(written, true, options.keepParameters ? 3 : -1);
  std::vector<symbolic::Expression> outputs =
      codegen::traceForwardDynamics(mechanism, mechanism.inputs(2, nv));
  outputs.push_back(mechanism.motions.guard);
  return mechanism.program("forwardDynamics", {{"q", tree.positionSize()}, {"v", nv}, {"tau", nv}},
                           outputs);
}

symbolic::Program inverseDynamicsProgram(const ClusterTree<double>& tree,
                                         const ProgramOptions& options) {
  const int nv = tree.velocitySize();
  const ClusterTree<double> written = withSingleCoordinates(tree);
  codegen::SymbolicMechanism mechanism(written, true, options.keepParameters ? 3 : -1);
  std::vector<symbolic::Expression> outputs =
      codegen::traceInverseDynamics(mechanism, mechanism.inputs(2, nv));
  outputs.push_back(mechanism.motions.guard);
  return mechanism.program("inverseDynamics", {{"q", tree.positionSize()}, {"v", nv}, {"a", nv}},
                           outputs);
}

symbolic::Program massMatrixProgram(const ClusterTree<double>& tree,
                                    const ProgramOptions& options) {
  const ClusterTree<double> written = withSingleCoordinates(tree);
  codegen::SymbolicMechanism mechanism(written, false, options.keepParameters ? 1 : -1);
  std::vector<symbolic::Expression> outputs = codegen::traceMassMatrix(mechanism);
  outputs.push_back(mechanism.motions.guard);
  return mechanism.program("massMatrix", {{"q", tree.positionSize()}}, outputs);
}

// ——— The fastest form ———

namespace {

using symbolic::Program;

// Cost of code, in operations of straight-line code that fits the innermost caches, as measured in
// WebAssembly (bench/README.md). Counted, not timed: the choice, and with it the rounding of a
// motion, is the same on every machine.

/// Longer straight-line code is read from the outer caches or from memory.
double costOf(const Program& program) {
  if (program.isStraight()) {
    constexpr double inner = 5'000, outer = 100'000;
    const double operations = symbolic::countOperations(program.expressions()).arithmetic();
    return operations * (operations < inner ? 1 : operations < outer ? 1.25 : 3);
  }
  constexpr double perLoop = 20;
  std::vector<double> operations;
  for (const Program::Kernel& kernel : program.kernels) {
    double& count = operations.emplace_back(0);
    for (symbolic::Node node = 0; node < kernel.graph->size(); ++node)
      if (symbolic::operandCount((*kernel.graph)[node].operation) > 0) ++count;
  }
  double cost = 0;
  for (const Program::Loop* loop : program.loops())
    cost += perLoop + loop->rounds * operations[static_cast<std::size_t>(loop->kernel)];
  return cost;
}

/// Cost of the library's own recursion per body.
struct RecursionCosts {
  double revolute, floating, coupled, general;
};

double costOfRecursion(const ClusterTree<double>& tree, const RecursionCosts& costs) {
  using Kind = Plan::Segment::Kind;
  double cost = 0;
  for (std::size_t i = 0; i < tree.clusters().size(); ++i) {
    const Kind kind = tree.plan()->placeOf(static_cast<int>(i)).kind;
    cost += tree.clusters()[i].bodyCount * (kind == Kind::revolutes  ? costs.revolute
                                            : kind == Kind::floating ? costs.floating
                                            : kind == Kind::coupled  ? costs.coupled
                                                                     : costs.general);
  }
  return cost;
}

std::string thousands(double operations) {
  return std::to_string(std::lround(operations / 1000)) + " thousand";
}

std::string gainsNothing(double straight, double recursion) {
  return "straight-line code of " + thousands(straight) +
         " operations would gain nothing over the recursion, which takes about " +
         thousands(recursion);
}

/// Chooses `straight(tree)` or `loops(tree)`, which throws MechanismError if there are none.
template <typename Straight, typename Loops>
Program fastest(const ClusterTree<double>& tree, const RecursionCosts& costs, Straight straight,
                Loops loops) {
  constexpr double mostCompared = 150'000;  // longer straight-line code also takes long to generate
  std::optional<Program> looped;
  try {
    looped = loops(tree);
  } catch (const MechanismError&) {  // only straight-line code is possible
  }
  if (looped && costOf(*looped) > mostCompared) return std::move(*looped);
  Program written = straight(tree);
  const double cost = costOf(written);
  if (looped && costOf(*looped) < cost) return std::move(*looped);
  const double recursion = costOfRecursion(tree, costs);
  if (cost < recursion) return written;
  if (looped) return std::move(*looped);
  throw MechanismError(gainsNothing(cost, recursion) +
                       ", and its parts are too different for loops");
}

void requireNoLoops(const ClusterTree<double>& tree, const std::string& what) {
  for (const Cluster<double>& cluster : tree.clusters())
    if (cluster.constraint && !cluster.constraint->isConstant())
      throw MechanismError(what + " of loops chooses its independent joints at every pose");
}

}  // namespace

Program fastestForwardDynamics(const ClusterTree<double>& tree, const ProgramOptions& options) {
  return fastest(
      tree, {.revolute = 400, .floating = 600, .coupled = 2400, .general = 15'000},
      [&](const auto& of) { return forwardDynamicsProgram(of, options); },
      [&](const auto& of) { return forwardDynamicsLoops(of, options); });
}

Program fastestInverseDynamics(const ClusterTree<double>& tree, const ProgramOptions& options) {
  requireNoLoops(tree, "inverse dynamics");
  return fastest(
      tree, {.revolute = 180, .floating = 250, .coupled = 800, .general = 4'000},
      [&](const auto& of) { return inverseDynamicsProgram(of, options); },
      [&](const auto& of) { return inverseDynamicsLoops(of, options); });
}

Program fastestVariationalStep(const ClusterTree<double>& tree, const ProgramOptions& options) {
  constexpr double perBody = 1200, corrections = 4;  // corrections of a step of 1 ms
  Program step = variationalStepProgram(tree, options);
  double cost = 0;
  for (int i = 0; i < static_cast<int>(step.steps.size()); ++i) {
    const bool repeats =
        std::any_of(step.repeats.begin(), step.repeats.end(),
                    [i](const auto& repeat) { return repeat.first <= i && i < repeat.last; });
    const auto& call = std::get<Program::Call>(step.steps[static_cast<std::size_t>(i)]);
    cost +=
        (repeats ? corrections : 1) * costOf(step.programs[static_cast<std::size_t>(call.program)]);
  }
  const double recursion = perBody * static_cast<double>(tree.bodies().size());
  if (cost < recursion) return step;
  throw MechanismError(gainsNothing(cost, recursion));
}

Program fastestMassMatrix(const ClusterTree<double>& tree, const ProgramOptions& options) {
  requireNoLoops(tree, "the mass matrix");
  constexpr RecursionCosts costs{
      .revolute = 110, .floating = 150, .coupled = 600, .general = 3'000};
  constexpr double perEntry = 8;       // of a joint and its ancestor
  constexpr double mostEntries = 100;  // copying more takes longer than the code saves
  double entries = 0;
  for (const TreeBody<double>& body : tree.bodies()) {
    for (int parent = body.parent; parent != ground; parent = tree.body(parent).parent) ++entries;
    if (entries > mostEntries)
      throw MechanismError("code of a mass matrix of more than 100 entries would gain nothing");
  }
  if (entries == 0)
    throw MechanismError("code of the mass matrix of bodies without children would gain nothing");
  Program program = massMatrixProgram(tree, options);
  const double recursion = costOfRecursion(tree, costs) + perEntry * entries;
  if (costOf(program) < recursion) return program;
  throw MechanismError(gainsNothing(costOf(program), recursion));
}

}  // namespace linkwork
