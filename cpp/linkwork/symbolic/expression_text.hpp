#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "linkwork/expression.hpp"

/// Expressions as people write them:
///
///   sum      = product { ("+" | "-") product }
///   product  = signed { ("*" | "/") signed }
///   signed   = ["-" | "+"] power
///   power    = atom ["^" signed]                   right to left: 2^3^2 = 2^9, −x^2 = −(x^2)
///   atom     = number | name | function "(" sum { "," sum } ")" | "(" sum ")"
///
/// Functions: sqrt sin cos tan asin acos atan exp log (natural), atan2(y, x), pow(x, y),
/// choose(a, x, y) = x where a < 0, else y; abs, min(a, b), max(a, b). The last four are made of
/// pieces: derivatives are those of the piece, at a kink of x in |x| and of the first of two
/// equals. The name pi is known everywhere.
namespace linkwork::symbolic {

struct NamedExpression {
  std::string name;
  Expression value;
};

/// What is wrong with a text, and where.
class ExpressionTextError : public std::invalid_argument {
 public:
  ExpressionTextError(std::size_t position, const std::string& problem)
      : std::invalid_argument("character " + std::to_string(position + 1) + ": " + problem),
        position_(position) {}

  /// Of the first character that does not fit, from 0.
  std::size_t position() const { return position_; }

 private:
  std::size_t position_;
};

/// Reads an expression of the names given.
/// Throws ExpressionTextError: not of the form above, a name that is not there, a part that is no
/// finite number (`sqrt(-1)`, `1/0`), nested deeper than 200.
Expression parse(std::string_view text, std::span<const NamedExpression> names);

/// An expression as a text that `parse` reads back, its inputs by name, e.g. (0, 3) as "q3": shared
/// parts are repeated at every use.
std::string print(const Expression& expression, std::string (*inputName)(int array, int element));

/// The shortest of %.15g and %.17g that is read back as the same number.
std::string printNumber(double number);

/// The name of an operation that is a function, e.g. "sin".
std::string functionName(Operation operation);

/// An operation on operands that are texts: operators in parentheses, functions by their names
/// after `prefix`.
std::string formula(Operation operation, const std::string (&operands)[3],
                    const std::string& prefix = {});

/// A number as C++, with all digits.
std::string cppNumber(double number);

/// An operation as C++, on operands that are C++.
std::string cppFormula(Operation operation, const std::string (&operands)[3]);

}  // namespace linkwork::symbolic
