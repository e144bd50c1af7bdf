#include "linkwork/symbolic/cpp_formula.hpp"

#include <cmath>

#include "linkwork/symbolic/expression_text.hpp"

namespace linkwork::symbolic {

namespace {

const char* cppFunction(Operation operation) {
  switch (operation) {
    case Operation::power:
      return "std::pow";
    case Operation::squareRoot:
      return "std::sqrt";
    case Operation::sine:
      return "std::sin";
    case Operation::cosine:
      return "std::cos";
    case Operation::tangent:
      return "std::tan";
    case Operation::arcSine:
      return "std::asin";
    case Operation::arcCosine:
      return "std::acos";
    case Operation::arcTangent:
      return "std::atan";
    case Operation::arcTangent2:
      return "std::atan2";
    case Operation::exponential:
      return "std::exp";
    default:
      return "std::log";
  }
}

}  // namespace

std::string cppNumber(double number) {
  if (std::isnan(number)) return "NAN";
  if (std::isinf(number)) return number < 0 ? "(-INFINITY)" : "INFINITY";
  std::string text = printNumber(number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return number < 0 ? "(" + text + ")" : text;
}

std::string cppFormula(Operation operation, const std::string (&operands)[3]) {
  const auto& [a, b, c] = operands;
  switch (operation) {
    case Operation::add:
      return "(" + a + " + " + b + ")";
    case Operation::subtract:
      return "(" + a + " - " + b + ")";
    case Operation::multiply:
      return "(" + a + " * " + b + ")";
    case Operation::divide:
      return "(" + a + " / " + b + ")";
    case Operation::negate:
      return "(-" + a + ")";
    case Operation::power:
    case Operation::arcTangent2:
      return cppFunction(operation) + ("(" + a + ", " + b + ")");
    case Operation::choose:
      return "(" + a + " < 0 ? " + b + " : " + c + ")";
    default:
      return cppFunction(operation) + ("(" + a + ")");
  }
}

}  // namespace linkwork::symbolic
