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

/// Programs: functions as expressions, of whole mechanisms or of the user, and code generated from
/// them.
namespace linkwork::symbolic {

/// A function of arrays: kernels of straight-line code, and the steps that run them. A straight
/// program is one kernel that runs once. A program of loops runs one kernel on all parts of a
/// mechanism that are alike, which keeps its code short.
///
/// Memories are numbered: the input arrays, then the outputs, then scratch.
struct Program {
  struct Array {
    std::string name;
    int size = 0;
    std::vector<double> values = {};  ///< of numbers that could have been folded in; else empty
  };

  /// Straight-line code on arrays. Input (k, e) is element e of array k. Input (-1, e) is
  /// element e of `next` of the round before; the first round reads it from scratch.
  ///
  /// With two lanes it computes the same in two places: in array k, lane l has element e at
  /// first + 2 e + l if the array is interleaved, else at first(l) + e.
  struct Kernel {
    static constexpr int carried = -1;
    struct Array {
      int memory;
      int stride = 0;  ///< from round to round
      bool isInterleaved = false;
    };
    struct Store {
      int array, element;
      Expression value;
      bool adds = false;  ///< to the number there
    };
    std::shared_ptr<Graph> graph;
    std::vector<Array> arrays;
    std::vector<Store> stores;
    std::vector<Expression> next = {};  ///< in several rounds as many as its inputs (-1, e)
    int lanes = 1;
  };

  /// The begin of an array.
  struct Place {
    int memory, first = 0;
  };

  /// Step: rounds of a kernel.
  struct Loop {
    int kernel, rounds;
    std::vector<int> first;  ///< element at which each array begins, lane after lane
  };
  /// Step: sines and cosines of numbers [first, first + count) of scratch. Sines are `distance`
  /// behind the angles, cosines twice as far.
  struct SinesAndCosines {
    int first, count, distance;
  };
  /// Step: another program, on parts of the memories. Its scratch is its own.
  struct Call {
    int program;
    std::vector<Place> inputs;
    Place outputs;
  };
  using Step = std::variant<Loop, SinesAndCosines, Call>;

  /// Steps [first, last) run again while they leave a number below 0. None in another.
  struct Repeat {
    int first, last;
    Place again;
  };

  /// A straight program: its outputs as expressions in which input (k, e) is element e of
  /// inputs[k].
  static Program straight(std::string name, std::vector<Array> inputs, std::shared_ptr<Graph> graph,
                          const std::vector<Expression>& outputs);
  bool isStraight() const;
  /// The outputs of a straight program.
  std::vector<Expression> expressions() const;

  int outputsMemory() const { return static_cast<int>(inputs.size()); }
  int workspaceMemory() const { return outputsMemory() + 1; }
  /// The loops among the steps.
  std::vector<const Loop*> loops() const;

  std::string name;
  std::vector<Array> inputs;
  int outputs = 0, workspace = 0;
  int carried = 0;  ///< where scratch has the numbers that one loop leaves to the next
  std::vector<Kernel> kernels;
  std::vector<Program> programs;  ///< that are called
  std::vector<Step> steps;
  std::vector<Repeat> repeats;
};

/// A program made runnable, whether it was emitted as C++ or as WebAssembly: `inputs` by array in
/// the order of Program::inputs; `scratch` has the size that the emitter returned.
using CompiledFunction = void (*)(const double* const* inputs, double* outputs, double* workspace);

/// A program as C++ that compiles alone (it includes <cmath>).
struct CppSource {
  std::string text;
  int workspace = 0;  ///< numbers of scratch the function needs
};

struct CppOptions {
  /// Operations a function. Longer ones are split: compilers take more than linear time.
  int functionLength = 800;
  std::string qualifier = {};  ///< of functions and tables, with a space behind it: "__device__ "
};

/// Prints a program as a CompiledFunction `extern "C" void NAME(inputs, outputs, scratch)`: one
/// `const double` per value used more than once, the others where they are used. Long straight
/// programs become several functions that exchange values in scratch. Numbers are printed with all
/// digits. Names of programs that are called begin with that of the caller.
///
///   in   program   its name and the names of its arrays are C++ identifiers, none of them
///                  `inputs`, `outputs`, `scratch`, or one of `a`, `c`, `n` and `t` with a number
CppSource emitCpp(const Program& program, const CppOptions& options = {});

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
  std::vector<double> workspace;  ///< what scratch must hold before the first call
  int functions = 0;              ///< in the module
};

WasmCode emitWasm(const Program& program, const WasmOptions& options = {});

}  // namespace linkwork::symbolic

namespace linkwork {

template <typename Scalar>
class ClusterTree;

struct ProgramOptions {
  /// Masses, inertias, placements, springs, dampers and friction as a last input array,
  /// `parameters`, instead of folded in. Zeros and ones stay constants. The array's `values` are
  /// the tree's own. Loops have them there anyway, those that are equal but once unless they are
  /// kept.
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
/// with keepParameters. Throws MechanismError if there is more in the tree than revolute joints
/// and bodies that float.
symbolic::Program forwardDynamicsLoops(const ClusterTree<double>& tree,
                                       const ProgramOptions& options = {});
/// Of inverse dynamics.
symbolic::Program inverseDynamicsLoops(const ClusterTree<double>& tree,
                                       const ProgramOptions& options = {});

/// The form of forward or inverse dynamics that takes least, by count of operations and of what
/// code outside of the innermost caches costs: straight-line code for short mechanisms and for
/// those with loops, loops of code for long ones. Throws MechanismError that says why where neither
/// gains over the recursion, and of inverse dynamics where mechanisms have loops, whose independent
/// joints are chosen again at every pose.
symbolic::Program fastestForwardDynamics(const ClusterTree<double>& tree,
                                         const ProgramOptions& options = {});
symbolic::Program fastestInverseDynamics(const ClusterTree<double>& tree,
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
/// The code of accelerations is generated once, for any number of stages. w are the
/// velocities at which semi-implicit Euler takes accelerations, v where there are no loops; rk4
/// does not read them. Throws MechanismError, listing the names, if there is no integrator of that
/// name.
symbolic::Program stepProgram(const ClusterTree<double>& tree, std::string_view integrator,
                              const ProgramOptions& options = {});

/// The same as loops over revolute joints and joints of like structure; throws as
/// forwardDynamicsLoops does.
symbolic::Program stepLoops(const ClusterTree<double>& tree, std::string_view integrator,
                            const ProgramOptions& options = {});

/// The form that takes least; throws as fastestForwardDynamics does.
symbolic::Program fastestStep(const ClusterTree<double>& tree, std::string_view integrator,
                              const ProgramOptions& options = {});

/// A step h of the method "variational" of order 2 (integrators: MinimalVariationalIntegrator),
/// under constant joint forces:
///
///   q, momenta π of the bodies, j of the joints, a guess of the average velocity u, τ, h
///     → q, v and π after it, u, and the guard
///
/// by quasi-Newton corrections; the guard is below 0 where eight leave more than rounding, and
/// where a body turns by more than 0.2 rad. Throws MechanismError if there is more in the tree
/// than revolute joints and bodies that float, or they have springs, damping, friction or gears.
symbolic::Program variationalStepProgram(const ClusterTree<double>& tree,
                                         const ProgramOptions& options = {});

/// The same, where it takes less than the recursion; throws MechanismError that says why where it
/// does not.
symbolic::Program fastestVariationalStep(const ClusterTree<double>& tree,
                                         const ProgramOptions& options = {});

/// q → the pose of every body of the mechanism, as a matrix of 4 × 4 numbers, column by column;
/// then of every rod the matrix that takes the y axis from 0 to 1 to it. It has no guard.
symbolic::Program poseLoops(const ClusterTree<double>& tree);

/// A program compiled, with the memory that it runs in.
struct CompiledCode {
  symbolic::CompiledFunction function = nullptr;  ///< null: none
  std::vector<double> outputs, workspace;
  std::vector<double> parameters = {};  ///< where the program keeps any
  /// The parameters of another mechanism, none if the code is not that of it; null: no code keeps
  /// its numbers.
  std::function<std::optional<std::vector<double>>(const ClusterTree<double>&)> parametersOf = {};
};

/// The compiled code of one mechanism. It replaces the library's recursions if its guard, the last
/// output, is not below 0.
struct CompiledDynamics {
  CompiledCode forward, inverse, massMatrix;
  CompiledCode step;  ///< of stepProgram, or of variationalStepProgram
  std::string method = "articulated-body", integrator = {};  ///< whose step it is
};

}  // namespace linkwork
