#include <string>

#include "linkwork/codegen/closed_step.hpp"
#include "linkwork/codegen/step_trace.hpp"
#include "linkwork/model/cluster_tree.hpp"
#include "linkwork/program.hpp"
#include "linkwork/symbolic/cpp_formula.hpp"

namespace linkwork {

namespace {

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

std::string stepKernel(const ClusterTree<double>& tree, std::string_view integrator) {
  symbolic::ProgramSequence step = codegen::closedStep(tree, integrator, fastestStep);
  step.name = "moveCopy";  // libraries of C have a function `step`
  const symbolic::CppSource source = symbolic::emitCpp(step, {.qualifier = "__device__ "});
  std::string numbers;
  for (const symbolic::Program::Array& input : step.inputs)
    for (const double value : input.values) numbers += symbolic::cppNumber(value) + ", ";
  return source.text + "static __device__ const double numbers[] = {" + numbers + "0};\n" +
         sizeText("positions", tree.positionSize()) + sizeText("velocities", tree.velocitySize()) +
         sizeText("outputs", step.outputs) + sizeText("scratchSize", source.scratch + 1) +
         moveCopies;
}

}  // namespace linkwork
