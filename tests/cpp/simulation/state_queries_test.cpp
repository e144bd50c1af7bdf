#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/json.hpp"
#include "papers/commands.hpp"

namespace {

using linkwork::papers::runCommand;
using Json = nlohmann::json;

struct CatalogueFile {
  std::string name;
  std::string mechanism;
  Json state;        ///< its initial state
  double tolerance;  ///< of accelerations, relative to the largest
};

/// Rounding through the inverse of H, with a cap. Long flying chains reduce the accuracy of methods
/// with a mass matrix by another digit.
double toleranceOf(std::string_view name, const linkwork::Mechanism& mechanism) {
  const bool isLong = name == "drapedChain" || name == "closedRing";
  return std::min(linkwork::test::solveTolerance(linkwork::test::Fixture(mechanism)),
                  isLong ? 1e-10 : 1e-11);
}

/// Returns every mechanism that the methods below support, with floating bases. Contact is
/// excluded, because it is not part of H and C: see contact/accelerations_test.cpp.
std::vector<CatalogueFile> catalogueFiles() {
  std::vector<CatalogueFile> files;
  for (const std::string_view name : linkwork::catalogueNames()) {
    linkwork::Mechanism mechanism = linkwork::catalogueMechanism(name);
    if (!mechanism.nonholonomic.empty()) continue;  // supported by the multipliers only: see below
    mechanism.contact = {};
    const std::string text = toJson(mechanism);
    files.push_back({std::string(name), text, Json::parse(text).value("initialState", Json{}),
                     toleranceOf(name, mechanism)});
  }
  return files;
}

Json answerOf(std::string_view command, const CatalogueFile& file, const Json& state) {
  return Json::parse(runCommand(command, file.mechanism, state.dump()));
}

/// Returns the largest number in an answer.
double largest(const Json& value) {
  if (value.is_number()) return std::abs(value.get<double>());
  double result = 0;
  for (const Json& part : value)
    if (!part.is_string()) result = std::max(result, largest(part));
  return result;
}

}  // namespace

TEST_CASE("forward and inverse dynamics are inverse to each other", "[simulation]") {
  for (const CatalogueFile& file : catalogueFiles()) {
    CAPTURE(file.name);
    // Accelerations that satisfy loops and gears: those under a wrench on every body.
    const linkwork::Mechanism mechanism = linkwork::mechanismFromJson(file.mechanism);
    Json state = file.state;
    for (const linkwork::Body& body : mechanism.bodies)
      state["wrenches"][body.name] = {0.1, 0.2, -0.1, 1, -2, 1.5};
    const Json expected = answerOf("forward-dynamics", file, state)["a"];
    state.erase("wrenches");
    state["a"] = expected;
    const Json torque = answerOf("inverse-dynamics", file, state)["tau"];
    state["tau"] = torque;
    const Json found = answerOf("forward-dynamics", file, state)["a"];
    double apart = 0;
    for (const auto& [joint, values] : expected.items())
      for (std::size_t i = 0; i < values.size(); ++i)
        apart = std::max(apart, std::abs(values[i].get<double>() - found[joint][i].get<double>()));
    CHECK(apart <= file.tolerance * largest(expected));
  }
}

TEST_CASE("mass matrix and bias determine the acceleration", "[simulation]") {
  for (const CatalogueFile& file : catalogueFiles()) {
    CAPTURE(file.name);
    const Json terms = answerOf("mass-matrix", file, file.state);
    const Json a = answerOf("forward-dynamics", file, file.state)["a"];
    const double scale = largest(terms["bias"]) + largest(terms["massMatrix"]) * largest(a);
    for (std::size_t row = 0; row < terms["joints"].size(); ++row) {
      double residual = terms["bias"][row];  // H ÿ + C = 0 without applied forces
      for (std::size_t column = 0; column < terms["joints"].size(); ++column) {
        const Json& label = terms["joints"][column];
        const double acceleration = a[label[0].get<std::string>()][label[1].get<std::size_t>()];
        residual += terms["massMatrix"][row][column].get<double>() * acceleration;
      }
      CHECK(std::abs(residual) < 1e-12 * scale);
    }
  }
}

TEST_CASE("the Coriolis matrix has the rows of the mass matrix", "[simulation]") {
  for (const CatalogueFile& file : catalogueFiles()) {
    CAPTURE(file.name);
    const Json mass = answerOf("mass-matrix", file, file.state);
    const Json coriolis = answerOf("coriolis-matrix", file, file.state);
    CHECK(coriolis["joints"] == mass["joints"]);
    REQUIRE(coriolis["coriolisMatrix"].size() == mass["massMatrix"].size());
    for (const Json& row : coriolis["coriolisMatrix"])
      CHECK(row.size() == mass["massMatrix"].size());
  }
}

TEST_CASE("all methods agree, and the answer reports the difference", "[simulation]") {
  for (const CatalogueFile& file : catalogueFiles()) {
    CAPTURE(file.name);
    const Json answer = answerOf("check", file, file.state);
    const Json& methods = answer["methods"];
    for (const char* name : {"articulated-body", "composite-body", "projection", "lagrange-dense",
                             "lagrange-sparse", "general-joint", "multipliers"})
      REQUIRE(methods.contains(name));
    REQUIRE(methods.size() == 7);
    double difference = 0;
    for (const Json& one : methods)
      for (const Json& other : methods)
        for (const auto& [joint, values] : one["a"].items())
          for (std::size_t i = 0; i < values.size(); ++i)
            difference = std::max(
                difference, std::abs(values[i].get<double>() - other["a"][joint][i].get<double>()));
    CHECK(answer["largestDisagreement"].get<double>() == difference);
    CHECK(answer["relativeDisagreement"].get<double>() < file.tolerance);
  }
}

TEST_CASE("info lists every body once among the clusters", "[simulation]") {
  for (const CatalogueFile& file : catalogueFiles()) {
    CAPTURE(file.name);
    const Json answer = answerOf("info", file, file.state);
    std::vector<std::string> bodies = answer["bodies"], clustered;
    int dofs = 0;
    for (const Json& cluster : answer["clusters"]) {
      for (const Json& body : cluster["bodies"]) clustered.push_back(body);
      dofs += cluster["degreesOfFreedom"].get<int>();
    }
    std::sort(bodies.begin(), bodies.end());
    std::sort(clustered.begin(), clustered.end());
    CHECK(bodies == clustered);
    CHECK(answer["degreesOfFreedom"] == dofs);
    for (const Json& warning : answer["warnings"])  // a robot keeps its published inertias
      CHECK_THAT(warning.get<std::string>(), Catch::Matchers::Contains("triangle inequality"));
  }
}

TEST_CASE("if loops make large clusters, info names the fast methods", "[simulation]") {
  const auto warningsOf = [](int links) {
    return Json::parse(
        runCommand("info", linkwork::toJson(linkwork::closedRing({.links = links}))))["warnings"];
  };
  CHECK(warningsOf(10).empty());
  REQUIRE(warningsOf(60).size() == 1);
  CHECK_THAT(warningsOf(60)[0].get<std::string>(),
             Catch::Contains("multipliers and variational-maximal hardly more"));
}

TEST_CASE("info reports the kernel of each body, and the reason for the general kernel",
          "[simulation]") {
  for (const CatalogueFile& file : catalogueFiles()) {
    CAPTURE(file.name);
    const Json answer = answerOf("info", file, file.state);
    std::vector<std::string> bodies = answer["bodies"], planned;
    for (const Json& segment : answer["plan"]) {
      CHECK((segment["kind"] == "general") == segment.contains("reason"));
      for (const Json& body : segment["bodies"]) planned.push_back(body);
    }
    std::sort(bodies.begin(), bodies.end());
    std::sort(planned.begin(), planned.end());
    CHECK(bodies == planned);
  }
  const auto planOf = [](const linkwork::Mechanism& mechanism) {
    return Json::parse(runCommand("info", toJson(mechanism)))["plan"];
  };
  const Json humanoid = planOf(linkwork::mitHumanoid());
  CHECK(humanoid[0]["kind"] == "floating");
  for (const Json& segment : humanoid) CHECK(segment["kind"] != "general");
  const Json cart = planOf(linkwork::cartPendulum());
  CHECK(cart[0]["kind"] == "general");
  CHECK_THAT(cart[0]["reason"].get<std::string>(), Catch::Contains("is not revolute"));
  CHECK(cart[1]["kind"] == "hinges");
}

TEST_CASE("accelerations use methods that support nonholonomic constraints", "[simulation]") {
  const std::string file = linkwork::toJson(linkwork::rollingDisc());
  CHECK_THROWS_WITH(runCommand("forward-dynamics", file),
                    Catch::Contains("method: \"articulated-body\" does not satisfy") &&
                        Catch::Contains("(methods that do: multipliers)"));
  const Json a = Json::parse(runCommand("forward-dynamics", file, "", "multipliers"))["a"];
  const Json all = Json::parse(runCommand("check", file));
  CHECK(all["methods"].size() == 1);
  CHECK(all["methods"]["multipliers"]["a"] == a);
}

TEST_CASE("errors of unknown commands and methods list the valid ones", "[simulation]") {
  const std::string file = linkwork::toJson(linkwork::chain());
  CHECK_THROWS_WITH(runCommand("enrgy", file), Catch::Contains("did you mean \"energy\"?"));
  CHECK_THROWS_WITH(runCommand("forward-dynamics", file, "", "aba"),
                    Catch::Contains("articulated-body, composite-body, projection, "
                                    "lagrange-dense, lagrange-sparse, general-joint, multipliers"));
  CHECK_THROWS_AS(runCommand("info", "{"), linkwork::MechanismError);
}
