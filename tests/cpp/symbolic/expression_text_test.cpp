#include "linkwork/symbolic/expression_text.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "linkwork/symbolic/runtime/tape.hpp"

namespace linkwork::symbolic {

namespace {

std::string nameOfInput(int, int element) { return element == 0 ? "a" : "b"; }

/// Returns the value of a text with a = 0.7 and b = -0.4, read, printed and read again.
double valueOfText(const std::string& text) {
  Graph graph;
  const std::vector<NamedExpression> names = {{"a", graph.input(0, 0)}, {"b", graph.input(0, 1)}};
  const Expression read = parse(text, names);
  const Expression again = parse(print(read, nameOfInput), names);
  const double inputs[] = {0.7, -0.4};
  const double* const arrays[] = {inputs};
  double values[2];
  const Expression both[] = {read, again};
  const Tape tape(both);
  std::vector<double> workspace(static_cast<std::size_t>(tape.registers()));
  tape.run(arrays, values, workspace.data());
  CHECK(values[0] == Approx(values[1]).epsilon(1e-15));
  return values[0];
}

std::string errorOf(const std::string& text) {
  try {
    valueOfText(text);
  } catch (const ExpressionTextError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("texts are read by the rules of arithmetic", "[symbolic]") {
  const double a = 0.7, b = -0.4;
  const auto is = [](double value) { return Approx(value).epsilon(1e-15); };
  CHECK(valueOfText("2") == 2);
  CHECK(valueOfText("1.5e-3") == 1.5e-3);
  CHECK(valueOfText(" a+ 2 *b ") == is(a + 2 * b));
  CHECK(valueOfText("a-b-1") == is(a - b - 1));
  CHECK(valueOfText("a/b/2") == is(a / b / 2));
  CHECK(valueOfText("-a^2") == is(-a * a));
  CHECK(valueOfText("2^3^2") == 512);
  CHECK(valueOfText("2^-1") == 0.5);
  CHECK(valueOfText("(a+b)*(a-b)") == is(a * a - b * b));
  CHECK(valueOfText("2*-a") == is(-2 * a));
  CHECK(valueOfText("sin(a)*cos(b) + tan(a)") == is(std::sin(a) * std::cos(b) + std::tan(a)));
  CHECK(valueOfText("asin(a)+acos(b)+atan(a)") == is(std::asin(a) + std::acos(b) + std::atan(a)));
  CHECK(valueOfText("atan2(b, a)") == is(std::atan2(b, a)));
  CHECK(valueOfText("exp(b)+log(a)+sqrt(a)") == is(std::exp(b) + std::log(a) + std::sqrt(a)));
  CHECK(valueOfText("pow(a, b)") == is(std::pow(a, b)));
  CHECK(valueOfText("a^0.3") == is(std::pow(a, 0.3)));
  CHECK(valueOfText("choose(b, a, 3*a)") == is(a));
  CHECK(valueOfText("abs(a) + 10*abs(b)") == is(a - 10 * b));
  CHECK(valueOfText("min(a, b) + 10*max(a, b) + 100*min(2, 1)") == is(b + 10 * a + 100));
  CHECK(valueOfText("2*pi") == 2 * std::numbers::pi);
  CHECK(valueOfText(".5 + 5. + 2.5e-1") == 5.75);
  CHECK(valueOfText("1e-999") == 0);  // rounded, as in JSON; only an overflow is refused
}

TEST_CASE("an error of a text states the reason and the position", "[symbolic]") {
  CHECK(errorOf("") == "character 1: found the end, expected a number, a name or '('");
  CHECK(errorOf("2*(a+1") == "character 7: found the end, expected ')'");
  CHECK(errorOf("a b") == "character 3: found 'b', expected an operator or the end");
  CHECK(errorOf("a + c") == "character 5: no \"c\" here (names: a, b, pi)");
  CHECK(errorOf("2*sinus(a)") ==
        "character 3: no function \"sinus\" (functions: sqrt, sin, cos, tan, asin, acos, atan, "
        "atan2, exp, log, pow, choose, abs, min, max)");
  CHECK(errorOf("atan2(a)") == "character 8: found ')', expected ','");
  CHECK(errorOf("max(a)") == "character 6: found ')', expected ','");
  CHECK(errorOf("sin(a, b)") == "character 6: found ',', expected ')'");
  CHECK(errorOf("a/0") == "character 2: division by zero");
  CHECK(errorOf("1 + sqrt(-1)") == "character 5: not a finite number");
  CHECK(errorOf("a*1e999") == "character 3: not a number that fits in 64 bits");
  CHECK(errorOf("a*.") == "character 3: not a number that fits in 64 bits");
  CHECK(errorOf("1e+") == "character 4: found the end, expected the digits of an exponent");
  CHECK(errorOf("a--b") == "");
  CHECK(errorOf("a---b") == "character 4: found '-' after a sign");
  CHECK(errorOf(std::string(100000, '(')) == "character 201: nested deeper than 200 levels");
}

}  // namespace linkwork::symbolic
