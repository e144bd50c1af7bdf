#include "linkwork/symbolic/differentiation.hpp"

#include <algorithm>
#include <cassert>
#include <map>

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

// ——— The factored Jacobian ———

namespace {

/// The derivative graph. Its vertices are the entries of a subgraph; an edge goes from an operation
/// down to an operand: numbers decrease along every path from a root to a variable.
class DerivativeGraph {
 public:
  DerivativeGraph(std::span<const Expression> roots, std::span<const Expression> variables)
      : part_(roots), down_(part_.entries.size()), up_(part_.entries.size()) {
    for (std::size_t i = 0; i < part_.entries.size(); ++i) {
      const Subgraph::Entry& entry = part_.entries[i];
      const auto slopes = partials(*part_.graph, entry.node);
      for (int k = 0; k < operandCount((*part_.graph)[entry.node].operation); ++k)
        if (const Expression& slope = slopes[at(k)]; !(slope == Expression(0)))
          addEdge(static_cast<int>(i), entry.operands[k], slope);
    }
    for (const std::int32_t root : part_.roots)
      for (const Expression& variable : variables) {
        const auto found =
            std::find_if(part_.entries.begin(), part_.entries.end(),
                         [&](const Subgraph::Entry& e) { return e.node == variable.node(); });
        const bool isThere = found != part_.entries.end();
        pairs_.push_back({root, isThere ? static_cast<int>(found - part_.entries.begin()) : -1});
      }
    for (Edge& edge : edges_) edge.serves.assign(pairs_.size(), true);
    for (int pair = 0; at(pair) < pairs_.size(); ++pair) keepPaths(pair);
  }

  /// By root, then variable.
  std::vector<Expression> derivatives() {
    for (bool isFactored = true; isFactored;) {
      isFactored = false;
      for (const Region& region : regions()) isFactored = factor(region) || isFactored;
    }
    std::vector<Expression> result;
    for (int pair = 0; at(pair) < pairs_.size(); ++pair) {
      const auto [root, variable] = pairs_[at(pair)];
      const bool isNone = root < 0 || variable < 0;
      result.push_back(isNone ? Expression(0) : sumOfPaths(pair, root, variable));
    }
    return result;
  }

 private:
  struct Edge {
    int above, below;
    Expression value;
    std::vector<bool> serves;  ///< by pair: whether it lies on one of its paths
  };
  struct Pair {
    int root, variable;  ///< −1: none
  };
  /// What lies between two vertices where, for some pairs, every path from `above` meets in `below`
  /// (it post-dominates), or every path to `below` comes through `above` (it dominates).
  struct Region {
    int above, below;
    bool isPostDominated;
    std::vector<int> pairs;
  };
  using Edges = std::vector<int>;

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  bool serves(int edge, int pair) const { return edges_[at(edge)].serves[at(pair)]; }

  int addEdge(int above, int below, const Expression& value) {
    const int edge = static_cast<int>(edges_.size());
    edges_.push_back({above, below, value, std::vector<bool>(pairs_.size(), false)});
    down_[at(above)].push_back(edge);
    up_[at(below)].push_back(edge);
    return edge;
  }

  /// Which vertices lie on paths of a pair from one to another.
  std::vector<bool> between(int pair, int above, int below) const {
    std::vector<bool> fromAbove(part_.entries.size(), false), toBelow = fromAbove;
    fromAbove[at(above)] = toBelow[at(below)] = true;
    for (int vertex = above; vertex > below; --vertex)
      if (fromAbove[at(vertex)])
        for (const int edge : down_[at(vertex)])
          if (serves(edge, pair)) fromAbove[at(edges_[at(edge)].below)] = true;
    for (int vertex = below; vertex < above; ++vertex)
      if (toBelow[at(vertex)])
        for (const int edge : up_[at(vertex)])
          if (serves(edge, pair)) toBelow[at(edges_[at(edge)].above)] = true;
    for (std::size_t i = 0; i < toBelow.size(); ++i) toBelow[i] = toBelow[i] && fromAbove[i];
    return toBelow;
  }

  /// Takes a pair off edges that lie on none of its paths.
  void keepPaths(int pair) {
    const auto [root, variable] = pairs_[at(pair)];
    std::vector<bool> isOn(part_.entries.size(), false);
    if (root >= 0 && variable >= 0 && root >= variable) isOn = between(pair, root, variable);
    for (Edge& edge : edges_)
      if (!isOn[at(edge.above)] || !isOn[at(edge.below)]) edge.serves[at(pair)] = false;
  }

  /// Vertices with several edges and where these meet again, the closest first.
  std::vector<Region> regions() const {
    std::map<std::array<int, 3>, std::vector<int>> found;
    const int size = static_cast<int>(part_.entries.size());
    for (int pair = 0; at(pair) < pairs_.size(); ++pair) {
      std::vector<int> meeting(at(size), -1);
      for (int vertex = 0; vertex < size; ++vertex)
        if (meet(pair, vertex, true, meeting) > 1)
          found[{vertex, meeting[at(vertex)], 1}].push_back(pair);
      meeting.assign(at(size), -1);
      for (int vertex = size - 1; vertex >= 0; --vertex)
        if (meet(pair, vertex, false, meeting) > 1)
          found[{meeting[at(vertex)], vertex, 0}].push_back(pair);
    }
    std::vector<Region> result;
    for (auto& [key, pairs] : found)
      result.push_back({key[0], key[1], key[2] == 1, std::move(pairs)});
    std::stable_sort(result.begin(), result.end(), [](const Region& a, const Region& b) {
      const int difference = (a.above - a.below) - (b.above - b.below);
      return difference != 0 ? difference < 0 : a.pairs.size() > b.pairs.size();
    });
    return result;
  }

  /// Finds the vertex in which all paths of a pair down (or up) from a vertex meet first, given
  /// those of all vertices below (above); returns how many edges go there.
  int meet(int pair, int vertex, bool isDown, std::vector<int>& meeting) const {
    int edges = 0;
    const int end = isDown ? pairs_[at(pair)].variable : pairs_[at(pair)].root;
    int where = vertex == end ? vertex : -1;
    for (const int edge : (isDown ? down_ : up_)[at(vertex)]) {
      if (!serves(edge, pair)) continue;
      int other = isDown ? edges_[at(edge)].below : edges_[at(edge)].above;
      if (edges++ == 0) where = other;
      while (where != other) {
        int& farther = (where > other) == isDown ? where : other;
        farther = meeting[at(farther)];
      }
    }
    meeting[at(vertex)] = where;
    return edges;
  }

  /// Replaces what lies between the ends of a region by one edge, for each set of pairs that have
  /// the same between them.
  bool factor(const Region& region) {
    std::map<Edges, std::vector<int>> pairsOf;
    for (const int pair : region.pairs) {
      Edges inside = edgesInside(pair, region);
      if (inside.size() > 1) pairsOf[std::move(inside)].push_back(pair);
    }
    for (const auto& [inside, pairs] : pairsOf) {
      const Expression value = sumOfPaths(pairs[0], region.above, region.below);
      const int replacement = addEdge(region.above, region.below, value);
      for (const int pair : pairs) {
        for (const int edge : inside)
          if (region.isPostDominated ? edges_[at(edge)].above == region.above
                                     : edges_[at(edge)].below == region.below)
            edges_[at(edge)].serves[at(pair)] = false;
        edges_[at(replacement)].serves[at(pair)] = true;
        keepPaths(pair);
      }
    }
    return !pairsOf.empty();
  }

  /// The edges of a pair in a region; none where an earlier factor has opened it to others or left
  /// it a single path.
  Edges edgesInside(int pair, const Region& region) const {
    const std::vector<bool> isInside = between(pair, region.above, region.below);
    const auto& lists = region.isPostDominated ? down_ : up_;
    const int end = region.isPostDominated ? region.below : region.above;
    Edges inside;
    bool branches = false;
    for (int vertex = region.below; vertex <= region.above; ++vertex) {
      if (!isInside[at(vertex)] || vertex == end) continue;
      std::size_t count = 0;
      for (const int edge : lists[at(vertex)]) {
        if (!serves(edge, pair)) continue;
        const Edge& data = edges_[at(edge)];
        if (!isInside[at(region.isPostDominated ? data.below : data.above)]) return {};
        inside.push_back(edge);
        ++count;
      }
      branches = branches || count > 1;
    }
    return branches ? inside : Edges{};
  }

  /// Σ over the paths of a pair between two vertices of the products of their edges.
  Expression sumOfPaths(int pair, int above, int below) {
    std::vector<Expression> sums(part_.entries.size(), 0);
    sums[at(below)] = 1;
    for (int vertex = below + 1; vertex <= above; ++vertex)
      for (const int edge : down_[at(vertex)])
        if (serves(edge, pair))
          sums[at(vertex)] += edges_[at(edge)].value * sums[at(edges_[at(edge)].below)];
    return sums[at(above)];
  }

  Subgraph part_;
  std::vector<Edges> down_, up_;  ///< by vertex
  std::vector<Edge> edges_;
  std::vector<Pair> pairs_;
};

}  // namespace

std::vector<Expression> factoredJacobian(std::span<const Expression> roots,
                                         std::span<const Expression> variables) {
  return DerivativeGraph(roots, variables).derivatives();
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
