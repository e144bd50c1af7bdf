#pragma once

#include <array>
#include <span>
#include <vector>

#include "linkwork/symbolic/expression.hpp"

/// Derivatives of expressions as expressions of the same graph.
namespace linkwork::symbolic {

/// ∂node/∂operandₖ of one operation, by operand.
std::array<Expression, 3> partials(Graph& graph, Node node);

/// The derivative of `roots` as `variables` (inputs) move at `rates`: Σ ∂root/∂variableᵢ rateᵢ, one
/// sweep over the graph (forward mode). The core: columns of a Jacobian are its values along unit
/// rates, and d/dt of anything is one call.
std::vector<Expression> derivativeAlong(std::span<const Expression> roots,
                                        std::span<const Expression> variables,
                                        std::span<const Expression> rates);

}  // namespace linkwork::symbolic
