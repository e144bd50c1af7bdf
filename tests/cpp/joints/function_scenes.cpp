#include "joints/function_scenes.hpp"

namespace linkwork::test {
namespace {

Body functionBody(const std::string& name) {
  Body body;
  body.name = name;
  body.mass = 1.2;
  body.centerOfMass = {0.05, -0.1, -0.2};
  body.inertia = {0.03, 0.04, 0.05, 0.002, -0.003, 0.004};
  return body;
}

ContactSurface functionTorus(double minor) {
  ContactSurface surface;
  surface.type = ContactSurfaceType::torus;
  surface.majorRadius = 0.5;
  surface.minorRadius = minor;
  return surface;
}

}  // namespace

Mechanism onFunction(const JointDescription& function, const std::vector<double>& q,
                     const std::vector<double>& v) {
  Mechanism mechanism;
  mechanism.name = "on a function";
  mechanism.bodies = {functionBody("slider"), functionBody("pendulum")};
  Joint first, second;
  first.name = "function";
  first.type = JointType::general;
  first.function = function;
  first.parent = "world";
  first.child = "slider";
  second.name = "revolute";
  second.type = JointType::revolute;
  second.axis = Eigen::Vector3d(0.2, 1, 0.1).normalized();
  second.parent = "slider";
  second.child = "pendulum";
  second.parentFrame.position = {0, 0, -0.3};
  mechanism.joints = {first, second};
  mechanism.initialState = NamedState{};
  mechanism.initialState->q = {{"function", q}, {"revolute", {0.4}}};
  mechanism.initialState->v = {{"function", v}, {"revolute", {-0.5}}};
  return mechanism;
}

std::vector<FunctionScene> functionScenes() {
  const CustomJoint wave{{"s"},
                         {CustomJoint::Translation{{"s", "0.3*sin(2*s)", "0.2*s^2"}},
                          CustomJoint::Rotation{{0, 1, 0}, "atan(0.4*s)"}},
                         {{"s", {.lower = -4, .upper = 4}}}};
  CurveJoint rail;
  rail.kind = CurveKind::bSpline;
  rail.points = {{0, 0, 0}, {1, 0, 0.2}, {2, 1, -0.3}, {3, 0, 0.1}, {4, -1, 0.3}, {5, 0, 0}};
  rail.frame = CurveFrame::rotationMinimising;
  CurveJoint byLength = rail;
  byLength.parameter = CurveParameter::arcLength;
  SurfaceJoint board;
  board.points = {{{0, 0, 0}, {0, 1, 0.3}, {0, 2, 0}},
                  {{1, 0, 0.2}, {1, 1, -0.3}, {1, 2, 0.2}},
                  {{2, 0, 0}, {2, 1, 0.3}, {2, 2, 0.1}}};
  const SurfaceContactJoint tori{{functionTorus(0.1), functionTorus(0.12)}, true, 0};
  return {{"a wave", onFunction(wave, {0.3}, {0.8})},
          {"a rail", onFunction(rail, {1.4}, {0.9})},
          {"a rail by length", onFunction(byLength, {1.4}, {0.9})},
          {"a board", onFunction(board, {0.4, 0.5, 0.2}, {0.3, -0.2, 1})},
          {"two tori", onFunction(tori, {0.2, 2.9, 0.1, 3.2, 1.6}, {0.4, 0.3, -0.2, 0.1, 0.5})},
          {"a ball", onFunction(EulerBallJoint(), {0.1, 0.2, 0.3, 0}, {0.5, -0.4, 0.8})}};
}

}  // namespace linkwork::test
