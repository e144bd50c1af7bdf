#include <string>

#include "linkwork/program.hpp"

namespace linkwork::symbolic {

namespace {

std::string placeOf(const ProgramSequence& sequence, const ProgramSequence::Place& place) {
  const std::string memory = place.memory < sequence.outputsMemory()
                                 ? "inputs[" + std::to_string(place.memory) + "]"
                             : place.memory == sequence.outputsMemory() ? "outputs"
                                                                        : "scratch";
  return place.first == 0 ? memory : memory + " + " + std::to_string(place.first);
}

}  // namespace

CppSource emitCpp(const ProgramSequence& sequence, const CppOptions& options) {
  CppSource result{"", sequence.scratch};
  struct Called {
    std::string name;
    int scratch;  ///< where its own begins
  };
  std::vector<Called> programs;
  for (auto program : sequence.programs)
    std::visit(
        [&](auto& each) {
          each.name = sequence.name + each.name;
          const CppSource source = emitCpp(each, options);
          programs.push_back({each.name, result.scratch});
          result.text += source.text + "\n";
          result.scratch += source.scratch;
        },
        program);
  result.text += "extern \"C\" " + options.qualifier + "void " + sequence.name +
                 "(const double* const* inputs, double* outputs, double* scratch) {\n";
  const int count = static_cast<int>(sequence.calls.size());
  for (int i = 0; i < count; ++i) {
    const ProgramSequence::Call& call = sequence.calls[static_cast<std::size_t>(i)];
    for (const ProgramSequence::Repeat& repeat : sequence.repeats)
      if (repeat.first == i) result.text += "  do {\n";
    const Called& program = programs[static_cast<std::size_t>(call.program)];
    std::string inputs;
    for (const ProgramSequence::Place& input : call.inputs)
      inputs += (inputs.empty() ? "" : ", ") + placeOf(sequence, input);
    result.text += "  {\n    const double* const given[] = {" + inputs + "};\n    " + program.name +
                   "(given, " + placeOf(sequence, call.outputs) + ", " +
                   placeOf(sequence, {sequence.scratchMemory(), program.scratch}) + ");\n  }\n";
    for (const ProgramSequence::Repeat& repeat : sequence.repeats)
      if (repeat.last == i + 1)
        result.text += "  } while (*(" + placeOf(sequence, repeat.again) + ") < 0);\n";
  }
  result.text += "}\n";
  return result;
}

}  // namespace linkwork::symbolic
