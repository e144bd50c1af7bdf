#pragma once

#include "linkwork/program.hpp"
#include "linkwork/symbolic/wasm_expressions.hpp"

namespace linkwork::symbolic::wasm {

/// How a loop of a LoopProgram stands in the table that code reads: 32-bit integers.
namespace loop_entry {
inline constexpr int kernel = 0, rounds = 1, first = 2;  ///< places in bytes from their memory
}

/// The code of a kernel: a function of the address of a loop's entry in the table, then of the
/// addresses of the program's memories.
Function kernelFunction(const LoopProgram& program, const LoopProgram::Kernel& kernel,
                        const Callees& callees);

}  // namespace linkwork::symbolic::wasm
