#include "linkwork/symbolic/differentiation.hpp"

#include <algorithm>
#include <cassert>

#include "linkwork/symbolic/factored_jacobian.hpp"

namespace linkwork::symbolic {

std::array<Expression, 3> partials(Graph& graph, Node node) {
  const NodeData data = graph[node];  // a copy: the graph grows
  const int operands = operandCount(data.operation);
  const Expression self = graph.at(node);
  const Expression x = operands > 0 ? graph.at(data.operands[0]) : Expression();
  const Expression y = operands > 1 ? graph.at(data.operands[1]) : Expression();
  switch (data.operation) {
    case Operation::constant:
    case Operation::input:
      return {};
    case Operation::add:
      return {1, 1};
    case Operation::subtract:
      return {1, -1};
    case Operation::multiply:
      return {y, x};
    case Operation::divide:
      return {1 / y, -self / y};
    case Operation::negate:
      return {-1};
    case Operation::power:
      return {y * pow(x, y - 1), y.isConstant() ? Expression(0) : self * log(x)};
    case Operation::squareRoot:
      return {0.5 / self};
    case Operation::sine:
      return {cos(x)};
    case Operation::cosine:
      return {-sin(x)};
    case Operation::tangent:
      return {1 + self * self};
    case Operation::arcSine:
      return {1 / sqrt((1 - x) * (1 + x))};
    case Operation::arcCosine:
      return {-1 / sqrt((1 - x) * (1 + x))};
    case Operation::arcTangent:
      return {1 / (1 + x * x)};
    case Operation::arcTangent2: {
      const Expression squared = x * x + y * y;
      return {y / squared, -x / squared};
    }
    case Operation::exponential:
      return {self};
    case Operation::logarithm:
      return {1 / x};
    case Operation::choose:
      return {0, choose(x, 1, 0), choose(x, 0, 1)};
  }
  return {};
}

namespace {

/// d(node)/dt where its operands have the rates a, b, c.
Expression rateOf(Graph& graph, Node node, const Expression& a, const Expression& b,
                  const Expression& c) {
  const NodeData data = graph[node];
  switch (data.operation) {
    case Operation::divide: {
      const Expression denominator = graph.at(data.operands[1]);
      return (a - graph.at(node) * b) / denominator;
    }
    case Operation::squareRoot:
      return 0.5 * (a / graph.at(node));
    case Operation::arcTangent2: {
      const Expression y = graph.at(data.operands[0]), x = graph.at(data.operands[1]);
      return (x * a - y * b) / (x * x + y * y);
    }
    case Operation::logarithm:
      return a / graph.at(data.operands[0]);
    case Operation::choose:
      return choose(graph.at(data.operands[0]), b, c);
    default: {
      const auto [byA, byB, byC] = partials(graph, node);
      return byA * a + byB * b;
    }
  }
}

}  // namespace

std::vector<Expression> derivativeAlong(std::span<const Expression> roots,
                                        std::span<const Expression> variables,
                                        std::span<const Expression> rates) {
  assert(variables.size() == rates.size());
  std::vector<Expression> result(roots.size(), 0);
  const Subgraph part(roots);
  if (!part.graph) return result;
  Graph& graph = *part.graph;

  std::vector<Expression> along(part.entries.size(), 0);
  for (std::size_t i = 0; i < along.size(); ++i) {
    const Subgraph::Entry& entry = part.entries[i];
    const Operation operation = graph[entry.node].operation;
    if (operation == Operation::input) {
      const Expression input = graph.at(entry.node);
      for (std::size_t k = 0; k < variables.size(); ++k)
        if (variables[k] == input) along[i] = rates[k];
      continue;
    }
    Expression operandRates[3] = {0, 0, 0};
    bool moves = false;
    for (int k = 0; k < operandCount(operation); ++k) {
      operandRates[k] = along[static_cast<std::size_t>(entry.operands[k])];
      moves = moves || !(operandRates[k] == Expression(0));
    }
    if (moves)
      along[i] = rateOf(graph, entry.node, operandRates[0], operandRates[1], operandRates[2]);
  }
  for (std::size_t i = 0; i < roots.size(); ++i)
    if (part.roots[i] >= 0) result[i] = along[static_cast<std::size_t>(part.roots[i])];
  return result;
}

std::vector<Expression> weightedGradient(std::span<const Expression> roots,
                                         std::span<const Expression> weights,
                                         std::span<const Expression> variables) {
  assert(roots.size() == weights.size());
  std::vector<Expression> result(variables.size(), 0);
  const Subgraph part(roots);
  if (!part.graph) return result;
  Graph& graph = *part.graph;

  std::vector<Expression> adjoints(part.entries.size(), 0);  // Σ weight ∂root/∂entry
  for (std::size_t i = 0; i < roots.size(); ++i)
    if (part.roots[i] >= 0) adjoints[static_cast<std::size_t>(part.roots[i])] += weights[i];
  for (std::size_t i = adjoints.size(); i-- > 0;) {
    const Subgraph::Entry& entry = part.entries[i];
    const Expression adjoint = adjoints[i];
    if (adjoint == Expression(0)) continue;
    const Operation operation = graph[entry.node].operation;
    if (operation == Operation::input)
      for (std::size_t k = 0; k < variables.size(); ++k)
        if (variables[k] == graph.at(entry.node)) result[k] = adjoint;
    const auto byOperand = partials(graph, entry.node);
    for (int k = 0; k < operandCount(operation); ++k)
      adjoints[static_cast<std::size_t>(entry.operands[k])] +=
          adjoint * byOperand[static_cast<std::size_t>(k)];
  }
  return result;
}

std::vector<Expression> gradient(const Expression& root, std::span<const Expression> variables) {
  const Expression one = 1;
  return weightedGradient({&root, 1}, {&one, 1}, variables);
}

std::vector<Expression> jacobian(std::span<const Expression> roots,
                                 std::span<const Expression> variables, Order order) {
  if (order == Order::factored) return factoredJacobian(roots, variables);
  std::vector<Expression> result(roots.size() * variables.size(), 0);
  if (order == Order::reverse)
    for (std::size_t i = 0; i < roots.size(); ++i) {
      const std::vector<Expression> row = gradient(roots[i], variables);
      std::copy(row.begin(), row.end(), result.begin() + static_cast<long>(i * row.size()));
    }
  else
    for (std::size_t j = 0; j < variables.size(); ++j) {
      const Expression one = 1;
      const std::vector<Expression> column =
          derivativeAlong(roots, variables.subspan(j, 1), {&one, 1});
      for (std::size_t i = 0; i < roots.size(); ++i) result[i * variables.size() + j] = column[i];
    }
  return result;
}

}  // namespace linkwork::symbolic
