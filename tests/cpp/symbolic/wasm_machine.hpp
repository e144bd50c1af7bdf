#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codegen/link.hpp"

namespace linkwork::test {

/// A WebAssembly module, read byte by byte, validated as engines do before they run it, and
/// interpreted. Supports straight-line numeric code and throws for anything else. Instruction codes
/// come from the specification, not from the emitter.
/// Source: WebAssembly Core Specification 2.0: section 5 (binary format), 3.3 (types), 4.4 (steps).
class WasmMachine {
 public:
  /// Throws std::runtime_error with the reason if the module is invalid.
  explicit WasmMachine(const std::vector<std::uint8_t>& bytes);

  int functions() const { return static_cast<int>(imports_.size() + bodies_.size()); }

  /// Returns the outputs of its export `run(inputs, outputs, scratch)`. A load outside these
  /// arrays, or a store outside the last two, throws std::runtime_error.
  std::vector<double> run(const std::vector<std::vector<double>>& inputs, std::size_t outputs,
                          std::vector<double> workspace) const;

  enum class Type : std::uint8_t { i32 = 0x7F, f64 = 0x7C, v128 = 0x7B };
  struct Signature {
    std::vector<Type> parameters, results;
  };
  struct Instruction {
    std::uint32_t code;    ///< two bytes for vector instructions: 0xFD and their number
    std::uint32_t number;  ///< index, offset in memory, or branch target
    std::uint64_t bits[2];
  };
  struct Body {
    Signature type;
    std::vector<Type> locals;  ///< parameters first
    std::vector<Instruction> code;
  };
  struct Import {
    Signature type;
    double (*function)(double, double);  ///< the second operand is 0 if there is only one
  };

 private:
  std::vector<Import> imports_;
  std::vector<Body> bodies_;
  std::uint32_t run_ = 0;
};

/// Returns the outputs of a program emitted as WebAssembly: by this machine, or in Node by its
/// engine.
std::vector<double> runAsWasm(const symbolic::Program& program,
                              const std::vector<std::vector<double>>& inputs);

}  // namespace linkwork::test
