#pragma once

#include <cstdint>
#include <vector>

#include "linkwork/symbolic/program.hpp"

namespace linkwork::symbolic {

struct WasmOptions {
  /// Operations a function: engines optimise functions of some hundreds best (bench/README.md).
  int functionLength = 600;
};

/// A program as a WebAssembly module.
///
/// It imports the memory that inputs, outputs and scratch live in (`env.memory`), and of
/// JavaScript's Math the functions it calls (`math.atan2`, …); sines and cosines it works out
/// itself. It exports `run`, a CompiledFunction with addresses in place of pointers.
struct WasmCode {
  std::vector<std::uint8_t> bytes;
  std::vector<double> scratch;  ///< what scratch must hold before the first call
  int functions = 0;            ///< in the module
};

WasmCode emitWasm(const Program& program, const WasmOptions& options = {});

}  // namespace linkwork::symbolic
