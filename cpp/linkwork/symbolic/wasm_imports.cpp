#include "linkwork/symbolic/wasm_imports.hpp"

#include "linkwork/symbolic/wasm_sine_cosine.hpp"

namespace linkwork::symbolic::wasm {

namespace {

/// What WebAssembly has no instruction for, and the function of JavaScript's Math that stands in.
constexpr std::pair<Operation, const char*> mathFunctions[] = {
    {Operation::power, "pow"},       {Operation::sine, "sin"},
    {Operation::cosine, "cos"},      {Operation::tangent, "tan"},
    {Operation::arcSine, "asin"},    {Operation::arcCosine, "acos"},
    {Operation::arcTangent, "atan"}, {Operation::arcTangent2, "atan2"},
    {Operation::exponential, "exp"}, {Operation::logarithm, "log"}};

}  // namespace

Callees importCallees(Module& module, const std::function<bool(Operation)>& calls, bool hasAngles) {
  Callees result;
  const auto numberOf = [&](Operation operation) -> int& {
    return result.math[static_cast<std::size_t>(operation)];
  };
  for (const auto& [operation, name] : mathFunctions) {
    const bool isForAngles =
        hasAngles && (operation == Operation::sine || operation == Operation::cosine);
    if (!calls(operation) && !isForAngles) continue;
    const std::vector<Type> operands(static_cast<std::size_t>(operandCount(operation)), Type::f64);
    numberOf(operation) = module.importFunction("math", name, module.type(operands, {Type::f64}));
  }
  if (hasAngles)
    result.sineCosine = module.addFunction(
        module.type({Type::i32, Type::i32, Type::i32}, {}),
        sineCosineFunction(numberOf(Operation::sine), numberOf(Operation::cosine)));
  return result;
}

}  // namespace linkwork::symbolic::wasm
