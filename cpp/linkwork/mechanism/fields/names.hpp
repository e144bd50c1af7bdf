#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "linkwork/mechanism/fields/field.hpp"
#include "linkwork/mechanism/wording.hpp"

/// The names of enumerators in files: `what` an error calls the enumeration, and a list in the
/// order of the enumerators.
namespace linkwork::fields {

template <typename Enum>
struct Names;

template <>
struct Names<ShapeType> {
  static constexpr std::string_view what = "shape type";
  static constexpr std::array<Named, allShapeTypes.size()> list{{
      {"box", "A box with its edges along x, y and z."},
      {"sphere", "A sphere."},
      {"cylinder", "A cylinder along z, or a cone with two radii."},
      {"capsule",
       "A capsule along z: two spheres and their hull. Its length, between the centers of the "
       "spheres, is above the difference of the radii."},
      {"extrusion", "A polygon in the x-y plane, extruded along z."},
      {"ellipsoid", "An ellipsoid."},
      {"torus", "A ring around z."},
      {"tube", "A tube around a curve."},
      {"patch", "A Bézier surface, visible from both sides."},
  }};
};

template <>
struct Names<ColliderType> {
  static constexpr std::string_view what = "collider type";
  static constexpr std::array<Named, allColliderTypes.size()> list{{
      {"plane", "The half-space z ≤ 0 of its frame, fixed to the world. z is the outward normal."},
      {"sphere", "A sphere."},
      {"capsule",
       "A capsule along z: two spheres and their hull. Its length is between their "
       "centers."},
      {"box", "A box with its edges along x, y and z."},
      {"cylinder", "A cylinder along z."},
      {"hull", "The convex hull of points that span a volume."},
      {"heightfield",
       "Ground below heights over a rectangle, fixed to the world. Each cell of the grid is two "
       "triangles that share the diagonal from its lowest x and y to its highest."},
  }};
};

template <>
struct Names<ActuatorType> {
  static constexpr std::string_view what = "actuator type";
  static constexpr std::array<Named, 4> list{{
      {"torque", "Force = gain · activation."},
      {"position", "Force = stiffness · (activation − length) − damping · rate."},
      {"velocity", "Force = damping · (activation − rate)."},
      {"general", "Force = gain · activation + offset − stiffness · length − damping · rate."},
  }};
};

template <>
struct Names<ActivationType> {
  static constexpr std::string_view what = "activation";
  static constexpr std::array<Named, 3> list{{
      {"none", "The control."},
      {"filter", "Follows the control with a time constant, by first-order dynamics."},
      {"integrator", "The integral of the control over time."},
  }};
};

template <>
struct Names<ContactSurfaceType> {
  static constexpr std::string_view what = "surface type";
  static constexpr std::array<Named, 3> list{
      {{"sphere", "A sphere."}, {"ellipsoid", "An ellipsoid."}, {"torus", "A ring around z."}}};
};

template <>
struct Names<CurveKind> {
  static constexpr std::string_view what = "curve kind";
  static constexpr std::array<Named, 2> list{{{"bezier"}, {"bSpline"}}};
};

template <>
struct Names<CurveFrame> {
  static constexpr std::string_view what = "curve frame";
  static constexpr std::array<Named, 3> list{{{"fixed"}, {"frenet"}, {"rotationMinimising"}}};
};

template <>
struct Names<CurveParameter> {
  static constexpr std::string_view what = "curve parameter";
  static constexpr std::array<Named, 2> list{{{"own"}, {"arcLength"}}};
};

/// The only kind of surface that a board may be on.
enum class SurfaceKind { bezier };

template <>
struct Names<SurfaceKind> {
  static constexpr std::string_view what = "surface kind";
  static constexpr std::array<Named, 1> list{{{"bezier"}}};
};

/// The axes that a rotation may have by name.
enum class AxisName { x, y, z };

template <>
struct Names<AxisName> {
  static constexpr std::string_view what = "axis name";
  static constexpr std::array<Named, 3> list{{{"x"}, {"y"}, {"z"}}};
};

/// The kinds of a JointDescription, after those of JointType.
enum class FunctionType { curve = 11, surface, surfaceContact, eulerBall, custom, user };

/// Joints: the types of JointType, then the kinds of functions.
template <>
struct Names<JointGeometry> {
  static constexpr std::string_view what = "joint type";
  static constexpr std::array<Named, 17> list{{
      {"fixed", "No coordinate. J is the identity."},
      {"revolute", "q: angle. J = Rot(axis, q)."},
      {"prismatic", "q: length. J = Trans(axis q)."},
      {"helical", "q: angle. J = Rot(axis, q) Trans(axis pitch q)."},
      {"cylindrical", "q: angle and length. J = Rot(axis, q₀) Trans(axis q₁)."},
      {"universal", "q: two angles. J = Rot(axis, q₀) Rot(axis2, q₁)."},
      {"planar", "q: x, y and angle. J = Trans(x, y, 0) Rot(z, angle)."},
      {"spherical",
       "q: quaternion x, y, z, w. v: angular velocity in the child's joint frame. J = Rot(q)."},
      {"free",
       "q: position p, then quaternion r as x, y, z, w. v: twist [ω; v] of the child's joint frame "
       "in that frame. J = Trans(p) Rot(r)."},
      {"rod",
       "Only in loops. A massless strut with a spherical joint at each end: the origins of "
       "its two frames keep the distance length."},
      {"general"},
      {"curve", "q: parameter of a point on a curve. The field curve describes it."},
      {"surface",
       "q: u and v from 0 to 1, then the angle about the normal if the child may spin: a "
       "board on a surface. The field surface describes it."},
      {"surfaceContact",
       "q: two angles on each of two surfaces that touch, then the angle about "
       "the normal if they may spin, then the number of the chart if a sphere or "
       "an ellipsoid may spin. The fields surfaces, spin and angle describe it."},
      {"eulerBall",
       "q: three angles a, b, c, then the number of their chart. v: rates of the "
       "angles. J = Rot(x, a) Rot(y, b) Rot(z, c) in chart 0."},
      {"custom", "q: the coordinates. J is the product of the moves in pose."},
      {"function"},
  }};
  static constexpr Types inFiles = ~types(JointType::general, FunctionType::user);
  static_assert(std::variant_size_v<JointDescription> == 7);
};

/// What the types of a nonholonomic constraint are called, in the order of Nonholonomic.
template <>
struct Names<Nonholonomic> {
  static constexpr std::string_view what = "nonholonomic type";
  static constexpr std::array<Named, std::variant_size_v<Nonholonomic>> list{
      {{"rolling-disc"}, {"knife-edge"}, {"velocity-ratio"}}};
};

/// The index of the type of a part in its list of names.
template <typename Part>
requires std::is_enum_v<decltype(Part::type)> std::size_t typeIndex(const Part& part) {
  const auto index = static_cast<std::size_t>(part.type);
  if constexpr (std::is_same_v<decltype(Part::type), JointType>)
    if (part.type == JointType::general) return index + part.function.index();
  return index;
}

/// The names of some types in files.
template <typename Enum>
std::vector<std::string_view> namesOf(Types types = ~Types{0}) {
  if constexpr (requires { Names<Enum>::inFiles; }) types &= Names<Enum>::inFiles;
  std::vector<std::string_view> result;
  for (std::size_t i = 0; i < Names<Enum>::list.size(); ++i)
    if (types & typeBit(i)) result.push_back(Names<Enum>::list[i].name);
  return result;
}

}  // namespace linkwork::fields
