#include <algorithm>
#include <compare>
#include <map>
#include <string>
#include <utility>

#include "linkwork/codegen/step_trace.hpp"
#include "linkwork/codegen/symbolic_mechanism.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/program.hpp"
#include "linkwork/symbolic/subgraph.hpp"

namespace linkwork::codegen {

namespace {

using symbolic::Program;
using Kernel = Program::Kernel;

// ——— Loops over joints ———

/// The parts of a step between accelerations, as loops over equal joints: joints with additive
/// coordinates, and floating bodies. Its programs have the arrays of a StepTrace.
class StepLoops {
 public:
  StepLoops(const ClusterTree<double>& tree, std::string_view integrator);

  int stages() const { return stages_; }
  /// The arrays with the state of a stage, if any.
  std::optional<StepTrace::Given> given(int stage) const;
  /// q and v of a stage.
  symbolic::Program stage(int stage) const;
  /// q and v after the step, the mean power in it, and a guard that is always satisfied.
  symbolic::Program end() const;
  const std::vector<double>& parameters() const { return parameters_; }

 private:
  /// Joints of one kind share code.
  struct Kind {
    bool floats, isDamped, isRough;
    auto operator<=>(const Kind&) const = default;
  };
  /// Joints of a kind, each where the one before ends.
  struct Row {
    Kind kind;
    int position, velocity, number, count;
  };

  void addJoint(std::string_view integrator, const TreeBody<double>& body, int coordinate);
  /// How many numbers each of its joints has.
  int numbersOf(const Kind& kind) const {
    return kind.isDamped + kind.isRough +
           (kind.floats && stages_ == 1 ? TurningRoot<double>::numberCount : 0);
  }
  symbolic::Program program(const char* name) const;
  /// Adds the loops that write a joint's state, and its power if `withPower`.
  void addLoops(const std::function<const StepTrace::State&(const StepTrace&)>& stateOf,
                bool withPower, symbolic::Program& program) const;

  const ClusterTree<double>& tree_;
  int stages_;
  std::map<Kind, StepTrace> kinds_;
  std::vector<Row> rows_;
  std::vector<double> parameters_;
};

/// A single joint: of its numbers only whether they are zero matters.
ClusterTree<double> jointAlone(JointType type, bool isDamped, bool isRough) {
  Mechanism mechanism;
  mechanism.name = "joint";
  mechanism.bodies = {Body{"body", 2, {2, 3, 5}, {7, 8, 9, 0.5, 0.6, 0.7}}};
  Joint joint;
  joint.name = "joint";
  joint.type = type;
  joint.parent = "world";
  joint.child = "body";
  joint.damping = isDamped ? 2 : 0;
  joint.friction = isRough ? 2 : 0;
  mechanism.joints = {joint};
  return compile(mechanism);
}

/// Arrays of a kernel: those that are given, then these.
enum Result { toPositions, toVelocities, toPower };

/// A kernel, and which of all arrays it uses.
struct UsedKernel {
  Kernel kernel;
  std::vector<std::size_t> arrays;
};

/// The kernel of some stores, with `strides` of each array between rounds. Arrays from index
/// `outputs` on are in the memory after the inputs.
UsedKernel kernelOf(std::vector<Kernel::Store> stores, const std::vector<int>& strides,
                    int outputs) {
  std::vector<Expression> values;
  std::vector<bool> isUsed(strides.size());
  for (const Kernel::Store& store : stores) {
    values.push_back(store.value);
    isUsed[at(store.array)] = true;
  }
  const symbolic::Subgraph part(values);
  for (const symbolic::Subgraph::Entry& entry : part.entries) {
    const symbolic::NodeData& data = (*part.graph)[entry.node];
    if (data.operation == symbolic::Operation::input) isUsed[at(data.operands[0])] = true;
  }
  UsedKernel result;
  Kernel& kernel = result.kernel;
  kernel.graph = std::make_shared<symbolic::Graph>();
  std::vector<int> place(strides.size());
  for (std::size_t i = 0; i < strides.size(); ++i) {
    if (!isUsed[i]) continue;
    place[i] = static_cast<int>(result.arrays.size());
    result.arrays.push_back(i);
    kernel.arrays.push_back({std::min(static_cast<int>(i), outputs), strides[i], false});
  }
  values = symbolic::substitute(values, [&](int array, int element) {
    return kernel.graph->input(place[at(array)], element);
  });
  for (std::size_t i = 0; i < stores.size(); ++i) {
    stores[i].array = place[at(stores[i].array)];
    stores[i].value = values[i];
  }
  kernel.stores = std::move(stores);
  return result;
}

StepLoops::StepLoops(const ClusterTree<double>& tree, std::string_view integrator)
    : tree_(tree), stages_(stagesOf(integrator)) {
  for (const TreeBody<double>& body : tree.bodies()) {
    const bool floats = body.joint == JointType::free;
    for (int k = 0; k < (floats ? 1 : body.velocities); ++k) addJoint(integrator, body, k);
  }
}

void StepLoops::addJoint(std::string_view integrator, const TreeBody<double>& body,
                         int coordinate) {
  const Kind kind{body.joint == JointType::free, body.damping != 0, body.friction != 0};
  if (!kinds_.contains(kind))
    kinds_.emplace(kind, traceStep(jointAlone(kind.floats ? JointType::free : JointType::prismatic,
                                              kind.isDamped, kind.isRough),
                                   integrator, true));
  const int position = body.position + coordinate, velocity = body.velocity + coordinate;
  const StepTrace::State& end = kinds_.at(kind).end;
  const bool follows =
      !rows_.empty() && rows_.back().kind == kind &&
      position == rows_.back().position + rows_.back().count * static_cast<int>(end.q.size()) &&
      velocity == rows_.back().velocity + rows_.back().count * static_cast<int>(end.v.size());
  if (!follows)
    rows_.push_back({kind, position, velocity, static_cast<int>(parameters_.size()), 0});
  ++rows_.back().count;
  if (kind.isDamped) parameters_.push_back(body.damping);
  if (kind.isRough) parameters_.push_back(body.friction);
  if (!kind.floats || stages_ > 1) return;
  for (const TurningRoot<double>& root : tree_.turningRoots())
    if (root.velocity == body.velocity)
      TurningRoot<double>().become(root,
                                   [&](double&, double from) { parameters_.push_back(from); });
}

std::optional<StepTrace::Given> StepLoops::given(int stage) const {
  std::optional<StepTrace::Given> result;
  for (const auto& [kind, trace] : kinds_) {
    result = trace.stages[at(stage)].given;
    if (!result) break;
  }
  return result;
}

Program StepLoops::program(const char* name) const {
  Program result;
  result.name = name;
  result.inputs = stepArrays(tree_, stages_);
  result.inputs.push_back({"parameters", static_cast<int>(parameters_.size()), parameters_});
  result.outputs = tree_.positionSize() + tree_.velocitySize();
  return result;
}

Program StepLoops::stage(int stage) const {
  Program result = program("stage");
  addLoops(
      [&](const StepTrace& trace) -> const auto& { return trace.stages[at(stage)]; }, false,
      result);
  return result;
}

Program StepLoops::end() const {
  Program result = program("end");
  Kernel start;  // the power is a sum from zero
  start.graph = std::make_shared<symbolic::Graph>();
  start.arrays = {{result.outputsMemory(), 0, false}};
  start.stores = {{0, 0, 0, false}, {0, 1, 1, false}};
  result.kernels.push_back(std::move(start));
  result.steps.push_back(Program::Loop{0, 1, {result.outputs}});
  addLoops(
      [](const StepTrace& trace) -> const auto& { return trace.end; }, true, result);
  result.outputs += 2;
  return result;
}

void StepLoops::addLoops(const std::function<const StepTrace::State&(const StepTrace&)>& stateOf,
                         bool withPower, Program& program) const {
  const int given = program.outputsMemory(), nq = tree_.positionSize(), nv = tree_.velocitySize();
  // Places of all arrays, the outputs last; strides, if those do not follow each other.
  const auto placesOf = [&](int position, int velocity, int number, bool follow) {
    std::vector<int> places(at(given), velocity);
    places[StepTrace::positions] = position;
    places[StepTrace::length] = 0;
    places.back() = number;
    for (const int place : {position, follow * nq + velocity, follow * (nq + nv)})
      places.push_back(place);
    return places;
  };
  struct Made {
    int kernel;
    std::vector<std::size_t> arrays;
  };
  std::map<Kind, Made> made;
  for (const auto& [kind, trace] : kinds_) {
    const StepTrace::State& state = stateOf(trace);
    const int q = static_cast<int>(state.q.size()), v = static_cast<int>(state.v.size());
    std::vector<Kernel::Store> stores;
    for (int k = 0; k < q; ++k) stores.push_back({given + toPositions, k, state.q[k], false});
    for (int k = 0; k < v; ++k) stores.push_back({given + toVelocities, k, state.v[k], false});
    if (withPower) stores.push_back({given + toPower, 0, trace.powers[0], true});
    UsedKernel used = kernelOf(std::move(stores), placesOf(q, v, numbersOf(kind), false), given);
    made[kind] = {static_cast<int>(program.kernels.size()), std::move(used.arrays)};
    program.kernels.push_back(std::move(used.kernel));
  }
  for (const Row& row : rows_) {
    const auto& [kernel, arrays] = made.at(row.kind);
    const std::vector<int> places = placesOf(row.position, row.velocity, row.number, true);
    Program::Loop loop{kernel, row.count, {}};
    for (const std::size_t array : arrays) loop.first.push_back(places[array]);
    program.steps.push_back(std::move(loop));
  }
}

// ——— Closed loops ———

/// A state with loops and couplings closed by one Newton correction: dependent coordinates close
/// the constraint violation φ at q, dependent velocities follow the independent ones there,
///
///   q + (0, −K_d⁻¹ φ),  v = G ẏ
///
/// The remaining violation is of second order in that of the step.
struct ClosedState {
  std::vector<Expression> q, v;
  Expression guard;  ///< negative if the choice of independent coordinates is not valid
};

/// Throws as closingMotionsOf does.
ClosedState closedState(const SymbolicMechanism& mechanism) {
  const ClusterTree<double>& tree = mechanism.tree;
  const SpanningMotions motions =
      closingMotionsOf(tree, mechanism.q, mechanism.number, mechanism.parameters, 2);
  ClosedState closed{mechanism.q, mechanism.v, motions.guard};
  for (std::size_t c = 0; c < motions.clusters.size(); ++c) {
    const Cluster<double>& cluster = tree.clusters()[c];
    if (!cluster.constraint) continue;
    const SpanningMotion& motion = motions.clusters[c];
    for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
      for (int k = 0; k < tree.body(i).velocities; ++k)
        closed.q[at(tree.body(i).position + k)] += motion.offset[at(tree.body(i).local + k)];
    for (std::size_t row = 0; row < motion.basis.size(); ++row) {
      Expression& speed = closed.v[at(cluster.velocities[row])] = 0;
      for (std::size_t j = 0; j < motion.independent.size(); ++j)
        speed +=
            motion.basis[row][j] * mechanism.v[at(cluster.velocities[at(motion.independent[j])])];
    }
  }
  return closed;
}

// ——— Steps ———

/// Writes a step: accelerations by one program per stage, and the programs between.
class StepWriter {
 public:
  using Place = Program::Place;

  /// `parameters` of the programs between stages.
  StepWriter(const ClusterTree<double>& tree, int stages, Program dynamics,
             const std::vector<double>& parameters)
      : nq_(tree.positionSize()), nv_(tree.velocitySize()), stages_(stages) {
    step_.name = "step";
    step_.inputs = stepArrays(tree, 0);
    Program::Array kept{"parameters"};
    if (dynamics.inputs.size() > 3) kept.values = dynamics.inputs.back().values;
    between_ = static_cast<int>(kept.values.size());
    kept.values.insert(kept.values.end(), parameters.begin(), parameters.end());
    kept.size = static_cast<int>(kept.values.size());
    step_.inputs.push_back(std::move(kept));
    step_.outputs = nq_ + nv_ + 2;
    step_.workspace = nq_ + nv_ + stages * (nv_ + 1);
    dynamics.name = "Accelerations";
    step_.programs.push_back(std::move(dynamics));
  }

  /// At given states.
  void accelerate(int stage, const Place& q, const Place& v) {
    std::vector<Place> inputs{q, v, {StepTrace::torques}};
    if (step_.programs[0].inputs.size() > inputs.size()) inputs.push_back({parameters()});
    step_.steps.push_back(Program::Call{0, std::move(inputs), answerOf(stage)});
  }
  /// At states that a program computes.
  void accelerate(int stage, Program state) {
    const int workspace = step_.workspaceMemory();
    call(std::move(state), "Stage" + std::to_string(stage + 1), {workspace});
    accelerate(stage, Place{workspace}, Place{workspace, nq_});
  }
  Program end(Program end) {
    call(std::move(end), "End", {step_.outputsMemory()});
    return std::move(step_);
  }

 private:
  int parameters() const { return step_.outputsMemory() - 1; }
  Place answerOf(int stage) const {
    return {step_.workspaceMemory(), nq_ + nv_ + stage * (nv_ + 1)};
  }

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
  int between_;  ///< start of the parameters of the programs between stages
  Program step_;
};

/// Closes the loops of the state at the end of a step. Returns the guard.
Expression closeEnd(const ClusterTree<double>& tree, bool keepParameters, StepTrace& trace) {
  constexpr int numbers = 2;  // array of the kept parameters
  const SymbolicMechanism start(tree, true, keepParameters ? numbers : -1);
  const ClosedState closed = closedState(start);
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
  StepTrace trace = traceStep(tree, integrator, options.keepParameters);
  Expression guard = options.closesLoops ? closeEnd(tree, options.keepParameters, trace) : 1;
  const int stages = static_cast<int>(trace.stages.size());
  std::vector<Program::Array> arrays = stepArrays(tree, stages);
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
  const StepLoops loops(tree, integrator);
  StepWriter writer(tree, loops.stages(), std::move(dynamics), loops.parameters());
  for (int stage = 0; stage < loops.stages(); ++stage)
    if (const std::optional<StepTrace::Given> given = loops.given(stage))
      writer.accelerate(stage, {given->q}, {given->v});
    else
      writer.accelerate(stage, loops.stage(stage));
  return writer.end(loops.end());
}

}  // namespace

}  // namespace linkwork::codegen

namespace linkwork {

using symbolic::Program;

Program stepProgram(const ClusterTree<double>& tree, std::string_view integrator,
                    const ProgramOptions& options) {
  codegen::stagesOf(integrator);
  return codegen::straightStep(tree, integrator, forwardDynamicsProgram(tree, options), options);
}

Program stepLoops(const ClusterTree<double>& tree, std::string_view integrator,
                  const ProgramOptions& options) {
  return codegen::loopedStep(tree, integrator, forwardDynamicsLoops(tree, options));
}

Program fastestStep(const ClusterTree<double>& tree, std::string_view integrator,
                    const ProgramOptions& options) {
  codegen::stagesOf(integrator);
  Program dynamics = fastestForwardDynamics(tree, options);
  return dynamics.isStraight()
             ? codegen::straightStep(tree, integrator, std::move(dynamics), options)
             : codegen::loopedStep(tree, integrator, std::move(dynamics));
}

}  // namespace linkwork
