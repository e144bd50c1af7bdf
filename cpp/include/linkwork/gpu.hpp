#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "linkwork/program.hpp"

/// Programs on graphics processors: as WGSL and as CUDA or HIP, a copy of the mechanism an
/// invocation.
namespace linkwork::symbolic {

/// A program as functions in WGSL, the language of WebGPU, for many copies at once.
///
/// WGSL has floats of 32 bits only. Inputs and outputs are kept as the sum of two each, and what
/// computes the outputs does so in such pairs (48 bits); values that are passed through scratch,
/// such as accelerations in a step, are computed in single floats.
///
/// A copy has `memory` floats: `pairs` of inputs and outputs, their second floats, and scratch;
/// place p of copy c is memory[p · run.count + c]. Inputs that come with values are constants, the
/// same for all copies.
struct WgslSource {
  std::string text;  ///< `fn NAME()`, and what it calls; requests what wgsl_arithmetic.hpp says
  int pairs = 0, memory = 0;
  std::vector<int>
      first;  ///< where each input begins among the pairs or the constants; the outputs
  std::vector<std::uint32_t> constants;
};

/// A program of calls.
///
/// @param morePairs  pairs behind the outputs, for the caller
/// @throws MechanismError if steps repeat
WgslSource emitWgsl(const Program& program, int morePairs = 0);

/// A program of kernels, in single floats: `fn NAME(i0, …, outputs, scratch)` of the places where
/// its arrays begin. Calls `fn load(place: u32) -> f32` and `fn store(place: u32, value: f32)`, and
/// reads `constants`, which begin with the inputs that come with values, in their order.
WgslSource emitWgslFunction(const Program& program);

}  // namespace linkwork::symbolic

namespace linkwork {

/// Steps of many copies as a compute shader of WebGPU: `fn main`, a copy an invocation.
///
///   binding 0   run, uniform: count, steps, 0 and again 0, whole numbers of 32 bits
///           1   memory, storage: as WgslSource has it
///           2   steps, storage: by copy how many it has made; `stopped` is added where its next
///               step is not finite, or the choice of independent coordinates no longer serves
///           3   constants, storage, read alone: as WgslSource has them
///
/// q, v, τ, h and the work of τ, damping and friction begin at these places among the pairs.
struct StepShader {
  static constexpr std::uint32_t stopped = 0x8000'0000u;

  std::string text;
  int pairs = 0, memory = 0;
  int q = 0, v = 0, torque = 0, length = 0, work = 0;
  std::vector<std::uint32_t> constants;
};

/// Loops are closed by one correction of Newton's at the end of a step. Throws MechanismError with
/// the reason if no code can be generated: as fastestStep and ProgramOptions::closesLoops do, of
/// semi-implicit Euler on loops, and of code too long for compilers of shaders.
StepShader stepShader(const ClusterTree<double>& tree, std::string_view integrator);

/// The poses of the bodies that a StepShader moves, for drawing: `fn main`, a copy an invocation.
///
///   binding 0   run, as there
///           1   memory, as there; read alone
///           2   matrices, storage: those of poseLoops; the first of all copies, then the next
///           3   constants, storage, read alone
///           4   places, storage, read alone: by copy how far it is moved along x and y
struct PoseShader {
  std::string text;
  int matrices = 0;  ///< of a copy: bodies and rods
  std::vector<std::uint32_t> constants;
};
PoseShader poseShader(const ClusterTree<double>& tree, const StepShader& step);

/// The same steps as CUDA or HIP, in doubles: a kernel that moves a copy a thread,
///
///   extern "C" __global__ void moveCopies(int copies, int steps, double h, double* q, double* v,
///                                         const double* torque, double* work, int* made)
///
/// with rows of numbers a copy, laid out as those of an Ensemble; `made` as the shader's steps,
/// with the sign in place of `stopped`: a copy that has stopped has made −1 − made. Loops are
/// closed as there. Throws MechanismError as fastestStep and ProgramOptions::closesLoops do, and of
/// semi-implicit Euler on loops.
std::string stepKernel(const ClusterTree<double>& tree, std::string_view integrator);

}  // namespace linkwork
