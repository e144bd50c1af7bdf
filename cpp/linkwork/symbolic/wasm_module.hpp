#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

/// The binary form of WebAssembly, as much of it as straight-line numeric code needs.
/// Source: WebAssembly Core Specification 2.0, section 5.
namespace linkwork::symbolic::wasm {

using Bytes = std::vector<std::uint8_t>;

inline constexpr int bytesOfDouble = 8;

enum class Type : std::uint8_t { i32 = 0x7F, f64 = 0x7C, v128 = 0x7B };

/// Instructions, by their byte.
enum class Code : std::uint8_t {
  block = 0x02,
  loop = 0x03,
  ifTrue = 0x04,
  elseTrue = 0x05,
  end = 0x0B,
  branchIf = 0x0D,
  call = 0x10,
  select = 0x1B,
  localGet = 0x20,
  localSet = 0x21,
  localTee = 0x22,
  i32Load = 0x28,
  f64Load = 0x2B,
  f64Store = 0x39,
  i32Const = 0x41,
  f64Const = 0x44,
  i32LessUnsigned = 0x49,
  i32Add = 0x6A,
  f64Less = 0x63,
  f64Negate = 0x9A,
  f64SquareRoot = 0x9F,
  f64Add = 0xA0,
  f64Subtract = 0xA1,
  f64Multiply = 0xA2,
  f64Divide = 0xA3,
  simd = 0xFD,  ///< a Simd code follows
};

/// Instructions on two doubles or two 64-bit integers at once.
enum class Simd : std::uint32_t {
  load = 0x00,
  load64Splat = 0x0A,
  store = 0x0B,
  constant = 0x0C,
  f64x2Splat = 0x14,
  f64x2ExtractLane = 0x21,
  f64x2Less = 0x49,
  bitAnd = 0x4E,
  bitXor = 0x51,
  bitSelect = 0x52,
  load64Lane = 0x57,
  store64Lane = 0x5B,
  i64x2AllTrue = 0xC3,
  i64x2Negate = 0xC1,
  i64x2ShiftLeft = 0xCB,
  i64x2Add = 0xCE,
  f64x2Absolute = 0xEC,
  f64x2Negate = 0xED,
  f64x2SquareRoot = 0xEF,
  f64x2Add = 0xF0,
  f64x2Subtract = 0xF1,
  f64x2Multiply = 0xF2,
  f64x2Divide = 0xF3,
};

/// The body of a function: local variables beyond its parameters, and code.
class Function {
 public:
  explicit Function(int parameters) : locals_(parameters) {}

  /// A new local variable. All of one type before any of the next.
  int local(Type type);

  Function& operator()(Code code);
  Function& operator()(Simd code);
  Function& get(int local) { return withIndex(Code::localGet, local); }
  Function& set(int local) { return withIndex(Code::localSet, local); }
  Function& tee(int local) { return withIndex(Code::localTee, local); }
  Function& call(int function) { return withIndex(Code::call, function); }
  Function& branchIf(int depth) { return withIndex(Code::branchIf, depth); }
  /// block, loop or if without a result.
  Function& open(Code code);
  Function& number(double value);  ///< f64.const
  Function& number(int value);     ///< i32.const
  Function& pair(double value);    ///< v128.const, twice the same
  Function& pair(std::int64_t value);
  /// Loads and stores at the address on the stack plus `offset` bytes.
  Function& memory(Code code, int offset);
  Function& memory(Simd code, int offset);
  Function& memory(Simd code, int offset, int lane);
  Function& lane(Simd code, int lane);

  std::size_t size() const { return code_.size(); }
  Bytes body() const;

 private:
  Function& withIndex(Code code, int index);
  Function& address(int alignment, int offset);

  struct Run {
    Type type;
    int count;
  };
  int locals_;
  std::vector<Run> runs_;
  Bytes code_;
};

/// A module that imports a memory and functions, and exports one function.
class Module {
 public:
  int type(const std::vector<Type>& parameters, const std::vector<Type>& results);
  /// Functions are numbered in order: imported ones first.
  int importFunction(std::string_view from, std::string_view name, int type);
  int addFunction(int type, const Function& function);
  /// The number of the next function added.
  int nextFunction() const { return imports_ + static_cast<int>(types_.size()); }

  /// All of it: memory imported as `env.memory`, `function` exported as `name`.
  Bytes bytes(int function, std::string_view name) const;

 private:
  Bytes signatures_, importEntries_, bodies_;
  std::vector<std::pair<std::vector<Type>, std::vector<Type>>> known_;
  std::vector<int> types_;  ///< of the functions added
  int imports_ = 0;
};

}  // namespace linkwork::symbolic::wasm
