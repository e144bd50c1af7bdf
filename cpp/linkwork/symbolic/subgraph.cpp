#include "linkwork/symbolic/subgraph.hpp"

namespace linkwork::symbolic {

OperationCounts countOperations(std::span<const Expression> outputs) {
  const Subgraph part(outputs);
  OperationCounts counts;
  for (const Subgraph::Entry& entry : part.entries) switch ((*part.graph)[entry.node].operation) {
      case Operation::constant:
      case Operation::input:
        break;
      case Operation::add:
      case Operation::subtract:
        ++counts.additions;
        break;
      case Operation::multiply:
        ++counts.multiplications;
        break;
      case Operation::divide:
        ++counts.divisions;
        break;
      case Operation::negate:
        ++counts.negations;
        break;
      default:
        ++counts.functions;
    }
  return counts;
}

std::vector<Expression> substitute(std::span<const Expression> roots,
                                   const std::function<Expression(int array, int element)>& input) {
  const Subgraph part(roots);
  std::vector<Expression> values;
  for (const Subgraph::Entry& entry : part.entries) {
    const NodeData& data = (*part.graph)[entry.node];
    const auto operand = [&](int k) {
      return k < operandCount(data.operation) ? values[static_cast<std::size_t>(entry.operands[k])]
                                              : Expression();
    };
    if (data.operation == Operation::constant)
      values.emplace_back(data.value);
    else if (data.operation == Operation::input)
      values.push_back(input(entry.operands[0], entry.operands[1]));
    else
      values.push_back(apply(data.operation, operand(0), operand(1), operand(2)));
  }
  std::vector<Expression> result;
  for (std::size_t i = 0; i < roots.size(); ++i)
    result.push_back(part.roots[i] < 0 ? roots[i]
                                       : values[static_cast<std::size_t>(part.roots[i])]);
  return result;
}

}  // namespace linkwork::symbolic
