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
/// @param angles  where scratch has six numbers an angle, with which sines and cosines are computed
///                here; −1: by JavaScript's Math
Function kernelFunction(const Program& program, const Program::Kernel& kernel,
                        const std::optional<Program::Loop>& fixed, int angles,
                        const Callees& callees);

/// A function (address, end, distance) of byte addresses: sin and cos of the angles in
/// [address, end), two at a time. sin of an angle is stored `distance` bytes after it, cos twice as
/// far; where their number is odd one more is read and written.
///
/// x = k π/2 + r, |r| ≤ π/4, by Cody and Waite's three-part π/2, then minimax polynomials, within
/// 1.5 units in the last place; angles of 10⁵ and beyond, and what is not finite, go to the
/// imported functions `sine` and `cosine`. (The method of spatial/sine_cosine.hpp.)
Function sineCosineFunction(int sine, int cosine);

}  // namespace linkwork::symbolic::wasm
