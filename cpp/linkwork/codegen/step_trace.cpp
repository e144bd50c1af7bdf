#include "linkwork/codegen/step_trace.hpp"

#include <cmath>

#include "linkwork/codegen/passive_programs.hpp"
#include "linkwork/dynamics/configuration_definitions.hpp"
#include "linkwork/dynamics/explicit_steps.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/model/cluster_tree_conversion.hpp"

namespace linkwork::codegen {

namespace {

struct ExplicitIntegrator {
  std::string_view name;
  int stages;
};
constexpr ExplicitIntegrator rungeKutta4{"rk4", 4}, semiImplicitEuler{"semi-implicit-euler", 1};

using Flat = VectorX<Expression>;

Flat inputs(symbolic::Graph& graph, int array, Eigen::Index size) {
  Flat result(size);
  for (Eigen::Index i = 0; i < size; ++i) result[i] = graph.input(array, static_cast<int>(i));
  return result;
}

/// The turning roots with these numbers.
std::vector<TurningRoot<Expression>> rootsOf(const ClusterTree<double>& tree,
                                             const Number& number) {
  std::vector<TurningRoot<Expression>> roots;
  for (const TurningRoot<double>& from : tree.turningRoots())
    roots.emplace_back().become(from, [&](Expression& to, double value) { to = number(value); });
  return roots;
}

}  // namespace

int stagesOf(std::string_view integrator) {
  for (const ExplicitIntegrator& each : {rungeKutta4, semiImplicitEuler})
    if (each.name == integrator) return each.stages;
  throw MechanismError(
      "integrator", "no code is generated for steps of " + detail::quoted(integrator) +
                        detail::suggestion(integrator, "integrators",
                                           std::vector{rungeKutta4.name, semiImplicitEuler.name}));
}

std::vector<symbolic::Program::Array> stepArrays(const ClusterTree<double>& tree, int stages) {
  const int nv = tree.velocitySize();
  std::vector<symbolic::Program::Array> arrays{
      {"q", tree.positionSize()}, {"v", nv}, {"tau", nv}, {"h", 1}, {"w", nv}};
  for (int stage = 1; stage <= stages; ++stage)
    arrays.push_back({"a" + std::to_string(stage), nv + 1});
  return arrays;
}

StepTrace traceStep(const ClusterTree<double>& numbers, std::string_view integrator,
                    bool keepParameters) {
  const int stages = stagesOf(integrator);
  StepTrace trace;
  trace.graph = std::make_shared<symbolic::Graph>();
  symbolic::Graph& graph = *trace.graph;
  const Number constant = [](double value) { return Expression(value); };
  const Number kept = [&](double value) -> Expression {
    if (!keepParameters || value == 0 || std::abs(value) == 1) return value;
    trace.parameters.push_back(value);
    return graph.input(StepTrace::answers + stages, static_cast<int>(trace.parameters.size()) - 1);
  };
  const ClusterTree<Expression> tree(
      numbers, TreeNumbers(*numbers.plan(), constant, TreeNumbers::Bodies::general));
  std::vector<Resistance> resistances;
  for (const TreeBody<double>& body : numbers.bodies())
    resistances.push_back({kept(body.damping), kept(body.friction)});

  const Flat start = inputs(graph, StepTrace::positions, tree.positionSize());
  const Flat velocity = inputs(graph, StepTrace::velocities, tree.velocitySize());
  const Flat torque = inputs(graph, StepTrace::torques, tree.velocitySize());
  const Flat ahead = inputs(graph, StepTrace::ahead, tree.velocitySize());
  const Expression h = graph.input(StepTrace::length, 0);
  const auto stateAt = [&](const Flat& q, const Flat& v) {
    StepTrace::State state{q, v};
    if (q == start && (v == velocity || v == ahead))
      state.given = {StepTrace::positions,
                     v == velocity ? StepTrace::velocities : StepTrace::ahead};
    return state;
  };
  trace.powers.resize(tree.bodies().size());
  const auto motion = [&](const Expression&, double weight, const Flat& q, const Flat& v, Flat& a) {
    for (std::size_t i = 0; i < trace.powers.size(); ++i)
      trace.powers[i] += weight * powerAt(numbers.bodies()[i], resistances[i], q, v, torque);
    a = inputs(graph, StepTrace::answers + static_cast<int>(trace.stages.size()), v.size());
    trace.stages.push_back(stateAt(q, v));
  };

  StageVectors<Expression> stageVectors(tree);
  Flat q = start, v = velocity;
  if (integrator == rungeKutta4.name)
    stepRungeKutta4(tree, h, motion, stageVectors, q, v);
  else
    stepSemiImplicitEuler(tree, rootsOf(numbers, kept), h, h, motion, ahead, stageVectors, q, v);
  trace.end = stateAt(q, v);
  return trace;
}

}  // namespace linkwork::codegen
