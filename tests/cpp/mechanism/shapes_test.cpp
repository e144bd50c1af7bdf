#include <catch2/catch.hpp>
#include <string>

#include "linkwork/errors.hpp"
#include "linkwork/json.hpp"

using namespace linkwork;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

/// Returns a mechanism of one body with these shapes.
std::string drawnAs(const std::string& shapes) {
  return R"({"linkwork": 1, "bodies": [{"name": "a", "mass": 1, "inertia": [1, 1, 1], "shapes": )" +
         shapes +
         R"(}], "joints": [{"name": "j", "type": "free", "parent": "world", "child": "a"}]})";
}

const char* const oneOfEach = R"([
  {"type": "box", "size": [1, 0.2, 0.3], "rounding": 0.1, "color": "#aBc012"},
  {"type": "sphere", "radius": 0.1, "frame": {"position": [1, 2, 3]}},
  {"type": "cylinder", "radius": 0.1, "length": 0.3},
  {"type": "cylinder", "radius": 0.1, "endRadius": 0, "length": 0.3},
  {"type": "capsule", "radius": 0.1, "endRadius": 0.05, "length": 0.3, "frame": {"rotation": [0.6, 0, 0, 0.8]}},
  {"type": "extrusion", "outline": [[0, 0], [1, 0], [0, 1]], "length": 0.1, "rounding": 0.05},
  {"type": "ellipsoid", "semiAxes": [0.1, 0.2, 0.3]},
  {"type": "torus", "majorRadius": 0.3, "minorRadius": 0.1},
  {"type": "tube", "radius": 0.01, "curve": {"kind": "bSpline", "closed": true, "degree": 2,
    "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}},
  {"type": "patch", "points": [[[0, 0, 0], [1, 0, 0]], [[0, 1, 0], [1, 1, 1]]]}])";

}  // namespace

TEST_CASE("shapes of every type are read and written back the same", "[mechanism]") {
  const Mechanism mechanism = mechanismFromJson(drawnAs(oneOfEach));
  const std::vector<Shape>& shapes = mechanism.bodies[0].shapes;
  REQUIRE(shapes.size() == 10);
  CHECK(shapes[0].color == "#aBc012");
  CHECK(shapes[1].frame.position == Eigen::Vector3d(1, 2, 3));
  CHECK(shapes[2].endRadius == shapes[2].radius);  // the file omits it
  CHECK(shapes[3].endRadius == 0);
  CHECK(shapes[4].frame.rotation.x() == 0.6);
  CHECK(shapes[5].outline[2] == Eigen::Vector2d(0, 1));
  CHECK(shapes[6].semiAxes.z() == 0.3);
  CHECK(shapes[7].majorRadius == 0.3);
  CHECK(shapes[8].curve.kind == CurveKind::bSpline);
  CHECK(shapes[8].curve.closed);
  CHECK(shapes[8].curve.degree == 2);
  CHECK(shapes[9].points[1][1] == Eigen::Vector3d(1, 1, 1));
  CHECK(mechanismFromJson(toJson(mechanism)) == mechanism);
  CHECK(mechanismFromJson(toJson(mechanism, 2)) == mechanism);
}

TEST_CASE("a shape's rotation is normalized", "[mechanism]") {
  const Mechanism mechanism = mechanismFromJson(drawnAs(
      R"([{"type": "sphere", "radius": 1, "frame": {"rotation": [0.6000004, 0, 0, 0.8]}}])"));
  CHECK(mechanism.bodies[0].shapes[0].frame.rotation.norm() == Approx(1).epsilon(1e-15));
}

TEST_CASE("errors of shapes state the path, the value found and the values expected",
          "[mechanism]") {
  struct Fault {
    const char* shape;
    const char* start;
    const char* word;
  };
  const Fault shapeFaults[] = {
      {R"({"type": "sphare"})", "bodies[0].shapes[0].type", "did you mean \"sphere\"?"},
      {R"({"size": [1, 1, 1]})", "bodies[0].shapes[0]", "missing required key \"type\""},
      {R"({"type": "box"})", "bodies[0].shapes[0]", "missing required key \"size\""},
      {R"({"type": "box", "size": [1, 1, 1], "radius": 1})", "bodies[0].shapes[0].radius",
       "a box shape takes no radius; those that do: sphere, cylinder, capsule, tube"},
      {R"({"type": "box", "size": [1, 0, 1]})", "bodies[0].shapes[0].size[1]", "above 0, found 0"},
      {R"({"type": "box", "size": [1, 1, 1], "rounding": 0.6})", "bodies[0].shapes[0].rounding",
       "at most half of the smallest edge, 0.5, found 0.6"},
      {R"({"type": "sphere", "radius": -1})", "bodies[0].shapes[0].radius", "found -1"},
      {R"({"type": "cylinder", "radius": 1, "length": 0})", "bodies[0].shapes[0].length",
       "found 0"},
      {R"({"type": "cylinder", "radius": 1, "length": 1, "endRadius": -1})",
       "bodies[0].shapes[0].endRadius", "at least 0, found -1"},
      {R"({"type": "capsule", "radius": 1, "endRadius": 0.2, "length": 0.8})",
       "bodies[0].shapes[0].length", "inside the other"},
      {R"({"type": "extrusion", "outline": [[0, 0], [1, 1]], "length": 1})",
       "bodies[0].shapes[0].outline", "at least 3 corners, found 2"},
      {R"({"type": "extrusion", "outline": [[0, 0], [1, 1], [2, 2]], "length": 1})",
       "bodies[0].shapes[0].outline", "encloses no area"},
      {R"({"type": "extrusion", "outline": [[0, 0], [1, 1, 1], [2, 2]], "length": 1})",
       "bodies[0].shapes[0].outline[1]", "an array of 2 numbers"},
      {R"({"type": "ellipsoid", "semiAxes": [1, 1, -1]})", "bodies[0].shapes[0].semiAxes[2]",
       "found -1"},
      {R"({"type": "torus", "majorRadius": 1, "minorRadius": 0})",
       "bodies[0].shapes[0].minorRadius", "above 0, found 0"},
      {R"({"type": "tube", "radius": 1, "curve": {"kind": "bspline", "points": []}})",
       "bodies[0].shapes[0].curve.kind", "did you mean \"bSpline\"?"},
      {R"({"type": "tube", "radius": 1, "curve": {"kind": "bSpline", "points": [[0, 0, 0]]}})",
       "bodies[0].shapes[0].curve.points", "at least 4 points, found 1"},
      {R"({"type": "tube", "radius": 1, "curve": {"kind": "bezier", "points": [[0, 0]]}})",
       "bodies[0].shapes[0].curve.points[0]", "3 numbers"},
      {R"({"type": "patch", "points": [[[0, 0, 0], [1, 0, 0]], [[0, 1, 0]]]})",
       "bodies[0].shapes[0].points[1]", "2 to 16"},
      {R"({"type": "sphere", "radius": 1, "color": "red"})", "bodies[0].shapes[0].color",
       "\"#rrggbb\", found \"red\""},
      {R"({"type": "sphere", "radius": 1, "frame": {"rotation": [0, 0, 0, 2]}})",
       "bodies[0].shapes[0].frame.rotation", "has length 2"},
      {R"(3)", "bodies[0].shapes[0]", "expected an object"},
  };
  for (const Fault& fault : shapeFaults) {
    INFO(fault.shape);
    CHECK_THROWS_WITH(mechanismFromJson(drawnAs("[" + std::string(fault.shape) + "]")),
                      StartsWith(std::string(fault.start) + ": ") && Contains(fault.word));
  }
  CHECK_THROWS_WITH(mechanismFromJson(drawnAs("{}")), StartsWith("bodies[0].shapes: "));
}
