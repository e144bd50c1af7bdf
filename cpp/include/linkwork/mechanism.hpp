#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "linkwork/joint.hpp"

/// A mechanism as a plain value, with the contents of a mechanism file.
///
/// SI units, radians, right-handed, z up. Names are unique within their own list (bodies, joints,
/// loops, couplings); a joint, a loop and a body may share a name. `validate` (json.hpp)
/// checks everything that does not depend on motion.
namespace linkwork {

/// The pose of a joint's or a shape's frame in the body's frame.
struct Frame {
  Eigen::Vector3d position{0, 0, 0};                             ///< [m]
  Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();  ///< unit to 1e-6

  bool operator==(const Frame&) const = default;
};

/// The kinds of solid that bodies are drawn with, centered on the origin of the shape's frame:
///
///   box         size: edges along x, y and z; rounding: radius of its edges
///   sphere      radius
///   cylinder    radius, length along z; endRadius: the radius at its +z end
///   capsule     the same with balls at both ends; length: from center to center of the balls
///   extrusion   outline: a polygon in x–y, length along z; rounding: width of the bevel on its
///   rims
///   ellipsoid   semiAxes along x, y and z
///   torus       majorRadius of its center line round z, minorRadius of its tube
///   tube        curve: its center line; radius
///   patch       points: the control net of a Bézier surface, a sheet seen from both sides
enum class ShapeType { box, sphere, cylinder, capsule, extrusion, ellipsoid, torus, tube, patch };

inline constexpr std::array allShapeTypes{
    ShapeType::box,     ShapeType::sphere,    ShapeType::cylinder,
    ShapeType::capsule, ShapeType::extrusion, ShapeType::ellipsoid,
    ShapeType::torus,   ShapeType::tube,      ShapeType::patch};

/// The type's name in mechanism files.
constexpr std::string_view name(ShapeType type) {
  constexpr std::array<std::string_view, allShapeTypes.size()> names{
      "box", "sphere", "cylinder", "capsule", "extrusion", "ellipsoid", "torus", "tube", "patch"};
  return names[static_cast<std::size_t>(type)];
}

/// The type with this name in mechanism files, if there is one.
constexpr std::optional<ShapeType> shapeTypeFromName(std::string_view desired) {
  for (const ShapeType type : allShapeTypes)
    if (name(type) == desired) return type;
  return std::nullopt;
}

/// A solid to draw: it has no mass and no contact. The type determines which sizes apply; the
/// others stay at their defaults.
struct Shape {
  ShapeType type = ShapeType::box;
  Eigen::Vector3d size{0, 0, 0};         ///< [m], above 0
  double radius = 0;                     ///< [m], above 0
  double endRadius = 0;                  ///< [m], at least 0; files may leave it out for `radius`
  double length = 0;                     ///< [m], above 0
  std::vector<Eigen::Vector2d> outline;  ///< [m], at least three corners round an area
  double rounding = 0;                   ///< [m], 0 to half of the smallest edge or of the length
  Eigen::Vector3d semiAxes{0, 0, 0};     ///< [m], above 0
  double majorRadius = 0;                ///< [m], above 0
  double minorRadius = 0;                ///< [m], above 0
  Curve curve;
  ControlNet points;  ///< [m]
  Frame frame;        ///< in the body's frame
  std::string color;  ///< "#rrggbb" in sRGB; empty: the viewer chooses

  bool operator==(const Shape&) const = default;
};

/// The solids that touch, centered on the origin of the collider's frame:
///
///   plane    the half-space z ≤ 0 of its frame, on the world only: z is the outward normal
///   sphere   radius
///   capsule  radius, length along z from center to center of its balls
///   box      size: edges along x, y and z
///   cylinder radius, length along z
///   hull     points: 4 to 256 that span a volume; those inside it count for nothing
///   heightfield  extents: edges of a rectangle along x and y; heights: z over it, row by row along
///            x, rows along y, in equal steps. Each cell is two triangles, and the ground is below
///            them. On the world only
enum class ColliderType { plane, sphere, capsule, box, cylinder, hull, heightfield };

inline constexpr std::array allColliderTypes{
    ColliderType::plane,    ColliderType::sphere, ColliderType::capsule,    ColliderType::box,
    ColliderType::cylinder, ColliderType::hull,   ColliderType::heightfield};

/// The type's name in mechanism files.
constexpr std::string_view name(ColliderType type) {
  constexpr std::array<std::string_view, allColliderTypes.size()> names{
      "plane", "sphere", "capsule", "box", "cylinder", "hull", "heightfield"};
  return names[static_cast<std::size_t>(type)];
}

/// The type with this name in mechanism files, if there is one.
constexpr std::optional<ColliderType> colliderTypeFromName(std::string_view desired) {
  for (const ColliderType type : allColliderTypes)
    if (name(type) == desired) return type;
  return std::nullopt;
}

/// Whether colliders of a type are of the world only.
constexpr bool isFixedToWorld(ColliderType type) {
  return type == ColliderType::plane || type == ColliderType::heightfield;
}

/// Rows of numbers.
using Heights = std::vector<std::vector<double>>;

/// A solid of a body, or of the world, that others cannot enter. The type determines which sizes
/// apply; the others stay at their defaults.
struct Collider {
  std::string body;  ///< a body or the world
  ColliderType type = ColliderType::sphere;
  Eigen::Vector3d size{0, 0, 0};        ///< [m], above 0
  double radius = 0;                    ///< [m], above 0
  double length = 0;                    ///< [m], above 0
  std::vector<Eigen::Vector3d> points;  ///< [m], whose convex hull the solid is
  Eigen::Vector2d extents{0, 0};        ///< [m], above 0
  Heights heights;                      ///< [m], at least two rows of two, all of one length
  Frame frame;                          ///< in the body's frame
  double friction = 0.8;                ///< Coulomb's μ, at least 0; of a pair √(μ₁ μ₂)
  /// Torsional friction μ_t and rolling friction μ_r [m], at least 0; of a pair the geometric mean.
  /// At a contact with normal force f they are moments about the normal and in the tangent plane,
  ///
  ///   |τ_n| ≤ μ_t f      |τ_t| ≤ μ_r f
  ///
  /// against the relative angular velocities there. They hold what does not spin or roll.
  double torsionalFriction = 0, rollingFriction = 0;
  double restitution = 0;  ///< e, 0 to 1; of a pair the larger
  /// Of the surface relative to the body, along the collider's axes [m/s], as of a conveyor belt.
  Eigen::Vector3d surfaceVelocity{0, 0, 0};
  std::string name;  ///< label; several may have the same
  /// Two colliders touch if each one's mask has a bit of the other's group.
  int group = 1, mask = everyGroup;
  bool isSensor = false;  ///< whether it only reports what overlaps it

  static constexpr int everyGroup = 0x7fffffff;

  bool operator==(const Collider&) const = default;
};

/// What holds for the colliders of two names: all pairs of them.
struct ContactPair {
  std::vector<std::string> colliders;  ///< two names
  bool touches = true;                 ///< whether they touch; if not, they pass through each other
  std::optional<double> friction;      ///< Coulomb's μ, at least 0; empty: that of the colliders
  std::optional<double> restitution;   ///< e, 0 to 1; empty: the same
  std::optional<double> torsionalFriction{}, rollingFriction{};  ///< [m], at least 0; the same

  bool operator==(const ContactPair&) const = default;
};

/// The colliders and which of them touch. Colliders of one rigid part never touch each other, nor
/// do those of two bodies that a joint or a loop joins; those of the world touch every body.
struct ContactModel {
  std::vector<Collider> colliders;
  bool selfCollision = true;       ///< whether bodies touch each other, or the world alone
  std::vector<ContactPair> pairs;  ///< a later one replaces what an earlier one says of a pair

  bool operator==(const ContactModel&) const = default;
};

/// A function f of a coordinate: a polynomial, or the cubic spline through points with continuous
/// curvature.
struct CouplingFunction {
  std::vector<double> polynomial;  ///< coefficients of 1, q, q² …; or
  std::vector<double> positions;   ///< q of at least three points, ascending [rad or m]
  std::vector<double> values;      ///< f there
  /// Whether f repeats beyond the points, as on a cam; the last value is then the first. If not,
  /// f' is zero at both ends, and f is constant beyond them.
  bool repeats = false;

  bool operator==(const CouplingFunction&) const = default;
};

struct CouplingTerm {
  std::string joint;                              ///< a tree joint with one coordinate
  double coefficient = 0;                         ///< not zero
  std::optional<CouplingFunction> function = {};  ///< in couplings only; empty: f(q) = q

  bool operator==(const CouplingTerm&) const = default;
};

/// A gear, a belt, a rack, a cam: Σ coefficient · f(q) = offset.
struct Coupling {
  std::string name;
  std::vector<CouplingTerm> terms;
  double offset = 0;

  bool operator==(const Coupling&) const = default;
};

/// A range of numbers. Either bound may be infinite.
struct Range {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();

  bool operator==(const Range&) const = default;
};

/// The range of a one-coordinate joint or a tendon [rad or m], and how much of its speed comes back
/// from an end of it, 0 to 1. Either bound may be infinite.
struct JointLimits {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  double restitution = 0;

  bool operator==(const JointLimits&) const = default;
};

/// A point in the frame of a body, or of the world.
struct TendonPoint {
  std::string body;
  Eigen::Vector3d point{0, 0, 0};  ///< [m]

  bool operator==(const TendonPoint&) const = default;
};

/// The most points of a tendon.
inline constexpr std::size_t mostTendonPoints = 64;

/// A massless line with a spring and a damper, on which actuators may act: straight from point to
/// point, or a sum of joint coordinates. Of its length L:
///
///   f = −stiffness (L − restLength) − damping L̇      generalized forces: f ∂L/∂q
///
/// Two points make a spring between bodies.
struct Tendon {
  std::string name;
  std::vector<TendonPoint> points;    ///< at least two, or terms
  std::vector<CouplingTerm> terms;    ///< L = Σ coefficient · q
  double stiffness = 0;               ///< [N/m, N·m/rad], at least 0
  double damping = 0;                 ///< [N·s/m, N·m·s/rad], at least 0
  std::optional<double> restLength;   ///< [m, rad]; empty: the length at the initial state
  bool onlyPulls = false;             ///< whether it is a cable: slack where f would lengthen it
  std::optional<JointLimits> limits;  ///< of the length [m, rad]

  bool operator==(const Tendon&) const = default;
};

/// The laws of actuators, with the length l, its rate l̇ and the activation a:
///
///   torque    f = gain a
///   position  f = stiffness (a − l) − damping l̇
///   velocity  f = damping (a − l̇)
///   general   f = gain a + offset − stiffness l − damping l̇
enum class ActuatorType { torque, position, velocity, general };

/// How the activation a follows the control u:
///
///   none        a = u
///   filter      ȧ = (u − a) / timeConstant
///   integrator  ȧ = u, within the activation range
enum class ActivationType { none, filter, integrator };

/// A motor on joints with one coordinate, or on a tendon. Its length is l = Σ coefficient · q, and
/// the force on each of its joints is coefficient · f; or l is that of the tendon. Gains too stiff
/// for explicit steps act implicitly, within the force range exactly, together with contacts,
/// limits and Coulomb friction.
struct Actuator {
  ActuatorType type = ActuatorType::torque;
  std::string name;
  std::vector<CouplingTerm> terms;  ///< one joint, or several; or a tendon
  std::string tendon;               ///< name of a tendon; empty: terms
  double gain = 1;                  ///< of types torque and general
  double offset = 0;                ///< of type general [N·m or N]
  double stiffness = 0;             ///< of types position and general [N·m/rad or N/m], at least 0
  double damping = 0;               ///< of all types but torque [N·m·s/rad or N·s/m], at least 0
  Range controlRange;               ///< of u
  Range forceRange;                 ///< of f [N·m or N]
  double maxPower = std::numeric_limits<double>::infinity();  ///< of |f l̇| [W], above 0
  ActivationType activation = ActivationType::none;
  double timeConstant = 0;  ///< of a filter [s], above 0
  Range activationRange;    ///< of an integrator's a

  bool operator==(const Actuator&) const = default;
};

/// A thin disc that rolls on the plane z = height of the world without slipping or leaving it.
///
///   C_z − ρ √(1 − a_z²) = height        a: its axis, C its center
///   v_P = 0 along x and y               P: the point of the body that touches
///
/// `"rolling-disc"` in mechanism files.
struct RollingDisc {
  std::string body;
  Eigen::Vector3d center{0, 0, 0};  ///< in the body's frame [m]
  Eigen::Vector3d axis{0, 0, 1};    ///< the same; any length but zero
  double radius = 0;                ///< ρ [m], above 0
  double height = 0;                ///< [m]

  bool operator==(const RollingDisc&) const = default;
};

/// A blade: a point of a body does not move along a direction fixed in the body, n · v_P = 0.
/// `"knife-edge"` in mechanism files.
struct KnifeEdge {
  std::string body;
  Eigen::Vector3d point{0, 0, 0};   ///< in the body's frame [m]
  Eigen::Vector3d across{0, 1, 0};  ///< n, the same; any length but zero

  bool operator==(const KnifeEdge&) const = default;
};

/// Σ coefficient · q̇ = 0 between at least two joints with one coordinate, where they stand.
/// `"velocity-ratio"` in mechanism files.
struct VelocityRatio {
  std::vector<CouplingTerm> terms;

  bool operator==(const VelocityRatio&) const = default;
};

/// A constraint on velocities, not on positions, enforced by impulses along its own gradient
/// (Lagrange–d'Alembert). The initial state should satisfy it.
using Nonholonomic = std::variant<RollingDisc, KnifeEdge, VelocityRatio>;

/// The name of the ground, which is the root of the mechanism and is no body.
inline constexpr std::string_view worldName = "world";

/// A rigid body. Massless bodies with rotational inertia are allowed: they are common for rotors.
struct Body {
  std::string name;
  double mass = 0;                        ///< [kg], at least 0
  Eigen::Vector3d centerOfMass{0, 0, 0};  ///< in the body's frame [m]
  std::array<double, 6> inertia{};        ///< xx, yy, zz, xy, xz, yz about the center of mass,
                                          ///< in the body's axes [kg·m²], positive semidefinite
  std::vector<Shape> shapes{};            ///< what it looks like; none: a viewer draws its own

  bool operator==(const Body&) const = default;

  /// The inertia about the center of mass as a symmetric matrix [kg·m²].
  Eigen::Matrix3d inertiaMatrix() const {
    const auto& [xx, yy, zz, xy, xz, yz] = inertia;
    return (Eigen::Matrix3d() << xx, xy, xz, xy, yy, yz, xz, yz, zz).finished();
  }
};

/// The range of one of several coordinates. Both bounds may be infinite.
struct CoordinateLimits : JointLimits {
  bool operator==(const CoordinateLimits&) const = default;
};

/// Limits of a ball joint [rad]. Its rotation is a twist about z, then a swing of z.
struct BallLimits {
  static constexpr double open = std::numeric_limits<double>::infinity();

  double cone = open;      ///< largest angle between the z axes of the joint frames, below π
  CoordinateLimits twist;  ///< of the twist, within −π to π
  double turn = open;      ///< largest angle of the whole rotation, below π
  double restitution = 0;  ///< of cone and turn

  bool operator==(const BallLimits&) const = default;
};

/// The common part of tree joints and loop joints: pose of child in parent = parentFrame J(q)
/// childFrame⁻¹, with J(q) as listed at JointType.
struct JointGeometry {
  JointType type = JointType::fixed;
  std::string name;
  std::string parent;              ///< a body or the world
  std::string child;               ///< a body; of a loop also the world
  Eigen::Vector3d axis{0, 0, 1};   ///< not zero; only its direction counts
  Eigen::Vector3d axis2{1, 0, 0};  ///< universal only: second axis, perpendicular to the first
  double pitch = 0;                ///< helical only: advance per angle [m/rad]
  JointDescription function{};     ///< general only: which function J(q) is
  Frame parentFrame;
  Frame childFrame;

  bool operator==(const JointGeometry&) const = default;
};

/// How many numbers a joint's q and v have.
inline int positionSize(const JointGeometry& joint) {
  return joint.type == JointType::general ? positionCount(joint.function)
                                          : positionSize(joint.type);
}
inline int velocitySize(const JointGeometry& joint) {
  return joint.type == JointType::general ? coordinateCount(joint.function)
                                          : velocitySize(joint.type);
}

/// The name of a joint's type in mechanism files.
inline std::string_view typeName(const JointGeometry& joint) {
  return joint.type == JointType::general ? kindName(joint.function) : name(joint.type);
}

/// A joint of the tree, with its passive forces on each component of v:
///
///   τ = − damping v − stiffness (q ⊖ rest) − friction v/√(v² + vₛ²),   vₛ = 0.01 rad/s or m/s
///
/// In a step, joints that are slow enough to stop in it have Coulomb's law instead, solved together
/// with contacts: friction against v, and at rest what holds it, at most `friction`; so does the
/// acceleration of what is at rest. Nothing creeps.
///
/// On general joints with charts, whose coordinates change from chart to chart, all three act as on
/// a free joint: on the twist of the child and on its displacement from where the joint's frames
/// coincide (joints/twist_forces.hpp), friction by the smooth law at every speed; a ball by Euler
/// angles resists as a spherical joint does.
///
/// `armature` is the inertia a of a motor or of its gears as the joint has it: it adds a v²/2 to
/// the kinetic energy, and a to the diagonal of the mass matrix. A rotor with axial inertia I on a
/// gear of ratio n has a = n² I; a rotor that is a body of its own, with a coupling, also has the
/// gyroscopic moments on its parent.
///
/// Every body is the child of exactly one such joint.
struct Joint : JointGeometry {
  double damping = 0;    ///< [N·m·s/rad or N·s/m], at least 0
  double stiffness = 0;  ///< [N·m/rad or N/m], at least 0
  double rest = 0;       ///< of every coordinate [rad or m]; 0 on quaternions and charts
  double friction = 0;   ///< [N·m or N], at least 0
  double armature = 0;   ///< [kg·m² or kg], at least 0; not on free joints and charts
  /// Of the sum of the forces that actuators exert on it, without those on tendons [N·m or N];
  /// one-coordinate joints only.
  Range actuatorForceRange;
  std::optional<JointLimits> limits;               ///< one-coordinate joints only
  std::vector<CoordinateLimits> coordinateLimits;  ///< universal, cylindrical, planar: of each
  std::optional<BallLimits> ballLimits;            ///< spherical joints only

  bool operator==(const Joint&) const = default;
};

/// The largest reaction of a loop after a step; a larger one breaks it.
struct BreakLimits {
  double force = std::numeric_limits<double>::infinity();   ///< above 0 [N]
  double moment = std::numeric_limits<double>::infinity();  ///< above 0, about its frame [N·m]

  bool operator==(const BreakLimits&) const = default;
};

/// A joint that closes a cycle: its relation must hold for some value of its own coordinates. A rod
/// is a massless strut between two balls: of its frames only the origins count.
///
/// A loop that is a function (type `general`) has a branch: its coordinates are in the state, under
/// its name, which no joint and no body may have. Simulation and Model replace it by a joint and a
/// massless body of that name, after all others, fixed to the child. So `Simulation::mechanism` and
/// `Model::mechanism` have one joint and one body more.
struct Loop : JointGeometry {
  double length = 0;  ///< rods only: between the origins of its two frames [m], greater than 0
  std::optional<BreakLimits> breaks{};  ///< empty: it bears anything

  /// The one number that some types have: the pitch [m/rad], or a rod's length [m].
  double measure() const { return type == JointType::rod ? length : pitch; }

  bool operator==(const Loop&) const = default;
};

/// Numbers of joints by joint name; a joint not named is at its zero.
using JointValues = std::map<std::string, std::vector<double>, std::less<>>;

/// The state file: everything by name.
struct NamedState {
  JointValues q;    ///< positions, positionSize(joint) numbers a joint
  JointValues v;    ///< velocities, velocitySize(joint) numbers a joint
  JointValues tau;  ///< generalized forces dual to v [N·m, N]
  JointValues a;    ///< derivative of v
  /// External wrench on a body: [moment; force], world axes, moment about the world's origin.
  std::map<std::string, Eigen::Matrix<double, 6, 1>, std::less<>> wrenches;

  bool operator==(const NamedState&) const = default;
};

/// A frame on a body, by a name of its own: a fingertip, a camera, the point that is traced.
struct Site {
  std::string name;
  std::string body;  ///< or the world
  Frame frame;       ///< in the body's frame

  bool operator==(const Site&) const = default;
};

/// Free text about a mechanism, not used by dynamics.
struct About {
  std::string title, description, author, licence, source;

  bool operator==(const About&) const = default;
};

/// Bodies, the joints of their tree, the loops that close it, the couplings in it, what ties
/// velocities alone, and what touches.
struct Mechanism {
  std::string name;
  Eigen::Vector3d gravity{0, 0, -9.81};  ///< [m/s²]
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Loop> loops;
  std::vector<Coupling> couplings;
  std::vector<Nonholonomic> nonholonomic;
  std::vector<Site> sites;
  std::vector<Tendon> tendons;
  std::vector<Actuator> actuators;
  ContactModel contact;
  std::optional<NamedState> initialState;  ///< q and v only
  About about;
  std::string schema;  ///< the address of a JSON Schema that editors check the file against

  bool operator==(const Mechanism&) const = default;
};

}  // namespace linkwork
