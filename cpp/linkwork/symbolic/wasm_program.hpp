#pragma once

#include <memory>

#include "linkwork/program.hpp"
#include "linkwork/symbolic/wasm_expressions.hpp"

namespace linkwork::symbolic::wasm {

/// A program as functions of a module, to be called one after the other with the addresses of its
/// input arrays, of the outputs and of scratch.
class ProgramCode {
 public:
  virtual ~ProgramCode() = default;
  virtual bool calls(Operation operation) const = 0;
  virtual bool hasAngles() const = 0;
  /// Adds them to a module: their numbers.
  virtual std::vector<int> addTo(Module& module, const Callees& callees) const = 0;
  /// What scratch must hold before the first call.
  virtual std::vector<double> scratch() const = 0;
};

/// The program outlives its code.
std::unique_ptr<ProgramCode> codeOf(const Program& program, const WasmOptions& options);
std::unique_ptr<ProgramCode> codeOf(const LoopProgram& program);

}  // namespace linkwork::symbolic::wasm
