#include <algorithm>
#include <string>
#include <utility>

#include "linkwork/errors.hpp"
#include "linkwork/symbolic/bits.hpp"
#include "linkwork/symbolic/sums.hpp"

namespace linkwork::symbolic {

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
