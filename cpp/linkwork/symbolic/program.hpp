#pragma once

#include <memory>
#include <string>
#include <vector>

#include "linkwork/expression.hpp"

namespace linkwork::symbolic {

/// A function written down: `outputs` as expressions of the inputs, straight line, no branches.
/// Emitted as C++ (emit_cpp.hpp), as WebAssembly (emit_wasm.hpp), or read by an interpreter
/// (tape.hpp). Input (array, element) is element `element` of inputs[array].
struct Program {
  struct Array {
    std::string name;
    int size = 0;
    std::vector<double> values = {};  ///< of numbers that could have been folded in; else empty
  };

  std::string name;
  std::vector<Array> inputs;
  std::shared_ptr<Graph> graph;
  std::vector<Expression> outputs;
};

/// A program made runnable, whether it was emitted as C++ or as WebAssembly: `inputs` by array in
/// the order of Program::inputs; `scratch` has room for what the emitter asked for.
using CompiledFunction = void (*)(const double* const* inputs, double* outputs, double* scratch);

}  // namespace linkwork::symbolic
