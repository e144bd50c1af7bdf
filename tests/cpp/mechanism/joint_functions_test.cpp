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
  CHECK_THROWS_WITH(readWith(R"("type": "custom", "coordinates": ["2s"], "pose": [])"),
                    Catch::Contains("joints[0].coordinates[0]: "));
  CHECK_THROWS_WITH(readWith(R"("type": "curve")"), Catch::Contains("missing required key"));
  CHECK_THROWS_WITH(
      readWith(R"("type": "curve", "curve": {"kind": "bezier", "points": [[0, 0, 0]]})"),
      Catch::Contains("joints[0].curve.points"));
  CHECK_THROWS_WITH(
      readWith(R"("type": "revolute", "coordinates": ["s"])"),
      Catch::Contains("joints[0].coordinates: a revolute joint takes no coordinates"));
  CHECK_THROWS_WITH(readWith(R"("type": "eulerBall", "stiffness": 2)"),
                    Catch::Contains("joints[0].stiffness: "));
  CHECK_THROWS_WITH(readWith(R"("type": "bent")"),
                    Catch::Contains("custom") && Catch::Contains("revolute"));
}

}  // namespace linkwork::test
