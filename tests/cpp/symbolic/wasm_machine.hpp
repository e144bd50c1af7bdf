#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codegen/link.hpp"

namespace linkwork::test {

/// A WebAssembly module read byte by byte, checked as engines check it before they run anything,
/// and interpreted. It runs straight-line numeric code and throws at everything else. Its
/// numbers of instructions are those of the specification, not of the emitter.
/// Source: WebAssembly Core Specification 2.0: section 5 (binary format), 3.3 (types), 4.4 (steps).
class WasmMachine {
 public:
  /// Throws std::runtime_error that says what is not valid.
  explicit WasmMachine(const std::vector<std::uint8_t>& bytes);

  int functions() const { return static_cast<int>(imports_.size() + bodies_.size()); }

  /// The outputs of its export `run(inputs, outputs, scratch)`. A load outside these arrays, or a
  /// store outside the last two, throws std::runtime_error.
  std::vector<double> run(const std::vector<std::vector<double>>& inputs, std::size_t outputs,
                          std::vector<double> workspace) const;

  enum class Type : std::uint8_t { i32 = 0x7F, f64 = 0x7C, v128 = 0x7B };
  struct Signature {
    std::vector<Type> parameters, results;
  };
  struct Instruction {
    std::uint32_t code;    ///< of two bytes for those on vectors, 0xFD and their number
    std::uint32_t number;  ///< index, offset in memory, or where to go on
    std::uint64_t bits[2];
  };
  struct Body {
    Signature type;
    std::vector<Type> locals;  ///< parameters first
    std::vector<Instruction> code;
  };
  struct Import {
    Signature type;
    double (*function)(double, double);  ///< the second operand is 0 where there is one
  };

 private:
  std::vector<Import> imports_;
  std::vector<Body> bodies_;
  std::uint32_t run_ = 0;
};

/// The outputs of a program emitted as WebAssembly: by this machine, in Node by its engine.
std::vector<double> runAsWasm(const symbolic::Program& program,
                              const std::vector<std::vector<double>>& inputs);

}  // namespace linkwork::test
