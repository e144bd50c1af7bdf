#include "linkwork/symbolic/expression_text.hpp"

#include <algorithm>
#include <array>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <vector>

namespace linkwork::symbolic {

namespace {

struct NamedFunction {
  std::string_view name;
  Operation operation;
  int arguments;
  Expression (*made)(const Expression& a, const Expression& b) = nullptr;  ///< of the operation
};

/// The first with an operation is the operation itself.
constexpr std::array<NamedFunction, 15> functions = {{
    {"sqrt", Operation::squareRoot, 1},
    {"sin", Operation::sine, 1},
    {"cos", Operation::cosine, 1},
    {"tan", Operation::tangent, 1},
    {"asin", Operation::arcSine, 1},
    {"acos", Operation::arcCosine, 1},
    {"atan", Operation::arcTangent, 1},
    {"atan2", Operation::arcTangent2, 2},
    {"exp", Operation::exponential, 1},
    {"log", Operation::logarithm, 1},
    {"pow", Operation::power, 2},
    {"choose", Operation::choose, 3},
    {"abs", Operation::choose, 1, [](const Expression& a, const Expression&) { return abs(a); }},
    {"min", Operation::choose, 2,
     [](const Expression& a, const Expression& b) { return min(a, b); }},
    {"max", Operation::choose, 2,
     [](const Expression& a, const Expression& b) { return max(a, b); }},
}};

constexpr int deepestText = 200;

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Recursive descent, one function a rule.
class TextParser {
 public:
  TextParser(std::string_view text, std::span<const NamedExpression> names)
      : text_(text), names_(names) {}

  Expression whole() {
    const Expression result = sum();
    if (next() != '\0') fail("found " + found() + ", expected an operator or the end");
    return result;
  }

 private:
  Expression sum() {
    Expression result = product();
    while (next() == '+' || next() == '-') {
      const std::size_t at = place_;
      const bool adds = text_[place_++] == '+';
      const Expression right = product();
      result = finite(at, adds ? result + right : result - right);
    }
    return result;
  }

  Expression product() {
    Expression result = signedPower();
    while (next() == '*' || next() == '/') {
      const std::size_t at = place_;
      const bool multiplies = text_[place_++] == '*';
      const Expression right = signedPower();
      if (!multiplies && right == Expression(0)) fail("division by zero", at);
      result = finite(at, multiplies ? result * right : result / right);
    }
    return result;
  }

  Expression signedPower() {
    bool isNegative = false;
    if (next() == '-' || next() == '+') {
      isNegative = text_[place_++] == '-';
      if (next() == '-' || next() == '+') fail("found " + found() + " after a sign");
    }
    const Expression result = power();
    return isNegative ? -result : result;
  }

  Expression power() {
    const Expression base = atom();
    if (next() != '^') return base;
    const std::size_t at = place_++;
    deeper();
    const Expression exponent = signedPower();
    --depth_;
    return finite(at, pow(base, exponent));
  }

  Expression atom() {
    const char c = next();
    if (isDigit(c) || c == '.') return number();
    if (isNameStart(c)) return named();
    if (c != '(') fail("found " + found() + ", expected a number, a name or '('");
    deeper();
    ++place_;
    const Expression result = sum();
    --depth_;
    take(')');
    return result;
  }

  Expression number() {
    const std::size_t start = place_;
    const auto digits = [this] {
      while (place_ < text_.size() && isDigit(text_[place_])) ++place_;
    };
    digits();
    if (place_ < text_.size() && text_[place_] == '.') ++place_;
    digits();
    if (place_ < text_.size() && (text_[place_] == 'e' || text_[place_] == 'E')) {
      ++place_;
      if (place_ < text_.size() && (text_[place_] == '+' || text_[place_] == '-')) ++place_;
      if (place_ == text_.size() || !isDigit(text_[place_]))
        fail("found " + found() + ", expected the digits of an exponent");
      digits();
    }
    // Not by a stream, which brings every way of writing money and time in all of C++'s locales.
    std::string number(text_.substr(start, place_ - start));
    std::replace(number.begin(), number.end(), '.', *std::localeconv()->decimal_point);
    char* end = nullptr;
    const double value = std::strtod(number.c_str(), &end);
    if (end == number.c_str() || !std::isfinite(value))
      fail("not a number that fits in 64 bits", start);
    return value;
  }

  Expression named() {
    const std::size_t start = place_;
    while (place_ < text_.size() && (isNameStart(text_[place_]) || isDigit(text_[place_])))
      ++place_;
    const std::string_view name = text_.substr(start, place_ - start);
    if (next() == '(') return call(start, name);
    for (const NamedExpression& known : names_)
      if (known.name == name) return known.value;
    if (name == "pi") return std::numbers::pi;
    std::string all;
    for (const NamedExpression& known : names_) all += known.name + ", ";
    fail("no \"" + std::string(name) + "\" here (names: " + all + "pi)", start);
  }

  Expression call(std::size_t start, std::string_view name) {
    const auto function = std::find_if(functions.begin(), functions.end(),
                                       [&](const NamedFunction& f) { return f.name == name; });
    if (function == functions.end()) {
      std::string all;
      for (const NamedFunction& known : functions)
        all += (all.empty() ? "" : ", ") + std::string(known.name);
      fail("no function \"" + std::string(name) + "\" (functions: " + all + ")", start);
    }
    take('(');
    deeper();
    std::array<Expression, 3> arguments;
    for (int i = 0; i < function->arguments; ++i) {
      if (i > 0) take(',');
      arguments[static_cast<std::size_t>(i)] = sum();
    }
    --depth_;
    take(')');
    const auto& [a, b, c] = arguments;
    return finite(start,
                  function->made ? function->made(a, b) : apply(function->operation, a, b, c));
  }

  /// The character that comes next, blanks skipped; '\0' at the end.
  char next() {
    while (place_ < text_.size() &&
           (text_[place_] == ' ' || text_[place_] == '\t' || text_[place_] == '\n'))
      ++place_;
    return place_ < text_.size() ? text_[place_] : '\0';
  }
  void take(char desired) {
    if (next() != desired) fail("found " + found() + ", expected '" + desired + "'");
    ++place_;
  }
  std::string found() const {
    if (place_ >= text_.size()) return "the end";
    const auto c = static_cast<unsigned char>(text_[place_]);
    return c > 0x20 && c < 0x7F ? "'" + std::string(1, text_[place_]) + "'"
                                : "a character that is not of the form";
  }
  const Expression& finite(std::size_t at, const Expression& result) const {
    if (result.isConstant() && !std::isfinite(result.value())) fail("not a finite number", at);
    return result;
  }
  void deeper() {
    if (++depth_ > deepestText)
      fail("nested deeper than " + std::to_string(deepestText) + " levels");
  }
  [[noreturn]] void fail(const std::string& problem) const { fail(problem, place_); }
  [[noreturn]] void fail(const std::string& problem, std::size_t at) const {
    throw ExpressionTextError(at, problem);
  }

  std::string_view text_;
  std::span<const NamedExpression> names_;
  std::size_t place_ = 0;
  int depth_ = 0;
};

}  // namespace

Expression parse(std::string_view text, std::span<const NamedExpression> names) {
  return TextParser(text, names).whole();
}

std::string printNumber(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.15g", number);
  if (std::strtod(text.data(), nullptr) != number)
    std::snprintf(text.data(), text.size(), "%.17g", number);
  std::replace(text.begin(), text.end(), ',', '.');  // where the program set a locale
  return text.data();
}

std::string print(const Expression& expression, std::string (*inputName)(int array, int element)) {
  const auto number = [](double value) {
    return value < 0 ? "(" + printNumber(value) + ")" : printNumber(value);
  };
  if (expression.isConstant()) return number(expression.value());
  const Subgraph part({&expression, 1});
  std::vector<std::string> texts;
  for (const Subgraph::Entry& entry : part.entries) {
    const NodeData& data = (*part.graph)[entry.node];
    std::string operands[3];
    for (int k = 0; k < operandCount(data.operation); ++k)
      operands[k] = texts[static_cast<std::size_t>(entry.operands[k])];
    texts.push_back(data.operation == Operation::constant ? number(data.value)
                    : data.operation == Operation::input
                        ? inputName(data.operands[0], data.operands[1])
                        : formula(data.operation, operands));
  }
  return texts.back();
}

std::string functionName(Operation operation) {
  return std::string(
      std::find_if(functions.begin(), functions.end(), [&](const NamedFunction& each) {
        return each.operation == operation;
      })->name);
}

std::string formula(Operation operation, const std::string (&operands)[3],
                    const std::string& prefix) {
  const auto infix = [&](const char* sign) { return "(" + operands[0] + sign + operands[1] + ")"; };
  switch (operation) {
    case Operation::add:
      return infix(" + ");
    case Operation::subtract:
      return infix(" - ");
    case Operation::multiply:
      return infix(" * ");
    case Operation::divide:
      return infix(" / ");
    case Operation::negate:
      return "(-" + operands[0] + ")";
    default: {
      std::string arguments = operands[0];
      for (int k = 1; k < operandCount(operation); ++k) arguments += ", " + operands[k];
      return prefix + functionName(operation) + "(" + arguments + ")";
    }
  }
}

std::string cppNumber(double number) {
  if (std::isnan(number)) return "NAN";
  if (std::isinf(number)) return number < 0 ? "(-INFINITY)" : "INFINITY";
  std::string text = printNumber(number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return number < 0 ? "(" + text + ")" : text;
}

std::string cppFormula(Operation operation, const std::string (&operands)[3]) {
  if (operation == Operation::choose)
    return "(" + operands[0] + " < 0 ? " + operands[1] + " : " + operands[2] + ")";
  return formula(operation, operands, "std::");
}

}  // namespace linkwork::symbolic
