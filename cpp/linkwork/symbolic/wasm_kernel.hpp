#pragma once

#include <array>

#include "linkwork/symbolic/kernel_code.hpp"
#include "linkwork/symbolic/wasm_module.hpp"

namespace linkwork::symbolic::wasm {

/// Numbers of the functions that code calls.
struct Callees {
  std::array<int, 32> math = {};  ///< by operation
  int sineCosine = -1;
};

/// Entry of the table of loops: 32-bit integers, the kernel, its rounds and where its arrays begin.
namespace loop_entry {
inline constexpr int kernel = 0, rounds = 1, first = 2;
}

/// Angles of which a kernel computes sines and cosines.
int angleCount(const Program::Kernel& kernel);

/// The code of a kernel: a function of the addresses of the program's memories, after the address
/// of a loop's entry in the table unless `fixed` has its places.
///
/// @param angles  where scratch has room for six numbers an angle, with which sines and cosines are
///                computed here; −1: by JavaScript's Math
Function kernelFunction(const Program& program, const Program::Kernel& kernel,
                        const std::optional<Program::Loop>& fixed, int angles,
                        const Callees& callees);

}  // namespace linkwork::symbolic::wasm
