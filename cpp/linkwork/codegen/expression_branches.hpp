#pragma once

#include "linkwork/expression.hpp"

/// Lets function templates that branch by `choose(a < b, …, …)` (angle_functions.hpp) run on
/// expressions: both sides are written down. To be included before them.
namespace linkwork::symbolic {

/// a < b, to choose between expressions: what angle_functions.hpp branches on.
struct Below {
  Expression difference;
};

inline Below operator<(const Expression& a, const Expression& b) { return {a - b}; }

template <typename Then, typename Else>
Expression choose(const Below& below, Then&& whenTrue, Else&& whenFalse) {
  return choose(below.difference, Expression(whenTrue()), Expression(whenFalse()));
}

}  // namespace linkwork::symbolic
