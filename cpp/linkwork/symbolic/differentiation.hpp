#pragma once

#include <array>
#include <span>
#include <vector>

#include "linkwork/expression.hpp"

/// Derivatives of expressions as expressions of the same graph. Variables are inputs.
namespace linkwork::symbolic {

/// ∂node/∂operandₖ of one operation, by operand.
std::array<Expression, 3> partials(Graph& graph, Node node);

/// The derivative of `roots` as `variables` move at `rates`: Σ ∂root/∂variableᵢ rateᵢ, one sweep
/// over the graph (forward mode). The core: columns of a Jacobian are its values along unit rates,
/// and d/dt of anything is one call.
std::vector<Expression> derivativeAlong(std::span<const Expression> roots,
                                        std::span<const Expression> variables,
                                        std::span<const Expression> rates);

/// Σ weightᵢ ∂rootᵢ/∂variable for every variable, one sweep back over the graph (reverse mode).
std::vector<Expression> weightedGradient(std::span<const Expression> roots,
                                         std::span<const Expression> weights,
                                         std::span<const Expression> variables);

/// ∂root/∂variable for every variable.
std::vector<Expression> gradient(const Expression& root, std::span<const Expression> variables);

/// In what order the chain rule is applied; the derivatives are the same, the operations are not.
enum class Order {
  forward,   ///< a sweep for each variable: the fewest operations for poses of joints
  reverse,   ///< a sweep for each root: for fewer roots than variables
  factored,  ///< common factors of the paths from roots to variables first (D*)
};

/// ∂rootᵢ/∂variableⱼ, row by row.
///
/// `factored` follows Guenter, "Efficient Symbolic Differentiation for Graphics Applications"
/// (2007): in the graph whose edges are the partial derivatives of single operations, a derivative
/// is the sum over all paths from root to variable of the products of their edges. All that is
/// between a node and its (post)dominator is summed once and becomes one edge, the smallest first,
/// for all pairs of root and variable that share it, until each pair has one path.
std::vector<Expression> jacobian(std::span<const Expression> roots,
                                 std::span<const Expression> variables,
                                 Order order = Order::forward);

}  // namespace linkwork::symbolic
