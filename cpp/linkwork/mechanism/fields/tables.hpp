#pragma once

#include <numbers>

#include "linkwork/mechanism/fields/contact_tables.hpp"
#include "linkwork/mechanism/fields/drive_tables.hpp"
#include "linkwork/mechanism/fields/field.hpp"
#include "linkwork/mechanism/fields/names.hpp"

/// The tables: the fields of every part of a mechanism file and of a state file, in the order in
/// which they are written. A new field needs a row here and a member in mechanism.hpp.
namespace linkwork::fields {

template <>
struct Part<Frame> {
  static constexpr std::string_view name = "Frame";
  static constexpr std::string_view description =
      "A frame in the body frame, or in another frame. Default: the identity.";
  static constexpr auto fields = std::tuple{
      optional("position", &Frame::position, lengths, "Origin."),
      optional("rotation", &Frame::rotation, {}, "Quaternion x, y, z, w of length 1 ± 1e-6.")};
};

template <>
struct Part<Curve> {
  static constexpr std::string_view name = "Curve";
  static constexpr std::string_view description = "A curve by its control points.";
  static constexpr auto fields = std::tuple{
      required(
          "kind", &Curve::kind, {},
          "`bezier`: one polynomial of degree points − 1. `bSpline`: uniform knots, clamped to "
          "the first and the last point."),
      required("points", &Curve::points, count("points", 2).in("m"),
               "Control points. A Bézier curve has 2 to 16."),
      optional("degree", &Curve::degree, between(1, 7),
               "Degree of a B-spline, below the number of points."),
      optional("closed", &Curve::closed, {}, "Whether a B-spline is closed.")};
};

template <>
struct Part<CurveJoint> {
  using Base = Curve;
  static constexpr std::string_view name = "CurveJoint";
  static constexpr std::string_view description =
      "A curve in the joint frame on the parent. u is 0 to 1 on a Bézier curve. On a B-spline, u "
      "grows by 1 per span, or per point if it is closed. A simulation stops at the end of the "
      "curve.";
  static constexpr auto own = std::tuple{
      optional("frame", &CurveJoint::frame, {},
               "Axes of the child. `fixed`: parallel to the parent's. `frenet`: z along the "
               "tangent, x along the principal normal. `rotationMinimising`: z along the tangent, "
               "no rotation about it."),
      optional("parameter", &CurveJoint::parameter, {},
               "Coordinate. `own`: u. `arcLength`: length along the curve [m], so |v| is the "
               "speed.")};
  static constexpr auto fields = std::tuple_cat(Part<Curve>::fields, own);
};

template <>
struct Part<SurfaceJoint> {
  static constexpr std::string_view name = "SurfaceJoint";
  static constexpr std::string_view description =
      "A Bézier surface in the joint frame on the parent. The child's z is its normal, x is along "
      "∂u.";
  static constexpr auto fields =
      std::tuple{written("kind", Shared<SurfaceKind>(), {}),
                 required("points", &SurfaceJoint::points, count("rows and columns", 2, 16).in("m"),
                          "Control points. points[i][j] belongs to uⁱ and vʲ."),
                 optional("spin", &SurfaceJoint::spin, {},
                          "Whether the angle about the normal is a coordinate.")};
};

template <>
struct Part<ContactSurface> {
  using Type = ContactSurfaceType;
  static constexpr std::string_view name = "ContactSurface";
  static constexpr std::string_view description =
      "A closed surface around the origin of a joint frame.";
  static constexpr auto fields = std::tuple{
      required("type", &ContactSurface::type, {}),
      required("radius", &ContactSurface::radius, sizes, "Radius.").of(ContactSurfaceType::sphere),
      required("semiAxes", &ContactSurface::semiAxes, sizes, "Semi-axes along x, y and z.")
          .of(ContactSurfaceType::ellipsoid),
      required("majorRadius", &ContactSurface::majorRadius, sizes, "Radius of the center line.")
          .of(ContactSurfaceType::torus),
      required("minorRadius", &ContactSurface::minorRadius, sizes, "Radius of the tube.")
          .of(ContactSurfaceType::torus)};
};

template <>
struct Part<CustomJoint::Translation> {
  static constexpr std::string_view name = "TranslationMove";
  static constexpr std::string_view description = "A translation.";
  static constexpr auto fields =
      std::tuple{required("translate", &CustomJoint::Translation::along,
                          is(Meaning::expression).in("m"), "Lengths along x, y and z.")};
};

template <>
struct Part<CustomJoint::Rotation> {
  static constexpr std::string_view name = "RotationMove";
  static constexpr std::string_view description = "A rotation about an axis.";
  static constexpr auto fields =
      std::tuple{required("rotate", &CustomJoint::Rotation::axis, is(Meaning::namedAxis),
                          "Axis of any length but zero."),
                 required("angle", &CustomJoint::Rotation::angle, is(Meaning::expression).in("rad"),
                          "Angle.")};
};

template <>
struct Part<CustomJoint::Range> {
  static constexpr std::string_view name = "CoordinateRange";
  static constexpr std::string_view description =
      "The range of a coordinate. A simulation stops beyond it. A periodic coordinate has no ends: "
      "expressions get its value within the range.";
  static constexpr std::array<std::string_view, 2> atLeastOne{"lower", "upper"};
  static constexpr auto fields =
      std::tuple{optional("lower", &CustomJoint::Range::lower, {}, "Lower bound."),
                 optional("upper", &CustomJoint::Range::upper, {}, "Upper bound."),
                 optional("periodic", &CustomJoint::Range::periodic, {},
                          "Whether the coordinate is periodic. Needs both bounds.")};
};

template <>
struct Part<Shape> {
  using Type = ShapeType;
  static constexpr std::string_view name = "Shape";
  static constexpr std::string_view description =
      "A solid to draw, centered on the origin of its frame. It has no mass and no contact.";
  static constexpr Types round = types(ShapeType::cylinder, ShapeType::capsule);
  static constexpr auto fields = std::tuple{
      required("type", &Shape::type, {}),
      required("size", &Shape::size, sizes, "Edges along x, y and z.").of(ShapeType::box),
      required("outline", &Shape::outline, count("corners", 3).in("m"),
               "Corners in order. They enclose an area.")
          .of(ShapeType::extrusion),
      required("curve", &Shape::curve, {}, "Center line.").of(ShapeType::tube),
      required("radius", &Shape::radius, sizes, "Radius.")
          .of(round, ShapeType::sphere, ShapeType::tube),
      optional("endRadius", &Shape::endRadius, atLeast(0).in("m"),
               "Radius at the +z end. Default: the radius.")
          .of(round)
          .orElse(&Shape::radius),
      required("length", &Shape::length, sizes, "Length along z.").of(round, ShapeType::extrusion),
      optional(
          "rounding", &Shape::rounding, atLeast(0).in("m"),
          "Radius of the edges of a box, at most half of the smallest edge. Width of the bevel "
          "of an extrusion, at most half of the length.")
          .of(ShapeType::box, ShapeType::extrusion),
      required("semiAxes", &Shape::semiAxes, sizes, "Semi-axes along x, y and z.")
          .of(ShapeType::ellipsoid),
      required("majorRadius", &Shape::majorRadius, sizes, "Radius of the center line.")
          .of(ShapeType::torus),
      required("minorRadius", &Shape::minorRadius, sizes, "Radius of the tube.")
          .of(ShapeType::torus),
      required("points", &Shape::points, count("rows and columns", 2, 16).in("m"),
               "Control points by row and column.")
          .of(ShapeType::patch),
      optional("frame", &Shape::frame, {}, "Pose in the body frame."),
      optional("color", &Shape::color, is(Meaning::color),
               "`#rrggbb` in sRGB. Default: chosen by the viewer.")};
};

template <>
struct Part<Body> {
  static constexpr std::string_view name = "Body";
  static constexpr std::string_view description =
      "A rigid body. Every body is the child of exactly one joint.";
  static constexpr auto fields = std::tuple{
      required("name", &Body::name, is(Meaning::bodyName),
               "Unique among the bodies. \"world\" is the ground."),
      required("mass", &Body::mass, atLeast(0).in("kg"),
               "Mass. Massless bodies with rotational inertia are common for rotors."),
      written("centerOfMass", &Body::centerOfMass, lengths, "Center of mass in the body frame."),
      written(
          "inertia", &Body::inertia, unit("kg·m²"),
          "Rotational inertia about the center of mass in body axes: xx, yy, zz, xy, xz, yz, or "
          "the first three. Positive semidefinite."),
      optional("shapes", &Body::shapes, {},
               "How the body looks. Default: its colliders, or links between its joints.")};
};

inline constexpr Types loopTypes = Names<JointGeometry>::inFiles;
inline constexpr Types treeTypes = loopTypes & ~types(JointType::rod);
inline constexpr Types movingJoints = ~types(JointType::fixed, JointType::rod);
inline constexpr Types jointsWithAxis =
    types(JointType::revolute, JointType::prismatic, JointType::helical, JointType::cylindrical,
          JointType::universal);
inline constexpr Types jointsWithRest =
    movingJoints & ~types(JointType::spherical, JointType::free, FunctionType::eulerBall);
inline constexpr Types jointsWithArmature = jointsWithRest | types(JointType::spherical);
inline constexpr Types jointsOfOneCoordinate =
    types(JointType::revolute, JointType::prismatic, JointType::helical, FunctionType::curve,
          FunctionType::custom, FunctionType::user);

inline constexpr Types jointsOfSeveralCoordinates =
    types(JointType::universal, JointType::cylindrical, JointType::planar);
inline constexpr Rule ballAngles{
    .unit = "rad", .lowest = 0, .highest = std::numbers::pi, .excludesLowest = true};

/// The fields of joints and loops. `child`: whether the child may be the world.
constexpr auto geometryFields(Rule child) {
  return std::tuple{
      required("name", &JointGeometry::name, is(Meaning::name), "Unique in its list."),
      required("type", AccessJointType(), {}, "How the child moves in the parent."),
      required("parent", &JointGeometry::parent, is(Meaning::bodyOrWorld),
               "Name of a body, or \"world\"."),
      required("child", &JointGeometry::child, child,
               "Name of a body. That of a loop may be \"world\"."),
      written("axis", &JointGeometry::axis, is(Meaning::direction),
              "Axis in the joint frame, of any length but zero.")
          .of(jointsWithAxis),
      required("axis2", &JointGeometry::axis2, is(Meaning::direction),
               "Second axis of a universal joint, perpendicular to the first.")
          .of(JointType::universal),
      required("pitch", &JointGeometry::pitch, unit("m/rad"), "Advance of a helical joint.")
          .of(JointType::helical),
      required("curve", OfFunction<CurveJoint>(), {}, "Curve of a joint of type `curve`.")
          .of(FunctionType::curve),
      required("surface", OfFunction<SurfaceJoint>(), {}, "Surface of a joint of type `surface`.")
          .of(FunctionType::surface),
      required("surfaces", OfFunction<SurfaceContactJoint, &SurfaceContactJoint::surfaces>(), {},
               "Surfaces of a surface contact: the parent's and the child's. They touch in one "
               "point with opposite outward normals.")
          .of(FunctionType::surfaceContact),
      optional("spin", OfFunction<SurfaceContactJoint, &SurfaceContactJoint::spin>(), {},
               "Whether the angle about the normal of a surface contact is a coordinate.")
          .of(FunctionType::surfaceContact),
      optional("angle", OfFunction<SurfaceContactJoint, &SurfaceContactJoint::angle>(), unit("rad"),
               "Angle about the normal of a surface contact without spin.")
          .of(FunctionType::surfaceContact),
      required("coordinates", OfFunction<CustomJoint, &CustomJoint::coordinates>(),
               count("names", 1, 6).as(Meaning::identifier),
               "Names of the coordinates of a custom joint.")
          .of(FunctionType::custom),
      required("pose", OfFunction<CustomJoint, &CustomJoint::pose>(), count("moves", 1),
               "J(q) of a custom joint as a product of moves, the outermost first.")
          .of(FunctionType::custom),
      optional("ranges", OfFunction<CustomJoint, &CustomJoint::ranges>(), {},
               "Ranges of the coordinates of a custom joint by name. Default: no ends.")
          .of(FunctionType::custom),
      optional("parentFrame", &JointGeometry::parentFrame, {}, "Joint frame on the parent."),
      optional("childFrame", &JointGeometry::childFrame, {}, "Joint frame on the child.")};
}

template <>
struct Part<JointGeometry> {
  using Type = JointGeometry;
  static constexpr std::string_view name = "JointGeometry";
  static constexpr std::string_view description =
      "A relation between two bodies, of joints and of loops: pose of child in parent = "
      "parentFrame · J(q) · childFrame⁻¹.";
  static constexpr Types inFiles = loopTypes;
  static constexpr auto fields = geometryFields(is(Meaning::bodyOrWorld));
};

template <>
struct Part<CoordinateLimits> {
  static constexpr std::string_view name = "CoordinateLimits";
  static constexpr std::string_view description =
      "The range of one of several coordinates, open where a bound is missing.";
  static constexpr auto fields = Part<JointLimits>::fields;
};

template <>
struct Part<BallLimits> {
  static constexpr std::string_view name = "BallLimits";
  static constexpr std::string_view description =
      "Limits of a ball joint. Its rotation is a twist about z, then a swing of z.";
  static constexpr std::array<std::string_view, 3> atLeastOne{"cone", "twist", "turn"};
  static constexpr auto fields = std::tuple{
      optional("cone", &BallLimits::cone, ballAngles,
               "Largest angle between the z axes of the joint frames."),
      optional("twist", &BallLimits::twist, {}, "Range of the twist, within −π to π."),
      optional("turn", &BallLimits::turn, ballAngles, "Largest angle of the whole rotation."),
      optional("restitution", &BallLimits::restitution, between(0, 1),
               "Part of the speed that cone and turn return.")};
};

template <>
struct Part<Joint> {
  using Base = JointGeometry;
  using Type = JointGeometry;
  static constexpr std::string_view name = "Joint";
  static constexpr std::string_view description =
      "A joint of the tree. Its passive force is −damping v − stiffness (q ⊖ rest) − friction. If "
      "q "
      "has a chart, all three act on the child's twist and on its displacement from the pose in "
      "which the joint frames coincide.";
  static constexpr Types inFiles = treeTypes;
  static constexpr auto own = std::tuple{
      optional("damping", &Joint::damping, atLeast(0).in("N·m·s/rad or N·s/m"),
               "Viscous damping of every component of v.")
          .of(movingJoints),
      optional("stiffness", &Joint::stiffness, atLeast(0).in("N·m/rad or N/m"),
               "Stiffness of a spring on every coordinate.")
          .of(movingJoints),
      optional("rest", &Joint::rest, unit("rad or m"),
               "Coordinate at which the spring is slack. 0 if q has a quaternion or a chart.")
          .of(jointsWithRest),
      optional("friction", &Joint::friction, atLeast(0).in("N·m or N"),
               "Coulomb friction on every component of v. Forces are smooth below 0.01 rad/s or "
               "m/s.")
          .of(movingJoints),
      optional("armature", &Joint::armature, atLeast(0).in("kg·m² or kg"),
               "Inertia of a motor and its gears at the joint: added to the diagonal of the mass "
               "matrix for every component of v.")
          .of(jointsWithArmature),
      optional("actuatorForceRange", &Joint::actuatorForceRange, {},
               "Range to which the sum of the forces is limited that actuators exert on the joint. "
               "Actuators on tendons are not included.")
          .of(jointsOfOneCoordinate),
      optional("limits", &Joint::limits, {}, "Stops of a joint with one coordinate.")
          .of(jointsOfOneCoordinate),
      optional("coordinateLimits", &Joint::coordinateLimits, {},
               "Stops of a joint with several coordinates, one range for each.")
          .of(jointsOfSeveralCoordinates),
      optional("ballLimits", &Joint::ballLimits, {}, "Stops of a spherical joint.")
          .of(JointType::spherical)};
  static constexpr auto fields = std::tuple_cat(geometryFields(is(Meaning::body)), own);
};

template <>
struct Part<BreakLimits> {
  static constexpr std::string_view name = "BreakLimits";
  static constexpr std::string_view description =
      "The largest reaction that a loop bears after a step; a larger one breaks it.";
  static constexpr std::array<std::string_view, 2> atLeastOne{"force", "moment"};
  static constexpr auto fields =
      std::tuple{optional("force", &BreakLimits::force, above(0).in("N"), "Size of its force."),
                 optional("moment", &BreakLimits::moment, above(0).in("N·m"),
                          "Size of its moment about the child's frame.")};
};

template <>
struct Part<Loop> {
  using Base = JointGeometry;
  using Type = JointGeometry;
  static constexpr std::string_view name = "Loop";
  static constexpr std::string_view description =
      "A joint that closes a cycle: its relation holds for some value of its coordinates. The "
      "coordinates of a curve, a surface, a surface contact, Euler angles and a custom joint are "
      "in "
      "states under the loop's name, which no joint and no body may have.";
  static constexpr Types inFiles = loopTypes;
  static constexpr auto own =
      std::tuple{required("length", &Loop::length, sizes,
                          "Length of a rod, between the origins of its two frames.")
                     .of(JointType::rod),
                 optional("breaks", &Loop::breaks, {},
                          "Largest reaction; none of a loop that is a function.")};
  static constexpr auto fields = std::tuple_cat(Part<JointGeometry>::fields, own);
};

template <>
struct Part<CouplingFunction> {
  static constexpr std::string_view name = "CouplingFunction";
  static constexpr std::string_view description =
      "A function f of a joint's coordinate: a polynomial, or the cubic spline through points with "
      "continuous curvature.";
  static constexpr auto fields = std::tuple{
      optional("polynomial", &CouplingFunction::polynomial, {}, "Coefficients of 1, q, q² …"),
      optional("positions", &CouplingFunction::positions, unit("rad or m"),
               "q of at least three points, ascending."),
      optional("values", &CouplingFunction::values, {}, "f at the points."),
      optional(
          "repeats", &CouplingFunction::repeats, {},
          "Whether f repeats beyond the points, as on a cam. The last value is then the first. "
          "If not, the slope is zero at both ends, and f is constant beyond them.")};
};

template <>
struct Part<CouplingTerm> {
  static constexpr std::string_view name = "CouplingTerm";
  static constexpr std::string_view description = "A joint and its weight.";
  static constexpr auto fields = std::tuple{
      required("joint", &CouplingTerm::joint, is(Meaning::joint),
               "Name of a tree joint with one coordinate."),
      required("coefficient", &CouplingTerm::coefficient, is(Meaning::notZero), "Not zero."),
      optional("function", &CouplingTerm::function, {},
               "f in a term coefficient · f(q), in couplings only. Default: f(q) = q.")};
};

template <>
struct Part<Coupling> {
  static constexpr std::string_view name = "Coupling";
  static constexpr std::string_view description =
      "A gear, a belt, a rack, a cam, or one joint that is locked: Σ coefficient · f(q) = offset.";
  static constexpr auto fields = std::tuple{
      required("name", &Coupling::name, is(Meaning::name), "Unique among couplings."),
      required("terms", &Coupling::terms, count("terms", 1), "Terms of different joints."),
      optional("offset", &Coupling::offset, {}, "Sum of the weighted coordinates.")};
};

template <>
struct Part<RollingDisc> {
  static constexpr std::string_view name = "RollingDisc";
  static constexpr std::string_view description =
      "A thin disc that rolls on the plane z = height of the world without slipping or leaving it.";
  static constexpr auto fields = std::tuple{
      required("body", &RollingDisc::body, is(Meaning::body), "Name of the disc's body."),
      optional("center", &RollingDisc::center, lengths, "Center in the body frame."),
      written("axis", &RollingDisc::axis, is(Meaning::direction),
              "Axis in the body frame, of any length but zero."),
      required("radius", &RollingDisc::radius, sizes, "Radius."),
      optional("height", &RollingDisc::height, lengths, "z of the plane.")};
};

template <>
struct Part<KnifeEdge> {
  static constexpr std::string_view name = "KnifeEdge";
  static constexpr std::string_view description =
      "A blade: a point of a body does not move along a direction fixed in the body.";
  static constexpr auto fields =
      std::tuple{required("body", &KnifeEdge::body, is(Meaning::body), "Name of the body."),
                 optional("point", &KnifeEdge::point, lengths, "Point in the body frame."),
                 written("across", &KnifeEdge::across, is(Meaning::direction),
                         "Direction in the body frame, of any length but zero.")};
};

template <>
struct Part<VelocityRatio> {
  static constexpr std::string_view name = "VelocityRatio";
  static constexpr std::string_view description = "Σ coefficient · q̇ = 0.";
  static constexpr auto fields = std::tuple{
      required("terms", &VelocityRatio::terms, count("terms", 2), "Terms of different joints.")};
};

template <>
struct Part<Site> {
  static constexpr std::string_view name = "Site";
  static constexpr std::string_view description =
      "A named frame on a body: a fingertip, a camera, a traced point.";
  static constexpr auto fields = std::tuple{
      required("name", &Site::name, is(Meaning::name), "Unique among sites."),
      required("body", &Site::body, is(Meaning::bodyOrWorld), "Name of a body, or \"world\"."),
      optional("frame", &Site::frame, {}, "Pose in the body frame.")};
};

template <>
struct Part<About> {
  static constexpr std::string_view name = "About";
  static constexpr std::string_view description = "Free text. It has no effect on dynamics.";
  static constexpr auto fields = std::tuple{
      optional("title", &About::title, {}), optional("description", &About::description, {}),
      optional("author", &About::author, {}), optional("licence", &About::licence, {}),
      optional("source", &About::source, {})};
};

/// The state in a mechanism file.
template <>
struct Part<std::optional<NamedState>> {
  static constexpr std::string_view name = "InitialState";
  static constexpr std::string_view description =
      "The state if no other is given. A mechanism whose loops do not close at zero needs one.";
  static constexpr auto fields = std::tuple{
      optional("q", &NamedState::q, count("numbers", 0, 7),
               "Positions by tree joint. Quaternions have length 1 ± 1e-6. A missing joint is at "
               "its zero."),
      optional("v", &NamedState::v, count("numbers", 0, 6),
               "Velocities by tree joint. A missing joint is at rest.")};
};

/// A state file.
template <>
struct Part<NamedState> {
  static constexpr std::string_view name = "State";
  static constexpr std::string_view description =
      "A state file. `q` and `v` satisfy loops and couplings to 1e-8.";
  static constexpr auto fields = std::tuple_cat(
      Part<std::optional<NamedState>>::fields,
      std::tuple{
          optional("tau", &NamedState::tau, {},
                   "Generalized forces on tree joints, dual to v [N·m, N]. Missing ones are 0."),
          optional("a", &NamedState::a, {}, "Accelerations v̇ that inverse dynamics produces."),
          optional("wrenches", &NamedState::wrenches, {},
                   "External wrench [moment; force] on bodies by name, in world axes, moment about "
                   "the world origin [N·m, N].")});
};

/// The version that a file states.
struct Version {
  static constexpr int number = 1;
};

template <>
struct Part<Mechanism> {
  static constexpr std::string_view name = "Mechanism";
  static constexpr std::string_view description =
      "A mechanism file. SI units, radians, right-handed axes, z up.";
  static constexpr auto fields = std::tuple{
      optional("$schema", &Mechanism::schema, {}, "Address of this JSON Schema, for editors."),
      required("linkwork", Shared<Version>(), {}, "Version of the format."),
      written("name", &Mechanism::name, is(Meaning::title), "Name of the mechanism."),
      optional("meta", &Mechanism::about, {}),
      written("gravity", &Mechanism::gravity, unit("m/s²"), "Acceleration in world axes."),
      required("bodies", &Mechanism::bodies, count("bodies", 1), "Bodies with different names."),
      required("joints", &Mechanism::joints, count("joints", 1),
               "Joints with different names. They form a tree that is rooted in the world."),
      optional("loops", &Mechanism::loops, {}, "Joints that close cycles, with different names."),
      optional("couplings", &Mechanism::couplings, {},
               "Linear relations between joint coordinates, with different names."),
      optional("nonholonomic", &Mechanism::nonholonomic, {},
               "Constraints on velocities. The initial state should satisfy them. Methods that "
               "cannot satisfy them throw."),
      optional("sites", &Mechanism::sites, {}, "Named frames on bodies."),
      optional("tendons", &Mechanism::tendons, {},
               "Springs and lines between points of bodies, with different names."),
      optional("actuators", &Mechanism::actuators, {},
               "Motors that follow controls, with different names."),
      optional("contact", &Mechanism::contact, {}),
      optional("initialState", &Mechanism::initialState, {})};
};

template <typename T>
concept IsPart = requires {
  Part<T>::fields;
};

template <typename T>
concept IsTyped = requires {
  typename Part<T>::Type;
};

template <typename Field, typename P>
bool applies(const Field& field, const P& part) {
  if constexpr (IsTyped<P>) return (field.types & typeBit(typeIndex(part))) != 0;
  return true;
}

/// `a revolute joint takes no pitch; those that do: helical`
template <typename P>
std::string takesNo(const P& part, std::string_view key, Types types) {
  using Type = typename Part<P>::Type;
  const std::string name(Names<Type>::list[typeIndex(part)].name);
  std::string noun(Part<P>::name);
  noun[0] = static_cast<char>(noun[0] - 'A' + 'a');
  return (name[0] == 'e' ? "an " : "a ") + name + " " + noun + " takes no " + std::string(key) +
         "; those that do: " + detail::listed(namesOf<Type>(types));
}

/// Calls `visit(field)` for every field of a table.
template <typename Table, typename Visit>
void forEachField(Visit&& visit) {
  std::apply([&](const auto&... field) { (visit(field), ...); }, Table::fields);
}

}  // namespace linkwork::fields
