#pragma once

#include <span>

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

}  // namespace linkwork::symbolic
