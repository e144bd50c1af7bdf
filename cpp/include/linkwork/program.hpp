#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "linkwork/expression.hpp"

/// Programs: functions as expressions, of whole mechanisms or of the user, and the code generated
/// from them.
namespace linkwork::symbolic {

/// A function as generated code: `outputs` as expressions of the inputs, straight line, no
/// branches. Emitted as C++ or as WebAssembly, or read by an interpreter. Input (array, element) is
/// element `element` of inputs[array].
struct Program {
  struct Array {
    std::string name;
    int size = 0;
    std::vector<double> values = {};  ///< of numbers that could have been folded in; else empty
  };

  std::string name;
  std::vector<Array> inputs;
  std::shared_ptr<Graph> graph;
  std::vector<Expression> outputs;
};

/// A function as loops: the code of equal parts of a mechanism is one kernel, which runs on the
/// memory of each part. So the code does not grow with the mechanism.
///
/// Scratch begins with angles, their sines and their cosines, each of the same size, computed
/// between the first loops and the others. The values that one loop passes to the next follow.
struct LoopProgram {
  /// Straight-line code on arrays: input (k, e) is element e of array k. Input (-1, e) is what the
  /// round before left in `next`.
  ///
  /// On two lanes it does the same in two places: in array k, lane l has element e at
  /// first + 2 e + l where it is interleaved, at first(l) + e where it is not.
  struct Kernel {
    static constexpr int carried = -1;
    struct Array {
      int memory;  ///< input array; their number: the outputs; and one more: scratch
      int stride;  ///< from round to round
      bool isInterleaved;
    };
    struct Store {
      int array, element;
      Expression value;
      bool adds;  ///< to what is there
    };
    std::shared_ptr<Graph> graph;
    std::vector<Array> arrays;
    std::vector<Store> stores;
    std::vector<Expression> next;
    int lanes = 1;
    bool repeats = false;  ///< runs several rounds: `next` is as long as its input
  };
  struct Loop {
    int kernel, rounds;
    std::vector<int> first;  ///< of each array, lane after lane
  };

  int outputsMemory() const { return static_cast<int>(inputs.size()); }
  int scratchMemory() const { return outputsMemory() + 1; }

  std::string name;
  std::vector<Program::Array> inputs;
  int outputs = 0, scratch = 0;
  int angles = 0, angleRoom = 0, carried = 0;
  std::vector<Kernel> kernels;
  std::vector<Loop> turns, loops;
};

/// Programs that run one after the other on memories that they share, as the stages of a step do:
/// what runs often is written once.
struct ProgramSequence {
  /// Where an array begins: the inputs' memories come first, then that of the outputs, then
  /// scratch, which begins with the values that the programs pass to each other (`scratch`
  /// numbers).
  struct Place {
    int memory, first = 0;
  };
  struct Call {
    int program;
    std::vector<Place> inputs;  ///< of each of its input arrays
    Place outputs;
  };
  /// Calls [first, last) that run again as long as they leave a number below 0.
  struct Repeat {
    int first, last;
    Place again;
  };

  int outputsMemory() const { return static_cast<int>(inputs.size()); }
  int scratchMemory() const { return outputsMemory() + 1; }

  std::string name;
  std::vector<Program::Array> inputs;
  int outputs = 0, scratch = 0;
  std::vector<std::variant<Program, LoopProgram>> programs;
  std::vector<Call> calls;
  std::vector<Repeat> repeats = {};  ///< none in another
};

/// A program made runnable, whether it was emitted as C++ or as WebAssembly: `inputs` by array in
/// the order of Program::inputs; `scratch` has the size that the emitter returned.
using CompiledFunction = void (*)(const double* const* inputs, double* outputs, double* scratch);

/// A program as C++ that compiles alone (it includes <cmath>).
struct CppSource {
  std::string text;
  int scratch = 0;  ///< numbers of scratch the function needs
};

struct CppOptions {
  int statementsPerFunction = 400;  ///< longer ones are split: compilers take more than linear time
  std::string qualifier = {};       ///< of functions and tables, a space behind it: "__device__ "
};

/// Prints a program as a CompiledFunction `extern "C" void NAME(inputs, outputs, scratch)`: one
/// `const double` per value used more than once, the others written where they are used. Long
/// programs become several functions that pass values through scratch. Printed numbers are read
/// back exactly.
///
///   in   program   its name and the names of its arrays are C++ identifiers, none of them
///                  `inputs`, `outputs`, `scratch` or `t` with a number
CppSource emitCpp(const Program& program, const CppOptions& options = {});
CppSource emitCpp(const LoopProgram& program, const CppOptions& options = {});
/// Names of its programs begin with its own.
CppSource emitCpp(const ProgramSequence& sequence, const CppOptions& options = {});

struct WasmOptions {
  /// Operations a function: engines optimize functions of some hundreds best (bench/README.md).
  int functionLength = 600;
};

/// A program as a WebAssembly module.
///
/// It imports the memory of inputs, outputs and scratch (`env.memory`), and of
/// JavaScript's Math the functions it calls (`math.atan2`, …); sines and cosines it works out
/// itself. It exports `run`, a CompiledFunction with addresses in place of pointers.
struct WasmCode {
  std::vector<std::uint8_t> bytes;
  std::vector<double> scratch;  ///< what scratch must hold before the first call
  int functions = 0;            ///< in the module
};

WasmCode emitWasm(const Program& program, const WasmOptions& options = {});
WasmCode emitWasm(const LoopProgram& program);
WasmCode emitWasm(const ProgramSequence& sequence, const WasmOptions& options = {});

<<<<<<< HEAD
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

/// in   morePairs   pairs of the caller, behind the outputs
///
/// Throws MechanismError of a sequence with repeats.
WgslSource emitWgsl(const ProgramSequence& sequence, int morePairs = 0);

/// A program by itself, in single floats: `fn NAME(i0, …, outputs, scratch)` of the places where
/// its arrays begin. Requires `fn load(place: u32) -> f32`, `fn store(place: u32, value: f32)` and
/// the constants, which begin with the inputs that have values, in their order.
WgslSource emitWgsl(const LoopProgram& program);

=======
>>>>>>> 452214e5 (gpu: move shaders and kernels of ensembles to a directory of their own)
}  // namespace linkwork::symbolic

namespace linkwork {

template <typename Scalar>
class ClusterTree;

struct ProgramOptions {
  /// Masses, inertias, placements, springs, dampers and friction as a last input array,
  /// `parameters`, instead of folded in. What is zero or one stays so. The array's `values` are the
  /// tree's own. Loops have them there anyway, those that are equal but once unless they are kept.
  bool keepParameters = false;
  /// Steps end with loops and couplings closed, by one correction of Newton's on the dependent
  /// coordinates; else they are left as the accelerations lead them. Throws MechanismError of loops
  /// closed by helical joints, and of joints of several coordinates within loops.
  bool closesLoops = false;
};

// Every program's last output is the guard: below 0 where the choice of independent coordinates,
// made at the tree's initial position, no longer serves. General joints are differentiated
// symbolically, in all of their charts.

/// q, v, τ → v̇ of all tree joints, passive forces included; what forwardDynamics computes without
/// wrenches.
symbolic::Program forwardDynamicsProgram(const ClusterTree<double>& tree,
                                         const ProgramOptions& options = {});

/// The same as loops over revolute joints of like structure; its numbers are an input array, as
/// with keepParameters. Throws MechanismError where there is more in the tree than revolute joints
/// and bodies that float.
symbolic::LoopProgram forwardDynamicsLoops(const ClusterTree<double>& tree,
                                           const ProgramOptions& options = {});
/// Of inverse dynamics.
symbolic::LoopProgram inverseDynamicsLoops(const ClusterTree<double>& tree,
                                           const ProgramOptions& options = {});

using DynamicsProgram = std::variant<symbolic::Program, symbolic::LoopProgram>;

/// The form of forward or inverse dynamics that takes least, by count of operations and of what
/// code outside of the innermost caches costs: straight-line code for short mechanisms and for
/// those with loops, loops of code for long ones. Throws MechanismError that says why where neither
/// gains over the recursion, and of inverse dynamics where mechanisms have loops, whose independent
/// joints are chosen again at every pose.
DynamicsProgram fastestForwardDynamics(const ClusterTree<double>& tree,
                                       const ProgramOptions& options = {});
DynamicsProgram fastestInverseDynamics(const ClusterTree<double>& tree,
                                       const ProgramOptions& options = {});

/// q, v, v̇ → generalized forces on the independent joints, zero on the others, that produce v̇ in
/// addition to the passive ones, as inverseDynamics computes. Of v̇ only independent entries are
/// read.
symbolic::Program inverseDynamicsProgram(const ClusterTree<double>& tree,
                                         const ProgramOptions& options = {});

/// q → H over ẏ, column by column, as massMatrix; its last output is the guard.
symbolic::Program massMatrixProgram(const ClusterTree<double>& tree,
                                    const ProgramOptions& options = {});

/// The mass matrix, where its program takes less than the composite-body recursion; throws
/// MechanismError that says why where it does not, and where mechanisms have loops.
symbolic::Program fastestMassMatrix(const ClusterTree<double>& tree,
                                    const ProgramOptions& options = {});

/// A step h of an integrator of the method "articulated-body", by its name, under joint forces that
/// stay as they are (dynamics/explicit_steps.hpp):
///
///   q, v, τ, h (an array of one), w → q and v after it, the mean power of τ, damping and friction
///   in it [W], and the guard
///
/// What evaluates accelerations is written once, however many stages there are. w are the
/// velocities at which semi-implicit Euler takes accelerations, v where there are no loops; rk4
/// does not read them. Throws MechanismError, listing the names, if there is no integrator of that
/// name.
symbolic::ProgramSequence stepProgram(const ClusterTree<double>& tree, std::string_view integrator,
                                      const ProgramOptions& options = {});

/// The same as loops over revolute joints and joints of like structure; throws as
/// forwardDynamicsLoops does.
symbolic::ProgramSequence stepLoops(const ClusterTree<double>& tree, std::string_view integrator,
                                    const ProgramOptions& options = {});

/// The form that takes least; throws as fastestForwardDynamics does.
symbolic::ProgramSequence fastestStep(const ClusterTree<double>& tree, std::string_view integrator,
                                      const ProgramOptions& options = {});

/// A step h of the method "variational" of order 2 (integrators: MinimalVariationalIntegrator),
/// under constant joint forces:
///
///   q, momenta π of the bodies, j of the joints, a guess of the average velocity u, τ, h
///     → q, v and π after it, u, and the guard
///
/// by quasi-Newton corrections; the guard is below 0 where eight leave more than rounding, and
/// where a body turns by more than 0.2 rad. Throws MechanismError where there is more in the tree
/// than revolute joints and bodies that float, or they have springs, damping, friction or gears.
symbolic::ProgramSequence variationalStepProgram(const ClusterTree<double>& tree,
                                                 const ProgramOptions& options = {});

/// The same, where it takes less than the recursion; throws MechanismError that says why where it
/// does not.
symbolic::ProgramSequence fastestVariationalStep(const ClusterTree<double>& tree,
                                                 const ProgramOptions& options = {});

/// q → the pose of every body of the mechanism, as a matrix of 4 × 4 numbers, column by column;
/// then of every rod the matrix that takes the y axis from 0 to 1 to it. It has no guard.
symbolic::LoopProgram poseLoops(const ClusterTree<double>& tree);

<<<<<<< HEAD
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

/// The poses of the bodies that a StepShader moves, for drawing: `fn main`, a copy
/// an invocation.
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

=======
>>>>>>> 452214e5 (gpu: move shaders and kernels of ensembles to a directory of their own)
/// A program compiled, with the memory that it runs in.
struct CompiledCode {
  symbolic::CompiledFunction function = nullptr;  ///< null: none
  std::vector<double> outputs, scratch;
  std::vector<double> parameters = {};  ///< where the program keeps any
  /// What they are of another mechanism, none where the code is not that of it; null: no code keeps
  /// its numbers.
  std::function<std::optional<std::vector<double>>(const ClusterTree<double>&)> parametersOf = {};
};

/// What is compiled for one mechanism: serves in place of the library's own recursions where its
/// guard, the last output, is not below 0.
struct CompiledDynamics {
  CompiledCode forward, inverse, massMatrix;
  CompiledCode step;  ///< of stepProgram, or of variationalStepProgram
  std::string method = "articulated-body", integrator = {};  ///< whose step it is
};

}  // namespace linkwork
