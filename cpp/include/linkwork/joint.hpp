#pragma once

#include <Eigen/Core>
#include <array>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "linkwork/version.hpp"

namespace linkwork {

class JointFunction;

/// The kinds of joint: how a child may move in its parent. With a the joint's axis and a₂ its
/// second axis, the pose J(q) of the joint's frame on the child in the joint's frame on the parent
/// is
///
///   type         q                v          J(q)
///   fixed        -                -          identity
///   revolute     angle            q̇          Rot(a, q)
///   prismatic    length           q̇          Trans(a q)
///   helical      angle            q̇          Rot(a, q) Trans(a pitch q)
///   cylindrical  angle, length    q̇          Rot(a, q₀) Trans(a q₁)
///   universal    two angles       q̇          Rot(a, q₀) Rot(a₂, q₁)
///   planar       x, y, angle      q̇          Trans(x, y, 0) Rot(z, angle)
///   spherical    quaternion xyzw  ω (3)      Rot(q)            ω in the child's joint frame
///   free         p, quaternion    ω, v (6)   Trans(p) Rot(q)   twist in the child's joint frame
///
///   general      d numbers        q̇ (d ≤ 6)  any function: joint_function.hpp
///
/// A rod closes loops only, and has no coordinates in any state: it keeps the origins of its two
/// frames at a constant distance, in any direction (rod.hpp). The kind of a general joint has a
/// name of its own in mechanism files, and its sizes depend on the joint (mechanism.hpp).
enum class JointType {
  fixed,
  revolute,
  prismatic,
  helical,
  cylindrical,
  universal,
  planar,
  spherical,
  free,
  rod,
  general
};

/// The types of joints in the tree that have a class and a name of their own.
inline constexpr std::array allJointTypes{
    JointType::fixed,   JointType::revolute,    JointType::prismatic,
    JointType::helical, JointType::cylindrical, JointType::universal,
    JointType::planar,  JointType::spherical,   JointType::free};

/// The types of joints that close loops.
inline constexpr std::array allLoopTypes{
    JointType::fixed,       JointType::revolute,  JointType::prismatic, JointType::helical,
    JointType::cylindrical, JointType::universal, JointType::planar,    JointType::spherical,
    JointType::free,        JointType::rod};

namespace detail {

struct JointTypeFacts {
  std::string_view name;
  int positionSize;
  int velocitySize;
};

/// In the order of JointType.
inline constexpr std::array<JointTypeFacts, 11> jointTypeFacts{{
    {"fixed", 0, 0},
    {"revolute", 1, 1},
    {"prismatic", 1, 1},
    {"helical", 1, 1},
    {"cylindrical", 2, 2},
    {"universal", 2, 2},
    {"planar", 3, 3},
    {"spherical", 4, 3},
    {"free", 7, 6},
    {"rod", 0, 5},
    {"general", 0, 0},
}};

constexpr const JointTypeFacts& factsOf(JointType type) {
  return jointTypeFacts[static_cast<std::size_t>(type)];
}

}  // namespace detail

/// How many numbers q has; none of a rod, which is in no state. Not for general joints.
constexpr int positionSize(JointType type) { return detail::factsOf(type).positionSize; }

/// How many numbers v has: the joint's degrees of freedom. Not for general joints.
constexpr int velocitySize(JointType type) { return detail::factsOf(type).velocitySize; }

/// The type's name in mechanism files.
constexpr std::string_view name(JointType type) { return detail::factsOf(type).name; }

/// The type with this name in mechanism files, if there is one.
constexpr std::optional<JointType> jointTypeFromName(std::string_view desired) {
  for (const JointType type : allLoopTypes)
    if (name(type) == desired) return type;
  return std::nullopt;
}

/// Whether the type turns or slides along an axis of the user's choice.
constexpr bool hasAxis(JointType type) {
  return type == JointType::revolute || type == JointType::prismatic ||
         type == JointType::helical || type == JointType::cylindrical ||
         type == JointType::universal;
}

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

/// The child's axes along a curve.
enum class CurveFrame {
  fixed,              ///< stay parallel to the parent's
  frenet,             ///< z along the tangent, x along the principal normal
  rotationMinimising  ///< z along the tangent, without turning about it
};

/// The coordinate of a joint on a curve.
enum class CurveParameter {
  own,       ///< the curve's u, which has no unit: S is c'(u) long
  arcLength  ///< meters along the curve, from 0 to its length: S is 1 long
};

/// A point on a curve in the parent's joint frame: 1 coordinate.
struct CurveJoint : Curve {
  CurveFrame frame = CurveFrame::fixed;
  CurveParameter parameter = CurveParameter::own;

  bool operator==(const CurveJoint&) const = default;
};

/// Control points by row and column [m]: 2–16 of each.
using ControlNet = std::vector<std::vector<Eigen::Vector3d>>;

/// A board on a Bézier surface in the parent's joint frame: coordinates u and v, each from 0 to 1
/// and without unit, then with `spin` the board's angle about the normal [rad].
///
///   origin  Σ Bᵢ(u) Bⱼ(v) points[i][j]        B: Bernstein polynomials
///   axes    z along ∂u × ∂v, the normal; x along ∂u, turned about z by the spin
struct SurfaceJoint {
  ControlNet points;
  bool spin = true;

  bool operator==(const SurfaceJoint&) const = default;
};

enum class ContactSurfaceType { sphere, ellipsoid, torus };

/// A closed surface about the origin of a joint frame; a torus lies round z.
struct ContactSurface {
  ContactSurfaceType type = ContactSurfaceType::sphere;
  double radius = 0;                  ///< sphere: [m], above 0
  Eigen::Vector3d semiAxes{0, 0, 0};  ///< ellipsoid: along x, y, z [m], above 0
  double majorRadius = 0;             ///< torus: of its center line [m], above minorRadius
  double minorRadius = 0;             ///< torus: of its tube [m], above 0

  bool operator==(const ContactSurface&) const = default;
};

/// Two surfaces, the first the parent's, that touch in one point with opposite outward normals and
/// slide on each other. Coordinates u₁ v₁ u₂ v₂ [rad] say where the point is on either, u along the
/// equator (x–y plane, from x), v above it; on a torus v goes round the tube, from outside. Then
/// with `spin` the angle of the child about the normal [rad]; without, it stays `angle`.
///
/// The spin is the angle from ∂u of the parent's surface to ∂u of the child's, about the parent's
/// outward normal. Without spin, v ends at the poles of a sphere or ellipsoid; with spin there are
/// charts with other poles.
struct SurfaceContactJoint {
  std::array<ContactSurface, 2> surfaces;
  bool spin = true;
  double angle = 0;  ///< without spin [rad]; tori that interlock need about π/2

  bool operator==(const SurfaceContactJoint&) const = default;
};

/// A ball in three angles [rad]: J = Rot(x, a) Rot(y, b) Rot(z, c), and in its second chart
/// J = Rot(y, a) Rot(x, b) Rot(z, c). Each is singular at cos b = 0, never both at once.
struct EulerBallJoint {
  bool operator==(const EulerBallJoint&) const = default;
};

/// A joint defined by expressions: a product of elementary moves, each a function of the
/// coordinates,
///
///   J(q) = pose[0](q) · pose[1](q) · …
///
/// If a coordinate has a range, a state beyond it is an error. If the range is periodic, the
/// expressions get the coordinate within it, lower ≤ q < upper.
struct CustomJoint {
  /// Trans(along).
  struct Translation {
    std::array<std::string, 3> along;  ///< [m]
    bool operator==(const Translation&) const = default;
  };
  /// Rot(axis, angle).
  struct Rotation {
    Eigen::Vector3d axis{0, 0, 1};  ///< not zero; only its direction counts
    std::string angle;              ///< [rad]
    bool operator==(const Rotation&) const = default;
  };
  using Move = std::variant<Translation, Rotation>;

  std::vector<std::string> coordinates;  ///< their names in the expressions, at most 6
  std::vector<Move> pose;

  struct Range {
    double lower = -std::numeric_limits<double>::infinity();
    double upper = std::numeric_limits<double>::infinity();
    bool periodic = false;
    bool operator==(const Range&) const = default;
  };
  std::map<std::string, Range> ranges{};  ///< by coordinate; others have no ends

  bool operator==(const CustomJoint&) const = default;
};

/// A function written in C++ (joint_function.hpp). It cannot be written to a file. Equal is the
/// same object.
struct UserFunction {
  std::shared_ptr<const JointFunction> function;

  bool operator==(const UserFunction&) const = default;
};

/// Which function a joint of type `general` is; none of a joint of another type.
using JointDescription = std::variant<std::monostate, CurveJoint, SurfaceJoint, SurfaceContactJoint,
                                      EulerBallJoint, CustomJoint, UserFunction>;

/// The kind's name in mechanism files, "curve"; "function" of one written in C++, which no file
/// has.
std::string_view kindName(const JointDescription& description);

/// How many coordinates the described joint has; 0 where there is none.
int coordinateCount(const JointDescription& description);

/// How many numbers its q has: the coordinates, and the chart where there are several.
int positionCount(const JointDescription& description);

}  // namespace linkwork
