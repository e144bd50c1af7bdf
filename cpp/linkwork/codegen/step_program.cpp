#include <algorithm>
#include <utility>

#include "linkwork/codegen/closed_state.hpp"
#include "linkwork/codegen/step_loops.hpp"
#include "linkwork/codegen/step_trace.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/program.hpp"
#include "linkwork/symbolic/substitution.hpp"

namespace linkwork {

namespace {

using codegen::StepTrace;
using symbolic::Expression;
using symbolic::Program;

/// Accelerations by one program, as often as there are stages, and what is between.
class StepWriter {
 public:
  using Place = Program::Place;

  /// `parameters` of the programs between.
  StepWriter(const ClusterTree<double>& tree, int stages, Program dynamics,
             const std::vector<double>& parameters)
      : nq_(tree.positionSize()), nv_(tree.velocitySize()), stages_(stages) {
    step_.name = "step";
    step_.inputs = codegen::stepArrays(tree, 0);
    Program::Array kept{"parameters"};
    if (dynamics.inputs.size() > 3) kept.values = dynamics.inputs.back().values;
    between_ = static_cast<int>(kept.values.size());
    kept.values.insert(kept.values.end(), parameters.begin(), parameters.end());
    kept.size = static_cast<int>(kept.values.size());
    step_.inputs.push_back(std::move(kept));
    step_.outputs = nq_ + nv_ + 2;
    step_.scratch = nq_ + nv_ + stages * (nv_ + 1);
    dynamics.name = "Accelerations";
    step_.programs.push_back(std::move(dynamics));
  }

  /// At states that are given.
  void accelerate(int stage, const Place& q, const Place& v) {
    std::vector<Place> inputs{q, v, {StepTrace::torques}};
    if (step_.programs[0].inputs.size() > inputs.size()) inputs.push_back({parameters()});
    step_.steps.push_back(Program::Call{0, std::move(inputs), answerOf(stage)});
  }
  /// At those that a program finds.
  void accelerate(int stage, Program state) {
    const int scratch = step_.scratchMemory();
    call(std::move(state), "Stage" + std::to_string(stage + 1), {scratch});
    accelerate(stage, Place{scratch}, Place{scratch, nq_});
  }
  Program end(Program end) {
    call(std::move(end), "End", {step_.outputsMemory()});
    return std::move(step_);
  }

 private:
  int parameters() const { return step_.outputsMemory() - 1; }
  Place answerOf(int stage) const { return {step_.scratchMemory(), nq_ + nv_ + stage * (nv_ + 1)}; }

  void call(Program program, std::string name, const Place& outputs) {
    program.name = std::move(name);
    std::vector<Place> inputs;
    for (int array = 0; array < StepTrace::answers; ++array) inputs.push_back({array});
    for (int stage = 0; stage < stages_; ++stage) inputs.push_back(answerOf(stage));
    if (program.inputs.size() > inputs.size()) inputs.push_back({parameters(), between_});
    step_.steps.push_back(
        Program::Call{static_cast<int>(step_.programs.size()), std::move(inputs), outputs});
    step_.programs.push_back(std::move(program));
  }

  const int nq_, nv_, stages_;
  int between_;  ///< where the parameters of the programs between begin
  Program step_;
};

/// Closes the loops of the state in which a step ends. Returns the guard.
Expression closeEnd(const ClusterTree<double>& tree, bool keepParameters, StepTrace& trace) {
  constexpr int numbers = 2;  // the array of those that are kept
  const codegen::SymbolicMechanism start(tree, true, keepParameters ? numbers : -1);
  const codegen::ClosedState closed = codegen::closedState(start);
  std::vector<Expression> outputs = closed.q;
  outputs.insert(outputs.end(), closed.v.begin(), closed.v.end());
  outputs.push_back(closed.guard);
  const int kept = static_cast<int>(trace.parameters.size());
  outputs = symbolic::substitute(outputs, [&](int array, int element) {
    return array == StepTrace::positions    ? trace.end.q[element]
           : array == StepTrace::velocities ? trace.end.v[element]
                                            : trace.graph->input(trace.numbers(), kept + element);
  });
  trace.parameters.insert(trace.parameters.end(), start.parameters.begin(), start.parameters.end());
  std::copy_n(outputs.begin(), trace.end.q.size(), trace.end.q.begin());
  std::copy_n(outputs.begin() + trace.end.q.size(), trace.end.v.size(), trace.end.v.begin());
  return outputs.back();
}

/// With straight-line code between.
Program straightStep(const ClusterTree<double>& tree, std::string_view integrator, Program dynamics,
                     const ProgramOptions& options) {
  StepTrace trace = codegen::traceStep(tree, integrator, options.keepParameters);
  Expression guard = options.closesLoops ? closeEnd(tree, options.keepParameters, trace) : 1;
  const int stages = static_cast<int>(trace.stages.size());
  std::vector<Program::Array> arrays = codegen::stepArrays(tree, stages);
  if (!trace.parameters.empty())
    arrays.push_back({"parameters", static_cast<int>(trace.parameters.size()), trace.parameters});
  const auto leaving = [&](const StepTrace::State& state, std::initializer_list<Expression> more) {
    std::vector<Expression> outputs(state.q.begin(), state.q.end());
    outputs.insert(outputs.end(), state.v.begin(), state.v.end());
    outputs.insert(outputs.end(), more);
    return Program::straight("", arrays, trace.graph, outputs);
  };
  StepWriter writer(tree, stages, std::move(dynamics), trace.parameters);
  Expression power = 0;
  for (int stage = 0; stage < stages; ++stage) {
    const StepTrace::State& state = trace.stages[at(stage)];
    if (state.given)
      writer.accelerate(stage, {state.given->q}, {state.given->v});
    else
      writer.accelerate(stage, leaving(state, {}));
    guard = min(guard, trace.graph->input(StepTrace::answers + stage, tree.velocitySize()));
  }
  for (const Expression& each : trace.powers) power += each;
  return writer.end(leaving(trace.end, {power, guard}));
}

/// With loops between.
Program loopedStep(const ClusterTree<double>& tree, std::string_view integrator, Program dynamics) {
  const codegen::StepLoops loops(tree, integrator);
  StepWriter writer(tree, loops.stages(), std::move(dynamics), loops.parameters());
  for (int stage = 0; stage < loops.stages(); ++stage)
    if (const std::optional<StepTrace::Given> given = loops.given(stage))
      writer.accelerate(stage, {given->q}, {given->v});
    else
      writer.accelerate(stage, loops.stage(stage));
  return writer.end(loops.end());
}

}  // namespace

Program stepProgram(const ClusterTree<double>& tree, std::string_view integrator,
                    const ProgramOptions& options) {
  codegen::stagesOf(integrator);
  return straightStep(tree, integrator, forwardDynamicsProgram(tree, options), options);
}

Program stepLoops(const ClusterTree<double>& tree, std::string_view integrator,
                  const ProgramOptions& options) {
  return loopedStep(tree, integrator, forwardDynamicsLoops(tree, options));
}

Program fastestStep(const ClusterTree<double>& tree, std::string_view integrator,
                    const ProgramOptions& options) {
  codegen::stagesOf(integrator);
  Program dynamics = fastestForwardDynamics(tree, options);
  return dynamics.isStraight() ? straightStep(tree, integrator, std::move(dynamics), options)
                               : loopedStep(tree, integrator, std::move(dynamics));
}

}  // namespace linkwork
