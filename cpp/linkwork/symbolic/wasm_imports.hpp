#pragma once

#include <functional>

#include "linkwork/symbolic/wasm_expressions.hpp"

namespace linkwork::symbolic::wasm {

/// Imports what `calls` says of JavaScript's Math, and adds the function that works out sines and
/// cosines if there are angles.
Callees importCallees(Module& module, const std::function<bool(Operation)>& calls, bool hasAngles);

}  // namespace linkwork::symbolic::wasm
