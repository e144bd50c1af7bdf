#include "linkwork/symbolic/operation_counts.hpp"

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

}  // namespace linkwork::symbolic
