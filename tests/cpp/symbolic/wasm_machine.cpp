#include "symbolic/wasm_machine.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "codegen/link.hpp"
#include "symbolic/wasm_reader.hpp"

namespace linkwork::test {
namespace {

using WasmValue = std::array<std::uint64_t, 2>;

struct MathFunction {
  const char* name;
  std::size_t operands;
  double (*function)(double, double);
};
constexpr MathFunction mathFunctions[] = {
    {"pow", 2, [](double x, double y) { return std::pow(x, y); }},
    {"atan2", 2, [](double x, double y) { return std::atan2(x, y); }},
    {"sin", 1, [](double x, double) { return std::sin(x); }},
    {"cos", 1, [](double x, double) { return std::cos(x); }},
    {"tan", 1, [](double x, double) { return std::tan(x); }},
    {"asin", 1, [](double x, double) { return std::asin(x); }},
    {"acos", 1, [](double x, double) { return std::acos(x); }},
    {"atan", 1, [](double x, double) { return std::atan(x); }},
    {"exp", 1, [](double x, double) { return std::exp(x); }},
    {"log", 1, [](double x, double) { return std::log(x); }}};

double numberIn(std::uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
std::uint64_t bitsIn(double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
WasmValue valueOf(double number) { return {bitsIn(number), 0}; }
WasmValue valueOf(std::uint32_t number) { return {number, 0}; }

/// A run of a module on a memory of bytes.
class WasmRun {
 public:
  WasmRun(const std::vector<WasmMachine::Import>& imports,
          const std::vector<WasmMachine::Body>& bodies, std::vector<std::uint8_t>& memory,
          std::size_t firstWritable)
      : imports_(imports), bodies_(bodies), memory_(memory), firstWritable_(firstWritable) {}

  void push(const WasmValue& value) { stack_.push_back(value); }
  void call(std::uint32_t function);

 private:
  WasmValue pop() {
    const WasmValue value = stack_.back();
    stack_.pop_back();
    return value;
  }
  std::uint32_t popIndex() { return static_cast<std::uint32_t>(pop()[0]); }
  double popNumber() { return numberIn(pop()[0]); }

  std::uint8_t* place(std::uint32_t offset, std::size_t size, bool isStore) {
    const std::uint64_t address = std::uint64_t{popIndex()} + offset;
    if (address + size > memory_.size() || (isStore && address < firstWritable_))
      refuseWasm("an access outside the arrays");
    return memory_.data() + address;
  }
  void load(std::uint32_t offset, std::size_t size) {
    WasmValue value{};
    std::memcpy(value.data(), place(offset, size, false), size);
    push(value);
  }
  void store(std::uint32_t offset, std::size_t size) {
    const WasmValue value = pop();
    std::memcpy(place(offset, size, true), value.data(), size);
  }
  /// Applies an operation to each lane of two vectors.
  template <typename Operation>
  void onNumbers(int lanes, Operation&& operation) {
    const WasmValue b = pop(), a = pop();
    WasmValue result{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(lanes); ++i)
      result[i] = bitsIn(operation(numberIn(a[i]), numberIn(b[i])));
    push(result);
  }
  template <typename Operation>
  void onBits(Operation&& operation) {
    const WasmValue b = pop(), a = pop();
    push({operation(a[0], b[0]), operation(a[1], b[1])});
  }
  void execute(const WasmMachine::Instruction& instruction);
  void executeOnVectors(const WasmMachine::Instruction& instruction);

  const std::vector<WasmMachine::Import>& imports_;
  const std::vector<WasmMachine::Body>& bodies_;
  std::vector<std::uint8_t>& memory_;
  std::size_t firstWritable_;
  std::vector<WasmValue> stack_;
};

void WasmRun::call(std::uint32_t function) {
  if (function < imports_.size()) {
    const WasmMachine::Import& import = imports_[function];
    const double second = import.type.parameters.size() == 2 ? popNumber() : 0;
    return push(valueOf(import.function(popNumber(), second)));
  }
  const WasmMachine::Body& body = bodies_[function - imports_.size()];
  const std::size_t base = stack_.size() - body.type.parameters.size();
  stack_.resize(base + body.locals.size());
  for (std::size_t next = 0; next < body.code.size();) {
    const WasmMachine::Instruction& instruction = body.code[next++];
    switch (instruction.code) {
      case 0x04:  // if
        if (popIndex() == 0) next = instruction.number;
        break;
      case 0x05:  // else
        next = instruction.number;
        break;
      case 0x0D:  // br_if
        if (popIndex() != 0) next = instruction.number;
        break;
      case 0x20:  // local.get
        push(WasmValue(stack_[base + instruction.number]));
        break;
      case 0x21:  // local.set
        stack_[base + instruction.number] = pop();
        break;
      case 0x22:  // local.tee
        stack_[base + instruction.number] = stack_.back();
        break;
      default:
        execute(instruction);
    }
  }
  stack_.resize(base);
}

void WasmRun::execute(const WasmMachine::Instruction& instruction) {
  switch (instruction.code) {
    case 0x10:
      return call(instruction.number);
    case 0x1B: {  // select
      const bool isFirst = popIndex() != 0;
      const WasmValue second = pop();
      if (!isFirst) stack_.back() = second;
      return;
    }
    case 0x28:
      return load(instruction.number, 4);
    case 0x2B:
      return load(instruction.number, 8);
    case 0x39:
      return store(instruction.number, 8);
    case 0x41:
    case 0x44:
    case 0xFD0C:
      return push({instruction.bits[0], instruction.bits[1]});
    case 0x49: {
      const std::uint32_t b = popIndex();
      return push(valueOf(popIndex() < b ? 1u : 0u));
    }
    case 0x63: {
      const double b = popNumber();
      return push(valueOf(popNumber() < b ? 1u : 0u));
    }
    case 0x6A: {
      const std::uint32_t b = popIndex();
      return push(valueOf(popIndex() + b));
    }
    case 0x9A:
      return push(valueOf(-popNumber()));
    case 0x9F:
      return push(valueOf(std::sqrt(popNumber())));
    case 0xA0:
      return onNumbers(1, [](double a, double b) { return a + b; });
    case 0xA1:
      return onNumbers(1, [](double a, double b) { return a - b; });
    case 0xA2:
      return onNumbers(1, [](double a, double b) { return a * b; });
    case 0xA3:
      return onNumbers(1, [](double a, double b) { return a / b; });
    default:
      executeOnVectors(instruction);
  }
}

void WasmRun::executeOnVectors(const WasmMachine::Instruction& instruction) {
  constexpr std::uint64_t all = ~std::uint64_t{0};
  switch (instruction.code) {
    case 0xFD00:
      return load(instruction.number, 16);
    case 0xFD0B:
      return store(instruction.number, 16);
    case 0xFD0A:
      load(instruction.number, 8);
      stack_.back()[1] = stack_.back()[0];
      return;
    case 0xFD21:
      return push({pop()[instruction.bits[0]], 0});
    case 0xFD57: {
      WasmValue value = pop();
      load(instruction.number, 8);
      value[instruction.bits[0]] = stack_.back()[0];
      stack_.back() = value;
      return;
    }
    case 0xFD5B:
      push({pop()[instruction.bits[0]], 0});
      return store(instruction.number, 8);
    case 0xFD14:
      stack_.back()[1] = stack_.back()[0];
      return;
    case 0xFD49:
      return onBits(
          [](std::uint64_t a, std::uint64_t b) { return numberIn(a) < numberIn(b) ? all : 0; });
    case 0xFD4E:
      return onBits([](std::uint64_t a, std::uint64_t b) { return a & b; });
    case 0xFD51:
      return onBits([](std::uint64_t a, std::uint64_t b) { return a ^ b; });
    case 0xFD52: {
      const WasmValue mask = pop(), b = pop(), a = pop();
      return push({(a[0] & mask[0]) | (b[0] & ~mask[0]), (a[1] & mask[1]) | (b[1] & ~mask[1])});
    }
    case 0xFDC1: {
      const WasmValue a = pop();
      return push({0 - a[0], 0 - a[1]});
    }
    case 0xFDC3: {
      const WasmValue a = pop();
      return push(valueOf(a[0] != 0 && a[1] != 0 ? 1u : 0u));
    }
    case 0xFDCB: {
      const std::uint32_t shift = popIndex() % 64;
      const WasmValue a = pop();
      return push({a[0] << shift, a[1] << shift});
    }
    case 0xFDCE:
      return onBits([](std::uint64_t a, std::uint64_t b) { return a + b; });
    case 0xFDEC: {
      const WasmValue a = pop();
      return push({a[0] & (all >> 1), a[1] & (all >> 1)});
    }
    case 0xFDED: {
      const WasmValue a = pop();
      return push({a[0] ^ ~(all >> 1), a[1] ^ ~(all >> 1)});
    }
    case 0xFDEF: {
      const WasmValue a = pop();
      return push({bitsIn(std::sqrt(numberIn(a[0]))), bitsIn(std::sqrt(numberIn(a[1])))});
    }
    case 0xFDF0:
      return onNumbers(2, [](double a, double b) { return a + b; });
    case 0xFDF1:
      return onNumbers(2, [](double a, double b) { return a - b; });
    case 0xFDF2:
      return onNumbers(2, [](double a, double b) { return a * b; });
    case 0xFDF3:
      return onNumbers(2, [](double a, double b) { return a / b; });
    default:
      refuseWasm("instruction " + std::to_string(instruction.code) + " is read but not run");
  }
}

WasmMachine::Import readImport(WasmReader& content,
                               const std::vector<WasmMachine::Signature>& types) {
  if (content.name() != "math") refuseWasm("an import of another module");
  const std::string name = content.name();
  if (content.byte() != 0x00) refuseWasm("an import that is no function");
  const std::uint32_t index = content.number();
  if (index >= types.size()) refuseWasm("there is no such type");
  const WasmMachine::Signature& type = types[index];
  using Type = WasmMachine::Type;
  for (const MathFunction& each : mathFunctions)
    if (each.name == name && type.parameters == std::vector(each.operands, Type::f64) &&
        type.results == std::vector{Type::f64})
      return {type, each.function};
  refuseWasm("an import of an unknown function, " + name);
}

}  // namespace

WasmMachine::WasmMachine(const std::vector<std::uint8_t>& bytes) {
  WasmReader all(bytes.data(), bytes.data() + bytes.size());
  for (const std::uint8_t each : {0x00, 0x61, 0x73, 0x6D, 0x01, 0x00, 0x00, 0x00})
    if (all.byte() != each) refuseWasm("neither magic number nor version");

  std::vector<Signature> types, functions;
  const auto section = [&](std::uint8_t id, const auto& readEntry) {
    if (all.byte() != id) refuseWasm("a section is missing or out of order");
    WasmReader content = all.part(all.number());
    const std::uint32_t count = content.number();
    for (std::uint32_t i = 0; i < count; ++i) readEntry(content, i);
    content.requireEnd("a section");
    return count;
  };
  const auto typeAt = [&](std::uint32_t index) -> const Signature& {
    if (index >= types.size()) refuseWasm("there is no such type");
    return types[index];
  };
  section(1, [&](WasmReader& content, std::uint32_t) {
    if (content.byte() != 0x60) refuseWasm("a type that is no function's");
    std::vector<Type> parameters = content.types();
    types.push_back({std::move(parameters), content.types()});
  });
  section(2, [&](WasmReader& content, std::uint32_t i) {
    if (i > 0) {
      imports_.push_back(readImport(content, types));
      return functions.push_back(imports_.back().type);
    }
    if (content.name() != "env" || content.name() != "memory" || content.byte() != 0x02 ||
        content.byte() != 0x00)
      refuseWasm("the first import is not a memory of any size");
    content.number();
  });
  const std::uint32_t declared = section(3, [&](WasmReader& content, std::uint32_t) {
    functions.push_back(typeAt(content.number()));
    if (!functions.back().results.empty()) refuseWasm("a function returns something");
  });
  section(7, [&](WasmReader& content, std::uint32_t i) {
    if (i > 0 || content.name() != "run" || content.byte() != 0x00)
      refuseWasm("it exports something else than run");
    run_ = content.number();
    if (run_ < imports_.size() || run_ >= functions.size() ||
        functions[run_].parameters != std::vector(3, Type::i32))
      refuseWasm("run is no function of three addresses");
  });
  const std::uint32_t defined = section(10, [&](WasmReader& content, std::uint32_t i) {
    WasmReader code = content.part(content.number());
    if (i >= declared) refuseWasm("more code than functions");
    Body body{functions[imports_.size() + i], functions[imports_.size() + i].parameters, {}};
    for (std::uint32_t runs = code.number(); runs > 0; --runs) {
      const std::uint32_t count = code.number();
      if (count > 50000) refuseWasm("more local variables than engines allow");
      body.locals.insert(body.locals.end(), count, code.type());
    }
    body.code = readWasmCode(code, body.locals, functions);
    bodies_.push_back(std::move(body));
  });
  if (defined != declared || !all.isAtEnd()) refuseWasm("less code than functions, or more bytes");
}

std::vector<double> WasmMachine::run(const std::vector<std::vector<double>>& inputs,
                                     std::size_t outputs, std::vector<double> workspace) const {
  // Addresses of the inputs, then the arrays. Numbers that are not written stay NaN.
  std::vector<double> numbers((inputs.size() + 1) / 2, 0);
  std::vector<std::uint32_t> addresses;
  const auto append = [&](const std::vector<double>& array) {
    addresses.push_back(static_cast<std::uint32_t>(8 * numbers.size()));
    numbers.insert(numbers.end(), array.begin(), array.end());
  };
  for (const std::vector<double>& array : inputs) append(array);
  append(std::vector<double>(outputs, std::numeric_limits<double>::quiet_NaN()));
  append(workspace);
  std::vector<std::uint8_t> memory(8 * numbers.size());
  std::memcpy(memory.data(), numbers.data(), memory.size());
  std::memcpy(memory.data(), addresses.data(), 4 * inputs.size());

  const std::uint32_t output = addresses[inputs.size()];
  WasmRun run(imports_, bodies_, memory, output);
  for (const std::uint32_t address : {std::uint32_t{0}, output, addresses.back()})
    run.push(valueOf(address));
  run.call(run_);
  std::vector<double> results(outputs);
  std::memcpy(results.data(), memory.data() + output, 8 * outputs);
  return results;
}

std::vector<double> runAsWasm(const symbolic::Program& program,
                              const std::vector<std::vector<double>>& inputs) {
#ifdef __EMSCRIPTEN__
  LinkedProgram linked = link(program);
  std::vector<const double*> arrays;
  for (const std::vector<double>& array : inputs) arrays.push_back(array.data());
  linked.function(arrays.data(), linked.outputs.data(), linked.workspace.data());
  return linked.outputs;
#else
  const symbolic::WasmCode code = emitWasm(program);
  return WasmMachine(code.bytes)
      .run(inputs, static_cast<std::size_t>(program.outputs), code.workspace);
#endif
}

}  // namespace linkwork::test
