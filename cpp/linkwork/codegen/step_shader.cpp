#include <string>

#include "linkwork/codegen/closed_step.hpp"
#include "linkwork/codegen/shader_text.hpp"
#include "linkwork/codegen/step_trace.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/program.hpp"
#include "linkwork/symbolic/operation_counts.hpp"

namespace linkwork {

namespace {

using codegen::placeText;
using codegen::StepTrace;
using symbolic::LoopProgram;
using symbolic::Program;
using symbolic::ProgramSequence;

constexpr const char* stepBindings =
    R"(@group(0) @binding(1) var<storage, read_write> memory: array<f32>;
@group(0) @binding(2) var<storage, read_write> made: array<u32>;
@group(0) @binding(3) var<storage, read> constants: array<u32>;
)";

// A step counts where all that it leaves is finite, told by its bits: compilers may take for
// granted that floats are.
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

int operationsOf(const Program& program) {
  return static_cast<int>(symbolic::countOperations(program.outputs).arithmetic());
}
int operationsOf(const LoopProgram& program) {
  int count = 0;
  for (const LoopProgram::Kernel& kernel : program.kernels)
    count += kernel.lanes * kernel.graph->size();
  return count;
}

/// Compilers of shaders write functions out wherever they are called.
int operationsOf(const ProgramSequence& step) {
  int count = 0;
  for (const ProgramSequence::Call& call : step.calls)
    count += std::visit([](const auto& each) { return operationsOf(each); },
                        step.programs[static_cast<std::size_t>(call.program)]);
  return count;
}

/// The step in straight-line code, or where that is too long in loops over like joints.
ProgramSequence shortStep(const ClusterTree<double>& tree, std::string_view integrator) {
  constexpr int most = 8'000;  // some ten seconds of Chromium's software adapter
  ProgramSequence step = codegen::closedStep(tree, integrator, stepProgram);
  const int straight = operationsOf(step);
  if (straight <= most) return step;
  const auto refuse = [&](const std::string& inLoops) {
    throw MechanismError("a step takes " + std::to_string(straight) + " operations" + inLoops +
                         "; compilers of shaders are given up to " + std::to_string(most));
  };
  try {
    step = codegen::closedStep(tree, integrator, stepLoops);
  } catch (const MechanismError&) {  // there is more in the tree than loops are written for
    refuse("");
  }
  const int rolled = operationsOf(step);
  if (rolled > most) refuse(", and " + std::to_string(rolled) + " in loops over like joints");
  return step;
}

}  // namespace

StepShader stepShader(const ClusterTree<double>& tree, std::string_view integrator) {
  const ProgramSequence step = shortStep(tree, integrator);
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
  result.text = codegen::runBinding + (stepBindings + placeText("stopped", StepShader::stopped)) +
                placeText("q", result.q) + placeText("length_", result.length) +
                placeText("work", result.work) + placeText("outputs", outputs) +
                placeText("state", state) + placeText("power", outputs + state) +
                placeText("guard", outputs + state + 1) + placeText("left", step.outputs) +
                source.text + stepsOfCopies;
  return result;
}

}  // namespace linkwork
