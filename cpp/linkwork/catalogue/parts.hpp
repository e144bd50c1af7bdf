#pragma once

#include <string>
#include <string_view>

#include "linkwork/catalogue/options.hpp"
#include "linkwork/elementary.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/mechanism.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/parts.hpp"

/// Functions of all builders of the catalogue.
namespace linkwork::detail {

/// Radius of a link over its length: slender, yet with inertia about its own axis.
inline constexpr double linkSlenderness = 0.04, barSlenderness = 0.03;

/// An error about an option.
[[noreturn]] inline void failOption(std::string_view option, const std::string& problem) {
  throw MechanismError("options." + std::string(option), problem);
}

/// Throws MechanismError at the first option out of its range.
struct RangeCheck {
  void operator()(std::string_view option, double value, Range range) const {
    if (value >= range.lowest && value <= range.highest) return;  // false for NaN
    failOption(option, "expected " + written(range.lowest) + " to " + written(range.highest) +
                           ", found " + written(value));
  }
  void operator()(std::string_view option, const Eigen::Vector2d& value, Range range) const {
    (*this)(option, value.x(), range);
    (*this)(option, value.y(), range);
  }
  void operator()(std::string_view, JointType) const {}
  void operator()(std::string_view, RobotBase) const {}
  void operator()(std::string_view, SixBarKind) const {}
  void operator()(std::string_view option, const std::vector<Eigen::Vector3d>& axes) const {
    if (axes.empty()) failOption(option, "is empty; expected at least one axis");
    for (const Eigen::Vector3d& axis : axes)
      if (!(axis.allFinite() && axis.stableNorm() > 1e-12))
        failOption(option, "every axis needs a direction; found one of length " +
                               written(axis.stableNorm()));
  }
};

template <typename Options>
void requireRanges(Options options) {
  visitOptions(options, RangeCheck{});
}

/// A mechanism with nothing in it yet, at rest, in gravity of this magnitude.
inline Mechanism emptyMechanism(std::string name, double gravity) {
  Mechanism mechanism;
  mechanism.name = std::move(name);
  mechanism.gravity = {0, 0, -gravity};
  mechanism.initialState.emplace();
  return mechanism;
}

/// A turn by an angle [rad] about an axis of length 1.
inline Eigen::Quaterniond turn(double angle, const Eigen::Vector3d& axis) {
  const Eigen::Vector3d v = elementary::sin(angle / 2) * axis;
  return {elementary::cos(angle / 2), v.x(), v.y(), v.z()};
}

/// Joins two bodies at a point of the parent, frames parallel. A loop meets the child at `onChild`.
template <typename Any = Joint>
Any joinAt(JointType type, const std::string& name, const std::string& parent,
           const std::string& child, const Eigen::Vector3d& axis, const Eigen::Vector3d& onParent,
           const Eigen::Vector3d& onChild = Eigen::Vector3d::Zero()) {
  Any joint;
  joint.type = type;
  joint.name = name;
  joint.parent = parent;
  joint.child = child;
  joint.axis = axis;
  joint.parentFrame.position = onParent;
  joint.childFrame.position = onChild;
  return joint;
}

inline Joint revolute(const std::string& name, const std::string& parent, const std::string& child,
                      const Eigen::Vector3d& axis, const Eigen::Vector3d& onParent) {
  return joinAt(JointType::revolute, name, parent, child, axis, onParent);
}

using linkwork::addRotor;

/// A free joint to the world, named after the body, with the frame of the world.
inline Joint freeJoint(const std::string& body) {
  return joinAt(JointType::free, body, std::string(worldName), body, JointGeometry{}.axis,
                Eigen::Vector3d::Zero());
}

/// The ground z = 0 as a collider.
Collider groundCollider(double friction);

/// A capsule between the centers of its balls as a collider, and a body's shape of it.
Collider capsuleCollider(const std::string& body, const Eigen::Vector3d& from,
                         const Eigen::Vector3d& to, double radius, double friction);

/// A ring round z, and an ellipsoid or a ball, about the body's origin: with their shapes.
Body ring(const std::string& name, double mass, double majorRadius, double minorRadius);
Body egg(const std::string& name, double mass, const Eigen::Vector3d& semiAxes);
Body ball(const std::string& name, double mass, double radius);

/// A round bar as a body's shape.
Shape barShape(const Eigen::Vector3d& from, const Eigen::Vector3d& to, double radius);

/// A joint that is a function, between the origins of two bodies.
Joint functionAt(JointDescription function, const std::string& name, const std::string& parent,
                 const std::string& child);

/// Two surfaces, about the origins of their bodies, that touch.
ContactSurface torusSurface(double majorRadius, double minorRadius);
ContactSurface ellipsoidSurface(const Eigen::Vector3d& semiAxes);
ContactSurface sphereSurface(double radius);

/// Hangs a ring on a ring, crossed at a right angle: its joint's numbers are (π, π, 0, π) where
/// both have their x upwards.
Joint hungRing(const std::string& name, const std::string& parent, const std::string& child,
               double majorRadius, double minorRadius);

/// q of a free joint.
std::vector<double> freePosition(const Eigen::Vector3d& position,
                                 const Eigen::Quaterniond& rotation);

/// Gives every joint that moves this damping, but those whose coordinates change with the chart.
void setDamping(Mechanism& mechanism, double damping);

/// The axis about which a positive angle turns x towards z: that of the planar linkages.
inline const Eigen::Vector3d outOfPlane{0, -1, 0};

}  // namespace linkwork::detail
