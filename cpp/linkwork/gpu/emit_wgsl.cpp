#include <algorithm>
#include <map>

#include "linkwork/errors.hpp"
#include "linkwork/gpu.hpp"
#include "linkwork/gpu/wgsl_arithmetic.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/symbolic/bits.hpp"
#include "linkwork/symbolic/kernel_code.hpp"

namespace linkwork::symbolic {

namespace {

using Kernel = Program::Kernel;

template <typename Number>
std::string number(Number value) {
  return std::to_string(value) + "u";
}

/// The parameters of a program's functions: where its arrays begin.
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
             const std::string& indent)
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
  const std::string& indent_;
};

/// A program as functions. Loops that are not fixed are entries of a table of constants: a kernel,
/// its rounds, and where its arrays begin.
class ProgramText {
 public:
  ProgramText(const std::string& name, const Program& program, const WgslArithmetic& arithmetic,
              std::vector<std::uint32_t>& constants)
      : name_(name),
        program_(program),
        arithmetic_(arithmetic),
        constants_(constants),
        fixed_(fixedLoops(program)) {
    for (const Program::Loop* loop : program.loops())
      entry_ = std::max(entry_, 2 + loop->first.size());
  }

  std::string write() {
    const std::string parameters = parametersOf(program_.inputs.size());
    const std::string head = "fn " + name_ + "(" + parameters + ") {\n";
    if (program_.steps.size() == 1 && fixed_[0]) return head + kernelBody(0) + "}\n\n";
    std::string kernels, steps;
    for (std::size_t k = 0; k < program_.kernels.size(); ++k)
      kernels += "fn " + kernelName(k) + (fixed_[k] ? "(" : "(loop_: u32, lane: u32, ") +
                 parameters + ") {\n" + kernelBody(k) + "}\n\n";
    for (std::size_t i = 0; i < program_.steps.size(); ++i)
      if (const auto* sines = std::get_if<Program::SinesAndCosines>(&program_.steps[i])) {
        steps += sinesText(*sines);
      } else if (const std::size_t kernel = at(std::get<Program::Loop>(program_.steps[i]).kernel);
                 fixed_[kernel]) {
        steps += "  " + kernelName(kernel) + "(" + arguments() + ");\n";
      } else {
        const auto loops = loopsInTable(program_, i, fixed_);
        steps += tableText(loops);
        i += loops.size() - 1;
      }
    return kernels + head + steps + "}\n\n";
  }

 private:
  std::string kernelName(std::size_t kernel) const {
    return name_ + "Kernel" + std::to_string(kernel);
  }
  std::string arguments() const {
    std::string result;
    for (std::size_t i = 0; i < program_.inputs.size(); ++i) result += placeOfInput(i) + ", ";
    return result + "outputs, scratch";
  }

  std::string sinesText(const Program::SinesAndCosines& sines) const {
    const auto line = [&](int times, const std::string& part) {
      return "    store(scratch + " + number(times * sines.distance) + " + i, turned." + part +
             ");\n";
    };
    return "  for (var i = " + number(sines.first) + "; i < " + number(sines.first + sines.count) +
           "; i++) {\n    let turned = sineCosine(load(scratch + i));\n" + line(1, "x") +
           line(2, "y") + "  }\n";
  }

  /// Adds loops to the table. Returns the code that runs them.
  std::string tableText(const std::vector<const Program::Loop*>& loops) {
    const std::size_t first = constants_.size();
    std::map<std::size_t, std::string> cases;
    for (const Program::Loop* loop : loops) {
      std::vector<std::uint32_t> entry{static_cast<std::uint32_t>(loop->kernel),
                                       static_cast<std::uint32_t>(loop->rounds)};
      for (const int each : loop->first) entry.push_back(static_cast<std::uint32_t>(each));
      entry.resize(entry_);
      constants_.insert(constants_.end(), entry.begin(), entry.end());
      std::string& calls = cases[at(loop->kernel)];
      if (calls.empty())
        for (int lane = 0; lane < program_.kernels[at(loop->kernel)].lanes; ++lane)
          calls += "        " + kernelName(at(loop->kernel)) + "(loop_, " + number(lane) + ", " +
                   arguments() + ");\n";
    }
    std::string result = "  for (var loop_ = " + number(first) + "; loop_ < " +
                         number(constants_.size()) + "; loop_ += " + number(entry_) +
                         ") {\n    switch (constants[loop_]) {\n";
    for (const auto& [kernel, calls] : cases)
      result += "      case " + number(kernel) + ": {\n" + calls + "      }\n";
    return result + "      default: {}\n    }\n  }\n";
  }

  std::string memoryName(int memory) const {
    return memory < program_.outputsMemory()    ? placeOfInput(at(memory))
           : memory == program_.outputsMemory() ? "outputs"
                                                : "scratch";
  }
  /// An element of a kernel's array.
  std::string placeIn(std::size_t kernel, int array, int element) const {
    const Kernel& of = program_.kernels[kernel];
    if (fixed_[kernel])
      return memoryName(of.arrays[at(array)].memory) + " + " +
             number(fixed_[kernel]->first[at(array)] + element);
    return "a" + std::to_string(array) + " + " +
           number(of.arrays[at(array)].isInterleaved ? of.lanes * element : element);
  }
  /// Numbers that come with programs are constants, the same for all copies.
  std::string loadFrom(std::size_t kernel, int array, int element) const {
    const int memory = program_.kernels[kernel].arrays[at(array)].memory;
    const std::string place = placeIn(kernel, array, element);
    const bool isConstant =
        memory < program_.outputsMemory() && !program_.inputs[at(memory)].values.empty();
    return isConstant ? arithmetic_.constant(place) : arithmetic_.load(place);
  }

  std::string kernelBody(std::size_t index) const {
    const Kernel& kernel = program_.kernels[index];
    const bool isFixed = fixed_[index].has_value();
    const std::string indent = isFixed ? "  " : "    ";
    const Statements statements(arithmetic_, rootsOf(kernel), indent);
    std::size_t carried = kernel.next.size();
    std::string round = statements.write(*kernel.graph, [&](int array, int element) {
      if (array != Kernel::carried) return loadFrom(index, array, element);
      carried = std::max(carried, at(element) + 1);
      return "c" + std::to_string(element);
    });
    for (const Kernel::Store& store : kernel.stores) {
      const std::string place = placeIn(index, store.array, store.element);
      const std::string value = statements.use(store.value);
      const std::string left =
          store.adds ? arithmetic_.formula(Operation::add, {arithmetic_.load(place), value, ""})
                     : value;
      round += indent + arithmetic_.store(place, left) + ";\n";
    }
    for (std::size_t i = 0; i < kernel.next.size(); ++i)
      round +=
          indent + "let next" + std::to_string(i) + " = " + statements.use(kernel.next[i]) + ";\n";
    for (std::size_t i = 0; i < kernel.next.size(); ++i)
      round += indent + "c" + std::to_string(i) + " = next" + std::to_string(i) + ";\n";

    std::string head, tail;
    const std::size_t arrays = isFixed ? 0 : kernel.arrays.size();
    for (std::size_t k = 0; k < arrays; ++k) {
      const Kernel::Array& array = kernel.arrays[k];
      head += "  var a" + std::to_string(k) + " = " + memoryName(array.memory) +
              " + constants[loop_ + 2u + " + number(arrays) + " * lane + " + number(k) + "]" +
              (array.isInterleaved ? " + lane;\n" : ";\n");
      if (array.stride != 0)
        round += "    a" + std::to_string(k) + " = u32(i32(a" + std::to_string(k) + ") + " +
                 std::to_string(array.stride) + ");\n";
    }
    for (std::size_t i = 0; i < carried; ++i) {
      const std::string place = "scratch + " +
                                number(program_.carried + kernel.lanes * static_cast<int>(i)) +
                                (isFixed ? "" : " + lane");
      head += "  var c" + std::to_string(i) + " = " + arithmetic_.load(place) + ";\n";
      if (i < kernel.next.size())
        tail += "  " + arithmetic_.store(place, "c" + std::to_string(i)) + ";\n";
    }
    if (!isFixed)
      round =
          "  for (var round_ = constants[loop_ + 1u]; round_ > 0u; round_--) {\n" + round + "  }\n";
    return head + round + tail;
  }

  const std::string& name_;
  const Program& program_;
  const WgslArithmetic& arithmetic_;
  std::vector<std::uint32_t>& constants_;
  const FixedLoops fixed_;
  std::size_t entry_ = 2;  ///< constants of a loop in the table
};

/// Where every memory of a program of calls begins: pairs, their second floats, scratch.
class Layout {
 public:
  Layout(const Program& program, int morePairs) : workspaceMemory_(program.workspaceMemory()) {
    int numbers = 0;
    for (const Program::Array& input : program.inputs) {
      int& next = input.values.empty() ? pairs_ : numbers;
      first_.push_back(next);
      next += input.size;
    }
    first_.push_back(pairs_);
    pairs_ += program.outputs + morePairs;
  }

  int pairs() const { return pairs_; }
  int workspace() const { return 2 * pairs_; }
  const std::vector<int>& first() const { return first_; }
  std::string operator()(const Program::Place& place) const {
    const int first = place.memory == workspaceMemory_
                          ? workspace()
                          : first_[static_cast<std::size_t>(place.memory)];
    return number(first + place.first);
  }

 private:
  int workspaceMemory_;
  std::vector<int> first_;
  int pairs_ = 0;
};

/// Numbers that come with programs, as bits.
void addNumbers(const std::vector<Program::Array>& inputs, std::vector<std::uint32_t>& constants) {
  for (const Program::Array& input : inputs)
    for (const double value : input.values) constants.push_back(bitsOf(static_cast<float>(value)));
}

/// A called program that computes outputs does so in pairs.
bool isInPairs(const Program& program, std::size_t called) {
  return std::any_of(program.steps.begin(), program.steps.end(), [&](const Program::Step& step) {
    const auto& call = std::get<Program::Call>(step);
    return at(call.program) == called && call.outputs.memory == program.outputsMemory();
  });
}

}  // namespace

WgslSource emitWgsl(const Program& program, int morePairs) {
  if (!program.repeats.empty())
    throw MechanismError("no code for the GPU is generated of steps that repeat corrections");
  const Layout layout(program, morePairs);
  WgslSource result;
  result.pairs = layout.pairs();
  result.first = layout.first();
  addNumbers(program.inputs, result.constants);

  result.text = "const pairs = " + number(layout.pairs()) + ";\n" + wgslFunctions() + "\n";
  result.memory = layout.workspace() + program.workspace;
  std::vector<std::string> workspaceOf;
  for (std::size_t i = 0; i < program.programs.size(); ++i) {
    const Program& called = program.programs[i];
    const WgslArithmetic arithmetic(isInPairs(program, i));
    result.text +=
        ProgramText(program.name + called.name, called, arithmetic, result.constants).write();
    workspaceOf.push_back(number(result.memory));
    result.memory += called.workspace;
  }

  result.text += "fn " + program.name + "() {\n";
  for (const Program::Step& step : program.steps) {
    const auto& call = std::get<Program::Call>(step);
    result.text += "  " + program.name + program.programs[at(call.program)].name + "(";
    for (const Program::Place& input : call.inputs) result.text += layout(input) + ", ";
    result.text += layout(call.outputs) + ", " + workspaceOf[at(call.program)] + ");\n";
  }
  result.text += "}\n";
  return result;
}

WgslSource emitWgslFunction(const Program& program) {
  WgslSource result;
  addNumbers(program.inputs, result.constants);
  const WgslArithmetic arithmetic(false);
  result.text = wgslFloatFunctions() +
                ProgramText(program.name, program, arithmetic, result.constants).write();
  return result;
}

}  // namespace linkwork::symbolic
