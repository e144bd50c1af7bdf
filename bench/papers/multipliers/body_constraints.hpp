#pragma once

#include <Eigen/LU>
#include <array>
#include <functional>

#include "papers/multipliers/body_kinematics.hpp"
#include "papers/multipliers/constrained_bodies.hpp"

/// Constraints between bodies of any kind (body_kinematics.hpp), as rows J y + c = 0 on their
/// accelerations. They do not depend on the kind of body, only on the motion of points and
/// directions.
///
/// Joints are sums of rows. With the joint's axis u on b and t₁, t₂ across it on a:
///
///   spherical     coincident                      3
///   universal     coincident + perpendicular      4   between two axes
///   revolute      coincident + 2 perpendicular    5   u across t₁ and t₂
///   fixed         coincident + 3 perpendicular    6
///   cylindrical   2 inPlane + 2 perpendicular     4   along t₁ and t₂
///   prismatic     2 inPlane + 3 perpendicular     5
///   helical       cylindrical + screwed           5
///   planar        inPlane + 2 perpendicular       3   along the plane's normal
///   rod           atDistance                      1
///
/// Each function returns rows of an equation g = 0, or of one on velocities alone, with their gap,
/// rate and c, such that
///
///   ġ = J y_now + ∂g/∂t,     g̈ = J ẏ + c
///
/// Where a vector is given by time and no body moves it (MovingVector::given), the constraint is a
/// prescribed motion: its forces do the work that the motion takes.
/// Source: Baraff (1996), section 4; each equation below is differentiated twice.
namespace linkwork::papers {

/// Rows of a constraint between two bodies, of which one may be the world.
struct ConstraintRows {
  static constexpr int most = 6;
  using Forces = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor,
                               MovingVector::largest, most>;
  using Numbers = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, most, 1>;

  std::array<Forces, 2> forces;  ///< Jᵀ on either body; without rows for the world
  Numbers gap, rate, c;          ///< g, ġ, c; a gap is zero where only velocities are tied

  int rows() const { return static_cast<int>(c.size()); }
  /// The rows of both, one below the other.
  ConstraintRows operator+(const ConstraintRows& more) const;
  /// Jᵀ into the blocks of a constraint on those of the two that are not the world.
  void writeTo(ConstrainedBodies& bodies, int constraint) const;
};

/// Ball joint: two points are one, x_b − x_a = 0. Three rows.
ConstraintRows coincident(const MovingVector& a, const MovingVector& b);
/// Pin of planar bodies: the same along x and y.
ConstraintRows pinned(const MovingVector& a, const MovingVector& b);
/// Directions at right angles, t · u = 0, t on a and u on b. One row.
ConstraintRows perpendicular(const MovingVector& t, const MovingVector& u);
/// A point stays in a plane of a through x_a, n · (x_b − x_a) = 0, n a direction of a. One row.
ConstraintRows inPlane(const MovingVector& n, const MovingVector& a, const MovingVector& b);
/// Screw: slides along a's direction n by p for each radian that b turns about it,
/// d/dt n · (x_b − x_a) = p n · (ω_b − ω_a). One row, on velocities.
ConstraintRows screwed(const MovingVector& n, const MovingVector& a, const MovingVector& spinA,
                       const MovingVector& b, const MovingVector& spinB, double pitch);
/// Rod: (|x_b − x_a|² − L²) / 2L = 0. One row; L > 0.
ConstraintRows atDistance(const MovingVector& a, const MovingVector& b, double length);

/// A point of a curve, and its first and second derivative by the curve's parameter.
struct CurvePoint {
  Eigen::Vector3d point, tangent, curvature;
};
using Curve = std::function<CurvePoint(double)>;

/// The parameter of the curve's point next to x, by Newton's method from `start`: (x − r) · r′ = 0.
/// Throws SimulationError if it does not converge.
double nearestParameter(const Curve& curve, const Eigen::Vector3d& x, double start);

/// Point on a curve of body a. With r, t = r′ and q = r″ as they move with a, r next to x_b, two
/// normals n ⟂ t and the sliding speed ṡ = t · (ẋ_b − ṙ) / t·t,
///
///   n · (x_b − r) = 0,      g̈ = n · (ẍ_b − r̈ − 2 ṫ ṡ − q ṡ²)
///
/// Two rows.
ConstraintRows onCurve(const MovingVector& r, const MovingVector& t, const MovingVector& q,
                       const MovingVector& b);

/// The same for a curve in the coordinates of a body (rigid or stretching) or of the `World`.
template <typename Body>
ConstraintRows onCurve(const Body& a, const Curve& curve, double parameter, const MovingVector& b) {
  const CurvePoint at = curve(parameter);
  return onCurve(a.point(at.point), a.direction(at.tangent), a.direction(at.curvature), b);
}

/// h(X), its gradient and its second derivative.
struct SurfaceValue {
  double value;
  Eigen::Vector3d gradient;
  Eigen::Matrix3d curvature;
};
using Surface = std::function<SurfaceValue(const Eigen::Vector3d&)>;

/// Point on a surface h(X) = 0 of body a. X is where x_b is in a, p the point of a there, and
/// G = ∂p/∂X has as its columns the directions of a's axes as they move; with n = G⁻ᵀ ∇h and
/// Ẋ = G⁻¹ (ẋ_b − ṗ),
///
///   h = 0,      ḧ = n · (ẍ_b − p̈ − 2 Ġ Ẋ) + Ẋᵀ h″ Ẋ
///
/// One row.
ConstraintRows onSurface(const SurfaceValue& h, const MovingVector& p,
                         const std::array<MovingVector, 3>& axes, const MovingVector& b);

/// The same for a surface in the coordinates of a body (rigid or stretching) or of the `World`.
template <typename Body>
ConstraintRows onSurface(const Body& a, const Surface& surface, const MovingVector& b) {
  std::array<MovingVector, 3> axes;
  Eigen::Matrix3d directions;
  for (int i = 0; i < 3; ++i) {
    axes[static_cast<std::size_t>(i)] = a.direction(Eigen::Vector3d::Unit(i));
    directions.col(i) = axes[static_cast<std::size_t>(i)].value;
  }
  const Eigen::Vector3d from = b.value - a.point(Eigen::Vector3d::Zero()).value;
  const Eigen::Vector3d x = directions.inverse() * from;
  return onSurface(surface(x), a.point(x), axes, b);
}

/// What stands still, as a body that curves and surfaces can be part of.
struct World {
  MovingVector point(const Eigen::Vector3d& at) const { return MovingVector::given(at); }
  MovingVector direction(const Eigen::Vector3d& along) const { return MovingVector::given(along); }
};

/// Knife edge: a point does not move along a direction of its own body, n · ẋ = 0. One row, on
/// velocities.
ConstraintRows knifeEdge(const MovingVector& n, const MovingVector& x);

/// Ratio of angular velocities about directions that move with their own bodies,
/// n_a · ω_a α + n_b · ω_b β = 0. One row, on velocities.
ConstraintRows velocityRatio(const MovingVector& axisA, const MovingVector& spinA, double alpha,
                             const MovingVector& axisB, const MovingVector& spinB, double beta);

/// Rolling without slipping: the point of the body that touches is at rest, v + ω × r = 0, v its
/// center's velocity and r, with its own rate ṙ, from there to the contact as a place in space.
/// Three rows, on velocities; of which the one along z has the contact's height as its gap.
ConstraintRows rolling(const MovingVector& center, const MovingVector& spin,
                       const Eigen::Vector3d& r, const Eigen::Vector3d& rRate);

/// From the center of a thin disc to the lowest point of its edge, and how that moves: r = −ρ u,
/// u along p = z − (z·k) k, k the axis.
struct DiscContact {
  Eigen::Vector3d reach, rate;
  static DiscContact of(const MovingVector& axis, double radius);
};

}  // namespace linkwork::papers
