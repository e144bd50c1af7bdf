#pragma once

#include <utility>

#include "linkwork/joint.hpp"
#include "linkwork/joints/cylindrical.hpp"
#include "linkwork/joints/fixed.hpp"
#include "linkwork/joints/free.hpp"
#include "linkwork/joints/helical.hpp"
#include "linkwork/joints/planar.hpp"
#include "linkwork/joints/prismatic.hpp"
#include "linkwork/joints/revolute.hpp"
#include "linkwork/joints/rod.hpp"
#include "linkwork/joints/spherical.hpp"
#include "linkwork/joints/universal.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {

/// Calls `visit(joint)` with the joint type's own class, so sizes are known to the compiler.
/// `pitch` [m/rad] is used by helical joints only. Not for rods, which are no joints of a tree, nor
/// for general joints (model/body_joint.hpp).
template <typename Scalar, typename Visitor>
decltype(auto) withJoint(JointType type, const Scalar& pitch, Visitor&& visit) {
  switch (type) {
    case JointType::revolute:
      return visit(RevoluteJoint<Scalar>());
    case JointType::prismatic:
      return visit(PrismaticJoint<Scalar>());
    case JointType::helical:
      return visit(HelicalJoint<Scalar>(pitch));
    case JointType::cylindrical:
      return visit(CylindricalJoint<Scalar>());
    case JointType::universal:
      return visit(UniversalJoint<Scalar>());
    case JointType::planar:
      return visit(PlanarJoint<Scalar>());
    case JointType::spherical:
      return visit(SphericalJoint<Scalar>());
    case JointType::free:
      return visit(FreeJoint<Scalar>());
    case JointType::fixed:
    case JointType::rod:
    case JointType::general:
      break;
  }
  return visit(FixedJoint<Scalar>());
}

/// The same for joints that close loops, rods among them. `measure` is the pitch of a helical joint
/// [m/rad] and the length of a rod [m].
template <typename Scalar, typename Visitor>
decltype(auto) withLoopJoint(JointType type, const Scalar& measure, Visitor&& visit) {
  if (type == JointType::rod) return visit(RodJoint<Scalar>(measure));
  return withJoint(type, measure, std::forward<Visitor>(visit));
}

/// Calls `visit.operator()<n>()` with the number of a joint's velocities as a constant: 0, 1, 2, 3,
/// 4, 5 or 6.
template <typename Visitor>
decltype(auto) withVelocitySize(int size, Visitor&& visit) {
  if (size == 0) return visit.template operator()<0>();
  return linalg::withSize<6>(size, std::forward<Visitor>(visit));
}

/// The rotation R whose columns turn canonical axes into the user's: R z = axis, for universal
/// joints R x = axis and R y = axis2. Then Rot(axis, q) = R Rot(z, q) Rᵀ, and likewise Trans.
/// Types without an axis keep their frames: R = 1. `axis` and `axis2` need not have unit length.
Eigen::Matrix3d canonicalFrame(JointType type, const Eigen::Vector3d& axis,
                               const Eigen::Vector3d& axis2);

/// Whether a velocity of a joint is one along a line [m/s].
inline bool isAlongLine(JointType type, int velocity) {
  switch (type) {
    case JointType::prismatic:
      return true;
    case JointType::cylindrical:
      return velocity == 1;
    case JointType::planar:
      return velocity < 2;
    case JointType::free:
      return velocity >= 3;
    default:
      return false;
  }
}

}  // namespace linkwork
