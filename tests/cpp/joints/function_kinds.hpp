#pragma once

#include <functional>
#include <string>
#include <vector>

#include "joints/complex_number.hpp"
#include "linkwork/joint.hpp"
#include "linkwork/joints/described_joints.hpp"
#include "linkwork/spatial/vec3_pose.hpp"

namespace linkwork::test {

ContactSurface sphere(double radius);
ContactSurface ellipsoid(double a, double b, double c);
ContactSurface torus(double majorRadius, double minorRadius);

/// A function joint with its template on complex numbers.
struct FunctionKind {
  std::string name;
  std::shared_ptr<const JointFunction> joint;
  /// Returns the pose. q has the coordinates only.
  std::function<Vec3Pose<Complex>(int chart, const Complex* q)> pose;
};

/// Returns every kind: all frames on Bézier curves, open and closed B-splines, a surface, all pairs
/// of contact surfaces, and the Euler-angle ball. Surfaces are with and without spin.
std::vector<FunctionKind> everyFunctionKind();

/// Returns random positions within the ranges of all charts.
std::vector<std::vector<double>> positionsOf(const JointFunction& joint, int count);

/// Curves of the tests.
CurveJoint bezierCurve(CurveFrame frame);
CurveJoint splineCurve(CurveFrame frame, bool closed);
SurfaceJoint hillySurface(bool spin);

}  // namespace linkwork::test
