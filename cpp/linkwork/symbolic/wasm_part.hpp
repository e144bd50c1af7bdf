#pragma once

#include <array>

#include "linkwork/symbolic/wasm_module.hpp"
#include "linkwork/symbolic/wasm_schedule.hpp"

namespace linkwork::symbolic::wasm {

/// Numbers of the functions that parts call.
struct Callees {
  std::array<int, 32> math = {};  ///< by operation
  int sineCosine = -1;
};

/// The code of the parts: functions of the addresses of the input arrays, of the outputs and of
/// scratch. Nodes used once are computed on the expression stack where they are used, others keep a
/// local variable from their computation to their last use.
std::vector<Function> partFunctions(const Schedule& schedule, const Callees& callees);

}  // namespace linkwork::symbolic::wasm
