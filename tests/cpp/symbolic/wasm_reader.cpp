#include "symbolic/wasm_reader.hpp"

#include <algorithm>

namespace linkwork::test {
namespace {

using Type = WasmMachine::Type;
using WasmInstruction = WasmMachine::Instruction;

/// Operands of an instruction and its results on the stack: i i32, d f64, v v128.
struct WasmRule {
  std::uint32_t code;
  const char *operands, *result;
};
constexpr WasmRule wasmRules[] = {
    {0x49, "ii", "i"},     // i32.lt_u
    {0x63, "dd", "i"},     // f64.lt
    {0x6A, "ii", "i"},     // i32.add
    {0x9A, "d", "d"},      // f64.neg
    {0x9F, "d", "d"},      // f64.sqrt
    {0xA0, "dd", "d"},     // f64.add
    {0xA1, "dd", "d"},     // f64.sub
    {0xA2, "dd", "d"},     // f64.mul
    {0xA3, "dd", "d"},     // f64.div
    {0xFD14, "d", "v"},    // f64x2.splat
    {0xFD49, "vv", "v"},   // f64x2.lt
    {0xFD4E, "vv", "v"},   // v128.and
    {0xFD51, "vv", "v"},   // v128.xor
    {0xFD52, "vvv", "v"},  // v128.bitselect
    {0xFDC1, "v", "v"},    // i64x2.neg
    {0xFDC3, "v", "i"},    // i64x2.all_true
    {0xFDCB, "vi", "v"},   // i64x2.shl
    {0xFDCE, "vv", "v"},   // i64x2.add
    {0xFDEC, "v", "v"},    // f64x2.abs
    {0xFDED, "v", "v"},    // f64x2.neg
    {0xFDEF, "v", "v"},    // f64x2.sqrt
    {0xFDF0, "vv", "v"},   // f64x2.add
    {0xFDF1, "vv", "v"},   // f64x2.sub
    {0xFDF2, "vv", "v"},   // f64x2.mul
    {0xFDF3, "vv", "v"},   // f64x2.div
};
/// Loads and stores, and the logarithm of their size in bytes.
struct WasmAccess {
  WasmRule rule;
  std::uint32_t size;
};
constexpr WasmAccess wasmAccesses[] = {
    {{0x28, "i", "i"}, 2},    // i32.load
    {{0x2B, "i", "d"}, 3},    // f64.load
    {{0x39, "id", ""}, 3},    // f64.store
    {{0xFD00, "i", "v"}, 4},  // v128.load
    {{0xFD0A, "i", "v"}, 3},  // v128.load64_splat
    {{0xFD0B, "iv", ""}, 4},  // v128.store
};
/// The same with a lane index.
constexpr WasmAccess wasmLaneAccesses[] = {
    {{0xFD57, "iv", "v"}, 3},  // v128.load64_lane
    {{0xFD5B, "iv", ""}, 3},   // v128.store64_lane
};

Type wasmTypeOf(char letter) {
  return letter == 'i' ? Type::i32 : letter == 'd' ? Type::f64 : Type::v128;
}

class WasmCodeReader {
 public:
  WasmCodeReader(WasmReader bytes, const std::vector<Type>& locals,
                 const std::vector<WasmMachine::Signature>& functions)
      : bytes_(bytes), locals_(locals), functions_(functions) {}

  std::vector<WasmInstruction> read() {
    frames_.push_back({0x02, 0, 0, {}});
    while (!frames_.empty()) readInstruction();
    bytes_.requireEnd("a function's code");
    return std::move(code_);
  }

 private:
  /// An open block, loop (0x03) or if (0x04, and 0x05 after its else).
  struct Frame {
    std::uint32_t kind;
    std::size_t height, start;
    std::vector<std::size_t> exits;  ///< instructions that branch to its end
  };

  void push(Type type) { stack_.push_back(type); }
  Type pop() {
    if (stack_.size() <= frames_.back().height) refuseWasm("an operand is missing");
    const Type type = stack_.back();
    stack_.pop_back();
    return type;
  }
  void pop(Type type) {
    if (pop() != type) refuseWasm("an operand has another type");
  }
  void apply(const WasmRule& rule) {
    const std::string operands(rule.operands);
    std::for_each(operands.rbegin(), operands.rend(), [&](char each) { pop(wasmTypeOf(each)); });
    if (*rule.result) push(wasmTypeOf(*rule.result));
  }
  void requireEmpty() const {
    if (stack_.size() != frames_.back().height) refuseWasm("a block leaves operands");
  }
  Type local(std::uint32_t index) const {
    if (index >= locals_.size()) refuseWasm("there is no such local variable");
    return locals_[index];
  }
  void open(std::uint32_t kind) {
    if (bytes_.byte() != 0x40) refuseWasm("a block has a result");
    if (kind == 0x04) pop(Type::i32);
    frames_.push_back({kind, stack_.size(), code_.size(), {}});
  }

  void readInstruction() {
    std::uint32_t code = bytes_.byte();
    if (code == 0xFD) {
      const std::uint32_t vector = bytes_.number();
      if (vector > 0xFF) refuseWasm("an unknown instruction on vectors");
      code = 0xFD00 + vector;
    }
    WasmInstruction instruction{code, 0, {0, 0}};
    if (readControl(instruction) || readOperand(instruction)) return;
    for (const WasmAccess& access : wasmAccesses)
      if (access.rule.code == code) {
        if (bytes_.number() > access.size) refuseWasm("an alignment beyond the natural one");
        instruction.number = bytes_.number();
        apply(access.rule);
        return code_.push_back(instruction);
      }
    for (const WasmAccess& access : wasmLaneAccesses)
      if (access.rule.code == code) {
        if (bytes_.number() > access.size) refuseWasm("an alignment beyond the natural one");
        instruction.number = bytes_.number();
        instruction.bits[0] = lane();
        apply(access.rule);
        return code_.push_back(instruction);
      }
    for (const WasmRule& rule : wasmRules)
      if (rule.code == code) {
        apply(rule);
        return code_.push_back(instruction);
      }
    refuseWasm("unknown instruction " + std::to_string(code));
  }

  /// Reads the index of one of two lanes.
  std::uint64_t lane() {
    const std::uint8_t result = bytes_.byte();
    if (result > 1) refuseWasm("there is no such lane");
    return result;
  }

  bool readControl(WasmInstruction& instruction) {
    switch (instruction.code) {
      case 0x02:  // block
      case 0x03:  // loop
        open(instruction.code);
        return true;
      case 0x04:  // if: branches to its else or its end if the condition is 0
        open(instruction.code);
        frames_.back().exits.push_back(code_.size());
        break;
      case 0x05:  // else, reached from the first part: branches to the end of the if
        if (frames_.back().kind != 0x04) refuseWasm("else without if");
        requireEmpty();
        code_[frames_.back().exits.back()].number = static_cast<std::uint32_t>(code_.size() + 1);
        frames_.back().kind = 0x05;
        frames_.back().exits.back() = code_.size();
        break;
      case 0x0B:  // end
        requireEmpty();
        for (const std::size_t each : frames_.back().exits)
          code_[each].number = static_cast<std::uint32_t>(code_.size());
        frames_.pop_back();
        return true;
      case 0x0D: {  // br_if
        const std::uint32_t depth = bytes_.number();
        if (depth >= frames_.size()) refuseWasm("a branch out of the function");
        pop(Type::i32);
        Frame& target = frames_[frames_.size() - 1 - depth];
        if (target.kind == 0x03)
          instruction.number = static_cast<std::uint32_t>(target.start);
        else
          target.exits.insert(target.exits.begin(), code_.size());
        break;
      }
      default:
        return false;
    }
    code_.push_back(instruction);
    return true;
  }

  bool readOperand(WasmInstruction& instruction) {
    switch (instruction.code) {
      case 0x10: {  // call
        instruction.number = bytes_.number();
        if (instruction.number >= functions_.size()) refuseWasm("there is no such function");
        const WasmMachine::Signature& type = functions_[instruction.number];
        std::for_each(type.parameters.rbegin(), type.parameters.rend(),
                      [&](Type each) { pop(each); });
        for (const Type each : type.results) push(each);
        break;
      }
      case 0x1B: {  // select
        pop(Type::i32);
        const Type type = pop();
        if (type == Type::v128) refuseWasm("select between vectors without their type");
        pop(type);
        push(type);
        break;
      }
      case 0x20:  // local.get
        push(local(instruction.number = bytes_.number()));
        break;
      case 0x21:  // local.set
        pop(local(instruction.number = bytes_.number()));
        break;
      case 0x22:  // local.tee
        pop(local(instruction.number = bytes_.number()));
        push(local(instruction.number));
        break;
      case 0x41:  // i32.const
        instruction.bits[0] = static_cast<std::uint32_t>(bytes_.signedNumber());
        push(Type::i32);
        break;
      case 0x44:  // f64.const
        instruction.bits[0] = bytes_.bits64();
        push(Type::f64);
        break;
      case 0xFD21:  // f64x2.extract_lane
        instruction.bits[0] = lane();
        pop(Type::v128);
        push(Type::f64);
        break;
      case 0xFD0C:  // v128.const
        for (std::uint64_t& lane : instruction.bits) lane = bytes_.bits64();
        push(Type::v128);
        break;
      default:
        return false;
    }
    code_.push_back(instruction);
    return true;
  }

  WasmReader bytes_;
  const std::vector<Type>& locals_;
  const std::vector<WasmMachine::Signature>& functions_;
  std::vector<Frame> frames_;
  std::vector<Type> stack_;
  std::vector<WasmInstruction> code_;
};

}  // namespace

std::uint8_t WasmReader::byte() {
  if (next_ == end_) refuseWasm("it ends too early");
  return *next_++;
}

std::uint32_t WasmReader::number() {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 35; shift += 7) {
    const std::uint64_t part = byte();
    value |= (part & 0x7F) << shift;
    if (part < 0x80) {
      if (value > 0xFFFFFFFF) break;
      return static_cast<std::uint32_t>(value);
    }
  }
  refuseWasm("a number of more than 32 bits");
}

std::int32_t WasmReader::signedNumber() {
  std::int64_t value = 0;
  for (int shift = 0; shift < 35; shift += 7) {
    const std::int64_t part = byte();
    value |= (part & 0x7F) << shift;
    if (part < 0x80) {
      if (part & 0x40) value -= std::int64_t{1} << (shift + 7);
      if (value != static_cast<std::int32_t>(value)) break;
      return static_cast<std::int32_t>(value);
    }
  }
  refuseWasm("a signed number of more than 32 bits");
}

std::uint64_t WasmReader::bits64() {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 8) value |= std::uint64_t{byte()} << shift;
  return value;
}

std::string WasmReader::name() {
  std::string text(number(), ' ');
  for (char& letter : text) letter = static_cast<char>(byte());
  return text;
}

Type WasmReader::type() {
  const std::uint8_t code = byte();
  for (const Type each : {Type::i32, Type::f64, Type::v128})
    if (code == static_cast<std::uint8_t>(each)) return each;
  refuseWasm("an unknown type");
}

std::vector<Type> WasmReader::types() {
  std::vector<Type> all;
  for (std::uint32_t count = number(); count > 0; --count) all.push_back(type());
  return all;
}

WasmReader WasmReader::part(std::uint32_t size) {
  if (size > static_cast<std::size_t>(end_ - next_)) refuseWasm("a part is longer than the whole");
  next_ += size;
  return {next_ - size, next_};
}

void WasmReader::requireEnd(const std::string& of) const {
  if (!isAtEnd()) refuseWasm("bytes are left after " + of);
}

std::vector<WasmInstruction> readWasmCode(WasmReader code, const std::vector<Type>& locals,
                                          const std::vector<WasmMachine::Signature>& functions) {
  return WasmCodeReader(code, locals, functions).read();
}

}  // namespace linkwork::test
