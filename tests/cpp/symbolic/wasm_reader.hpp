#pragma once

#include <stdexcept>

#include "symbolic/wasm_machine.hpp"

namespace linkwork::test {

[[noreturn]] inline void refuseWasm(const std::string& what) {
  throw std::runtime_error("WebAssembly: " + what);
}

/// Reads a stretch of bytes from front to back.
class WasmReader {
 public:
  WasmReader(const std::uint8_t* begin, const std::uint8_t* end) : next_(begin), end_(end) {}

  bool isAtEnd() const { return next_ == end_; }
  std::uint8_t byte();
  std::uint32_t number();       ///< unsigned LEB128 of 32 bits
  std::int32_t signedNumber();  ///< signed LEB128 of 32 bits
  std::uint64_t bits64();
  std::string name();
  WasmMachine::Type type();
  std::vector<WasmMachine::Type> types();
  /// The next `size` bytes, which this reader skips.
  WasmReader part(std::uint32_t size);
  void requireEnd(const std::string& of) const;

 private:
  const std::uint8_t *next_, *end_;
};

/// Decodes a function's code and checks that every instruction finds the types of its operands.
std::vector<WasmMachine::Instruction> readWasmCode(
    WasmReader code, const std::vector<WasmMachine::Type>& locals,
    const std::vector<WasmMachine::Signature>& functions);

}  // namespace linkwork::test
