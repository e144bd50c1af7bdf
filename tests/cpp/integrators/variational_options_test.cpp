#include <catch2/catch.hpp>

#include "linkwork/errors.hpp"
#include "linkwork/methods.hpp"

/// Options of the variational integrators, read from text.
namespace linkwork::test {

using Catch::Matchers::StartsWith, Catch::Matchers::Contains;

TEST_CASE("options of variational integrators are read by name", "[integrators]") {
  const VariationalOptions options = variationalOptionsFromJson(
      R"({"rootFinder": "riqn", "initialGuess": "previous", "tolerance": 1e-12,
          "maxIterations": 7, "loops": "dense-last", "start": "published"})");
  CHECK(options.minimal.rootFinder == RootFinderKind::riqn);
  CHECK(options.minimal.guess == InitialGuess::previous);
  CHECK(options.maximal.loops == maximal::LoopOrder::denseLast);
  CHECK(options.maximal.start == VariationalStart::published);
  for (const double tolerance : {options.minimal.tolerance, options.maximal.tolerance})
    CHECK(tolerance == 1e-12);
  for (const int most : {options.minimal.maxIterations, options.maximal.maxIterations})
    CHECK(most == 7);
  CHECK(variationalOptionsFromJson("{}").minimal.tolerance ==
        MinimalVariationalOptions().tolerance);
}

TEST_CASE("an error in the options of variational integrators names its path", "[integrators]") {
  const auto read = [](const char* text) { variationalOptionsFromJson(text); };
  CHECK_THROWS_WITH(read("[]"), StartsWith("variational: expected an object"));
  CHECK_THROWS_WITH(read(R"({"rootfinder": 1})"),
                    StartsWith("variational.rootfinder: unknown key; did you mean"));
  CHECK_THROWS_WITH(read(R"({"rootFinder": "newtn"})"),
                    StartsWith("variational.rootFinder: is \"newtn\"") && Contains("\"newton\""));
  CHECK_THROWS_WITH(read(R"({"loops": "dense"})"),
                    StartsWith("variational.loops: ") && Contains("along-cycle, dense-last"));
  CHECK_THROWS_WITH(read(R"({"tolerance": 2})"),
                    StartsWith("variational.tolerance: expected 1e-15 to 1, found"));
  CHECK_THROWS_WITH(read(R"({"maxIterations": 0})"),
                    StartsWith("variational.maxIterations: expected 1 to 1000, found"));
  CHECK_THROWS_WITH(read(R"({"maxIterations": 1.5})"),
                    StartsWith("variational.maxIterations: expected a whole number"));
}

}  // namespace linkwork::test
