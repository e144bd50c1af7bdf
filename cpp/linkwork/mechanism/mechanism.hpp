#pragma once

#include <Eigen/Core>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linkwork/joints/joint_type.hpp"
#include "linkwork/mechanism/contact.hpp"
#include "linkwork/mechanism/coupling.hpp"
#include "linkwork/mechanism/frame.hpp"
#include "linkwork/mechanism/joint_functions.hpp"
#include "linkwork/mechanism/nonholonomic.hpp"
#include "linkwork/mechanism/shape.hpp"

/// What a user says: a mechanism as a plain value, the C++ twin of the mechanism file.
///
/// SI units, radians, right-handed, z up. Names are unique within their own list (bodies, joints,
/// loops, couplings); a joint, a loop and a body may share a name. `validate` (validation.hpp)
/// checks everything that can be told without moving the mechanism.
namespace linkwork {

/// The name of the ground, which carries the mechanism and is no body.
inline constexpr std::string_view worldName = "world";

/// A rigid body. Massless bodies with rotational inertia are allowed: they are common for rotors.
struct Body {
  std::string name;
  double mass = 0;                        ///< [kg], at least 0
  Eigen::Vector3d centerOfMass{0, 0, 0};  ///< in the body's frame [m]
  std::array<double, 6> inertia{};        ///< xx, yy, zz, xy, xz, yz about the centre of mass,
                                          ///< in the body's axes [kg·m²], positive semidefinite
  std::vector<Shape> shapes{};            ///< what it looks like; none: a viewer draws its own

  bool operator==(const Body&) const = default;

  /// The inertia about the centre of mass as a symmetric matrix [kg·m²].
  Eigen::Matrix3d inertiaMatrix() const {
    const auto& [xx, yy, zz, xy, xz, yz] = inertia;
    return (Eigen::Matrix3d() << xx, xy, xz, xy, yy, yz, xz, yz, zz).finished();
  }
};

/// The range of a one-coordinate joint [rad or m]: kept by the method of multipliers, carried by
/// the others.
struct JointLimits {
  double lower = 0;
  double upper = 0;

  bool operator==(const JointLimits&) const = default;
};

/// What tree joints and loop joints share: pose of child in parent = parentFrame J(q) childFrame⁻¹,
/// with J(q) as listed at JointType.
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

/// What a joint's type is called in mechanism files.
inline std::string_view typeName(const JointGeometry& joint) {
  return joint.type == JointType::general ? kindName(joint.function) : name(joint.type);
}

/// A joint of the tree, with its passive forces on each component of v:
///
///   τ = − damping v − stiffness (q ⊖ rest) − friction v/√(v² + vₛ²),   vₛ = 0.01 rad/s or m/s
///
/// Every body is the child of exactly one such joint.
struct Joint : JointGeometry {
  double damping = 0;                 ///< [N·m·s/rad or N·s/m], at least 0
  double stiffness = 0;               ///< [N·m/rad or N/m], at least 0
  double rest = 0;                    ///< of every coordinate [rad or m]; 0 on spherical and free
  double friction = 0;                ///< [N·m or N], at least 0
  std::optional<JointLimits> limits;  ///< one-coordinate joints only

  bool operator==(const Joint&) const = default;
};

/// A joint that closes a cycle: its relation must hold for some value of its own coordinates. A rod
/// is a massless strut between two balls: of its frames only the origins count.
struct Loop : JointGeometry {
  double length = 0;  ///< rods only: between the origins of its two frames [m], greater than 0

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
  JointValues tau;  ///< generalised forces dual to v [N·m, N]
  JointValues a;    ///< derivative of v
  /// External wrench on a body: [moment; force], world axes, moment about the world's origin.
  std::map<std::string, Eigen::Matrix<double, 6, 1>, std::less<>> wrenches;

  bool operator==(const NamedState&) const = default;
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
  ContactModel contact;
  std::optional<NamedState> initialState;  ///< q and v only

  bool operator==(const Mechanism&) const = default;
};

}  // namespace linkwork
