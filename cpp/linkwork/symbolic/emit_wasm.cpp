#include <algorithm>
#include <utility>

#include "linkwork/program.hpp"
#include "linkwork/symbolic/wasm_imports.hpp"
#include "linkwork/symbolic/wasm_part.hpp"
#include "linkwork/symbolic/wasm_program.hpp"

namespace linkwork::symbolic {

namespace wasm {

namespace {

/// Straight-line code in parts.
class PartsCode final : public ProgramCode {
 public:
  PartsCode(const Program& program, int functionLength) : schedule_(program, functionLength) {}

  bool calls(Operation operation) const override { return schedule_.calls(operation); }
  bool hasAngles() const override { return schedule_.angleCount() > 0; }
  std::vector<int> addTo(Module& module, const Callees& callees) const override {
    const std::vector<Type> addresses(schedule_.program().inputs.size() + 2, Type::i32);
    const int type = module.type(addresses, {});
    std::vector<int> parts;
    for (const Function& part : partFunctions(schedule_, callees))
      parts.push_back(module.addFunction(type, part));
    return parts;
  }
  std::vector<double> scratch() const override {
    return std::vector<double>(schedule_.scratchSize());
  }

 private:
  Schedule schedule_;
};

}  // namespace

std::unique_ptr<ProgramCode> codeOf(const Program& program, const WasmOptions& options) {
  return std::make_unique<PartsCode>(program, options.functionLength);
}

}  // namespace wasm

namespace {

using wasm::Code;
using wasm::Type;

/// One program, called once with all that is given.
template <typename Kind>
ProgramSequence alone(const Kind& program, int outputs) {
  ProgramSequence sequence{program.name, program.inputs, outputs, 0, {program}, {}};
  std::vector<ProgramSequence::Place> inputs;
  for (int array = 0; array < sequence.outputsMemory(); ++array) inputs.push_back({array});
  sequence.calls.push_back({0, std::move(inputs), {sequence.outputsMemory()}});
  return sequence;
}

/// The functions of a program, and where its scratch begins in that of all.
struct Called {
  std::vector<int> functions;
  int scratch;
};

/// run(inputs, outputs, scratch): the calls in turn.
wasm::Function runFunction(const ProgramSequence& sequence, const std::vector<Called>& programs) {
  enum Parameter { inputs, outputs, scratch };
  wasm::Function code(3);
  std::vector<int> addresses;
  for (int array = 0; array < sequence.outputsMemory(); ++array) {
    addresses.push_back(code.local(Type::i32));
    code.get(inputs).memory(Code::i32Load, 4 * array).set(addresses.back());
  }
  addresses.push_back(outputs);
  addresses.push_back(scratch);
  const auto push = [&](const ProgramSequence::Place& place) {
    code.get(addresses[static_cast<std::size_t>(place.memory)]);
    if (place.first > 0) code.number(wasm::bytesOfDouble * place.first)(Code::i32Add);
  };
  for (int i = 0; i < static_cast<int>(sequence.calls.size()); ++i) {
    const ProgramSequence::Call& call = sequence.calls[static_cast<std::size_t>(i)];
    for (const ProgramSequence::Repeat& repeat : sequence.repeats)
      if (repeat.first == i) code.open(Code::loop);
    const Called& program = programs[static_cast<std::size_t>(call.program)];
    for (const int function : program.functions) {
      for (const ProgramSequence::Place& input : call.inputs) push(input);
      push(call.outputs);
      push({sequence.scratchMemory(), program.scratch});
      code.call(function);
    }
    for (const ProgramSequence::Repeat& repeat : sequence.repeats)
      if (repeat.last == i + 1) {
        push(repeat.again);
        code.memory(Code::f64Load, 0).number(0.0)(Code::f64Less).branchIf(0)(Code::end);
      }
  }
  return code;
}

}  // namespace

WasmCode emitWasm(const ProgramSequence& sequence, const WasmOptions& options) {
  std::vector<std::unique_ptr<wasm::ProgramCode>> programs;
  for (const auto& program : sequence.programs) {
    if (const auto* loops = std::get_if<LoopProgram>(&program))
      programs.push_back(wasm::codeOf(*loops));
    else
      programs.push_back(wasm::codeOf(std::get<Program>(program), options));
  }
  const auto any = [&](auto holds) {
    return std::any_of(programs.begin(), programs.end(),
                       [&](const auto& program) { return holds(*program); });
  };
  wasm::Module module;
  const wasm::Callees callees = wasm::importCallees(
      module,
      [&](Operation operation) {
        return any([&](const wasm::ProgramCode& code) { return code.calls(operation); });
      },
      any([](const wasm::ProgramCode& code) { return code.hasAngles(); }));

  std::vector<double> scratch(static_cast<std::size_t>(sequence.scratch));
  std::vector<Called> called;
  for (const auto& program : programs) {
    scratch.resize(scratch.size() + scratch.size() % 2);  // pairs of numbers stand side by side
    called.push_back({program->addTo(module, callees), static_cast<int>(scratch.size())});
    const std::vector<double> own = program->scratch();
    scratch.insert(scratch.end(), own.begin(), own.end());
  }
  const int run = module.addFunction(module.type({Type::i32, Type::i32, Type::i32}, {}),
                                     runFunction(sequence, called));
  return {module.bytes(run, "run"), std::move(scratch), run};
}

WasmCode emitWasm(const Program& program, const WasmOptions& options) {
  return emitWasm(alone(program, static_cast<int>(program.outputs.size())), options);
}

WasmCode emitWasm(const LoopProgram& program) { return emitWasm(alone(program, program.outputs)); }

}  // namespace linkwork::symbolic
