#include <algorithm>
#include <numbers>
#include <string>

#include "linkwork/elementary.hpp"
#include "linkwork/joints/curve_pose.hpp"
#include "linkwork/joints/described_joints.hpp"
#include "linkwork/joints/least_over_box.hpp"
#include "linkwork/joints/setup/fitted_integral.hpp"

namespace linkwork {

namespace {

/// Bernstein polynomials of higher degree lose digits as powers: C(15, 7) ε = 1.4e-12.
constexpr std::size_t mostBezierPoints = 16;
constexpr int mostSplineDegree = 7;

[[noreturn]] void fail(const std::string& member, const std::string& problem) {
  throw JointDescriptionError(member, problem);
}

/// S must not jump where two pieces meet, and it holds one derivative more than the frame: c' with
/// fixed axes, c'' along the tangent, c''' with the principal normal.
void requireSmoothness(const CurveJoint& joint, int pieces) {
  const int least = joint.frame == CurveFrame::fixed    ? 2
                    : joint.frame == CurveFrame::frenet ? 4
                                                        : 3;
  if (joint.kind == CurveKind::bSpline && pieces > 1 && joint.degree < least)
    fail("degree", "expected at least " + std::to_string(least) +
                       " with this frame, or velocities would jump between pieces; found " +
                       std::to_string(joint.degree));
}

/// About the least of a function of u along the curve.
template <typename Function>
double leastAlong(const CurveShape& curve, Function&& function) {
  const int points = 32 * curve.coordinates[0].pieces() + 1;
  return leastOverBox<1>(Eigen::Matrix<double, 1, 1>(curve.end()), points,
                         [&](const Eigen::Matrix<double, 1, 1>& u) { return function(u[0]); });
}

void requireRegular(const CurveShape& curve, const std::vector<Eigen::Vector3d>& points) {
  double size = 0;
  for (const Eigen::Vector3d& point : points) size = std::max(size, (point - points[0]).norm());
  const auto derivative = [&](double u, int order) { return curveDerivative(curve, u, order); };
  if (!(leastAlong(curve, [&](double u) { return length(derivative(u, 1)); }) > 1e-6 * size))
    fail("points", "the curve stops: its derivative vanishes at a cusp or where points coincide");
  if (curve.frame != CurveFrame::frenet) return;
  const double bend = leastAlong(curve, [&](double u) {
    const Vec3<double> velocity = derivative(u, 1);
    const double speed = length(velocity);
    return length(cross(velocity, derivative(u, 2))) / (speed * speed * speed);
  });
  if (!(bend * size > 1e-4))
    fail("frame",
         "the curve is straight somewhere, where it has no principal normal; "
         "a rotation-minimising frame needs none");
}

Vec3<double> tangentAt(const CurveShape& curve, double u) {
  return normalized(curveDerivative(curve, u, 1));
}

/// A direction whose opposite is as far from all tangents as can be: of points spread over the
/// sphere (a golden spiral), the one whose opposite is farthest.
Vec3<double> directionAmongTangents(const CurveShape& curve) {
  constexpr int candidates = 400;
  const int samples = 32 * curve.coordinates[0].pieces();
  std::vector<Vec3<double>> tangents;
  for (int i = 0; i <= samples; ++i)
    tangents.push_back(tangentAt(curve, curve.end() * i / samples));
  Vec3<double> best{0, 0, 1};
  double farthest = -1;
  for (int i = 0; i < candidates; ++i) {
    const double z = 1 - (2.0 * i + 1) / candidates,
                 azimuth = std::numbers::pi * (3 - std::sqrt(5.0)) * i;
    const double radius = std::sqrt(1 - z * z);
    const Vec3<double> direction{radius * elementary::cos(azimuth),
                                 radius * elementary::sin(azimuth), z};
    double least = 2;
    for (const Vec3<double>& tangent : tangents)
      least = std::min(least, 1 + dot(direction, tangent));
    if (least <= farthest) continue;
    farthest = least;
    best = direction;
  }
  return best;
}

/// θ'(u), as CurveShape says.
double angleRate(const CurveShape& curve, double u) {
  const Vec3<double> velocity = curveDerivative(curve, u, 1);
  const double speed = length(velocity);
  const Vec3<double> tangent = (1 / speed) * velocity;
  const Vec3<double> second = curveDerivative(curve, u, 2);
  const Vec3<double> rate = (1 / speed) * (second - dot(tangent, second) * tangent);
  return (dot(curve.x0, tangent) * dot(curve.y0, rate) -
          dot(curve.x0, rate) * dot(curve.y0, tangent)) /
         (1 + dot(curve.from, tangent));
}

PiecewisePolynomial integratedAngle(const CurveShape& curve) {
  for (int split = 1; split <= mostPiecesASpan; split *= 2)
    if (auto angle = fittedIntegral(
            splitEvenly(curve.coordinates[0].knots, split),
            [&](double u) { return angleRate(curve, u); }, 1))
      return *angle;
  fail("points", "the curve turns too sharply for a rotation-minimising frame");
}

/// Spreads what a frame has turned by after a round evenly, so it closes.
void closeAngle(const CurveShape& curve, PiecewisePolynomial& angle) {
  const double end = curve.end();
  const double mismatch = std::remainder(evaluate(angle, end), 2 * std::numbers::pi);
  for (std::size_t j = 0; j < angle.coefficients[0].size(); ++j) {
    angle.coefficients[0][j] -= mismatch / end * angle.middle(j);
    angle.coefficients[1][j] -= mismatch / end * angle.width(j);
  }
}

/// The frame starts as the shortest turn of the axes that takes z onto the tangent.
void prepareFrame(CurveShape& curve) {
  CurveShape start;
  const Vec3<double> tangent = tangentAt(curve, 0);
  start.from = {0, 0, 1};
  start.x0 = {1, 0, 0};
  start.y0 = {0, 1, 0};
  std::array<Vec3<double>, 2> axes{{{1, 0, 0}, {0, -1, 0}}};  // turned about x by π
  if (tangent.z > -1 + 1e-12) axes = rotatedAxes(start, tangent);

  // The same axes rotated back from there to f.
  curve.from = directionAmongTangents(curve);
  start.from = tangent;
  start.x0 = axes[0];
  start.y0 = axes[1];
  const auto [x0, y0] = rotatedAxes(start, curve.from);
  curve.x0 = x0;
  curve.y0 = y0;
  curve.angle = integratedAngle(curve);
  if (curve.closed) closeAngle(curve, curve.angle);
}

}  // namespace

void requireCurve(const Curve& curve) {
  const std::size_t count = curve.points.size();
  for (std::size_t i = 0; i < count; ++i)
    if (!curve.points[i].allFinite()) fail("points[" + std::to_string(i) + "]", "not finite");
  const std::string found = ", found " + std::to_string(count);
  if (curve.kind == CurveKind::bezier) {
    if (count < 2 || count > mostBezierPoints)
      fail("points", "a Bezier curve takes 2 to " + std::to_string(mostBezierPoints) + " points" +
                         found + "; a B-spline takes any number");
    if (curve.closed) fail("closed", "only a B-spline closes smoothly");
    return;
  }
  if (curve.degree < 1 || curve.degree > mostSplineDegree)
    fail("degree", "expected 1 to " + std::to_string(mostSplineDegree) + ", found " +
                       std::to_string(curve.degree));
  const std::size_t least = static_cast<std::size_t>(curve.degree) + 1;
  if (count < least)
    fail("points", "a B-spline of degree " + std::to_string(curve.degree) + " takes at least " +
                       std::to_string(least) + " points" + found);
}

CurveShape curveShape(const CurveJoint& joint) {
  requireCurve(joint);
  const bool isBezier = joint.kind == CurveKind::bezier;
  const int degree = isBezier ? static_cast<int>(joint.points.size()) - 1 : joint.degree;
  CurveShape curve;
  curve.closed = joint.closed;
  curve.frame = joint.frame;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::vector<double> values;
    for (const Eigen::Vector3d& point : joint.points)
      values.push_back(point[static_cast<int>(axis)]);
    curve.coordinates[axis] = uniformSpline(values, degree, joint.closed);
  }
  requireSmoothness(joint, curve.coordinates[0].pieces());
  requireRegular(curve, joint.points);
  if (joint.frame == CurveFrame::rotationMinimising) prepareFrame(curve);
  return curve;
}

}  // namespace linkwork
