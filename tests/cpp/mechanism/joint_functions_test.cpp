#include <catch2/catch.hpp>

#include "joints/function_scenes.hpp"
#include "linkwork/json.hpp"

/// Joints that are functions in mechanism files.
namespace linkwork::test {

TEST_CASE("joints that are functions are written to files and read back", "[mechanism]") {
  std::vector<FunctionScene> scenes = functionScenes();
  ContactSurface ball, egg;
  ball.type = ContactSurfaceType::sphere;
  ball.radius = 0.2;
  egg.type = ContactSurfaceType::ellipsoid;
  egg.semiAxes = {0.1, 0.2, 0.3};
  scenes.push_back({"fixed angle", onFunction(SurfaceContactJoint{{ball, egg}, false, 0.5},
                                              {0, 0, 0, 0}, {0, 0, 0, 0})});
  for (const auto& [name, mechanism] : scenes) {
    INFO(name);
    CHECK(mechanismFromJson(toJson(mechanism)) == mechanism);
  }
}

TEST_CASE("wrong joints that are functions are told where they are wrong", "[mechanism]") {
  const auto readWith = [](const std::string& joint) {
    return mechanismFromJson(
        R"({"linkwork": 1, "bodies": [{"name": "a", "mass": 1, "inertia": [1, 1, 1]}], "joints": [)"
        R"({"name": "j", "parent": "world", "child": "a", )" +
        joint + "}]}");
  };
  CHECK_NOTHROW(readWith(R"("type": "custom", "coordinates": ["s"], "pose": [{"rotate": "x", )"
                         R"("angle": "2*s"}, {"translate": ["s", 0, 0.5]}])"));
  CHECK_THROWS_WITH(readWith(R"("type": "custom", "coordinates": ["s"], "pose": [{"rotate": "x", )"
                             R"("angle": "2*t"}])"),
                    Catch::Contains("joints[0].pose[0].angle: ") && Catch::Contains("\"t\""));
  // Of a long expression only what stands around the fault.
  std::string sum = "s";
  for (int i = 0; i < 1000; ++i) sum += "+s";
  CHECK_THROWS_WITH(
      readWith(R"("type": "custom", "coordinates": ["s"], "pose": [{"translate": [")" + sum +
               "+)+" + sum + R"(", 0, 0]}])"),
      Catch::Contains("in \"…") && Catch::Contains("s+s+)+s+s") && Catch::EndsWith("…\"") &&
          !Catch::Contains(sum.substr(0, 100)));
  CHECK_THROWS_WITH(readWith(R"("type": "custom", "coordinates": ["2s"], "pose": [])"),
                    Catch::Contains("joints[0].coordinates[0]: "));
  const auto readRange = [&](const std::string& range) {
    return readWith(
        R"("type": "custom", "coordinates": ["s"], "pose": [{"translate": ["s", 0, 0]}], )"
        R"("ranges": )" +
        range);
  };
  CHECK_NOTHROW(readRange(R"({"s": {"lower": -1, "upper": 1, "periodic": true}})"));
  CHECK_THROWS_WITH(readRange(R"({"t": {"lower": 0}})"),
                    Catch::Contains("joints[0].ranges.t: no coordinate has this name") &&
                        Catch::Contains("(coordinates: s)"));
  CHECK_THROWS_WITH(readRange(R"({"s": {"lower": 1, "upper": 0}})"),
                    Catch::Contains("joints[0].ranges.s: lower 1 is not below upper 0"));
  CHECK_THROWS_WITH(readRange(R"({"s": {}})"), Catch::Contains("expected \"lower\""));
  CHECK_THROWS_WITH(readRange(R"({"s": {"lower": 1, "periodic": true}})"),
                    Catch::Contains("a period needs lower and upper"));
  CHECK_THROWS_WITH(
      readWith(R"("type": "curve", "curve": {"kind": "bezier", "points": [[0, 0, 0], [1, 0, 0]], )"
               R"("parameter": "arclength"})"),
      Catch::Contains("joints[0].curve.parameter: no parameter is named") &&
          Catch::Contains("did you mean \"arcLength\""));
  CHECK_THROWS_WITH(readWith(R"("type": "curve")"), Catch::Contains("missing required key"));
  CHECK_THROWS_WITH(
      readWith(R"("type": "curve", "curve": {"kind": "bezier", "points": [[0, 0, 0]]})"),
      Catch::Contains("joints[0].curve.points"));
  CHECK_THROWS_WITH(
      readWith(R"("type": "revolute", "coordinates": ["s"])"),
      Catch::Contains("joints[0].coordinates: a revolute joint takes no coordinates"));
  CHECK_NOTHROW(readWith(R"("type": "eulerBall", "stiffness": 2, "damping": 1, "friction": 1)"));
  CHECK_THROWS_WITH(readWith(R"("type": "eulerBall", "stiffness": 2, "rest": 0.1)"),
                    Catch::Contains("joints[0].rest: a eulerBall joint takes no rest"));
  CHECK_THROWS_WITH(readWith(R"("type": "bent")"),
                    Catch::Contains("custom") && Catch::Contains("revolute"));
}

}  // namespace linkwork::test
