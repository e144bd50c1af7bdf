#include <catch2/catch.hpp>

#include "linkwork/expression.hpp"
#include "linkwork/symbolic/subgraph.hpp"

namespace linkwork::test {

using symbolic::Expression, symbolic::Graph;

TEST_CASE("expressions that are equal by the rules of simplification are the same node",
          "[symbolic]") {
  Graph graph;
  const Expression x = graph.input(0, 0), y = graph.input(0, 1), z = graph.input(0, 2);
  const Expression s = sin(x), c = cos(x);
  const auto same = [](const Expression& a, const Expression& b) { CHECK(a == b); };
  same(x + 0, x);
  same(0 - x, -x);
  same(x * 1, x);
  same(x * 0, 0);
  same(x * -1, -x);
  same(x - x, 0);
  same(x + x, 2 * x);
  same(x / 4, 0.25 * x);
  same(0.5 * (2 * x), x);
  same(x + y, y + x);
  same(x * y, y * x);
  same(y - x, -(x - y));
  same(-(-x), x);
  same(-x * -y, x * y);
  same(x - -y, x + y);
  same(-x - y, -(x + y));
  same(-x / y, -(x / y));
  same(sin(-x), -s);
  same(cos(-x), c);
  same(tan(-x) + tan(x), 0);
  same(3 * x - x, 2 * x);
  same((x + y) - x, y);
  same((x + y + z) - (z + x), y);
  same((x + 3) - (y + 3), x - y);
  same((x * y) * z - (z * x) * y, 0);
  same(s * s + c * c, 1);
  same(x * s * s + c * x * c, x);
  same(y + 3 * (s * s) + z + 3 * (c * c), 3 + (y + z));
  same(-(s * y * s) - c * c * y, -y);
  same(pow(x, 3), x * x * x);
  same(pow(x, 0.5), sqrt(x));
  same(pow(x, -1), 1 / x);
  same(choose(y, x, x), x);
  same(choose(Expression(-1), x, y), x);
  const Expression inverse = 1 / z;
  same(y / z, y * inverse);
  CHECK(x - y != x + y);
  CHECK(s * s + cos(y) * cos(y) != Expression(1));
  CHECK(s * s - c * c != Expression(1));
}

TEST_CASE("NaN is itself, and equals no number", "[symbolic]") {
  Graph graph;
  const Expression x = graph.input(0, 0), none = std::nan("");
  CHECK(std::isnan((none * 0).value()));
  CHECK(none + x == none + x);
  CHECK(none * x == none * x);
  CHECK(none * x != x);
}

TEST_CASE("a shared operation counts once", "[symbolic]") {
  Graph graph;
  const Expression x = graph.input(0, 0), y = graph.input(0, 1);
  const Expression outputs[] = {sin(x) * y + x, (sin(x) * y) / y, -x, 5};
  const symbolic::OperationCounts counts = symbolic::countOperations(outputs);
  CHECK(counts.additions == 1);
  CHECK(counts.multiplications == 1);
  CHECK(counts.divisions == 1);
  CHECK(counts.negations == 1);
  CHECK(counts.functions == 1);
  CHECK(counts.arithmetic() == 3);
}

TEST_CASE("a program that would be too long is refused", "[symbolic]") {
  Graph graph;
  for (int i = 0; i < Graph::mostNodes; ++i) graph.input(0, i);
  CHECK(graph.input(0, 5) == graph.input(0, 5));  // the input exists
  CHECK_THROWS_WITH(graph.input(1, 0), Catch::Contains("more than 2000000 operations"));
}

}  // namespace linkwork::test
