#include <algorithm>
#include <bitset>
#include <cstring>

#include "linkwork/linalg/index.hpp"
#include "linkwork/symbolic/expression_text.hpp"
#include "linkwork/symbolic/wasm_kernel.hpp"

namespace linkwork::symbolic {

namespace {

using wasm::bytesOfDouble;
using wasm::Callees;
using wasm::Code;
using wasm::Function;
using wasm::Module;
using wasm::Type;
namespace loop_entry = wasm::loop_entry;

/// An address in code: a local variable plus a number of bytes.
struct Address {
  int local, offset = 0;
};
void push(Function& code, const Address& address, int further = 0) {
  code.get(address.local);
  if (address.offset + further > 0) code.number(address.offset + further)(Code::i32Add);
}

/// A program and those that it calls, as functions of a module.
class ProgramWriter {
 public:
  ProgramWriter(const Program& program, int functionLength)
      : program_(divided(program, functionLength, true)),
        fixed_(fixedLoops(program_)),
        workspace_(at(program_.workspace)) {
    for (const Program::Kernel& kernel : program_.kernels)
      for (const Subgraph::Entry& entry : Subgraph(rootsOf(kernel)).entries)
        operations_.set(static_cast<std::size_t>((*kernel.graph)[entry.node].operation));
    addTable();
    if (program.isStraight()) {
      int angles = 0;  // that depend on sines and cosines of others
      for (const Program::Kernel& kernel : program_.kernels)
        angles = std::max(angles, wasm::angleCount(kernel));
      if (angles > 0) angles_ = program_.workspace;
      workspace_.resize(workspace_.size() + at(6 * angles));
    }
    for (const Program& each : program_.programs) {
      const ProgramWriter& called = programs_.emplace_back(each, functionLength);
      workspace_.resize(workspace_.size() +
                        workspace_.size() % 2);  // pairs of numbers are neighbors
      workspaceOf_.push_back(static_cast<int>(workspace_.size()));
      workspace_.insert(workspace_.end(), called.workspace_.begin(), called.workspace_.end());
      operations_ |= called.operations_;
    }
  }

  /// Whether it computes an operation by instructions or a call.
  bool computes(Operation operation) const {
    return operations_[static_cast<std::size_t>(operation)];
  }
  bool hasAngles() const {
    return std::any_of(program_.steps.begin(), program_.steps.end(),
                       [](const Program::Step& step) {
                         return std::holds_alternative<Program::SinesAndCosines>(step);
                       }) ||
           std::any_of(programs_.begin(), programs_.end(),
                       [](const auto& each) { return each.hasAngles(); });
  }
  /// What scratch holds before the first call: zeros, the table of loops, and that of the programs
  /// that are called.
  const std::vector<double>& workspace() const { return workspace_; }

  void addTo(Module& module, const Callees& callees) {
    sineCosine_ = callees.sineCosine;
    for (ProgramWriter& each : programs_) each.addTo(module, callees);
    const std::size_t memories = at(program_.workspaceMemory()) + 1;
    for (std::size_t i = 0; i < program_.kernels.size(); ++i)
      kernels_.push_back(module.addFunction(
          module.type(std::vector<Type>(memories + (fixed_[i] ? 0 : 1), Type::i32), {}),
          kernelFunction(program_, program_.kernels[i], fixed_[i], angles_, callees)));
    if (!hasTable()) return;
    Function code(static_cast<int>(memories));
    std::vector<Address> addresses;
    for (int memory = 0; memory < static_cast<int>(memories); ++memory)
      addresses.push_back({memory});
    writeSteps(code, addresses);
    function_ = module.addFunction(module.type(std::vector<Type>(memories, Type::i32), {}), code);
  }

  /// Code that runs the program on memories: its function if it has a table of loops, which is
  /// long, else its steps.
  void call(Function& code, const std::vector<Address>& memories) const {
    if (function_ < 0) return writeSteps(code, memories);
    for (const Address& memory : memories) push(code, memory);
    code.call(function_);
  }

 private:
  bool hasTable() const { return entry_ > 0; }
  int entryBytes() const { return 4 * static_cast<int>(entry_); }

  /// The loops that are not fixed, one after the other, in the bytes of doubles.
  void addTable() {
    std::vector<const Program::Loop*> loops = program_.loops();
    std::erase_if(loops, [&](const Program::Loop* loop) { return fixed_[at(loop->kernel)]; });
    if (loops.empty()) return;
    std::size_t arrays = 0;
    for (const Program::Loop* loop : loops) arrays = std::max(arrays, loop->first.size());
    entry_ = loop_entry::first + arrays + arrays % 2;
    std::vector<std::int32_t> numbers(loops.size() * entry_);
    auto entry = numbers.begin();
    for (const Program::Loop* loop : loops) {
      entry[loop_entry::kernel] = loop->kernel;
      entry[loop_entry::rounds] = loop->rounds;
      std::transform(loop->first.begin(), loop->first.end(), entry + loop_entry::first,
                     [](int first) { return bytesOfDouble * first; });
      entry += static_cast<std::ptrdiff_t>(entry_);
    }
    workspace_.resize(workspace_.size() + numbers.size() / 2);
    std::memcpy(workspace_.data() + program_.workspace, numbers.data(), 4 * numbers.size());
  }

  void writeSteps(Function& code, const std::vector<Address>& memories) const {
    const Address& workspace = memories.back();
    const auto addressOf = [&](const Program::Place& place) {
      const Address& memory = memories[at(place.memory)];
      return Address{memory.local, memory.offset + bytesOfDouble * place.first};
    };
    int entry = bytesOfDouble * program_.workspace;  // of the next loop in the table
    std::optional<TableRun> table;
    for (std::size_t i = 0; i < program_.steps.size(); ++i) {
      for (const Program::Repeat& repeat : program_.repeats)
        if (at(repeat.first) == i) code.open(Code::loop);
      std::size_t last = i;
      if (const auto* call = std::get_if<Program::Call>(&program_.steps[i])) {
        std::vector<Address> given;
        for (const Program::Place& input : call->inputs) given.push_back(addressOf(input));
        given.push_back(addressOf(call->outputs));
        given.push_back(addressOf({program_.workspaceMemory(), workspaceOf_[at(call->program)]}));
        programs_[at(call->program)].call(code, given);
      } else if (const auto* sines = std::get_if<Program::SinesAndCosines>(&program_.steps[i])) {
        push(code, workspace, bytesOfDouble * sines->first);
        push(code, workspace, bytesOfDouble * (sines->first + sines->count));
        code.number(bytesOfDouble * sines->distance).call(sineCosine_);
      } else if (const int kernel = std::get<Program::Loop>(program_.steps[i]).kernel;
                 fixed_[at(kernel)]) {
        callKernel(code, memories, kernel);
      } else {
        const auto loops = loopsInTable(program_, i, fixed_);
        if (!table) table.emplace(code);
        runTable(code, memories, loops, entry, *table);
        entry += entryBytes() * static_cast<int>(loops.size());
        last += loops.size() - 1;
      }
      i = last;
      for (const Program::Repeat& repeat : program_.repeats)
        if (at(repeat.last) == i + 1) {
          push(code, addressOf(repeat.again));
          code.memory(Code::f64Load, 0).number(0.0)(Code::f64Less).branchIf(0)(Code::end);
        }
    }
  }

  /// The variables of code that goes through entries of the table.
  struct TableRun {
    explicit TableRun(Function& code)
        : cursor(code.local(Type::i32)),
          end(code.local(Type::i32)),
          kernel(code.local(Type::i32)) {}
    int cursor, end, kernel;
  };

  void runTable(Function& code, const std::vector<Address>& memories,
                const std::vector<const Program::Loop*>& loops, int entry,
                const TableRun& run) const {
    if (loops.size() == 1) {
      push(code, memories.back(), entry);
      return callKernel(code, memories, loops[0]->kernel);
    }
    std::vector<int> kernels;
    for (const Program::Loop* loop : loops) kernels.push_back(loop->kernel);
    std::sort(kernels.begin(), kernels.end());
    kernels.erase(std::unique(kernels.begin(), kernels.end()), kernels.end());
    push(code, memories.back(), entry);
    code.set(run.cursor);
    push(code, memories.back(), entry + entryBytes() * static_cast<int>(loops.size()));
    code.set(run.end).open(Code::loop);
    if (kernels.size() > 1)
      code.get(run.cursor).memory(Code::i32Load, 4 * loop_entry::kernel).set(run.kernel);
    dispatch(code, memories, kernels, run);
    code.get(run.cursor).number(entryBytes())(Code::i32Add).tee(run.cursor);
    code.get(run.end)(Code::i32LessUnsigned).branchIf(0)(Code::end);
  }

  /// Calls the kernel of the entry, one of some.
  void dispatch(Function& code, const std::vector<Address>& memories, std::span<const int> kernels,
                const TableRun& run) const {
    if (kernels.size() == 1) {
      code.get(run.cursor);
      return callKernel(code, memories, kernels[0]);
    }
    const std::size_t half = kernels.size() / 2;
    code.get(run.kernel).number(kernels[half])(Code::i32LessUnsigned).open(Code::ifTrue);
    dispatch(code, memories, kernels.first(half), run);
    code(Code::elseTrue);
    dispatch(code, memories, kernels.subspan(half), run);
    code(Code::end);
  }

  void callKernel(Function& code, const std::vector<Address>& memories, int kernel) const {
    for (const Address& memory : memories) push(code, memory);
    code.call(kernels_[at(kernel)]);
  }

  const Program program_;
  const FixedLoops fixed_;
  std::vector<ProgramWriter> programs_;
  std::vector<int> workspaceOf_;  ///< where each of them has its scratch
  std::vector<double> workspace_;
  std::bitset<32> operations_;
  int angles_ = -1;        ///< of kernels, in scratch; −1: none
  std::size_t entry_ = 0;  ///< integers of a loop in the table
  std::vector<int> kernels_;
  int function_ = -1, sineCosine_ = -1;
};

/// Operations without an instruction: JavaScript's Math has functions of their names.
constexpr Operation mathFunctions[] = {
    Operation::power,       Operation::sine,      Operation::cosine,     Operation::tangent,
    Operation::arcSine,     Operation::arcCosine, Operation::arcTangent, Operation::arcTangent2,
    Operation::exponential, Operation::logarithm};

/// Imports those that are called, and adds the function that computes sines and cosines if there
/// are angles.
Callees importCallees(Module& module, const ProgramWriter& program) {
  Callees result;
  const auto numberOf = [&](Operation operation) -> int& {
    return result.math[static_cast<std::size_t>(operation)];
  };
  const bool hasAngles = program.hasAngles();
  for (const Operation operation : mathFunctions) {
    const bool isForAngles =
        hasAngles && (operation == Operation::sine || operation == Operation::cosine);
    if (!program.computes(operation) && !isForAngles) continue;
    const std::vector<Type> operands(at(operandCount(operation)), Type::f64);
    numberOf(operation) =
        module.importFunction("math", functionName(operation), module.type(operands, {Type::f64}));
  }
  if (hasAngles)
    result.sineCosine = module.addFunction(
        module.type({Type::i32, Type::i32, Type::i32}, {}),
        wasm::sineCosineFunction(numberOf(Operation::sine), numberOf(Operation::cosine)));
  return result;
}

}  // namespace

WasmCode emitWasm(const Program& program, const WasmOptions& options) {
  ProgramWriter writer(program, options.functionLength);
  Module module;
  writer.addTo(module, importCallees(module, writer));

  enum Parameter { inputs, outputs, workspace };
  Function code(3);
  std::vector<Address> memories;
  for (int array = 0; array < program.outputsMemory(); ++array) {
    memories.push_back({code.local(Type::i32)});
    code.get(inputs).memory(Code::i32Load, 4 * array).set(memories.back().local);
  }
  memories.insert(memories.end(), {{outputs}, {workspace}});
  writer.call(code, memories);
  const int run = module.addFunction(module.type({Type::i32, Type::i32, Type::i32}, {}), code);
  return {module.bytes(run, "run"), writer.workspace(), run};
}

}  // namespace linkwork::symbolic
