#pragma once

#include <cmath>

#include "linkwork/elementary.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/joints/general.hpp"
#include "linkwork/spatial/displacement.hpp"

/// The motion of a joint's child in its own joint frame, when the coordinates change from q to q ⊕
/// δ:
///
///   J(q)⁻¹ J(q ⊕ δ)
///
/// It is computed from δ itself: small motions keep their precision. Those of a general joint are
/// as accurate as its poses.
namespace linkwork {

namespace detail {

template <typename Scalar>
BasicDisplacement<Scalar> turnAboutZ(const Scalar& angle, const Vector3<Scalar>& moved) {
  using elementary::cos, elementary::sin;
  const Scalar half = Scalar(0.5) * angle;
  return {cos(half), {Scalar(0), Scalar(0), sin(half)}, moved};
}

}  // namespace detail

template <typename Scalar>
BasicDisplacement<Scalar> displacement(const RevoluteJoint<Scalar>&, const Vector<Scalar, 1>&,
                                       const Vector<Scalar, 1>& delta) {
  return detail::turnAboutZ<Scalar>(delta[0], Vector3<Scalar>::Zero());
}

template <typename Scalar>
BasicDisplacement<Scalar> displacement(const PrismaticJoint<Scalar>&, const Vector<Scalar, 1>&,
                                       const Vector<Scalar, 1>& delta) {
  return {Scalar(1), Vector3<Scalar>::Zero(), {Scalar(0), Scalar(0), delta[0]}};
}

template <typename Scalar>
BasicDisplacement<Scalar> displacement(const HelicalJoint<Scalar>& joint, const Vector<Scalar, 1>&,
                                       const Vector<Scalar, 1>& delta) {
  return detail::turnAboutZ<Scalar>(delta[0], {Scalar(0), Scalar(0), joint.pitch * delta[0]});
}

template <typename Scalar>
BasicDisplacement<Scalar> displacement(const CylindricalJoint<Scalar>&, const Vector<Scalar, 2>&,
                                       const Vector<Scalar, 2>& delta) {
  return detail::turnAboutZ<Scalar>(delta[0], {Scalar(0), Scalar(0), delta[1]});
}

/// Rot(y, −q₁) Rot(x, δ₀) Rot(y, q₁ + δ₁): the first turn as seen from behind the second, then the
/// second.
template <typename Scalar>
BasicDisplacement<Scalar> displacement(const UniversalJoint<Scalar>&, const Vector<Scalar, 2>& q,
                                       const Vector<Scalar, 2>& delta) {
  using elementary::cos, elementary::sin;
  const Scalar half = Scalar(0.5) * delta[0], otherHalf = Scalar(0.5) * delta[1];
  const Scalar turn = sin(half);
  const BasicDisplacement<Scalar> first{cos(half), {turn * cos(q[1]), Scalar(0), turn * sin(q[1])}};
  const BasicDisplacement<Scalar> second{cos(otherHalf), {Scalar(0), sin(otherHalf), Scalar(0)}};
  return first * second;
}

/// Rot(z, −θ) Trans(δx, δy, 0) Rot(z, θ + δθ).
template <typename Scalar>
BasicDisplacement<Scalar> displacement(const PlanarJoint<Scalar>&, const Vector<Scalar, 3>& q,
                                       const Vector<Scalar, 3>& delta) {
  using elementary::cos, elementary::sin;
  const Scalar c = cos(q[2]), s = sin(q[2]);
  return detail::turnAboutZ<Scalar>(
      delta[2], {c * delta[0] + s * delta[1], c * delta[1] - s * delta[0], Scalar(0)});
}

template <typename Scalar>
BasicDisplacement<Scalar> displacement(const SphericalJoint<Scalar>&, const Vector<Scalar, 4>&,
                                       const Vector<Scalar, 3>& delta) {
  const AngleFunctions<Scalar> angle(delta.squaredNorm());
  return {angle.cosHalf(), Scalar(0.5) * angle.sincHalf() * delta};
}

template <typename Scalar>
BasicDisplacement<Scalar> displacement(const FreeJoint<Scalar>&, const Vector<Scalar, 7>&,
                                       const Vector<Scalar, 6>& delta) {
  const Vector3<Scalar> turn = delta.template head<3>();
  const AngleFunctions<Scalar> angle(turn.squaredNorm());
  return {angle.cosHalf(), Scalar(0.5) * angle.sincHalf() * turn,
          so3::quadratic(turn, angle.versine(), angle.excess()) * delta.template tail<3>()};
}

template <typename Scalar>
BasicDisplacement<Scalar> displacement(const GeneralJoint<Scalar>& joint,
                                       const typename GeneralJoint<Scalar>::Position& q,
                                       const typename GeneralJoint<Scalar>::Velocity& delta) {
  const Transform<Scalar> moved =
      joint.transform(q).inverse() * joint.transform(joint.retract(q, delta));
  const Eigen::Quaternion<Scalar> turn(moved.rotation);
  return {turn.w(), turn.vec(), moved.translation};
}

template <typename Scalar>
BasicDisplacement<Scalar> displacement(const FixedJoint<Scalar>&, const Vector<Scalar, 0>&,
                                       const Vector<Scalar, 0>&) {
  return {};
}

}  // namespace linkwork
