#include "joints/function_kinds.hpp"

#include <algorithm>
#include <numbers>
#include <random>

#include "linkwork/joints/curve_pose.hpp"
#include "linkwork/joints/euler_ball_pose.hpp"
#include "linkwork/joints/surface_contact_pose.hpp"
#include "linkwork/joints/surface_pose.hpp"

namespace linkwork::test {

ContactSurface sphere(double of) {
  ContactSurface surface;
  surface.radius = of;
  return surface;
}

ContactSurface ellipsoid(double a, double b, double c) {
  ContactSurface surface;
  surface.type = ContactSurfaceType::ellipsoid;
  surface.semiAxes = {a, b, c};
  return surface;
}

ContactSurface torus(double majorRadius, double minorRadius) {
  ContactSurface surface;
  surface.type = ContactSurfaceType::torus;
  surface.majorRadius = majorRadius;
  surface.minorRadius = minorRadius;
  return surface;
}

CurveJoint bezierCurve(CurveFrame frame) {
  CurveJoint joint;
  joint.points = {{0, 0, 0}, {1, 0.2, 0.5}, {1.5, 1, -0.5}, {0.5, 1.5, 0.3}, {0.2, 0.5, 1}};
  joint.frame = frame;
  return joint;
}

CurveJoint splineCurve(CurveFrame frame, bool closed) {
  CurveJoint joint;
  joint.kind = CurveKind::bSpline;
  joint.degree = frame == CurveFrame::frenet ? 4 : 3;
  joint.closed = closed;
  joint.frame = frame;
  for (int i = 0; i < 9; ++i) {  // a knot with curvature everywhere
    const double angle = 2 * std::numbers::pi * i / (closed ? 9 : 10);
    joint.points.emplace_back((1 + 0.2 * std::cos(2 * angle)) * std::cos(angle),
                              1.2 * std::sin(angle), 0.3 * std::sin(2 * angle + 0.4));
  }
  return joint;
}

SurfaceJoint hillySurface(bool spin) {
  SurfaceJoint joint;
  joint.spin = spin;
  for (int i = 0; i < 4; ++i) {
    joint.points.emplace_back();
    for (int j = 0; j < 5; ++j)
      joint.points.back().emplace_back(0.5 * i + 0.1 * j, 0.4 * j, 0.3 * ((i * i + 3 * j) % 4));
  }
  return joint;
}

std::vector<FunctionKind> everyFunctionKind() {
  std::vector<FunctionKind> kinds;
  const auto add = [&](const std::string& name, const auto& description, auto pose) {
    kinds.push_back({name, jointFunction(description), pose});
  };
  const auto addCurve = [&](const std::string& name, const CurveJoint& joint) {
    add(name, joint, [shape = curveShape(joint)](int, const Complex* q) {
      return productOf(curveFactors(shape, q[0]));
    });
  };
  for (const CurveFrame frame :
       {CurveFrame::fixed, CurveFrame::frenet, CurveFrame::rotationMinimising}) {
    const std::string number = " " + std::to_string(static_cast<int>(frame));
    addCurve("Bezier curve" + number, bezierCurve(frame));
    addCurve("B-spline" + number, splineCurve(frame, false));
    addCurve("closed B-spline" + number, splineCurve(frame, true));
  }
  for (const bool spin : {false, true})
    add(spin ? "surface with spin" : "surface", hillySurface(spin),
        [shape = surfaceShape(hillySurface(spin))](int, const Complex* q) {
          return productOf(surfaceFactors(shape, q));
        });

  const ContactSurface surfaces[] = {sphere(0.4), ellipsoid(0.3, 0.5, 0.4), torus(0.6, 0.2)};
  const char* names[] = {"sphere", "ellipsoid", "torus"};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (const bool spin : {false, true}) {
        SurfaceContactJoint joint{{surfaces[i], surfaces[j]}, spin, 0.7};
        const int first = spin && i < 2 ? 2 : 1;
        add(std::string(names[i]) + "-" + names[j] + (spin ? " with spin" : ""), joint,
            [joint, first](int chart, const Complex* q) {
              return productOf(surfaceContactFactors(joint, {chart % first, chart / first}, q));
            });
      }
  add("Euler-angle ball", EulerBallJoint{},
      [](int chart, const Complex* q) { return productOf(eulerBallFactors(chart, q)); });
  return kinds;
}

std::vector<std::vector<double>> positionsOf(const JointFunction& joint, int count) {
  std::mt19937 random(7);
  std::vector<std::vector<double>> positions;
  for (int chart = 0; chart < joint.charts(); ++chart)
    for (int n = 0; n < count; ++n) {
      std::vector<double> q;
      for (int i = 0; i < joint.coordinates(); ++i) {
        const JointFunction::Range range = joint.range(i);
        // Away from the ends, because differences must stay inside, and away from poles.
        const double lower = std::max(range.lower, -4.0), upper = std::min(range.upper, 4.0);
        q.push_back(lower +
                    (upper - lower) * std::uniform_real_distribution<double>(0.06, 0.94)(random));
      }
      if (joint.charts() > 1) q.push_back(chart);
      positions.push_back(std::move(q));
    }
  return positions;
}

}  // namespace linkwork::test
