#include <catch2/catch.hpp>

#include "joints/function_scenes.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/joint_function.hpp"
#include "linkwork/json.hpp"

/// Function joints in mechanism files.
namespace linkwork::test {

TEST_CASE("function joints are written to files and read back", "[mechanism]") {
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

TEST_CASE("errors of function joints have a path and a position", "[mechanism]") {
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
  // The message quotes only the part of a long expression around the error.
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
      Catch::Contains("joints[0].curve.parameter: no curve parameter is named") &&
          Catch::Contains("did you mean \"arcLength\""));
  CHECK_THROWS_WITH(readWith(R"("type": "surfaceContact", "surfaces": [])"),
                    Catch::Contains("joints[0].surfaces: expected an array of 2 surfaces"));
  CHECK_THROWS_WITH(readWith(R"("type": "curve")"), Catch::Contains("missing required key"));
  CHECK_THROWS_WITH(
      readWith(R"("type": "curve", "curve": {"kind": "bezier", "points": [[0, 0, 0]]})"),
      Catch::Contains("joints[0].curve.points"));
  CHECK_THROWS_WITH(
      readWith(R"("type": "revolute", "coordinates": ["s"])"),
      Catch::Contains("joints[0].coordinates: a revolute joint takes no coordinates"));
  CHECK_NOTHROW(readWith(R"("type": "eulerBall", "stiffness": 2, "damping": 1, "friction": 1)"));
  CHECK_THROWS_WITH(readWith(R"("type": "eulerBall", "stiffness": 2, "rest": 0.1)"),
                    Catch::Contains("joints[0].rest: an eulerBall joint takes no rest"));
  CHECK_THROWS_WITH(readWith(R"("type": "bent")"),
                    Catch::Contains("custom") && Catch::Contains("revolute"));
}

TEST_CASE("errors of curves, poses and surfaces that form no joint state the reason",
          "[mechanism]") {
  const auto makes = [](const JointDescription& description) {
    Mechanism mechanism = onFunction(description, {}, {});
    mechanism.initialState.reset();
    validate(mechanism);
  };
  const std::vector<Eigen::Vector3d> line{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
  const auto curve = [](Curve of, CurveFrame frame = CurveFrame::fixed) {
    CurveJoint joint;
    static_cast<Curve&>(joint) = std::move(of);
    joint.frame = frame;
    return joint;
  };
  const auto along = [&](auto... rest) { return curve({CurveKind::bezier, line}, rest...); };
  const auto spline = [](std::vector<Eigen::Vector3d> points, int degree) {
    return Curve{CurveKind::bSpline, std::move(points), degree};
  };
  CHECK_NOTHROW(makes(along()));
  CHECK_THROWS_WITH(makes(along(CurveFrame::frenet)),
                    Catch::Contains("joints[0].curve.frame: the curve is straight somewhere"));
  CHECK_THROWS_WITH(makes(curve({CurveKind::bezier, line, 3, true})),
                    Catch::Contains("joints[0].curve.closed: only a B-spline"));
  CHECK_THROWS_WITH(makes(curve({CurveKind::bezier, {line[0], line[0]}})),
                    Catch::Contains("joints[0].curve.points: the curve stops"));
  CHECK_THROWS_WITH(makes(curve(spline(line, 0))),
                    Catch::Contains("joints[0].curve.degree: expected 1 to"));
  CHECK_THROWS_WITH(makes(curve(spline(line, 1))),
                    Catch::Contains("joints[0].curve.degree: expected at least 2"));
  CHECK_THROWS_WITH(
      makes(curve(spline({line[0], line[1]}, 3))),
      Catch::Contains("joints[0].curve.points: a B-spline of degree 3 takes at least"));

  const std::vector<CustomJoint::Move> turn{CustomJoint::Rotation{Eigen::Vector3d::UnitX(), "s"}};
  CHECK_NOTHROW(makes(CustomJoint{{"s"}, turn, {}}));
  CHECK_THROWS_WITH(makes(CustomJoint{{}, turn, {}}),
                    Catch::Contains("joints[0].coordinates: expected 1 to 6 names, found 0"));
  CHECK_THROWS_WITH(makes(CustomJoint{{"s", "s"}, turn, {}}),
                    Catch::Contains("joints[0].coordinates[1]: \"s\" is already the name of"));
  CHECK_THROWS_WITH(makes(CustomJoint{{"s"}, {}, {}}), Catch::Contains("joints[0].pose: is empty"));
  CHECK_THROWS_WITH(makes(CustomJoint{{"s"}, {CustomJoint::Rotation{{0, 0, 0}, "s"}}, {}}),
                    Catch::Contains("joints[0].pose[0].rotate: an axis needs"));
}

TEST_CASE("functions of the program are joints, but have no file format", "[mechanism]") {
  const auto slide = functionJoint(1, [](const auto* q) {
    using Scalar = std::decay_t<decltype(*q)>;
    Transform<Scalar> pose = Transform<Scalar>::Identity();
    pose.translation[2] = q[0];
    return pose;
  });
  const Mechanism mechanism = onFunction(UserFunction{slide}, {0.1}, {0.2});
  CHECK(validate(mechanism).empty());
  CHECK_THROWS_WITH(toJson(mechanism), Catch::Contains("cannot be written to a file"));
}

TEST_CASE("a joint of type general requires a function", "[mechanism]") {
  Mechanism good = onFunction(EulerBallJoint{}, {}, {});
  good.initialState.reset();
  const auto fails = [&](auto change, const std::string& message) {
    Mechanism mechanism = good;
    change(mechanism);
    CHECK_THROWS_WITH(validate(mechanism), Catch::StartsWith(message));
  };
  fails([](Mechanism& m) { m.joints[0].function = {}; },
        "joints[0].function: a general joint needs to say which function it is");
  fails([](Mechanism& m) { m.joints[0].function = UserFunction{}; },
        "joints[0].function: a general joint needs to say which function it is");
  fails([](Mechanism& m) { m.joints[0].type = JointType::spherical; },
        "joints[0].function: a spherical joint takes none");

  // A function loop has coordinates with its name.
  const auto tie = [](const std::string& name) {
    return [name](Mechanism& m) {
      Loop loop;
      loop.name = name;
      loop.type = JointType::general;
      loop.function = EulerBallJoint{};
      loop.parent = worldName;
      loop.child = m.bodies[1].name;
      m.loops.push_back(loop);
    };
  };
  Mechanism tied = good;
  tie("ring")(tied);
  CHECK(validate(tied).empty());
  fails(tie("revolute"), "loops[0].name: \"revolute\" is the name of a joint or a body");
}

}  // namespace linkwork::test
