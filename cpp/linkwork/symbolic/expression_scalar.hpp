#pragma once

#include "linkwork/expression.hpp"
#include "linkwork/spatial/scalar_traits.hpp"

/// What the library's function templates require of a scalar in addition to arithmetic, for
/// expressions: to be included before them (spatial/scalar_traits.hpp, angle_functions.hpp).
namespace linkwork {

template <>
inline constexpr bool hasKnownStructure<symbolic::Expression> = true;

namespace symbolic {

/// a < b, to choose between expressions: what angle_functions.hpp branches on. Both sides are
/// computed.
struct Below {
  Expression difference;
};

inline Below operator<(const Expression& a, const Expression& b) { return {a - b}; }

template <typename Then, typename Else>
Expression choose(const Below& below, Then&& whenTrue, Else&& whenFalse) {
  return choose(below.difference, Expression(whenTrue()), Expression(whenFalse()));
}

/// No number is known yet: where a pivot is none, what follows is not a number.
inline bool acceptPivot(Expression&) { return true; }
inline bool acceptPivot(Expression&, const Expression&) { return true; }

/// Nor is a turn: generated code of steps checks it.
inline bool isSmallTurn(const Expression&, const Expression&, const Expression&,
                        const Expression&) {
  return true;
}

/// (c, s) of an angle and a further one; where the first is constant, of their sum.
void turnFurther(Expression& c, Expression& s, const Expression& furtherC,
                 const Expression& furtherS);

/// Sines and cosines; where an angle is a number of quarter turns beyond another, of that.
void sineCosine(const Expression* angles, Expression* sines, Expression* cosines, int n);

}  // namespace symbolic
}  // namespace linkwork
