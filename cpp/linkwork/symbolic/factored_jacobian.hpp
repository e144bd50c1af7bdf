#pragma once

#include <span>
#include <vector>

#include "linkwork/expression.hpp"

namespace linkwork::symbolic {

/// jacobian(…, Order::factored) (differentiation.hpp). Memory: one bit for each edge and each pair
/// of root and variable.
std::vector<Expression> factoredJacobian(std::span<const Expression> roots,
                                         std::span<const Expression> variables);

}  // namespace linkwork::symbolic
