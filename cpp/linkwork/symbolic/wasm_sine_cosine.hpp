#pragma once

#include "linkwork/symbolic/wasm_module.hpp"

namespace linkwork::symbolic::wasm {

/// A function (address, end, distance) of byte addresses: sin and cos of the angles in
/// [address, end), two at a time. sin of an angle is stored `distance` bytes after it, cos twice as
/// far; where their number is odd one more is read and written.
///
/// x = k π/2 + r, |r| ≤ π/4, by Cody and Waite's three-part π/2, then minimax polynomials, within
/// 1.5 units in the last place; angles of 10⁵ and beyond, and what is not finite, go to the
/// imported functions `sine` and `cosine`. (The method of spatial/sine_cosine.hpp.)
Function sineCosineFunction(int sine, int cosine);

}  // namespace linkwork::symbolic::wasm
