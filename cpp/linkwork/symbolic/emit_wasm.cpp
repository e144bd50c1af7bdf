#include "linkwork/program.hpp"

#include "linkwork/symbolic/wasm_imports.hpp"
#include "linkwork/symbolic/wasm_part.hpp"

namespace linkwork::symbolic {

namespace {

using wasm::Code;
using wasm::Type;

/// run(inputs, outputs, scratch): the parts in turn, with the addresses of the input arrays.
wasm::Function runFunction(int arrays, const std::vector<int>& parts) {
  enum Parameter { inputs, outputs, scratch };
  wasm::Function code(3);
  std::vector<int> addresses;
  for (int array = 0; array < arrays; ++array) {
    addresses.push_back(code.local(Type::i32));
    code.get(inputs).memory(Code::i32Load, 4 * array).set(addresses.back());
  }
  for (const int part : parts) {
    for (const int address : addresses) code.get(address);
    code.get(outputs).get(scratch).call(part);
  }
  return code;
}

}  // namespace

WasmCode emitWasm(const Program& program, const WasmOptions& options) {
  const wasm::Schedule schedule(program, options.functionLength);
  wasm::Module module;
  const wasm::Callees called = wasm::importCallees(
      module, [&](Operation operation) { return schedule.calls(operation); },
      schedule.angleCount() > 0);

  const int arrays = static_cast<int>(program.inputs.size());
  const std::vector<Type> addresses(static_cast<std::size_t>(arrays) + 2, Type::i32);
  const int partType = module.type(addresses, {});
  std::vector<int> parts;
  for (const wasm::Function& part : wasm::partFunctions(schedule, called))
    parts.push_back(module.addFunction(partType, part));

  const int run = module.addFunction(module.type({Type::i32, Type::i32, Type::i32}, {}),
                                     runFunction(arrays, parts));
  return {module.bytes(run, "run"), std::vector<double>(schedule.scratchSize()), run};
}

}  // namespace linkwork::symbolic
