#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "linkwork/joints/joint_function.hpp"

namespace linkwork {

enum class CurveKind {
  bezier,  ///< one polynomial of degree points − 1; u from 0 to 1
  bSpline  ///< uniform knots, one unit of u a span; the ends clamped to the first and last point
};

/// c(u) by control points.
struct Curve {
  CurveKind kind = CurveKind::bezier;
  std::vector<Eigen::Vector3d> points;  ///< [m]; Bezier curves take 2–16
  int degree = 3;                       ///< B-splines only: 1–7, below the number of points
  bool closed = false;                  ///< B-splines only: u is periodic, one unit a point

  bool operator==(const Curve&) const = default;
};

/// Throws JointDescriptionError where points, degree and closure do not make a curve.
void requireCurve(const Curve& curve);

/// What the child's axes do along a curve.
enum class CurveFrame {
  fixed,              ///< stay parallel to the parent's
  frenet,             ///< z along the tangent, x along the principal normal
  rotationMinimising  ///< z along the tangent, without turning about it
};

/// A point on a curve in the parent's joint frame: 1 coordinate, the curve's parameter u, which has
/// no unit and need not be arc length: S is c'(u) long.
struct CurveJoint : Curve {
  CurveFrame frame = CurveFrame::fixed;

  bool operator==(const CurveJoint&) const = default;
};

/// The joint as a function. Throws JointDescriptionError.
std::shared_ptr<const JointFunction> jointFunction(const CurveJoint& joint);

}  // namespace linkwork
