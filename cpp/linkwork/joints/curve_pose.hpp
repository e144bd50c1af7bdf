#pragma once

#include <array>

#include "linkwork/joint.hpp"
#include "linkwork/joints/described_joints.hpp"
#include "linkwork/joints/periodic.hpp"
#include "linkwork/joints/piecewise_polynomial.hpp"
#include "linkwork/spatial/vec3_pose.hpp"

namespace linkwork {

/// A curve c(u) made ready for evaluation.
///
/// The rotation-minimizing frame is a fixed frame after the shortest rotation from a fixed
/// direction f to the tangent t, turned back about t by the angle of that rotation:
///
///   x(u) = x₀ − (x₀·t)/(1 + f·t) (f + t)                 so y; x₀, y₀, f right-handed
///   θ' = ((x₀·t)(y₀·ṫ) − (x₀·ṫ)(y₀·t)) / (1 + f·t)
///
/// with −f far from all tangents. θ is an integral without closed form: a piecewise polynomial
/// fitted to rounding. Source for the frame: Bishop, "There is more than one way to frame a curve".
struct CurveShape {
  std::array<PiecewisePolynomial, 3> coordinates;
  bool closed = false;
  CurveFrame frame = CurveFrame::fixed;
  Vec3<double> from{}, x0{}, y0{};  ///< f, x₀, y₀
  PiecewisePolynomial angle;        ///< θ

  double end() const { return coordinates[0].end(); }
};

template <typename Scalar>
Vec3<Scalar> curveDerivative(const CurveShape& curve, const Scalar& u, int order) {
  return {evaluate(curve.coordinates[0], u, order), evaluate(curve.coordinates[1], u, order),
          evaluate(curve.coordinates[2], u, order)};
}

template <typename Scalar>
Vec3<Scalar> constantVec3(const Vec3<double>& a) {
  return {Scalar(a.x), Scalar(a.y), Scalar(a.z)};
}

/// x and y of the frame after the shortest rotation from f to t.
template <typename Scalar>
std::array<Vec3<Scalar>, 2> rotatedAxes(const CurveShape& curve, const Vec3<Scalar>& tangent) {
  const auto from = constantVec3<Scalar>(curve.from);
  const Vec3<Scalar> middle = (Scalar(1) / (Scalar(1) + dot(from, tangent))) * (from + tangent);
  const auto carry = [&](const Vec3<double>& axis) {
    const auto start = constantVec3<Scalar>(axis);
    return start - dot(start, tangent) * middle;
  };
  return {carry(curve.x0), carry(curve.y0)};
}

/// The pose of the joint CurveJoint: a frame on the curve; the turn of the rotation-minimizing one
/// about its tangent is a factor.
template <typename Scalar>
std::vector<Vec3Pose<Scalar>> curveFactors(const CurveShape& curve, const Scalar& parameter) {
  const Scalar u = curve.closed ? wrapped(parameter, curve.end()) : parameter;
  Vec3Pose<Scalar> pose{{Scalar(1), Scalar(0), Scalar(0)},
                        {Scalar(0), Scalar(1), Scalar(0)},
                        {Scalar(0), Scalar(0), Scalar(1)},
                        curveDerivative(curve, u, 0)};
  if (curve.frame == CurveFrame::fixed) return {pose};
  const Vec3<Scalar> velocity = curveDerivative(curve, u, 1);
  pose.z = normalized(velocity);
  if (curve.frame == CurveFrame::frenet) {
    pose.y = normalized(cross(velocity, curveDerivative(curve, u, 2)));
    pose.x = cross(pose.y, pose.z);
    return {pose};
  }
  const auto [x, y] = rotatedAxes(curve, pose.z);
  pose.x = x;
  pose.y = y;
  return {pose, turnAboutZ(evaluate(curve.angle, u))};
}

/// Checks the description and prepares it. Throws JointDescriptionError.
CurveShape curveShape(const CurveJoint& joint);

}  // namespace linkwork
