#include "linkwork/codegen/step_loops.hpp"

#include <algorithm>
#include <string>

#include "linkwork/dynamics/compile.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/symbolic/substitution.hpp"

namespace linkwork::codegen {

using symbolic::Program;
using Kernel = Program::Kernel;

namespace {

/// A joint by itself: of its numbers only whether they are zero counts.
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

/// A kernel, and which of all arrays it asks for.
struct Asking {
  Kernel kernel;
  std::vector<std::size_t> arrays;
};

/// The kernel that leaves some stores, from round to round `strides` further in each array. All
/// arrays from the place `outputs` on are in the memory that comes then.
Asking kernelOf(std::vector<Kernel::Store> stores, const std::vector<int>& strides, int outputs) {
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
  Asking result;
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

}  // namespace

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
  Kernel start;  // the power is a sum from zero on
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
  // Of all arrays, the outputs last; strides, where those do not follow each other.
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
    Asking asking = kernelOf(std::move(stores), placesOf(q, v, numbersOf(kind), false), given);
    made[kind] = {static_cast<int>(program.kernels.size()), std::move(asking.arrays)};
    program.kernels.push_back(std::move(asking.kernel));
  }
  for (const Row& row : rows_) {
    const auto& [kernel, arrays] = made.at(row.kind);
    const std::vector<int> places = placesOf(row.position, row.velocity, row.number, true);
    Program::Loop loop{kernel, row.count, {}};
    for (const std::size_t array : arrays) loop.first.push_back(places[array]);
    program.steps.push_back(std::move(loop));
  }
}

}  // namespace linkwork::codegen
