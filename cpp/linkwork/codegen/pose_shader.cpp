#include <string>

#include "linkwork/codegen/shader_text.hpp"
#include "linkwork/program.hpp"

namespace linkwork {

namespace {

using codegen::placeText;

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

}  // namespace

PoseShader poseShader(const ClusterTree<double>& tree, const StepShader& step) {
  const symbolic::LoopProgram loops = poseLoops(tree);
  const symbolic::WgslSource source = symbolic::emitWgsl(loops);
  const int matrices = loops.outputs / 16;
  return {codegen::runBinding + (poseBindings + placeText("inMemory", step.memory)) +
              placeText("q", step.q) + placeText("written", matrices) + source.text + posesOfCopies,
          matrices, source.constants};
}

}  // namespace linkwork
