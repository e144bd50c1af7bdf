#include <algorithm>
#include <map>

#include "linkwork/linalg/index.hpp"
#include "linkwork/symbolic/expression_text.hpp"
#include "linkwork/symbolic/kernel_code.hpp"

namespace linkwork::symbolic {

namespace {

constexpr int deepestNesting = 16;  // of operations in one statement

constexpr const char* memoryParameters =
    "const double* const* inputs, double* outputs, double* scratch";
constexpr const char* unused = "  (void)inputs, (void)outputs, (void)scratch;\n";

template <typename Number>
std::string text(Number number) {
  return std::to_string(number);
}

/// A memory of a program, from an element on.
std::string memoryText(const Program& program, int memory, int first = 0) {
  const std::string name = memory < program.outputsMemory()    ? "inputs[" + text(memory) + "]"
                           : memory == program.outputsMemory() ? "outputs"
                                                               : "scratch";
  return first == 0 ? name : name + " + " + text(first);
}

/// One lane of a kernel as the body of a function.
class KernelText {
 public:
  using Kernel = Program::Kernel;

  KernelText(const Program& program, const Kernel& kernel,
             const std::optional<Program::Loop>& fixed)
      : program_(program), kernel_(kernel), fixed_(fixed), round_(kernel) {}

  std::string body() {
    indent_ = fixed_ ? "  " : "    ";
    depths_.resize(round_.uses.size());
    isVariable_.resize(round_.uses.size());
    for (const Round::Statement& statement : round_.statements)
      if (statement.kind == Round::Kind::store)
        store(*statement.store);
      else
        keep(statement.node);
    return fixed_ ? head() + round() + tail()
                  : head() + "  for (int round = loop[1]; round > 0; --round) {\n" + round() +
                        advance() + "  }\n" + tail();
  }

 private:
  // ——— Places ———

  std::string place(int array, int element) const {
    const Kernel::Array& of = kernel_.arrays[at(array)];
    if (!fixed_)
      return "a" + text(array) + "[" + text(of.isInterleaved ? kernel_.lanes * element : element) +
             "]";
    const std::string name = of.memory < program_.outputsMemory()
                                 ? program_.inputs[at(of.memory)].name
                                 : memoryText(program_, of.memory);
    return name + "[" + text(fixed_->first[at(array)] + element) + "]";
  }
  std::string carriedPlace(std::size_t i) const {
    return "scratch[" + text(program_.carried + kernel_.lanes * static_cast<int>(i)) +
           (fixed_ ? "]" : " + lane]");
  }

  std::string head() const {
    std::string result;
    if (fixed_)
      for (int i = 0; i < program_.outputsMemory(); ++i)
        result += "  [[maybe_unused]] const double* const " + program_.inputs[at(i)].name +
                  " = inputs[" + text(i) + "];\n";
    const std::size_t arrays = fixed_ ? 0 : kernel_.arrays.size();
    for (std::size_t k = 0; k < arrays; ++k) {
      const Kernel::Array& array = kernel_.arrays[k];
      result += (array.memory < program_.outputsMemory() ? "  const double* a" : "  double* a") +
                text(k) + " = " + memoryText(program_, array.memory) + " + loop[2 + " +
                text(arrays) + " * lane + " + text(k) + "]" +
                (array.isInterleaved ? " + lane;\n" : ";\n");
    }
    for (std::size_t i = 0; i < std::max(round_.carried.size(), kernel_.next.size()); ++i)
      result += "  double c" + text(i) +
                (i < round_.carried.size() ? " = " + carriedPlace(i) : " = 0") + ";\n";
    return result;
  }

  std::string advance() const {
    std::string result;
    for (std::size_t k = 0; k < kernel_.arrays.size(); ++k)
      if (kernel_.arrays[k].stride != 0)
        result += "    a" + text(k) + " += " + text(kernel_.arrays[k].stride) + ";\n";
    return result;
  }

  std::string tail() const {
    std::string result;
    for (std::size_t i = 0; i < kernel_.next.size(); ++i)
      result += "  " + carriedPlace(i) + " = c" + text(i) + ";\n";
    return result;
  }

  /// The statements, the stores, and what they leave to the next round.
  std::string round() {
    std::string next;
    for (std::size_t i = 0; i < kernel_.next.size(); ++i) {
      const std::string value = use(kernel_.next[i]);
      text_ += indent_ + "const double n" + text(i) + " = " + value + ";\n";
      next += indent_ + "c" + text(i) + " = n" + text(i) + ";\n";
    }
    return text_ + stores_ + next;
  }

  // ——— Statements ———

  void keep(Node node) {
    const std::string formula = formulaOf(node);
    text_ += indent_ + "const double t" + text(node) + " = " + formula + ";\n";
    isVariable_[at(node)] = true;
  }

  void store(const Kernel::Store& store) {
    const std::string value = use(store.value);
    text_ +=
        indent_ + place(store.array, store.element) + (store.adds ? " += " : " = ") + value + ";\n";
  }

  // ——— Expressions ———

  std::string use(const Expression& value) {
    return value.isConstant() ? cppNumber(value.value()) : use(value.node());
  }

  /// A value in a formula; a variable if it has further uses or is too deep.
  std::string use(Node node) {
    const bool isComputed = operandCount((*kernel_.graph)[node].operation) > 0;
    if (!isVariable_[at(node)] && isComputed) {
      if (round_.uses[at(node)] == 1) {
        const std::string formula = formulaOf(node);
        if (depths_[at(node)] <= deepestNesting) return formula;
        text_ += indent_ + "const double t" + text(node) + " = " + formula + ";\n";
        isVariable_[at(node)] = true;
      } else {
        keep(node);
      }
    }
    return isVariable_[at(node)] ? "t" + text(node) : formulaOf(node);
  }

  std::string formulaOf(Node node) {
    const NodeData& data = (*kernel_.graph)[node];
    if (data.operation == Operation::constant) return cppNumber(data.value);
    if (data.operation == Operation::input)
      return data.operands[0] == Kernel::carried ? "c" + text(data.operands[1])
                                                 : place(data.operands[0], data.operands[1]);
    std::string operands[3];
    for (int k = 0; k < operandCount(data.operation); ++k) {
      const Node operand = data.operands[k];
      operands[k] = use(operand);
      if (!isVariable_[at(operand)])
        depths_[at(node)] = std::max(depths_[at(node)], depths_[at(operand)] + 1);
    }
    return cppFormula(data.operation, operands);
  }

  const Program& program_;
  const Kernel& kernel_;
  const std::optional<Program::Loop>& fixed_;
  const Round round_;
  std::string indent_, text_;
  std::string stores_;       ///< at the end: compilers assume that they change inputs
  std::vector<int> depths_;  ///< by node: of its formula
  std::vector<bool> isVariable_;
};

/// Writes a program and those that it calls.
class ProgramText {
 public:
  ProgramText(const Program& program, const CppOptions& options)
      : program_(divided(program, options.functionLength, false)),
        options_(options),
        fixed_(fixedLoops(program_)) {
    for (const Program::Loop* loop : program_.loops())
      entry_ = std::max(entry_, 2 + loop->first.size());
  }

  CppSource write() {
    CppSource source{"", program_.workspace};
    std::vector<int> workspaceOf;
    for (const Program& each : program_.programs) {
      Program called = each;
      called.name = program_.name + each.name;
      const CppSource written = ProgramText(called, options_).write();
      source.text += written.text + "\n";
      workspaceOf.push_back(source.workspace);
      source.workspace += written.workspace;
    }
    const std::string head = "extern \"C\" " + options_.qualifier + "void " + program_.name + "(" +
                             memoryParameters + ") {\n" + unused;
    source.text += "#include <cmath>\n\n";
    if (program_.steps.size() == 1 && program_.kernels.size() == 1 && fixed_[0]) {
      source.text += head + KernelText(program_, program_.kernels[0], fixed_[0]).body() + "}\n";
      return source;
    }
    for (std::size_t i = 0; i < program_.kernels.size(); ++i)
      source.text += "static " + options_.qualifier + "void " + kernelName(static_cast<int>(i)) +
                     (fixed_[i] ? "(" : "(const int* loop, int lane, ") + memoryParameters +
                     ") {\n" + unused + (fixed_[i] ? "" : "  (void)lane;\n") +
                     KernelText(program_, program_.kernels[i], fixed_[i]).body() + "}\n\n";
    const std::string steps = stepsText(workspaceOf);
    if (!table_.empty())
      source.text += "static " + options_.qualifier + "const int " + program_.name +
                     "Loops[] = {\n" + table_ + "};\n\n";
    source.text += head + steps + "}\n";
    return source;
  }

 private:
  std::string kernelName(int kernel) const { return program_.name + "Kernel" + text(kernel); }

  std::string stepsText(const std::vector<int>& workspaceOf) {
    std::string result;
    for (std::size_t i = 0; i < program_.steps.size(); ++i) {
      for (const Program::Repeat& repeat : program_.repeats)
        if (at(repeat.first) == i) result += "  do {\n";
      if (const auto* call = std::get_if<Program::Call>(&program_.steps[i])) {
        result += callText(*call, workspaceOf[at(call->program)]);
      } else if (const auto* sines = std::get_if<Program::SinesAndCosines>(&program_.steps[i])) {
        result += sinesText(*sines);
      } else if (const int kernel = std::get<Program::Loop>(program_.steps[i]).kernel;
                 fixed_[at(kernel)]) {
        result += "  " + kernelName(kernel) + "(inputs, outputs, scratch);\n";
      } else {
        const auto loops = loopsInTable(program_, i, fixed_);
        result += tableText(loops);
        i += loops.size() - 1;
      }
      for (const Program::Repeat& repeat : program_.repeats)
        if (at(repeat.last) == i + 1)
          result += "  } while (*(" +
                    memoryText(program_, repeat.again.memory, repeat.again.first) + ") < 0);\n";
    }
    return result;
  }

  std::string callText(const Program::Call& call, int workspace) const {
    std::string inputs;
    for (const Program::Place& input : call.inputs)
      inputs += (inputs.empty() ? "" : ", ") + memoryText(program_, input.memory, input.first);
    return "  {\n    const double* const given[] = {" + inputs + "};\n    " + program_.name +
           program_.programs[at(call.program)].name + "(given, " +
           memoryText(program_, call.outputs.memory, call.outputs.first) + ", " +
           memoryText(program_, program_.workspaceMemory(), workspace) + ");\n  }\n";
  }

  static std::string sinesText(const Program::SinesAndCosines& sines) {
    const auto line = [&](Operation operation, int times) {
      return "    scratch[" + text(times * sines.distance) +
             " + i] = " + cppFormula(operation, {"scratch[i]", "", ""}) + ";\n";
    };
    return "  for (int i = " + text(sines.first) + "; i < " + text(sines.first + sines.count) +
           "; ++i) {\n" + line(Operation::sine, 1) + line(Operation::cosine, 2) + "  }\n";
  }

  /// Loops by entries of the table, to which they are added.
  std::string tableText(const std::vector<const Program::Loop*>& loops) {
    const std::string table = program_.name + "Loops + ";
    std::map<int, std::string> cases;
    for (const Program::Loop* loop : loops) {
      table_ += "  " + text(loop->kernel) + ", " + text(loop->rounds);
      for (std::size_t k = 0; k + 2 < entry_; ++k)
        table_ += ", " + text(k < loop->first.size() ? loop->first[k] : 0);
      table_ += ",\n";
      std::string& calls = cases[loop->kernel];
      if (calls.empty())
        for (int lane = 0; lane < program_.kernels[at(loop->kernel)].lanes; ++lane)
          calls += "        " + kernelName(loop->kernel) + "(loop, " + text(lane) +
                   ", inputs, outputs, scratch);\n";
    }
    std::string result = "  for (const int* loop = " + table + text(tableSize_);
    tableSize_ += loops.size() * entry_;
    result += "; loop < " + table + text(tableSize_) + "; loop += " + text(entry_) +
              ")\n    switch (loop[0]) {\n";
    for (const auto& [kernel, calls] : cases)
      result += "      case " + text(kernel) + ":\n" + calls + "        break;\n";
    return result + "    }\n";
  }

  const Program program_;
  const CppOptions& options_;
  const FixedLoops fixed_;
  std::size_t entry_ = 2;  ///< integers of a loop in the table
  std::string table_;
  std::size_t tableSize_ = 0;
};

}  // namespace

CppSource emitCpp(const Program& program, const CppOptions& options) {
  return ProgramText(program, options).write();
}

}  // namespace linkwork::symbolic
