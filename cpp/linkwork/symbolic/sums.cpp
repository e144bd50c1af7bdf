#include "linkwork/symbolic/sums.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace linkwork::symbolic {

namespace {

constexpr int mostTerms = 16, mostFactors = 8;

std::uint32_t keyOfAtom(Node node) {
  std::uint32_t key = (static_cast<std::uint32_t>(node) + 0x7F4A7C15u) * 0x9E3779B1u;
  key = (key ^ (key >> 15)) * 0x85EBCA6Bu;
  return key ^ (key >> 13);
}

std::uint64_t bitOf(std::uint32_t key) { return std::uint64_t{1} << (key >> 26); }

/// A term of a sum with its sign: a constant, or a node that is no sum.
struct Term {
  Expression value;
  bool isMinus;
  std::uint32_t key;
};

struct Terms {
  std::array<Term, mostTerms> of;
  int size = 0;
};

void collectTerms(Graph& graph, Node node, bool isMinus, Terms& terms) {
  const NodeData& data = graph[node];
  const Graph::Shape& shape = graph.shape(node);
  if (data.operation == Operation::negate) {
    collectTerms(graph, data.operands[0], !isMinus, terms);
  } else if (!shape.isAtom &&
             (data.operation == Operation::add || data.operation == Operation::subtract)) {
    collectTerms(graph, data.operands[0], isMinus, terms);
    collectTerms(graph, data.operands[1], isMinus != (data.operation == Operation::subtract),
                 terms);
  } else {
    terms.of[static_cast<std::size_t>(terms.size++)] = {graph.at(node), isMinus, shape.key};
  }
}

/// A sum without its k-th term, in the order of collectTerms; k becomes negative there.
Expression withoutTerm(Graph& graph, Node node, int& k) {
  const NodeData data = graph[node];
  const Graph::Shape shape = graph.shape(node);
  if (k < 0 || k >= shape.terms) {
    k -= k < 0 ? 0 : shape.terms;
    return graph.at(node);
  }
  if (shape.terms == 1) {
    k = -1;
    return 0;
  }
  const Expression left = withoutTerm(graph, data.operands[0], k);
  if (data.operation == Operation::negate) return -left;
  const Expression right = withoutTerm(graph, data.operands[1], k);
  return data.operation == Operation::add ? left + right : left - right;
}

/// A coefficient times other factors, in the order of their nodes.
struct Product {
  double coefficient = 1;
  std::array<Node, mostFactors> factors{};
  int size = 0;
};

void collectFactors(const Graph& graph, Node node, Product& product) {
  const NodeData& data = graph[node];
  if (data.operation == Operation::constant) {
    product.coefficient *= data.value;
  } else if (data.operation == Operation::multiply && !graph.shape(node).isAtom) {
    collectFactors(graph, data.operands[0], product);
    collectFactors(graph, data.operands[1], product);
  } else {
    product.factors[static_cast<std::size_t>(product.size++)] = node;
  }
}

Product productOf(const Graph& graph, const Term& term) {
  Product product;
  if (term.value.isConstant())
    product.coefficient = term.value.value();
  else
    collectFactors(graph, term.value.node(), product);
  if (term.isMinus) product.coefficient = -product.coefficient;
  std::sort(product.factors.begin(), product.factors.begin() + product.size);
  return product;
}

/// A product without one of its factors, its other factors grouped as they were.
Expression withoutFactor(Graph& graph, Node node, Node factor, bool& found) {
  const NodeData data = graph[node];
  if (found) return graph.at(node);
  if (node == factor) {
    found = true;
    return 1;
  }
  if (data.operation != Operation::multiply || graph.shape(node).isAtom) return graph.at(node);
  const Expression left = withoutFactor(graph, data.operands[0], factor, found);
  return left * withoutFactor(graph, data.operands[1], factor, found);
}

bool agree(double a, double b) {
  return std::abs(a - b) <= 8 * std::numeric_limits<double>::epsilon() * std::abs(a);
}

/// The factors of a that b lacks; both sorted.
Product withoutCommon(const Product& a, const Product& b) {
  Product rest;
  const auto end =
      std::set_difference(a.factors.begin(), a.factors.begin() + a.size, b.factors.begin(),
                          b.factors.begin() + b.size, rest.factors.begin());
  rest.size = static_cast<int>(end - rest.factors.begin());
  return rest;
}

bool isSquareOf(const Graph& graph, const Product& product, Operation operation) {
  return product.size == 2 && product.factors[0] == product.factors[1] &&
         graph[product.factors[0]].operation == operation;
}

/// Takes the c off a term c x, with its sign.
double takeCoefficient(Graph& graph, Term& term) {
  const double sign = term.isMinus ? -1 : 1;
  const NodeData& data = graph[term.value.node()];
  if (data.operation != Operation::multiply ||
      graph[data.operands[0]].operation != Operation::constant)
    return sign;
  term.value = graph.at(data.operands[1]);
  return sign * graph[data.operands[0]].value;
}

/// The sum of two terms of equal key if it is one term: what the whole paragraph is for.
/// Coefficients of like terms add up only where the two are all there is (`areAlone`): in longer
/// sums nothing would be saved.
std::optional<Expression> merged(Graph& graph, const Term& a, const Term& b, bool areAlone) {
  const Product first = productOf(graph, a), second = productOf(graph, b);
  const Product left = withoutCommon(first, second), right = withoutCommon(second, first);
  if (left.size == 0 && right.size == 0) {
    if (agree(first.coefficient, -second.coefficient)) return 0;
    if (first.size == 0) return first.coefficient + second.coefficient;
    Term x = a, y = b;
    const double sum = takeCoefficient(graph, x) + takeCoefficient(graph, y);
    return areAlone && x.value == y.value ? std::optional(sum * x.value) : std::nullopt;
  }
  const bool sineFirst =
      isSquareOf(graph, left, Operation::sine) && isSquareOf(graph, right, Operation::cosine);
  const bool cosineFirst =
      isSquareOf(graph, left, Operation::cosine) && isSquareOf(graph, right, Operation::sine);
  if (!sineFirst && !cosineFirst) return std::nullopt;
  if (graph[left.factors[0]].operands[0] != graph[right.factors[0]].operands[0] ||
      !agree(first.coefficient, second.coefficient))
    return std::nullopt;
  Expression rest = a.value;
  for (int i = 0; i < 2; ++i) {
    bool found = false;
    rest = withoutFactor(graph, graph.nodeOf(rest), left.factors[0], found);
  }
  return a.isMinus ? -rest : rest;
}

/// a + b where a term of one merges with a term of the other, if there are such.
std::optional<Expression> mergedSum(Graph& graph, Node a, Node b, bool subtract) {
  if (!(graph.shape(a).termsSeen & graph.shape(b).termsSeen)) return std::nullopt;
  Terms left, right;
  collectTerms(graph, a, false, left);
  collectTerms(graph, b, subtract, right);
  for (int i = 0; i < left.size; ++i)
    for (int j = 0; j < right.size; ++j) {
      const Term x = left.of[static_cast<std::size_t>(i)],
                 y = right.of[static_cast<std::size_t>(j)];
      if (x.key != y.key) continue;
      const std::optional<Expression> both = merged(graph, x, y, left.size == 1 && right.size == 1);
      if (!both) continue;
      int fromLeft = i, fromRight = j;
      const Expression leftRest = withoutTerm(graph, a, fromLeft);
      const Expression rightRest = withoutTerm(graph, b, fromRight);
      return (subtract ? leftRest - rightRest : leftRest + rightRest) + *both;
    }
  return std::nullopt;
}

/// c x + c y of equal constants c where x + y is a single term.
std::optional<Expression> mergedMultiples(Graph& graph, const Expression& a, const Expression& b,
                                          bool subtract) {
  if (a.isConstant() || b.isConstant()) return std::nullopt;
  Term x{a, false, 0}, y{b, false, 0};
  const double coefficient = takeCoefficient(graph, x);
  if (coefficient == 1 || !agree(coefficient, takeCoefficient(graph, y))) return std::nullopt;
  const std::optional<Expression> sum =
      mergedSum(graph, graph.nodeOf(x.value), graph.nodeOf(y.value), subtract);
  if (!sum || (!sum->isConstant() && graph.shape(sum->node()).terms > 1)) return std::nullopt;
  return coefficient * *sum;
}

/// x as a node without its sign; a constant keeps its own.
Expression unsignedPart(const Expression& x, bool& isMinus) {
  if (x.isConstant()) {
    const Expression value = isMinus ? -x.value() : x.value();
    isMinus = false;
    return value;
  }
  const NodeData& data = (*x.graph())[x.node()];
  if (data.operation != Operation::negate) return x;
  isMinus = !isMinus;
  return x.graph()->at(data.operands[0]);
}

}  // namespace

Expression sumOf(const Expression& first, const Expression& second, bool subtract) {
  bool minusA = false, minusB = subtract;
  const Expression a = unsignedPart(first, minusA), b = unsignedPart(second, minusB);
  if (a.isConstant() && b.isConstant()) return a.value() + b.value();
  if (a == Expression(0)) return minusB ? -b : b;
  if (b == Expression(0)) return minusA ? -a : a;
  if (minusA && minusB) return -sumOf(a, b, false);
  if (minusA) return sumOf(b, a, true);
  if (a == b) return minusB ? Expression(0) : 2 * a;

  Graph& graph = *(a.graph() ? a.graph() : b.graph());
  const Node x = graph.nodeOf(a), y = graph.nodeOf(b);
  if (const std::optional<Expression> merged = mergedSum(graph, x, y, minusB)) return *merged;
  if (const std::optional<Expression> merged = mergedMultiples(graph, a, b, minusB)) return *merged;
  if (minusB) {
    if (a.isConstant() && a.value() < 0) return -sumOf(-a.value(), b, false);
    return graph.contains(Operation::subtract, b, a) ? -graph.intern(Operation::subtract, b, a)
                                                     : graph.intern(Operation::subtract, a, b);
  }
  const bool inOrder = a.isConstant() || (!b.isConstant() && x <= y);
  return inOrder ? graph.intern(Operation::add, a, b) : graph.intern(Operation::add, b, a);
}

Graph::Shape shapeOf(const Graph& graph, const NodeData& data) {
  const std::uint32_t ownKey = keyOfAtom(graph.size());
  const Graph::Shape atom{bitOf(ownKey), ownKey, 1, 1, true};
  switch (data.operation) {
    case Operation::constant:
      return {bitOf(0), 0, 1, 0, true};
    case Operation::negate:
      return graph.shape(data.operands[0]);
    case Operation::sine:
    case Operation::cosine: {
      const std::uint32_t key = keyOfAtom(~data.operands[0]);
      return {bitOf(key), key, 1, 1, true};
    }
    case Operation::multiply: {
      const Graph::Shape &a = graph.shape(data.operands[0]), &b = graph.shape(data.operands[1]);
      const int factors = a.factors + b.factors;
      if (factors > mostFactors) return atom;
      const std::uint32_t key = a.key + b.key;
      return {bitOf(key), key, 1, static_cast<std::uint8_t>(factors), false};
    }
    case Operation::add:
    case Operation::subtract: {
      const Graph::Shape &a = graph.shape(data.operands[0]), &b = graph.shape(data.operands[1]);
      const int terms = a.terms + b.terms;
      if (terms > mostTerms) return atom;
      return {a.termsSeen | b.termsSeen, ownKey, static_cast<std::uint8_t>(terms), 1, false};
    }
    default:
      return atom;
  }
}

}  // namespace linkwork::symbolic
