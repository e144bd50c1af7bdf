#include "linkwork/catalogue.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "catalogue/initial_motion.hpp"
#include "linkwork/errors.hpp"

namespace linkwork::test::catalogue {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

TEST_CASE("every catalogue mechanism is valid with default options", "[catalogue]") {
  for (const std::string_view name : catalogueNames()) {
    INFO(name);
    const Mechanism mechanism = catalogueMechanism(name);
    checkCommonLaws(mechanism, 9.81, 0);
    CHECK(closureError(mechanism) < 1e-12);
  }
  CHECK(catalogueNames().size() == 25);
}

TEST_CASE("the catalogue builds the same mechanism by name as by function", "[catalogue]") {
  CHECK(catalogueMechanism("chain") == chain());
  CHECK(catalogueMechanism("chain", "{}") == chain());
  CHECK(catalogueMechanism(
            "chain", R"({"links": 3, "joint": "universal", "axes": [[1, 0, 0], [0, 0, 1]]})") ==
        chain({.links = 3, .joint = JointType::universal, .axes = {{1, 0, 0}, {0, 0, 1}}}));
  CHECK(catalogueMechanism("fourBar", R"({"couplerPoint": [0.1, 0.2], "gravity": 1.6})") ==
        fourBar({.couplerPoint = {0.1, 0.2}, .gravity = 1.6}));
  CHECK(catalogueMechanism("cartPendulum", R"({"poleLength": 2})") ==
        cartPendulum({.poleLength = 2}));
  CHECK(catalogueMechanism("sliderCrank", R"({"rod": 0.5})") == sliderCrank({.rod = 0.5}));
  CHECK(catalogueMechanism("sixBar", R"({"kind": "stephenson"})") ==
        sixBar({.kind = SixBarKind::stephenson}));
  CHECK(catalogueMechanism("fourBarChain", R"({"units": 2, "closure": "spherical"})") ==
        fourBarChain({.units = 2, .closure = JointType::spherical}));
  CHECK(catalogueMechanism("gearedArm", R"({"joints": 2})") == gearedArm({.joints = 2}));
  CHECK(catalogueMechanism("gearedChain", R"({"links": 2, "axes": [[0, 0, 1]]})") ==
        gearedChain({.links = 2, .axes = {{0, 0, 1}}}));
  CHECK(catalogueMechanism("beltChain", R"({"linksPerBelt": 3, "beltRatio": 2})") ==
        beltChain({.linksPerBelt = 3, .beltRatio = 2}));
  CHECK(catalogueMechanism("gearedLeg", R"({"ratio": 9})") == gearedLeg({.ratio = 9}));
  CHECK(catalogueMechanism("differentialLeg", R"({"knee": 0.5})") ==
        differentialLeg({.knee = 0.5}));
  CHECK(catalogueMechanism("branchingTree", R"({"depth": 2})") == branchingTree({.depth = 2}));
}

TEST_CASE("the defaults in the option table are the mechanisms' defaults", "[catalogue]") {
  const auto table = nlohmann::json::parse(catalogueJson());
  CHECK(table.size() == catalogueNames().size());
  for (const auto& entry : table) {
    const std::string name = entry["name"];
    INFO(name);
    nlohmann::json defaults = nlohmann::json::object();
    for (const auto& option : entry["options"])
      defaults[option["name"].get<std::string>()] = option["default"];
    CHECK(catalogueMechanism(name, defaults.dump()) == catalogueMechanism(name));
  }
}

TEST_CASE("an error in the options names its path", "[catalogue]") {
  const auto errorOf = [](const char* name, const char* options) -> std::string {
    try {
      catalogueMechanism(name, options);
    } catch (const MechanismError& error) {
      return error.what();
    }
    return "no error";
  };
  CHECK_THAT(errorOf("chian", ""), StartsWith("catalogue: no mechanism is named \"chian\"") &&
                                       Contains("did you mean \"chain\"") && Contains("gearedLeg"));
  CHECK_THAT(errorOf("chain", "[1]"), StartsWith("options: expected an object"));
  CHECK_THAT(errorOf("chain", "{"), StartsWith("line 1, column 2: not valid JSON"));
  CHECK_THAT(
      errorOf("chain", R"({"link": 3})"),
      StartsWith("options.link: unknown key; did you mean \"links\"") && Contains("startAngle"));
  CHECK_THAT(errorOf("chain", R"({"links": 0})"),
             StartsWith("options.links: expected 1 to 100000, found 0"));
  CHECK_THAT(errorOf("chain", R"({"links": 2.5})"), StartsWith("options.links: expected a whole"));
  CHECK_THAT(errorOf("chain", R"({"links": 1e99})"), StartsWith("options.links: expected a whole"));
  CHECK_THAT(errorOf("chain", R"({"length": "1"})"),
             StartsWith("options.length: expected a number"));
  CHECK_THAT(errorOf("chain", R"({"length": -1})"),
             StartsWith("options.length: expected 0.001 to"));
  CHECK_THAT(errorOf("chain", R"({"joint": "ball"})"), StartsWith("options.joint: no joint type"));
  CHECK_THAT(errorOf("chain", R"({"joint": "free"})"), StartsWith("options.joint: a free joint"));
  CHECK_THAT(errorOf("chain", R"({"axes": []})"), StartsWith("options.axes: is empty"));
  CHECK_THAT(errorOf("chain", R"({"axes": [0, 1, 0]})"),
             StartsWith("options.axes[0]: expected an array"));
  CHECK_THAT(errorOf("chain", R"({"axes": [[0, 0, 0]]})"), StartsWith("options.axes: every axis"));
  CHECK_THAT(errorOf("chain", R"({"gravity": -9.81})"),
             StartsWith("options.gravity: expected 0 to 100"));
  CHECK_THAT(errorOf("fourBar", R"({"couplerPoint": [0, 0, 0]})"),
             StartsWith("options.couplerPoint: "));
  CHECK_THAT(errorOf("fourBar", R"({"crank": 2})"),
             StartsWith("options.startAngle: ") && Contains("assemble"));
  CHECK_THAT(errorOf("sixBar", R"({"kind": "wat"})"),
             StartsWith("options.kind: no kind is named \"wat\"") &&
                 Contains("did you mean \"watt\"") && Contains("stephenson"));
  CHECK_THAT(errorOf("fourBarChain", R"({"closure": "rod"})"),
             StartsWith("options.closure: a rod joint closes no planar four-bar"));
  CHECK_THAT(errorOf("fourBarChain", R"({"startAngle": 1.57})"),
             StartsWith("options.startAngle: ") && Contains("assemble"));
  CHECK_THAT(errorOf("sliderCrank", R"({"rod": 0.1})"),
             StartsWith("options.rod: expected longer than"));
  CHECK_THAT(errorOf("branchingTree", R"({"depth": 10, "branches": 6})"),
             StartsWith("options.depth: 10 levels of 6 branches"));
}

}  // namespace linkwork::test::catalogue
