#include "linkwork/program.hpp"

#include <algorithm>

#include "linkwork/symbolic/cpp_formula.hpp"

namespace linkwork::symbolic {

namespace {

constexpr int deepestNesting = 16;  // of what is written where it is used

/// Writes one program, statement by statement.
class CppWriter {
 public:
  CppWriter(const Program& program, const CppOptions& options)
      : program_(program),
        perFunction_(options.statementsPerFunction),
        qualifier_(options.qualifier),
        part_(program.outputs),
        values_(part_.entries.size()) {}

  CppSource write() {
    decideWhatIsNamed();
    placeInFunctions();
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (values_[i].isNamed) writeValue(i);
    for (std::size_t i = 0; i < part_.roots.size(); ++i) {
      enter(functionOfOutput(i));
      const std::string value =
          part_.roots[i] < 0 ? cppNumber(program_.outputs[i].value()) : use(part_.roots[i]);
      text_ += "  outputs[" + std::to_string(i) + "] = " + value + ";\n";
    }
    closeFunction();
    return {whole(), scratch_};
  }

 private:
  struct Value {
    int uses = 0, depth = 0;
    bool isNamed = false;
    int function = 0, lastFunction = 0;  ///< where it is computed, and used last
    int slot = -1, readIn = -1;          ///< of scratch; the function that has read it from there
  };

  Operation operationOf(std::size_t i) const {
    return (*program_.graph)[part_.entries[i].node].operation;
  }
  int functionOfOutput(std::size_t i) const {
    return (statements_ + static_cast<int>(i)) / perFunction_;
  }

  void decideWhatIsNamed() {
    for (std::size_t i = 0; i < values_.size(); ++i)
      for (int k = 0; k < operandCount(operationOf(i)); ++k) ++operand(i, k).uses;
    for (const std::int32_t root : part_.roots)
      if (root >= 0) ++values_[static_cast<std::size_t>(root)].uses;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      Value& value = values_[i];
      const int operands = operandCount(operationOf(i));
      for (int k = 0; k < operands; ++k)
        if (!operand(i, k).isNamed) value.depth = std::max(value.depth, operand(i, k).depth + 1);
      value.isNamed = operands > 0 && (value.uses > 1 || value.depth > deepestNesting);
    }
  }

  /// Numbers the statements, and finds the last function that needs each value.
  void placeInFunctions() {
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (values_[i].isNamed) values_[i].function = statements_++ / perFunction_;
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (values_[i].isNamed) needOperands(i, values_[i].function);
    for (std::size_t i = 0; i < part_.roots.size(); ++i)
      if (part_.roots[i] >= 0) need(part_.roots[i], functionOfOutput(i));
  }
  void need(std::int32_t entry, int function) {
    Value& value = values_[static_cast<std::size_t>(entry)];
    if (value.isNamed)
      value.lastFunction = std::max(value.lastFunction, function);
    else
      needOperands(static_cast<std::size_t>(entry), function);
  }
  void needOperands(std::size_t i, int function) {
    for (int k = 0; k < operandCount(operationOf(i)); ++k)
      need(part_.entries[i].operands[k], function);
  }

  void writeValue(std::size_t i) {
    Value& value = values_[i];
    enter(value.function);
    const std::string formula = formulaOf(i), name = "t" + std::to_string(i);
    text_ += "  const double " + name + " = " + formula + ";\n";
    value.readIn = value.function;
    if (value.lastFunction <= value.function) return;
    if (freeSlots_.empty()) freeSlots_.push_back(scratch_++);
    value.slot = freeSlots_.back();
    freeSlots_.pop_back();
    const auto last = static_cast<std::size_t>(value.lastFunction);
    if (slotsUntil_.size() <= last) slotsUntil_.resize(last + 1);
    slotsUntil_[last].push_back(value.slot);
    text_ += "  scratch[" + std::to_string(value.slot) + "] = " + name + ";\n";
  }

  /// The value as it is written in a formula.
  std::string use(std::int32_t entry) {
    const auto i = static_cast<std::size_t>(entry);
    Value& value = values_[i];
    if (!value.isNamed) return formulaOf(i);
    const std::string name = "t" + std::to_string(i);
    if (value.readIn != function_) {
      text_ += "  const double " + name + " = scratch[" + std::to_string(value.slot) + "];\n";
      value.readIn = function_;
    }
    return name;
  }

  std::string formulaOf(std::size_t i) {
    const Subgraph::Entry& entry = part_.entries[i];
    const NodeData& data = (*program_.graph)[entry.node];
    if (data.operation == Operation::constant) return cppNumber(data.value);
    if (data.operation == Operation::input)
      return program_.inputs[static_cast<std::size_t>(data.operands[0])].name + "[" +
             std::to_string(data.operands[1]) + "]";
    std::string operands[3];
    for (int k = 0; k < operandCount(data.operation); ++k) operands[k] = use(entry.operands[k]);
    return cppFormula(data.operation, operands);
  }

  /// Goes on to a function; slots of scratch that the earlier ones needed last are free.
  void enter(int function) {
    if (function == function_) return;
    closeFunction();
    if (function_ >= 0 && static_cast<std::size_t>(function_) < slotsUntil_.size())
      for (const int slot : slotsUntil_[static_cast<std::size_t>(function_)])
        freeSlots_.push_back(slot);
    function_ = function;
  }
  void closeFunction() {
    if (!text_.empty()) functions_.push_back(std::move(text_));
    text_.clear();
  }

  std::string whole() const {
    const std::string arguments =
        "(const double* const* inputs, double* outputs, double* scratch) {\n"
        "  (void)inputs, (void)outputs, (void)scratch;\n";
    std::string arrays, parts, calls;
    for (std::size_t i = 0; i < program_.inputs.size(); ++i)
      arrays += "  [[maybe_unused]] const double* const " + program_.inputs[i].name + " = inputs[" +
                std::to_string(i) + "];\n";
    if (functions_.size() == 1) {
      calls = arrays + functions_[0];
    } else {
      for (std::size_t i = 0; i < functions_.size(); ++i) {
        const std::string name = program_.name + "Part" + std::to_string(i);
        parts +=
            "static " + qualifier_ + "void " + name + arguments + arrays + functions_[i] + "}\n\n";
        calls += "  " + name + "(inputs, outputs, scratch);\n";
      }
    }
    return "#include <cmath>\n\n" + parts + "extern \"C\" " + qualifier_ + "void " + program_.name +
           arguments + calls + "}\n";
  }

  Value& operand(std::size_t i, int k) {
    return values_[static_cast<std::size_t>(part_.entries[i].operands[k])];
  }

  const Program& program_;
  int perFunction_;
  std::string qualifier_;
  Subgraph part_;
  std::vector<Value> values_;
  int statements_ = 0, scratch_ = 0, function_ = -1;
  std::vector<int> freeSlots_;
  std::vector<std::vector<int>> slotsUntil_;  ///< by the function that needs them last
  std::string text_;                          ///< of the function being written
  std::vector<std::string> functions_;
};

}  // namespace

CppSource emitCpp(const Program& program, const CppOptions& options) {
  return CppWriter(program, options).write();
}

}  // namespace linkwork::symbolic
