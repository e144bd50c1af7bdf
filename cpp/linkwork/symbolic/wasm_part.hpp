#pragma once

#include <vector>

#include "linkwork/symbolic/wasm_expressions.hpp"
#include "linkwork/symbolic/wasm_schedule.hpp"

namespace linkwork::symbolic::wasm {

/// The code of the parts: functions of the addresses of the input arrays, of the outputs and of
/// scratch.
std::vector<Function> partFunctions(const Schedule& schedule, const Callees& callees);

}  // namespace linkwork::symbolic::wasm
