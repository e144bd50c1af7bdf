#pragma once

#include <optional>
#include <vector>

#include "linkwork/program.hpp"

/// What the emitters of all targets need to know of a program's kernels.
namespace linkwork::symbolic {

/// A straight program as several kernels of at most `length` operations, which exchange values in
/// scratch. Any other program stays unchanged.
///
/// @param batchesSines  compute the sines and cosines of all angles that depend on no others at
/// once,
///                      between two kernels
Program divided(const Program& program, int length, bool batchesSines);

bool isTrigonometric(Operation operation);

/// By kernel the loop that runs it, if that is the only one, of one round and one lane: then places
/// of arrays are constants. All other loops are in a table.
using FixedLoops = std::vector<std::optional<Program::Loop>>;
FixedLoops fixedLoops(const Program& program);

/// The steps from one on that a table of loops runs: until one does not, or a repeat begins or
/// ends.
std::vector<const Program::Loop*> loopsInTable(const Program& program, std::size_t step,
                                               const FixedLoops& fixed);

/// What a kernel computes: its stores and what it leaves to the next round.
std::vector<Expression> rootsOf(const Program::Kernel& kernel);

/// One round of a kernel: which values are variables, and when stores take place.
struct Round {
  enum class Kind {
    load,   ///< an input into a variable, since a store is going to overwrite it
    keep,   ///< a computed value into a variable
    store,  ///< of an expression or of a variable
  };
  struct Statement {
    Kind kind;
    Node node;
    const Program::Kernel::Store* store = nullptr;
  };

  explicit Round(const Program::Kernel& kernel);

  std::vector<Statement> statements;
  std::vector<int> uses;      ///< by node of the graph: as operand, in stores and in `next`
  std::vector<Node> carried;  ///< inputs that read the round before, by element; −1: none
};

}  // namespace linkwork::symbolic
