#pragma once

#include <array>
#include <vector>

#include "linkwork/expression.hpp"
#include "linkwork/symbolic/wasm_module.hpp"

namespace linkwork::symbolic::wasm {

/// Numbers of the functions that code calls.
struct Callees {
  std::array<int, 32> math = {};  ///< by operation
  int sineCosine = -1;
};

/// Expressions of a graph as code: nodes used once are computed on the expression stack where they
/// are used, others keep a local variable from their computation to their last use. In pairs, every
/// value is two numbers that are computed with at once.
class ExpressionWriter {
 public:
  /// Of functions with so many parameters.
  ExpressionWriter(const Graph& graph, const Callees& callees, int parameters,
                   bool inPairs = false);
  virtual ~ExpressionWriter() = default;

 protected:
  struct Value {
    int uses = 0;  ///< that are still to come
    int local = -1;
  };

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  /// Begins a function.
  void restart();
  /// The value of a node on the stack, for one of its uses.
  void push(Node node);
  void compute(Node node);
  /// Computes a node that has uses to come into a local variable.
  void keep(Node node);
  int takeLocal();
  void number(double value);

  /// Whether a node is found in memory, and how.
  virtual bool isGiven(Node node) const = 0;
  virtual void load(Node node) = 0;
  /// Code of a sine or a cosine.
  virtual void turn(const NodeData& data) = 0;

  const Graph& graph_;
  const Callees& callees_;
  const bool inPairs_;
  Function code_;
  std::vector<Value> values_;  ///< by node

 private:
  void apply(Operation operation);

  int parameters_;
  std::vector<int> idleLocals_;
};

}  // namespace linkwork::symbolic::wasm
