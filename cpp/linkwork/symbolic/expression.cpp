#include "linkwork/expression.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "linkwork/elementary.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/symbolic/bits.hpp"
#include "linkwork/symbolic/sums.hpp"

namespace linkwork::symbolic {

namespace {

Graph& graphOf(const Expression& a, const Expression& b) {
  return *(a.graph() ? a.graph() : b.graph());
}

bool is(const Expression& a, double number) { return a.isConstant() && a.value() == number; }

Expression fold(Operation operation, const Expression& x, double (*function)(double)) {
  return x.isConstant() ? Expression(function(x.value())) : x.graph()->intern(operation, x);
}

Operation operationOf(const Expression& x) { return (*x.graph())[x.node()].operation; }

Expression operandOf(const Expression& x, int k) {
  return x.graph()->at((*x.graph())[x.node()].operands[k]);
}

bool isNegative(const Expression& x) {
  return !x.isConstant() && operationOf(x) == Operation::negate;
}

/// f(x) of an odd function: f(−x) = −f(x).
Expression odd(Operation operation, const Expression& x, double (*function)(double)) {
  return isNegative(x) ? -fold(operation, operandOf(x, 0), function) : fold(operation, x, function);
}

constexpr double mostFactorsOfPower = 8;

/// xⁿ by squaring, n ≥ 0.
Expression wholePower(const Expression& x, int n) {
  if (n == 0) return 1;
  const Expression half = wholePower(x, n / 2);
  return n % 2 == 0 ? half * half : half * half * x;
}

}  // namespace

int operandCount(Operation operation) {
  switch (operation) {
    case Operation::constant:
    case Operation::input:
      return 0;
    case Operation::add:
    case Operation::subtract:
    case Operation::multiply:
    case Operation::divide:
    case Operation::power:
    case Operation::arcTangent2:
      return 2;
    case Operation::choose:
      return 3;
    default:
      return 1;
  }
}

Expression operator+(const Expression& a, const Expression& b) { return sumOf(a, b, false); }
Expression operator-(const Expression& a, const Expression& b) { return sumOf(a, b, true); }

Expression operator*(const Expression& a, const Expression& b) {
  if (a.isConstant() && b.isConstant()) return a.value() * b.value();
  if (b.isConstant()) return b * a;
  if (a.isConstant()) {
    if (a.value() == 0) return 0;
    if (a.value() == 1) return b;
    if (a.value() < 0) return -(-a.value() * b);
  }
  Graph& graph = *b.graph();
  if (isNegative(a)) return -(operandOf(a, 0) * b);
  if (isNegative(b)) return -(a * operandOf(b, 0));
  if (a.isConstant() && operationOf(b) == Operation::multiply && operandOf(b, 0).isConstant())
    return a.value() * operandOf(b, 0).value() * operandOf(b, 1);
  return a.isConstant() || a.node() <= b.node() ? graph.intern(Operation::multiply, a, b)
                                                : graph.intern(Operation::multiply, b, a);
}

Expression operator/(const Expression& a, const Expression& b) {
  if (a.isConstant() && b.isConstant()) return a.value() / b.value();
  if (is(a, 0)) return 0;
  if (b.isConstant()) return 1 / b.value() * a;
  if (a.isConstant() && a.value() < 0) return -(-a.value() / b);
  if (isNegative(a)) return -(operandOf(a, 0) / b);
  if (isNegative(b)) return -(a / operandOf(b, 0));
  Graph& graph = *b.graph();
  return graph.contains(Operation::divide, 1, b) ? a * graph.intern(Operation::divide, 1, b)
                                                 : graph.intern(Operation::divide, a, b);
}

Expression operator-(const Expression& a) {
  if (a.isConstant()) return -a.value();
  return isNegative(a) ? operandOf(a, 0) : a.graph()->intern(Operation::negate, a);
}

Expression pow(const Expression& base, const Expression& exponent) {
  if (base.isConstant() && exponent.isConstant())
    return elementary::pow(base.value(), exponent.value());
  if (exponent.isConstant()) {
    const double power = exponent.value();
    if (power == 0.5) return sqrt(base);
    if (power < 0 && power >= -mostFactorsOfPower) return 1 / pow(base, -power);
    if (power >= 0 && power == std::floor(power) && power <= mostFactorsOfPower)
      return wholePower(base, static_cast<int>(power));
  }
  return graphOf(base, exponent).intern(Operation::power, base, exponent);
}

Expression sqrt(const Expression& x) { return fold(Operation::squareRoot, x, std::sqrt); }
Expression sin(const Expression& x) { return odd(Operation::sine, x, elementary::sin); }
Expression cos(const Expression& x) {
  return isNegative(x) ? cos(operandOf(x, 0)) : fold(Operation::cosine, x, elementary::cos);
}
Expression tan(const Expression& x) { return odd(Operation::tangent, x, elementary::tan); }
Expression asin(const Expression& x) { return odd(Operation::arcSine, x, elementary::asin); }
Expression acos(const Expression& x) { return fold(Operation::arcCosine, x, elementary::acos); }
Expression atan(const Expression& x) { return odd(Operation::arcTangent, x, elementary::atan); }
Expression exp(const Expression& x) { return fold(Operation::exponential, x, elementary::exp); }
Expression log(const Expression& x) { return fold(Operation::logarithm, x, elementary::log); }

Expression atan2(const Expression& y, const Expression& x) {
  if (x.isConstant() && y.isConstant()) return elementary::atan2(y.value(), x.value());
  return graphOf(y, x).intern(Operation::arcTangent2, y, x);
}

Expression choose(const Expression& a, const Expression& x, const Expression& y) {
  if (a.isConstant()) return a.value() < 0 ? x : y;
  if (x == y) return x;
  return a.graph()->intern(Operation::choose, a, x, y);
}

Expression apply(Operation operation, const Expression& a, const Expression& b,
                 const Expression& c) {
  switch (operation) {
    case Operation::add:
      return a + b;
    case Operation::subtract:
      return a - b;
    case Operation::multiply:
      return a * b;
    case Operation::divide:
      return a / b;
    case Operation::negate:
      return -a;
    case Operation::power:
      return pow(a, b);
    case Operation::squareRoot:
      return sqrt(a);
    case Operation::sine:
      return sin(a);
    case Operation::cosine:
      return cos(a);
    case Operation::tangent:
      return tan(a);
    case Operation::arcSine:
      return asin(a);
    case Operation::arcCosine:
      return acos(a);
    case Operation::arcTangent:
      return atan(a);
    case Operation::arcTangent2:
      return atan2(a, b);
    case Operation::exponential:
      return exp(a);
    case Operation::logarithm:
      return log(a);
    case Operation::choose:
      return choose(a, b, c);
    case Operation::constant:
    case Operation::input:
      break;
  }
  return a;
}

// ——— Graphs ———

namespace {

/// By bits: NaN is itself.
bool same(const NodeData& a, const NodeData& b) {
  return a.operation == b.operation && a.operands[0] == b.operands[0] &&
         a.operands[1] == b.operands[1] && a.operands[2] == b.operands[2] &&
         bitsOf(a.value) == bitsOf(b.value);
}

std::size_t hashOf(const NodeData& data) {
  std::uint64_t hash = static_cast<std::uint64_t>(data.operation);
  for (const Node operand : data.operands)
    hash = (hash ^ static_cast<std::uint32_t>(operand)) * 0x9E3779B97F4A7C15u;
  hash = (hash ^ bitsOf(data.value)) * 0x9E3779B97F4A7C15u;
  return static_cast<std::size_t>(hash ^ (hash >> 32));
}

}  // namespace

Expression Graph::input(int array, int element) {
  return {*this, find({Operation::input, {array, element, -1}, 0})};
}

Expression Graph::intern(Operation operation, const Expression& a, const Expression& b,
                         const Expression& c) {
  NodeData data{operation, {-1, -1, -1}, 0};
  const Expression* operands[] = {&a, &b, &c};
  for (int i = 0; i < operandCount(operation); ++i) data.operands[i] = nodeOf(*operands[i]);
  return {*this, find(data)};
}

Expression Graph::at(Node node) {
  const NodeData& data = (*this)[node];
  if (data.operation == Operation::constant) return data.value;
  return {*this, node};
}

Node Graph::nodeOf(const Expression& expression) {
  if (!expression.isConstant()) return expression.node();
  return find({Operation::constant, {-1, -1, -1}, expression.value() + 0.0});  // −0: 0
}

bool Graph::contains(Operation operation, const Expression& a, const Expression& b) {
  const NodeData data{operation, {nodeOf(a), nodeOf(b), -1}, 0};
  return !table_.empty() && table_[placeOf(data)] >= 0;
}

/// Where the table has a node, or would.
std::size_t Graph::placeOf(const NodeData& data) const {
  const std::size_t mask = table_.size() - 1;
  std::size_t place = hashOf(data) & mask;
  while (table_[place] >= 0 && !same((*this)[table_[place]], data)) place = (place + 1) & mask;
  return place;
}

Node Graph::find(const NodeData& data) {
  if (2 * nodes_.size() >= table_.size()) grow();
  Node& node = table_[placeOf(data)];
  if (node < 0) {
    if (size() == mostNodes)
      throw MechanismError("written as straight-line code it has more than " +
                           std::to_string(mostNodes) + " operations, and would gain nothing");
    node = size();
    shapes_.push_back(shapeOf(*this, data));
    nodes_.push_back(data);
  }
  return node;
}

void Graph::grow() {
  table_.assign(std::max<std::size_t>(1024, 2 * table_.size()), -1);  // always a power of two
  const std::size_t mask = table_.size() - 1;
  for (Node node = 0; node < size(); ++node) {
    std::size_t place = hashOf((*this)[node]) & mask;
    while (table_[place] >= 0) place = (place + 1) & mask;
    table_[place] = node;
  }
}

Subgraph::Subgraph(std::span<const Expression> of) {
  std::vector<Node> nodes;
  for (const Expression& root : of)
    if (!root.isConstant()) {
      graph = root.graph();
      nodes.push_back(root.node());
    }
  if (!graph) {
    roots.assign(of.size(), -1);
    return;
  }
  std::vector<std::int32_t>& marks = graph->marks_;
  marks.resize(static_cast<std::size_t>(graph->size()), -1);
  const auto markOf = [&marks](Node node) -> std::int32_t& {
    return marks[static_cast<std::size_t>(node)];
  };

  // Every node once, in any order; then by number, which puts operands before their users.
  std::size_t found = 0;
  for (const Node node : nodes)
    if (std::exchange(markOf(node), 0) < 0) nodes[found++] = node;
  nodes.resize(found);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const NodeData data = (*graph)[nodes[i]];
    for (int k = 0; k < operandCount(data.operation); ++k)
      if (std::exchange(markOf(data.operands[k]), 0) < 0) nodes.push_back(data.operands[k]);
  }
  std::sort(nodes.begin(), nodes.end());

  entries.reserve(nodes.size());
  for (const Node node : nodes) {
    const NodeData& data = (*graph)[node];
    Entry entry{node, {data.operands[0], data.operands[1], data.operands[2]}};
    for (int k = 0; k < operandCount(data.operation); ++k)
      entry.operands[k] = markOf(data.operands[k]);
    markOf(node) = static_cast<std::int32_t>(entries.size());
    entries.push_back(entry);
  }
  for (const Expression& root : of) roots.push_back(root.isConstant() ? -1 : markOf(root.node()));
  for (const Node node : nodes) markOf(node) = -1;
}

}  // namespace linkwork::symbolic
