#pragma once

#include <memory>
#include <string>
#include <vector>

#include "linkwork/program.hpp"

namespace linkwork::test {

/// A program as machine code. Copies share the code, but not the workspace.
struct LinkedProgram {
  symbolic::CompiledFunction function = nullptr;
  std::vector<double> workspace, outputs;
  std::shared_ptr<void> library;  ///< keeps the code loaded

  /// Returns the outputs, valid until the next call. `inputs` has one pointer per array.
  const std::vector<double>& run(std::initializer_list<const double*> inputs) {
    function(inputs.begin(), outputs.data(), workspace.data());
    return outputs;
  }
};

/// Runs a linked program and counts its calls. Without a program, a simulation falls back.
struct Counted {
  static void run(const double* const* inputs, double* outputs, double* workspace) {
    ++calls;
    program(inputs, outputs, workspace);
  }
  static inline symbolic::CompiledFunction program = nullptr;
  static inline int calls = 0;
};

#ifndef __EMSCRIPTEN__
/// Compiles C++ into a shared library and loads it for dlsym.
std::shared_ptr<void> compileText(const std::string& text, const std::string& optimization);
#endif

/// Links all programs at once, because a compiler takes longer to start than to compile. Natively,
/// emits C++, compiles it (by default without optimization) and loads it. In Node, emits
/// WebAssembly. Program names must differ.
std::vector<LinkedProgram> link(const std::vector<symbolic::Program>& programs,
                                const std::string& optimization = "-O0");
LinkedProgram link(const symbolic::Program& program);

}  // namespace linkwork::test
