#pragma once

#include <cmath>

#include "linkwork/elementary.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/joints/general.hpp"
#include "linkwork/spatial/displacement.hpp"

/// How a joint's child moves, in its own joint frame, when its coordinates go from q to q ⊕ δ:
///
///   J(q)⁻¹ J(q ⊕ δ)
///
/// from δ itself, so that small motions keep their digits; those of a general joint are known to
/// the rounding of its poses.
namespace linkwork {

namespace detail {

inline Displacement turnAboutZ(double angle, const Vector3<double>& moved) {
  return {elementary::cos(0.5 * angle), {0, 0, elementary::sin(0.5 * angle)}, moved};
}

}  // namespace detail

inline Displacement displacement(const RevoluteJoint<double>&, const Vector<double, 1>&,
                                 const Vector<double, 1>& delta) {
  return detail::turnAboutZ(delta[0], Vector3<double>::Zero());
}

inline Displacement displacement(const PrismaticJoint<double>&, const Vector<double, 1>&,
                                 const Vector<double, 1>& delta) {
  return {1, Vector3<double>::Zero(), {0, 0, delta[0]}};
}

inline Displacement displacement(const HelicalJoint<double>& joint, const Vector<double, 1>&,
                                 const Vector<double, 1>& delta) {
  return detail::turnAboutZ(delta[0], {0, 0, joint.pitch * delta[0]});
}

inline Displacement displacement(const CylindricalJoint<double>&, const Vector<double, 2>&,
                                 const Vector<double, 2>& delta) {
  return detail::turnAboutZ(delta[0], {0, 0, delta[1]});
}

/// Rot(y, −q₁) Rot(x, δ₀) Rot(y, q₁ + δ₁): the first turn as seen from behind the second, then the
/// second.
inline Displacement displacement(const UniversalJoint<double>&, const Vector<double, 2>& q,
                                 const Vector<double, 2>& delta) {
  const double half = elementary::sin(0.5 * delta[0]);
  const Displacement first{elementary::cos(0.5 * delta[0]),
                           {half * elementary::cos(q[1]), 0, half * elementary::sin(q[1])}};
  return first *
         Displacement{elementary::cos(0.5 * delta[1]), {0, elementary::sin(0.5 * delta[1]), 0}};
}

/// Rot(z, −θ) Trans(δx, δy, 0) Rot(z, θ + δθ).
inline Displacement displacement(const PlanarJoint<double>&, const Vector<double, 3>& q,
                                 const Vector<double, 3>& delta) {
  const double c = elementary::cos(q[2]), s = elementary::sin(q[2]);
  return detail::turnAboutZ(delta[2],
                            {c * delta[0] + s * delta[1], c * delta[1] - s * delta[0], 0});
}

inline Displacement displacement(const SphericalJoint<double>&, const Vector<double, 4>&,
                                 const Vector<double, 3>& delta) {
  const AngleFunctions<double> angle(delta.squaredNorm());
  return {angle.cosHalf(), 0.5 * angle.sincHalf() * delta};
}

inline Displacement displacement(const FreeJoint<double>&, const Vector<double, 7>&,
                                 const Vector<double, 6>& delta) {
  const Vector3<double> turn = delta.head<3>();
  const AngleFunctions<double> angle(turn.squaredNorm());
  return {angle.cosHalf(), 0.5 * angle.sincHalf() * turn,
          so3::quadratic(turn, angle.versine(), angle.excess()) * delta.tail<3>()};
}

inline Displacement displacement(const GeneralJoint<double>& joint,
                                 const GeneralJoint<double>::Position& q,
                                 const GeneralJoint<double>::Velocity& delta) {
  const Transform<double> moved =
      joint.transform(q).inverse() * joint.transform(joint.retract(q, delta));
  const Eigen::Quaterniond turn(moved.rotation);
  return {turn.w(), turn.vec(), moved.translation};
}

inline Displacement displacement(const FixedJoint<double>&, const Vector<double, 0>&,
                                 const Vector<double, 0>&) {
  return {};
}

}  // namespace linkwork
