#include <algorithm>
#include <cstring>

#include "linkwork/program.hpp"
#include "linkwork/symbolic/wasm_kernel.hpp"
#include "linkwork/symbolic/wasm_program.hpp"

namespace linkwork::symbolic::wasm {

namespace {

/// The loops as the code reads them, one after the other.
class Table {
 public:
  explicit Table(const LoopProgram& program) {
    std::size_t arrays = 0;
    for (const auto* loops : {&program.turns, &program.loops})
      for (const LoopProgram::Loop& loop : *loops) arrays = std::max(arrays, loop.first.size());
    entry_ = loop_entry::first + arrays + arrays % 2;
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
        numbers_[start + loop_entry::first + k] = 8 * loop.first[k];
    }
  }

  std::size_t entry_;
  std::vector<std::int32_t> numbers_;
};

/// The loops in turn: a function of the addresses of the memories.
class LoopsFunction {
 public:
  LoopsFunction(const LoopProgram& program, const Table& table, const std::vector<int>& kernels,
                int sineCosine)
      : table_(table), kernels_(kernels), memories_(program.scratchMemory() + 1), code_(memories_) {
    const int scratch = program.scratchMemory();
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
  void runAll(std::size_t loops) {
    if (loops == 0) return;
    code_.get(cursor_).number(table_.entryBytes() * static_cast<int>(loops))(Code::i32Add);
    code_.set(end_).open(Code::loop);
    code_.get(cursor_).memory(Code::i32Load, 4 * loop_entry::kernel).set(kernel_);
    dispatch(0, static_cast<int>(kernels_.size()));
    code_.get(cursor_).number(table_.entryBytes())(Code::i32Add).tee(cursor_);
    code_.get(end_)(Code::i32LessUnsigned).branchIf(0)(Code::end);
  }

  /// Calls the kernel, one of [first, last).
  void dispatch(int first, int last) {
    if (last - first == 1) {
      code_.get(cursor_);
      for (int memory = 0; memory < memories_; ++memory) code_.get(memory);
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
  const int memories_;
  Function code_;
  int cursor_, end_, kernel_;
};

/// Loops in one function, with a kernel each.
class LoopsCode final : public ProgramCode {
 public:
  explicit LoopsCode(const LoopProgram& program) : program_(program), table_(program) {}

  bool calls(Operation operation) const override {
    return std::any_of(program_.kernels.begin(), program_.kernels.end(), [&](const auto& kernel) {
      const Graph& graph = *kernel.graph;
      for (Node node = 0; node < graph.size(); ++node)
        if (graph[node].operation == operation) return true;
      return false;
    });
  }
  bool hasAngles() const override { return program_.angles > 0; }
  std::vector<int> addTo(Module& module, const Callees& callees) const override {
    const auto memories = static_cast<std::size_t>(program_.scratchMemory()) + 1;
    const int kernelType = module.type(std::vector<Type>(memories + 1, Type::i32), {});
    std::vector<int> kernels;
    for (const LoopProgram::Kernel& kernel : program_.kernels)
      kernels.push_back(module.addFunction(kernelType, kernelFunction(program_, kernel, callees)));
    return {
        module.addFunction(module.type(std::vector<Type>(memories, Type::i32), {}),
                           LoopsFunction(program_, table_, kernels, callees.sineCosine).code())};
  }
  std::vector<double> scratch() const override {
    std::vector<double> result(static_cast<std::size_t>(program_.scratch));
    table_.appendTo(result);
    return result;
  }

 private:
  const LoopProgram& program_;
  Table table_;
};

}  // namespace

std::unique_ptr<ProgramCode> codeOf(const LoopProgram& program) {
  return std::make_unique<LoopsCode>(program);
}

}  // namespace linkwork::symbolic::wasm
