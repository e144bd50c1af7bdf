#pragma once

#include <Eigen/Core>
#include <array>
#include <memory>

#include "linkwork/joints/joint_function.hpp"

namespace linkwork {

enum class ContactSurfaceType { sphere, ellipsoid, torus };

/// A closed surface about the origin of a joint frame; a torus lies round z.
struct ContactSurface {
  ContactSurfaceType type = ContactSurfaceType::sphere;
  double radius = 0;                  ///< sphere: [m], above 0
  Eigen::Vector3d semiAxes{0, 0, 0};  ///< ellipsoid: along x, y, z [m], above 0
  double majorRadius = 0;             ///< torus: of its centre line [m], above minorRadius
  double minorRadius = 0;             ///< torus: of its tube [m], above 0

  bool operator==(const ContactSurface&) const = default;
};

/// Two surfaces, the first the parent's, that touch in one point with opposite outward normals and
/// slide on each other. Coordinates u₁ v₁ u₂ v₂ [rad] say where the point is on either, u along the
/// equator (x–y plane, from x), v above it; on a torus v goes round the tube, from outside. Then
/// with `spin` the angle of the child about the normal [rad]; without, it stays `angle`.
///
/// The spin is the angle from ∂u of the parent's surface to ∂u of the child's, about the parent's
/// outward normal. Where a sphere or ellipsoid has poles, v ends without spin; with it there are
/// charts with other poles.
struct SurfaceContactJoint {
  std::array<ContactSurface, 2> surfaces;
  bool spin = true;
  double angle = 0;  ///< without spin [rad]; tori that interlock need about π/2

  bool operator==(const SurfaceContactJoint&) const = default;
};

/// The joint as a function. Throws JointDescriptionError.
std::shared_ptr<const JointFunction> jointFunction(const SurfaceContactJoint& joint);

}  // namespace linkwork
