#include "linkwork/symbolic/runtime/tape.hpp"

#include <cmath>

#include "linkwork/elementary.hpp"
#include "linkwork/jet.hpp"

namespace linkwork::symbolic {

namespace {

bool isNegative(double x) { return x < 0; }
bool isNegative(const DerivativeJet& x) { return x.value < 0; }

double power(double base, double exponent) { return elementary::pow(base, exponent); }

/// x^y; a constant exponent (without slope) needs no logarithm of x.
DerivativeJet power(const DerivativeJet& x, const DerivativeJet& y) {
  const double value = elementary::pow(x.value, y.value);
  bool moves = false;
  for (const double slope : y.partials) moves = moves || slope != 0;
  return DerivativeJet::chain(x, y, value, y.value * elementary::pow(x.value, y.value - 1),
                              moves ? value * elementary::log(x.value) : 0);
}

template <typename Scalar>
Scalar apply(Operation operation, const Scalar& x, const Scalar& y, const Scalar& z) {
  using elementary::acos, elementary::asin, elementary::atan, elementary::atan2, elementary::cos,
      elementary::exp, elementary::log, elementary::sin, std::sqrt, elementary::tan;
  switch (operation) {
    case Operation::add:
      return x + y;
    case Operation::subtract:
      return x - y;
    case Operation::multiply:
      return x * y;
    case Operation::divide:
      return x / y;
    case Operation::negate:
      return -x;
    case Operation::power:
      return power(x, y);
    case Operation::squareRoot:
      return sqrt(x);
    case Operation::sine:
      return sin(x);
    case Operation::cosine:
      return cos(x);
    case Operation::tangent:
      return tan(x);
    case Operation::arcSine:
      return asin(x);
    case Operation::arcCosine:
      return acos(x);
    case Operation::arcTangent:
      return atan(x);
    case Operation::arcTangent2:
      return atan2(x, y);
    case Operation::exponential:
      return exp(x);
    case Operation::logarithm:
      return log(x);
    case Operation::choose:
      return isNegative(x) ? y : z;
    case Operation::constant:
    case Operation::input:
      break;
  }
  return x;
}

}  // namespace

Tape::Tape(std::span<const Expression> outputs) {
  const Subgraph part(outputs);
  const std::size_t size = part.entries.size();

  // The last reader of each value; outputs are read at the end.
  std::vector<std::size_t> lastUse(size, 0);
  for (std::size_t i = 0; i < size; ++i) {
    const Subgraph::Entry& entry = part.entries[i];
    for (int k = 0; k < operandCount((*part.graph)[entry.node].operation); ++k)
      lastUse[static_cast<std::size_t>(entry.operands[k])] = i;
  }
  for (const std::int32_t root : part.roots)
    if (root >= 0) lastUse[static_cast<std::size_t>(root)] = size;

  std::vector<std::int32_t> registerOf(size, -1);
  for (std::size_t i = 0; i < size; ++i) {
    const NodeData& data = (*part.graph)[part.entries[i].node];
    if (data.operation != Operation::constant) continue;
    registerOf[i] = static_cast<std::int32_t>(constants_.size());
    constants_.push_back(data.value);
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    outputs_.push_back(part.roots[i] >= 0 ? -1 : static_cast<std::int32_t>(constants_.size()));
    if (part.roots[i] < 0) constants_.push_back(outputs[i].value());
  }
  registers_ = static_cast<int>(constants_.size());

  std::vector<std::int32_t> free;
  for (std::size_t i = 0; i < size; ++i) {
    const Subgraph::Entry& entry = part.entries[i];
    const Operation operation = (*part.graph)[entry.node].operation;
    if (operation == Operation::constant) continue;
    Instruction instruction{operation, 0, {0, 0, 0}};
    for (int k = 0; k < 3; ++k)
      if (k < operandCount(operation)) {
        const auto operand = static_cast<std::size_t>(entry.operands[k]);
        instruction.operands[k] = registerOf[operand];
        const bool isConstant = registerOf[operand] < static_cast<int>(constants_.size());
        if (lastUse[operand] == i && !isConstant) {
          free.push_back(registerOf[operand]);
          lastUse[operand] = size + 1;  // once, where both operands are the same
        }
      } else {
        instruction.operands[k] = operation == Operation::input ? entry.operands[k] : 0;
      }
    if (free.empty()) free.push_back(registers_++);
    registerOf[i] = instruction.result = free.back();
    free.pop_back();
    instructions_.push_back(instruction);
  }
  for (std::size_t i = 0; i < outputs.size(); ++i)
    if (part.roots[i] >= 0) outputs_[i] = registerOf[static_cast<std::size_t>(part.roots[i])];
}

template <typename Scalar>
void Tape::run(const Scalar* const* inputs, Scalar* outputs, Scalar* workspace) const {
  for (std::size_t i = 0; i < constants_.size(); ++i) workspace[i] = constants_[i];
  for (const Instruction& step : instructions_)
    workspace[step.result] = step.operation == Operation::input
                                 ? inputs[step.operands[0]][step.operands[1]]
                                 : apply(step.operation, workspace[step.operands[0]],
                                         workspace[step.operands[1]], workspace[step.operands[2]]);
  for (std::size_t i = 0; i < outputs_.size(); ++i) outputs[i] = workspace[outputs_[i]];
}

template void Tape::run(const double* const*, double*, double*) const;
template void Tape::run(const DerivativeJet* const*, DerivativeJet*, DerivativeJet*) const;

}  // namespace linkwork::symbolic
