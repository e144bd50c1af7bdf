#include "linkwork/symbolic/factored_jacobian.hpp"

#include <algorithm>
#include <map>

#include "linkwork/symbolic/differentiation.hpp"

namespace linkwork::symbolic {

namespace {

/// The derivative graph. Its vertices are the entries of a subgraph; an edge goes from an operation
/// down to an operand, so that numbers fall along every path from a root to a variable.
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

}  // namespace linkwork::symbolic
