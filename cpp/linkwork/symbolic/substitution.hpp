#pragma once

#include <functional>
#include <span>
#include <vector>

#include "linkwork/expression.hpp"

namespace linkwork::symbolic {

/// The same expressions of other inputs: `input(array, element)` says of what, in a graph of its
/// own.
std::vector<Expression> substitute(std::span<const Expression> roots,
                                   const std::function<Expression(int array, int element)>& input);

}  // namespace linkwork::symbolic
