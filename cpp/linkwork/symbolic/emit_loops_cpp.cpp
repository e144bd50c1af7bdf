#include <algorithm>
#include <map>

#include "linkwork/program.hpp"
#include "linkwork/symbolic/cpp_formula.hpp"

namespace linkwork::symbolic {

namespace {

using Kernel = LoopProgram::Kernel;

std::string text(int number) { return std::to_string(number); }
std::string text(std::size_t number) { return std::to_string(number); }

constexpr const char* memories = "const double* const* inputs, double* outputs, double* scratch";

/// One lane of a kernel as a function of a loop's entry in the table.
class KernelText {
 public:
  KernelText(const LoopProgram& program, const Kernel& kernel, const std::string& qualifier)
      : program_(program), kernel_(kernel), qualifier_(qualifier) {
    roots_ = kernel.next;
    for (const Kernel::Store& store : kernel.stores) roots_.push_back(store.value);
  }

  std::string function(const std::string& name) {
    std::string round;
    const Subgraph part(roots_);
    for (const Subgraph::Entry& entry : part.entries) write(entry.node, round);
    for (const Kernel::Store& store : kernel_.stores)
      round += "    " + place(store.array, store.element) + (store.adds ? " += " : " = ") +
               use(store.value) + ";\n";
    for (std::size_t i = 0; i < kernel_.next.size(); ++i)
      round += "    c" + text(i) + " = " + use(kernel_.next[i]) + ";\n";
    return "static " + qualifier_ + "void " + name + "(const int* loop, int lane, " + memories +
           ") {\n" + "  (void)inputs, (void)outputs, (void)scratch, (void)lane;\n" + head() +
           "  for (int round = loop[1]; round > 0; --round) {\n" + round + advance() + "  }\n" +
           tail() + "}\n\n";
  }

 private:
  std::string place(int array, int element) const {
    const bool isInterleaved = kernel_.arrays[static_cast<std::size_t>(array)].isInterleaved;
    return "a" + text(array) + "[" + text(isInterleaved ? kernel_.lanes * element : element) + "]";
  }
  std::string carriedPlace(std::size_t i) const {
    return "scratch[" + text(program_.carried + kernel_.lanes * static_cast<int>(i)) + " + lane]";
  }
  std::size_t carriedCount() const { return std::max(carriedIn_, kernel_.next.size()); }

  std::string use(const Expression& value) const {
    return value.isConstant() ? cppNumber(value.value()) : "t" + text(value.node());
  }

  void write(Node node, std::string& round) {
    const NodeData& data = (*kernel_.graph)[node];
    std::string formula;
    if (data.operation == Operation::constant) {
      formula = cppNumber(data.value);
    } else if (data.operation == Operation::input && data.operands[0] == Kernel::carried) {
      carriedIn_ = std::max(carriedIn_, static_cast<std::size_t>(data.operands[1]) + 1);
      formula = "c" + text(data.operands[1]);
    } else if (data.operation == Operation::input) {
      formula = place(data.operands[0], data.operands[1]);
    } else {
      std::string operands[3];
      for (int k = 0; k < operandCount(data.operation); ++k)
        operands[k] = "t" + text(data.operands[k]);
      formula = cppFormula(data.operation, operands);
    }
    round += "    const double t" + text(node) + " = " + formula + ";\n";
  }

  std::string head() const {
    std::string result;
    const std::size_t arrays = kernel_.arrays.size();
    for (std::size_t k = 0; k < arrays; ++k) {
      const Kernel::Array& array = kernel_.arrays[k];
      const bool isInput = array.memory < program_.outputsMemory();
      const std::string from = isInput ? "inputs[" + text(array.memory) + "]"
                               : array.memory == program_.outputsMemory() ? "outputs"
                                                                          : "scratch";
      result += (isInput ? "  const double* a" : "  double* a") + text(k) + " = " + from +
                " + loop[2 + " + text(arrays) + " * lane + " + text(k) + "]" +
                (array.isInterleaved ? " + lane;\n" : ";\n");
    }
    for (std::size_t i = 0; i < carriedCount(); ++i)
      result +=
          "  double c" + text(i) + (i < carriedIn_ ? " = " + carriedPlace(i) : " = 0") + ";\n";
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

  const LoopProgram& program_;
  const Kernel& kernel_;
  const std::string& qualifier_;
  std::vector<Expression> roots_;
  std::size_t carriedIn_ = 0;
};

/// The loops one after the other, in entries of one size.
std::string tableOf(const LoopProgram& program, std::size_t entry) {
  std::string result;
  for (const auto* loops : {&program.turns, &program.loops})
    for (const LoopProgram::Loop& loop : *loops) {
      result += "  " + text(loop.kernel) + ", " + text(loop.rounds);
      for (std::size_t k = 0; k + 2 < entry; ++k)
        result += ", " + text(k < loop.first.size() ? loop.first[k] : 0);
      result += ",\n";
    }
  return result;
}

}  // namespace

CppSource emitCpp(const LoopProgram& program, const CppOptions& options) {
  const std::string &name = program.name, table = name + "Loops";
  std::size_t entry = 2;
  for (const auto* loops : {&program.turns, &program.loops})
    for (const LoopProgram::Loop& loop : *loops) entry = std::max(entry, 2 + loop.first.size());

  std::string kernels, cases;
  for (std::size_t i = 0; i < program.kernels.size(); ++i) {
    const std::string kernel = name + "Kernel" + text(i);
    kernels += KernelText(program, program.kernels[i], options.qualifier).function(kernel);
    cases += "      case " + text(i) + ":\n";
    for (int lane = 0; lane < program.kernels[i].lanes; ++lane)
      cases += "        " + kernel + "(loop, " + text(lane) + ", inputs, outputs, scratch);\n";
    cases += "        break;\n";
  }
  const auto runs = [&](std::size_t first, std::size_t last) {
    return "  for (const int* loop = " + table + " + " + text(first * entry) + "; loop < " + table +
           " + " + text(last * entry) + "; loop += " + text(entry) + ")\n    switch (loop[0]) {\n" +
           cases + "    }\n";
  };
  const std::size_t turns = program.turns.size();
  const auto turned = [&](Operation operation, int times) {
    return "    scratch[" + text(times * program.angleRoom) +
           " + i] = " + cppFormula(operation, {"scratch[i]", "", ""}) + ";\n";
  };
  const std::string sines = "  for (int i = 0; i < " + text(program.angles) + "; ++i) {\n" +
                            turned(Operation::sine, 1) + turned(Operation::cosine, 2) + "  }\n";
  return {"#include <cmath>\n\n" + kernels + "static " + options.qualifier + "const int " + table +
              "[] = {\n" + tableOf(program, entry) + "};\n\nextern \"C\" " + options.qualifier +
              "void " + name + "(" + memories + ") {\n" + runs(0, turns) + sines +
              runs(turns, turns + program.loops.size()) + "}\n",
          program.scratch};
}

}  // namespace linkwork::symbolic
