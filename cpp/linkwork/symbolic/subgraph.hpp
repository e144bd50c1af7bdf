#pragma once

#include <functional>
#include <span>
#include <vector>

#include "linkwork/expression.hpp"

namespace linkwork::symbolic {

/// How many operations it takes to compute expressions together, each shared one counted once.
struct OperationCounts {
  int additions = 0;  ///< and subtractions
  int multiplications = 0;
  int divisions = 0;
  int negations = 0;
  int functions = 0;  ///< sqrt, sin, pow, choose, …

  /// + − × ÷.
  int arithmetic() const { return additions + multiplications + divisions; }
};

OperationCounts countOperations(std::span<const Expression> outputs);

/// The same expressions of other inputs: `input(array, element)` says of what, in a graph of its
/// own.
std::vector<Expression> substitute(std::span<const Expression> roots,
                                   const std::function<Expression(int array, int element)>& input);

}  // namespace linkwork::symbolic
