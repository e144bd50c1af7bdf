#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "linkwork/version.hpp"

/// Expressions as values: a scalar type whose arithmetic builds a graph instead of numbers, so
/// any function template of the library, run on it, writes itself down.
namespace linkwork::symbolic {

/// The operation of a node.
enum class Operation : std::uint8_t {
  constant,
  input,  ///< operands: array, element
  add,
  subtract,
  multiply,
  divide,
  negate,
  power,
  squareRoot,
  sine,
  cosine,
  tangent,
  arcSine,
  arcCosine,
  arcTangent,
  arcTangent2,
  exponential,
  logarithm,
  choose,  ///< operands: a, x, y; a < 0 ? x : y, the piece of a piecewise function
};

using Node = std::int32_t;

struct NodeData {
  Operation operation;
  Node operands[3];
  double value;  ///< of a constant
};

class Graph;

/// A number, or a node of a graph. Constants know no graph and fold among themselves.
///
/// Operators and functions return the simplified expression; equal ones are the same node
/// (hash-consing). Simplifications:
///
///   x + 0, x · 1, x · 0, x − x, x / c            constants, and (a x) (b) = (a b) x
///   (−x) y = −(x y),  x − (−y),  sin(−x), …      signs move outward, into sums, and vanish there
///   x + y = y + x,  x y = y x,  b − a = −(a − b)  one order
///   a x + b x = (a + b) x                         like terms, their factors in any order
///   a (x + y) + a (x − y) = 2 a x                 where one term is left of two sums
///   a x sin²y + a x cos²y = a x                   also as terms of longer sums
///   xⁿ = x x …                                    whole n up to 8
///   x / y = x (1 / y)                             where 1 / y is there
///
/// All hold where operands are finite: 0 · x is 0 though x were infinite, and the sign of a zero is
/// not kept. Coefficients that agree but for rounding (8 ε) count as equal. Expressions of two
/// graphs do not mix.
class Expression {
 public:
  Expression() = default;
  Expression(double constant) : value_(constant) {}
  Expression(Graph& graph, Node node) : graph_(&graph), node_(node) {}

  bool isConstant() const { return graph_ == nullptr; }
  /// Of a constant.
  double value() const { return value_; }
  Graph* graph() const { return graph_; }
  Node node() const { return node_; }

  Expression& operator+=(const Expression& other) { return *this = *this + other; }
  Expression& operator-=(const Expression& other) { return *this = *this - other; }
  Expression& operator*=(const Expression& other) { return *this = *this * other; }
  Expression& operator/=(const Expression& other) { return *this = *this / other; }

  friend Expression operator+(const Expression& a, const Expression& b);
  friend Expression operator-(const Expression& a, const Expression& b);
  friend Expression operator*(const Expression& a, const Expression& b);
  friend Expression operator/(const Expression& a, const Expression& b);
  friend Expression operator-(const Expression& a);
  friend Expression pow(const Expression& base, const Expression& exponent);
  friend Expression sqrt(const Expression& x);
  friend Expression sin(const Expression& x);
  friend Expression cos(const Expression& x);
  friend Expression tan(const Expression& x);
  friend Expression asin(const Expression& x);
  friend Expression acos(const Expression& x);
  friend Expression atan(const Expression& x);
  friend Expression atan2(const Expression& y, const Expression& x);
  friend Expression exp(const Expression& x);
  friend Expression log(const Expression& x);
  /// a < 0 ? x : y.
  friend Expression choose(const Expression& a, const Expression& x, const Expression& y);
  // Pieces: derivatives are those of one piece, at 0 of |x| = x, where a = b of a.
  friend Expression abs(const Expression& x) { return choose(x, -x, x); }
  friend Expression max(const Expression& a, const Expression& b) { return choose(a - b, b, a); }
  friend Expression min(const Expression& a, const Expression& b) { return choose(b - a, b, a); }
  /// Whether both are the same number or the same node: equal for all inputs if true.
  friend bool operator==(const Expression& a, const Expression& b) {
    return a.graph_ == b.graph_ && (a.graph_ ? a.node_ == b.node_ : a.value_ == b.value_);
  }

 private:
  Graph* graph_ = nullptr;
  Node node_ = 0;
  double value_ = 0;
};

/// The nodes of expressions, each after its operands.
class Graph {
 public:
  /// Programs that are longer, as of a loop of 60 bodies, take seconds to write and to compile, and
  /// leave the caches: the recursions are faster. One more node is a MechanismError.
  static constexpr Node mostNodes = 2'000'000;

  Graph() = default;
  Graph(const Graph&) = delete;  // expressions point here
  Graph& operator=(const Graph&) = delete;

  /// An independent variable: element of an array that is given at evaluation.
  Expression input(int array, int element);

  Node size() const { return static_cast<Node>(nodes_.size()); }
  const NodeData& operator[](Node node) const { return nodes_[static_cast<std::size_t>(node)]; }
  /// Whether it has the node of an operation on two of its expressions.
  bool contains(Operation operation, const Expression& a, const Expression& b);
  /// The node of an operation on expressions, not simplified; constants get nodes.
  Expression intern(Operation operation, const Expression& a, const Expression& b = {},
                    const Expression& c = {});
  /// The node as an expression: a constant node as its number.
  Expression at(Node node);
  /// The node of an expression of this graph, constants too.
  Node nodeOf(const Expression& expression);

  /// A node as a sum of products, for finding terms that belong together (sums.hpp).
  struct Shape {
    std::uint64_t termsSeen;  ///< one bit for each term's key: sums without a common one share none
    std::uint32_t key;        ///< of its factors in any order; sin x and cos x alike
    std::uint8_t terms;       ///< 1: no sum
    std::uint8_t factors;     ///< that are not constant
    bool isAtom;              ///< neither sum nor product, or too long for one
  };
  const Shape& shape(Node node) const { return shapes_[static_cast<std::size_t>(node)]; }

 private:
  friend struct Subgraph;
  Node find(const NodeData& data);
  std::size_t placeOf(const NodeData& data) const;
  void grow();

  std::vector<NodeData> nodes_;
  std::vector<Shape> shapes_;
  std::vector<Node> table_;          ///< open addressing, linear probing; a power of two, -1: free
  std::vector<std::int32_t> marks_;  ///< where a node is in the subgraph being made; -1: not there
};

/// The nodes of some expressions, operands before users, in numbers of its own.
struct Subgraph {
  struct Entry {
    Node node;
    std::int32_t operands[3];  ///< entries; of an input: array, element
  };

  explicit Subgraph(std::span<const Expression> roots);

  Graph* graph = nullptr;  ///< null where all roots are constants
  std::vector<Entry> entries;
  std::vector<std::int32_t> roots;  ///< entries; -1: a constant
};

/// A kernel's pivots (spatial/scalar_traits.hpp) are taken to be positive.
inline bool acceptPivot(const Expression&) { return true; }

/// How many operands an operation has.
int operandCount(Operation operation);

/// An operation (not constant, not input) on as many operands as it has, simplified as the
/// operators do.
Expression apply(Operation operation, const Expression& a, const Expression& b = {},
                 const Expression& c = {});

}  // namespace linkwork::symbolic

/// What Eigen has to know of a scalar of its matrices.
template <>
struct Eigen::NumTraits<linkwork::symbolic::Expression> : Eigen::NumTraits<double> {
  using Real = linkwork::symbolic::Expression;
  using NonInteger = linkwork::symbolic::Expression;
  using Nested = linkwork::symbolic::Expression;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 1,
    AddCost = 4,
    MulCost = 4
  };
};
