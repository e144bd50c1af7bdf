#include <algorithm>

#include "linkwork/errors.hpp"
#include "linkwork/gpu.hpp"
#include "linkwork/gpu/wgsl_arithmetic.hpp"
#include "linkwork/symbolic/bits.hpp"

namespace linkwork::symbolic {

namespace {

using Kernel = LoopProgram::Kernel;

template <typename Number>
std::string number(Number value) {
  return std::to_string(value) + "u";
}

/// Where arrays of a program begin, as its functions are told.
std::string placeOfInput(std::size_t array) { return "i" + std::to_string(array); }

std::string parametersOf(std::size_t inputs) {
  std::string result;
  for (std::size_t i = 0; i < inputs; ++i) result += placeOfInput(i) + ": u32, ";
  return result + "outputs: u32, scratch: u32";
}

/// Statements that compute expressions, each value once: `let tN = …;`.
class Statements {
 public:
  Statements(const WgslArithmetic& arithmetic, const std::vector<Expression>& roots,
             const char* indent)
      : arithmetic_(arithmetic), part_(roots), indent_(indent) {}

  /// `load(array, element)` of inputs.
  template <typename Load>
  std::string write(const Graph& graph, Load load) const {
    std::string result;
    for (const Subgraph::Entry& entry : part_.entries) {
      const NodeData& data = graph[entry.node];
      if (data.operation == Operation::constant) continue;
      std::string operands[3];
      for (int k = 0; k < operandCount(data.operation); ++k)
        operands[k] = useOf(graph, data.operands[k]);
      const std::string value = data.operation == Operation::input
                                    ? load(data.operands[0], data.operands[1])
                                    : arithmetic_.formula(data.operation, operands);
      result += indent_ + ("let t" + std::to_string(entry.node)) + " = " + value + ";\n";
    }
    return result;
  }

  std::string use(const Expression& value) const {
    return value.isConstant() ? arithmetic_.number(value.value())
                              : useOf(*value.graph(), value.node());
  }

 private:
  std::string useOf(const Graph& graph, Node node) const {
    const NodeData& data = graph[node];
    return data.operation == Operation::constant ? arithmetic_.number(data.value)
                                                 : "t" + std::to_string(node);
  }

  const WgslArithmetic& arithmetic_;
  Subgraph part_;
  const char* indent_;
};

/// Numbers that come with a program are constants, the same for all copies.
std::string loadOf(const WgslArithmetic& arithmetic, const Program::Array& array,
                   const std::string& place) {
  return array.values.empty() ? arithmetic.load(place) : arithmetic.constant(place);
}

std::string straightFunction(const std::string& name, const Program& program,
                             const WgslArithmetic& arithmetic) {
  const Statements statements(arithmetic, program.outputs, "  ");
  std::string body = statements.write(*program.graph, [&](int array, int element) {
    const auto input = static_cast<std::size_t>(array);
    return loadOf(arithmetic, program.inputs[input], placeOfInput(input) + " + " + number(element));
  });
  for (std::size_t i = 0; i < program.outputs.size(); ++i)
    body += "  " + arithmetic.store("outputs + " + number(i), statements.use(program.outputs[i])) +
            ";\n";
  return "fn " + name + "(" + parametersOf(program.inputs.size()) + ") {\n" + body + "}\n\n";
}

/// Loops by a table of constants: an entry is a kernel, its rounds, and where its arrays begin.
class LoopsText {
 public:
  LoopsText(const std::string& name, const LoopProgram& program, const WgslArithmetic& arithmetic,
            std::vector<std::uint32_t>& constants)
      : name_(name), program_(program), arithmetic_(arithmetic), constants_(constants) {
    for (const auto* loops : {&program.turns, &program.loops})
      for (const LoopProgram::Loop& loop : *loops) entry_ = std::max(entry_, 2 + loop.first.size());
  }

  std::string write() {
    std::string result;
    for (std::size_t k = 0; k < program_.kernels.size(); ++k) result += kernelFunction(k);
    result += "fn " + name_ + "(" + parametersOf(program_.inputs.size()) + ") {\n";
    result += runs(program_.turns);
    if (program_.angles > 0)
      result += "  for (var i = 0u; i < " + number(program_.angles) +
                "; i++) {\n    let turned = sineCosine(load(scratch + i));\n" + turned(1, "x") +
                turned(2, "y") + "  }\n";
    return result + runs(program_.loops) + "}\n\n";
  }

 private:
  std::string turned(int times, const std::string& part) const {
    return "    store(scratch + " + number(times * program_.angleRoom) + " + i, turned." + part +
           ");\n";
  }

  /// Adds loops to the table, and the code that goes through them.
  std::string runs(const std::vector<LoopProgram::Loop>& loops) {
    const std::size_t first = constants_.size();
    for (const LoopProgram::Loop& loop : loops) {
      std::vector<std::uint32_t> entry{static_cast<std::uint32_t>(loop.kernel),
                                       static_cast<std::uint32_t>(loop.rounds)};
      for (const int each : loop.first) entry.push_back(static_cast<std::uint32_t>(each));
      entry.resize(entry_);
      constants_.insert(constants_.end(), entry.begin(), entry.end());
    }
    std::string arguments, cases;
    for (std::size_t i = 0; i < program_.inputs.size(); ++i) arguments += placeOfInput(i) + ", ";
    for (std::size_t k = 0; k < program_.kernels.size(); ++k) {
      cases += "      case " + number(k) + ": {\n";
      for (int lane = 0; lane < program_.kernels[k].lanes; ++lane)
        cases += "        " + kernelName(k) + "(loop_, " + number(lane) + ", " + arguments +
                 "outputs, scratch);\n";
      cases += "      }\n";
    }
    return "  for (var loop_ = " + number(first) + "; loop_ < " + number(constants_.size()) +
           "; loop_ += " + number(entry_) + ") {\n    switch (constants[loop_]) {\n" + cases +
           "      default: {}\n    }\n  }\n";
  }

  std::string kernelName(std::size_t kernel) const {
    return name_ + "Kernel" + std::to_string(kernel);
  }

  /// An element of a kernel's array; numbers that all copies share are constants.
  std::string placeIn(const Kernel& kernel, int array, int element) const {
    const bool isInterleaved = kernel.arrays[static_cast<std::size_t>(array)].isInterleaved;
    return "a" + std::to_string(array) + " + " +
           number(isInterleaved ? kernel.lanes * element : element);
  }
  std::string loadFrom(const Kernel& kernel, int array, int element) const {
    const int memory = kernel.arrays[static_cast<std::size_t>(array)].memory;
    const std::string place = placeIn(kernel, array, element);
    return memory < program_.outputsMemory()
               ? loadOf(arithmetic_, program_.inputs[static_cast<std::size_t>(memory)], place)
               : arithmetic_.load(place);
  }

  std::string kernelFunction(std::size_t index) const {
    const Kernel& kernel = program_.kernels[index];
    std::vector<Expression> roots = kernel.next;
    for (const Kernel::Store& store : kernel.stores) roots.push_back(store.value);
    const Statements statements(arithmetic_, roots, "    ");
    std::size_t carried = kernel.next.size();
    std::string round = statements.write(*kernel.graph, [&](int array, int element) {
      if (array != Kernel::carried) return loadFrom(kernel, array, element);
      carried = std::max(carried, static_cast<std::size_t>(element) + 1);
      return "c" + std::to_string(element);
    });
    for (const Kernel::Store& store : kernel.stores) {
      const std::string place = placeIn(kernel, store.array, store.element);
      const std::string value = statements.use(store.value);
      const std::string left =
          store.adds ? arithmetic_.formula(Operation::add, {arithmetic_.load(place), value, ""})
                     : value;
      round += "    " + arithmetic_.store(place, left) + ";\n";
    }
    for (std::size_t i = 0; i < kernel.next.size(); ++i)
      round += "    let next" + std::to_string(i) + " = " + statements.use(kernel.next[i]) + ";\n";
    for (std::size_t i = 0; i < kernel.next.size(); ++i)
      round += "    c" + std::to_string(i) + " = next" + std::to_string(i) + ";\n";

    std::string head, tail;
    const std::size_t arrays = kernel.arrays.size();
    for (std::size_t k = 0; k < arrays; ++k) {
      const Kernel::Array& array = kernel.arrays[k];
      const std::string from = array.memory < program_.outputsMemory()
                                   ? placeOfInput(static_cast<std::size_t>(array.memory))
                               : array.memory == program_.outputsMemory() ? "outputs"
                                                                          : "scratch";
      head += "  var a" + std::to_string(k) + " = " + from + " + constants[loop_ + 2u + " +
              number(arrays) + " * lane + " + number(k) + "]" +
              (array.isInterleaved ? " + lane;\n" : ";\n");
      if (array.stride != 0)
        round += "    a" + std::to_string(k) + " = u32(i32(a" + std::to_string(k) + ") + " +
                 std::to_string(array.stride) + ");\n";
    }
    for (std::size_t i = 0; i < carried; ++i) {
      const std::string place =
          "scratch + " + number(program_.carried + kernel.lanes * static_cast<int>(i)) + " + lane";
      head += "  var c" + std::to_string(i) + " = " + arithmetic_.load(place) + ";\n";
      if (i < kernel.next.size())
        tail += "  " + arithmetic_.store(place, "c" + std::to_string(i)) + ";\n";
    }
    return "fn " + kernelName(index) + "(loop_: u32, lane: u32, " +
           parametersOf(program_.inputs.size()) + ") {\n" + head +
           "  for (var round_ = constants[loop_ + 1u]; round_ > 0u; round_--) {\n" + round +
           "  }\n" + tail + "}\n\n";
  }

  const std::string& name_;
  const LoopProgram& program_;
  const WgslArithmetic& arithmetic_;
  std::vector<std::uint32_t>& constants_;
  std::size_t entry_ = 2;
};

/// Where every memory of a sequence begins: pairs, their second floats, scratch.
class Layout {
 public:
  Layout(const ProgramSequence& sequence, int morePairs)
      : scratchMemory_(sequence.scratchMemory()) {
    int numbers = 0;
    for (const Program::Array& input : sequence.inputs) {
      int& next = input.values.empty() ? pairs_ : numbers;
      first_.push_back(next);
      next += input.size;
    }
    first_.push_back(pairs_);
    pairs_ += sequence.outputs + morePairs;
  }

  int pairs() const { return pairs_; }
  int scratch() const { return 2 * pairs_; }
  const std::vector<int>& first() const { return first_; }
  std::string operator()(const ProgramSequence::Place& place) const {
    const int first =
        place.memory == scratchMemory_ ? scratch() : first_[static_cast<std::size_t>(place.memory)];
    return number(first + place.first);
  }

 private:
  int scratchMemory_;
  std::vector<int> first_;
  int pairs_ = 0;
};

/// Numbers that come with programs, as bits.
void addNumbers(const std::vector<Program::Array>& inputs, std::vector<std::uint32_t>& constants) {
  for (const Program::Array& input : inputs)
    for (const double value : input.values) constants.push_back(bitsOf(static_cast<float>(value)));
}

/// What leaves the sequence is computed in pairs.
bool isInPairs(const ProgramSequence& sequence, std::size_t program) {
  return std::any_of(sequence.calls.begin(), sequence.calls.end(), [&](const auto& call) {
    return call.program == static_cast<int>(program) &&
           call.outputs.memory == sequence.outputsMemory();
  });
}

}  // namespace

WgslSource emitWgsl(const ProgramSequence& sequence, int morePairs) {
  if (!sequence.repeats.empty())
    throw MechanismError("steps that repeat corrections are not written down for the GPU");
  const Layout layout(sequence, morePairs);
  WgslSource result;
  result.pairs = layout.pairs();
  result.first = layout.first();
  addNumbers(sequence.inputs, result.constants);

  result.text = "const pairs = " + number(layout.pairs()) + ";\n" + wgslFunctions() + "\n";
  int scratch = layout.scratch() + sequence.scratch;
  std::vector<std::string> names;
  std::vector<int> ownScratch;
  for (std::size_t i = 0; i < sequence.programs.size(); ++i) {
    const WgslArithmetic arithmetic(isInPairs(sequence, i));
    ownScratch.push_back(scratch);
    if (const auto* program = std::get_if<Program>(&sequence.programs[i])) {
      names.push_back(sequence.name + program->name);
      result.text += straightFunction(names.back(), *program, arithmetic);
    } else {
      const auto& loops = std::get<LoopProgram>(sequence.programs[i]);
      names.push_back(sequence.name + loops.name);
      result.text += LoopsText(names.back(), loops, arithmetic, result.constants).write();
      scratch += loops.scratch;
    }
  }
  result.memory = scratch;

  result.text += "fn " + sequence.name + "() {\n";
  for (const ProgramSequence::Call& call : sequence.calls) {
    const auto program = static_cast<std::size_t>(call.program);
    result.text += "  " + names[program] + "(";
    for (const ProgramSequence::Place& input : call.inputs) result.text += layout(input) + ", ";
    result.text += layout(call.outputs) + ", " + number(ownScratch[program]) + ");\n";
  }
  result.text += "}\n";
  return result;
}

WgslSource emitWgsl(const LoopProgram& program) {
  WgslSource result;
  addNumbers(program.inputs, result.constants);
  const WgslArithmetic arithmetic(false);
  result.text =
      wgslFloatFunctions() + LoopsText(program.name, program, arithmetic, result.constants).write();
  return result;
}

}  // namespace linkwork::symbolic
