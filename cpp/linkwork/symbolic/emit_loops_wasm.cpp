#include <algorithm>
#include <cstring>

#include "linkwork/program.hpp"
#include "linkwork/symbolic/wasm_imports.hpp"
#include "linkwork/symbolic/wasm_kernel.hpp"

namespace linkwork::symbolic {

namespace {

using wasm::Code;
using wasm::Function;
using wasm::Type;

/// The loops as the code reads them, one after the other.
class Table {
 public:
  explicit Table(const LoopProgram& program) {
    std::size_t arrays = 0;
    for (const auto* loops : {&program.turns, &program.loops})
      for (const LoopProgram::Loop& loop : *loops) arrays = std::max(arrays, loop.first.size());
    entry_ = wasm::loop_entry::first + arrays + arrays % 2;
    add(program.turns);
    add(program.loops);
  }

  int entryBytes() const { return 4 * static_cast<int>(entry_); }

  /// In the bytes of doubles.
  void appendTo(std::vector<double>& scratch) const {
    const std::size_t old = scratch.size();
    scratch.resize(old + numbers_.size() / 2);
    std::memcpy(scratch.data() + old, numbers_.data(), 4 * numbers_.size());
  }

 private:
  void add(const std::vector<LoopProgram::Loop>& loops) {
    for (const LoopProgram::Loop& loop : loops) {
      const std::size_t start = numbers_.size();
      numbers_.resize(start + entry_);
      numbers_[start] = loop.kernel;
      numbers_[start + 1] = loop.rounds;
      for (std::size_t k = 0; k < loop.first.size(); ++k)
        numbers_[start + wasm::loop_entry::first + k] = 8 * loop.first[k];
    }
  }

  std::size_t entry_;
  std::vector<std::int32_t> numbers_;
};

/// run(inputs, outputs, scratch): the loops in turn.
class RunFunction {
 public:
  RunFunction(const LoopProgram& program, const Table& table, const std::vector<int>& kernels,
              int sineCosine)
      : table_(table), kernels_(kernels), code_(3) {
    for (int array = 0; array < program.outputsMemory(); ++array) {
      memories_.push_back(code_.local(Type::i32));
      code_.get(inputs).memory(Code::i32Load, 4 * array).set(memories_.back());
    }
    memories_.push_back(outputs);
    memories_.push_back(scratch);
    cursor_ = code_.local(Type::i32);
    end_ = code_.local(Type::i32);
    kernel_ = code_.local(Type::i32);
    code_.get(scratch).number(8 * program.scratch)(Code::i32Add).set(cursor_);
    runAll(program.turns.size());
    if (program.angles > 0) {
      code_.get(scratch).get(scratch).number(8 * program.angles)(Code::i32Add);
      code_.number(8 * program.angleRoom).call(sineCosine);
    }
    runAll(program.loops.size());
  }

  const Function& code() const { return code_; }

 private:
  enum Parameter { inputs, outputs, scratch };

  void runAll(std::size_t loops) {
    if (loops == 0) return;
    code_.get(cursor_).number(table_.entryBytes() * static_cast<int>(loops))(Code::i32Add);
    code_.set(end_).open(Code::loop);
    code_.get(cursor_).memory(Code::i32Load, 4 * wasm::loop_entry::kernel).set(kernel_);
    dispatch(0, static_cast<int>(kernels_.size()));
    code_.get(cursor_).number(table_.entryBytes())(Code::i32Add).tee(cursor_);
    code_.get(end_)(Code::i32LessUnsigned).branchIf(0)(Code::end);
  }

  /// Calls the kernel, one of [first, last).
  void dispatch(int first, int last) {
    if (last - first == 1) {
      code_.get(cursor_);
      for (const int memory : memories_) code_.get(memory);
      code_.call(kernels_[static_cast<std::size_t>(first)]);
      return;
    }
    const int middle = (first + last) / 2;
    code_.get(kernel_).number(middle)(Code::i32LessUnsigned).open(Code::ifTrue);
    dispatch(first, middle);
    code_(Code::otherwise);
    dispatch(middle, last);
    code_(Code::end);
  }

  const Table& table_;
  const std::vector<int>& kernels_;
  Function code_;
  std::vector<int> memories_;
  int cursor_, end_, kernel_;
};

}  // namespace

WasmCode emitWasm(const LoopProgram& program) {
  wasm::Module module;
  const auto calls = [&](Operation operation) {
    return std::any_of(program.kernels.begin(), program.kernels.end(), [&](const auto& kernel) {
      const Graph& graph = *kernel.graph;
      for (Node node = 0; node < graph.size(); ++node)
        if (graph[node].operation == operation) return true;
      return false;
    });
  };
  const wasm::Callees called = wasm::importCallees(module, calls, program.angles > 0);
  const std::vector<Type> addresses(static_cast<std::size_t>(program.scratchMemory()) + 2,
                                    Type::i32);
  const int kernelType = module.type(addresses, {});
  std::vector<int> kernels;
  for (const LoopProgram::Kernel& kernel : program.kernels)
    kernels.push_back(
        module.addFunction(kernelType, wasm::kernelFunction(program, kernel, called)));
  const Table table(program);
  const int run =
      module.addFunction(module.type({Type::i32, Type::i32, Type::i32}, {}),
                         RunFunction(program, table, kernels, called.sineCosine).code());
  std::vector<double> scratch(static_cast<std::size_t>(program.scratch));
  table.appendTo(scratch);
  return {module.bytes(run, "run"), std::move(scratch), run};
}

}  // namespace linkwork::symbolic
