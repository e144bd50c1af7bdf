#include "linkwork/gpu.hpp"

#include <algorithm>

#include "linkwork/codegen/step_trace.hpp"
#include "linkwork/ensemble/copies.hpp"
#include "linkwork/ensemble/lane_memory.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/model/cluster_tree.hpp"
#include "linkwork/symbolic/expression_text.hpp"
#include "linkwork/symbolic/subgraph.hpp"

// Kernels that move an ensemble, one copy an invocation: the step as WGSL and as CUDA, the poses of
// its bodies as WGSL.
namespace linkwork {

using codegen::StepTrace;
using symbolic::Program;

namespace {

/// The step of a kernel, which runs without the library between steps: it ends with loops closed.
/// Semi-implicit Euler reads accelerations at v, which is exact without loops. Throws
/// MechanismError for that integrator with loops, and as `write` does.
Program closedStep(const ClusterTree<double>& tree, std::string_view integrator,
                   Program (*write)(const ClusterTree<double>&, std::string_view,
                                    const ProgramOptions&)) {
  const bool hasLoops = std::any_of(
      tree.clusters().begin(), tree.clusters().end(),
      [](const auto& cluster) { return cluster.constraint && !cluster.constraint->isConstant(); });
  if (hasLoops && integrator != "rk4")
    throw MechanismError("of integrators, 'rk4' alone moves loops there");
  Program step = write(tree, integrator, {.closesLoops = true});
  for (Program::Step& each : step.steps)
    for (Program::Place& place : std::get<Program::Call>(each).inputs)
      if (place.memory == StepTrace::ahead) place.memory = StepTrace::velocities;
  return step;
}

// ——— WGSL ———

constexpr const char* runBinding =
    R"(struct Run { count: u32, steps: u32, zero: u32 }
@group(0) @binding(0) var<uniform> run: Run;
)";

/// A constant of a shader.
std::string placeText(const char* name, std::uint32_t value) {
  return std::string("const ") + name + " = " + std::to_string(value) + "u;\n";
}
std::string placeText(const char* name, int value) {
  return placeText(name, static_cast<std::uint32_t>(value));
}

constexpr const char* stepBindings =
    R"(@group(0) @binding(1) var<storage, read_write> memory: array<f32>;
@group(0) @binding(2) var<storage, read_write> made: array<u32>;
@group(0) @binding(3) var<storage, read> constants: array<u32>;
)";

// A step counts if all its results are finite by their bits: compilers may assume that floats are
// finite.
constexpr const char* stepsOfCopies = R"(
fn isGood() -> bool {
  for (var i = 0u; i < left; i++) {
    if ((bitcast<u32>(load(outputs + i)) & 0x7f800000u) == 0x7f800000u) { return false; }
  }
  return load(guard) >= 0.0f;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) invocation: vec3u) {
  copy = invocation.x;
  if (copy >= run.count) { return; }
  var count = made[copy];
  for (var k = 0u; k < run.steps && count < stopped; k++) {
    step();
    if (isGood()) {
      for (var i = 0u; i < state; i++) { storePair(q + i, loadPair(outputs + i)); }
      storePair(work, pairAdd(loadPair(work), pairMultiply(loadPair(power), loadPair(length_))));
      count++;
    } else {
      count += stopped;
    }
  }
  made[copy] = count;
}
)";

/// Compilers of shaders inline every call.
int operationsOf(const Program& program) {
  if (program.isStraight())
    return static_cast<int>(symbolic::countOperations(program.expressions()).arithmetic());
  int count = 0;
  for (const Program::Kernel& kernel : program.kernels)
    count += kernel.lanes * kernel.graph->size();
  for (const Program::Step& step : program.steps)
    if (const auto* call = std::get_if<Program::Call>(&step))
      count += operationsOf(program.programs[static_cast<std::size_t>(call->program)]);
  return count;
}

/// The step in straight-line code, or where that is too long in loops over like joints.
Program shortStep(const ClusterTree<double>& tree, std::string_view integrator) {
  constexpr int most = 8'000;  // some ten seconds of Chromium's software adapter
  Program step = closedStep(tree, integrator, stepProgram);
  const int straight = operationsOf(step);
  if (straight <= most) return step;
  const auto refuse = [&](const std::string& inLoops) {
    throw MechanismError("a step takes " + std::to_string(straight) + " operations" + inLoops +
                         "; compilers of shaders are given up to " + std::to_string(most));
  };
  try {
    step = closedStep(tree, integrator, stepLoops);
  } catch (const MechanismError&) {  // there is more in the tree than loops are written for
    refuse("");
  }
  const int rolled = operationsOf(step);
  if (rolled > most) refuse(", and " + std::to_string(rolled) + " in loops over like joints");
  return step;
}

constexpr const char* poseBindings = R"(@group(0) @binding(1) var<storage, read> memory: array<f32>;
@group(0) @binding(2) var<storage, read_write> matrices: array<f32>;
@group(0) @binding(3) var<storage, read> constants: array<u32>;
@group(0) @binding(4) var<storage, read> places: array<vec2f>;

var<private> copy: u32;
)";

// Places behind the memory are entries of matrices.
constexpr const char* posesOfCopies = R"(
fn entry(number: u32) -> u32 {
  return (number / 16u * run.count + copy) * 16u + number % 16u;
}
fn load(place: u32) -> f32 {
  if (place < inMemory) { return memory[place * run.count + copy]; }
  return matrices[entry(place - inMemory)];
}
fn store(place: u32, value: f32) { matrices[entry(place - inMemory)] = value; }

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) invocation: vec3u) {
  copy = invocation.x;
  if (copy >= run.count) { return; }
  poses(q, 0u, inMemory, 0u);
  for (var i = 0u; i < written; i++) {
    let origin = entry(16u * i + 12u);
    matrices[origin] += places[copy].x;
    matrices[origin + 1u] += places[copy].y;
  }
}
)";

// ——— CUDA ———

constexpr const char* moveCopies = R"(
extern "C" __global__ void moveCopies(int copies, int steps, double h, double* q, double* v,
                                      const double* torque, double* work, int* made) {
  const int copy = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (copy >= copies) return;
  double state[positions + velocities], left[outputs], scratch[scratchSize];
  double* const copyQ = q + static_cast<long>(positions) * copy;
  double* const copyV = v + static_cast<long>(velocities) * copy;
  for (int i = 0; i < positions; ++i) state[i] = copyQ[i];
  for (int i = 0; i < velocities; ++i) state[positions + i] = copyV[i];
  const double* const inputs[] = {state, state + positions,
                                  torque + static_cast<long>(velocities) * copy, &h,
                                  state + positions, numbers};
  int count = made[copy];
  for (int k = 0; k < steps && count >= 0; ++k) {
    moveCopy(inputs, left, scratch);
    bool isGood = left[outputs - 1] >= 0;
    for (int i = 0; i < outputs; ++i) isGood = isGood && left[i] - left[i] == 0;
    if (isGood) {
      for (int i = 0; i < positions + velocities; ++i) state[i] = left[i];
      work[copy] += h * left[outputs - 2];
      ++count;
    } else {
      count = -1 - count;
    }
  }
  for (int i = 0; i < positions; ++i) copyQ[i] = state[i];
  for (int i = 0; i < velocities; ++i) copyV[i] = state[positions + i];
  made[copy] = count;
}
)";

std::string sizeText(const char* name, int value) {
  return std::string("constexpr int ") + name + " = " + std::to_string(value) + ";\n";
}

}  // namespace

StepShader stepShader(const ClusterTree<double>& tree, std::string_view integrator) {
  const Program step = shortStep(tree, integrator);
  const symbolic::WgslSource source = symbolic::emitWgsl(step, 1);

  StepShader result;
  result.pairs = source.pairs;
  result.memory = source.memory;
  result.q = source.first[StepTrace::positions];
  result.v = source.first[StepTrace::velocities];
  result.torque = source.first[StepTrace::torques];
  result.length = source.first[StepTrace::length];
  result.work = source.pairs - 1;
  result.constants = source.constants;

  const int outputs = source.first[static_cast<std::size_t>(step.outputsMemory())];
  const int state = tree.positionSize() + tree.velocitySize();
  result.text = runBinding + (stepBindings + placeText("stopped", StepShader::stopped)) +
                placeText("q", result.q) + placeText("length_", result.length) +
                placeText("work", result.work) + placeText("outputs", outputs) +
                placeText("state", state) + placeText("power", outputs + state) +
                placeText("guard", outputs + state + 1) + placeText("left", step.outputs) +
                source.text + stepsOfCopies;
  return result;
}

PoseShader poseShader(const ClusterTree<double>& tree, const StepShader& step) {
  const Program loops = poseLoops(tree);
  const symbolic::WgslSource source = symbolic::emitWgslFunction(loops);
  const int matrices = loops.outputs / 16;
  return {runBinding + (poseBindings + placeText("inMemory", step.memory)) +
              placeText("q", step.q) + placeText("written", matrices) + source.text + posesOfCopies,
          matrices, source.constants};
}

std::string stepKernel(const ClusterTree<double>& tree, std::string_view integrator) {
  symbolic::Program step = closedStep(tree, integrator, fastestStep);
  step.name = "moveCopy";  // libraries of C have a function `step`
  const symbolic::CppSource source = symbolic::emitCpp(step, {.qualifier = "__device__ "});
  std::string numbers;
  for (const Program::Array& input : step.inputs)
    for (const double value : input.values) numbers += symbolic::cppNumber(value) + ", ";
  return source.text + "static __device__ const double numbers[] = {" + numbers + "0};\n" +
         sizeText("positions", tree.positionSize()) + sizeText("velocities", tree.velocitySize()) +
         sizeText("outputs", step.outputs) + sizeText("scratchSize", source.workspace + 1) +
         moveCopies;
}

// ——— Ensembles ———

StepShader Copies::shader() const {
  if (!options_.vary.empty())
    throw MechanismError("vary", "copies on a GPU have the mechanism's own numbers");
  if (options_.simulation.method != "articulated-body")
    throw MechanismError("method", "found " + detail::quoted(options_.simulation.method) +
                                       "; expected 'articulated-body' on a GPU");
  if (hasWrenches() || !movesBySteps(model_.mechanism(), model_.tree()))
    throw MechanismError(
        "on a GPU nothing acts but gravity, torques and what joints do by themselves: neither "
        "contact, stops and dry friction nor wrenches");
  return stepShader(model_.tree(), options_.simulation.integrator);
}

StepShader Ensemble::shader() const { return parts_->copies.shader(); }

}  // namespace linkwork
