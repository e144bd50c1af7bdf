#pragma once

#include "linkwork/maximal/constraint_graph.hpp"
#include "linkwork/spatial/quaternion.hpp"

/// Motion of free rigid parts, in world axes: V = (ω; v of the center of mass).
namespace linkwork::maximal {

/// J⁺, the inverse of a part's inertia in its own axes. Zero along axes without inertia.
Eigen::Matrix3d inverseInertia(const RigidPart& part);

/// The pose after a displacement and a rotation vector in world axes.
template <typename Scalar>
PartPoseOf<Scalar> turned(const PartPoseOf<Scalar>& pose,
                          const std::type_identity_t<Vector3<Scalar>>& slide,
                          const std::type_identity_t<Vector3<Scalar>>& turn) {
  const Eigen::Quaternion<Scalar> attitude =
      quaternion::normalized(Eigen::Quaternion<Scalar>(quaternion::exp(turn) * pose.attitude));
  return {pose.position + slide, attitude, attitude.toRotationMatrix()};
}

/// I ω with I = R J Rᵀ.
template <typename Scalar>
Vector3<Scalar> angularMomentum(const RigidPart& part, const Matrix3<Scalar>& rotation,
                                const std::type_identity_t<Vector3<Scalar>>& spin) {
  const Vector3<Scalar> local = rotation.transpose() * spin;
  return rotation * Vector3<Scalar>(part.inertia.cast<Scalar>() * local);
}

/// The ω with I ω = L. Along axes without inertia, ω is that of the guess.
Eigen::Vector3d spinOf(const RigidPart& part, const Eigen::Matrix3d& inverse,
                       const Eigen::Matrix3d& rotation, const Eigen::Vector3d& momentum,
                       const Eigen::Vector3d& guess);

/// Computes the constant ω that rotates a part during h with constant angular momentum L, in its
/// axes
///
///   J ω = Jr(h ω) L      q⁺ = q exp(h ω)      Jr: so3::rightTangent
///
/// by Newton's method from a guess, which converges for thin bodies too. This is the step of
/// discrete mechanics for the Lagrangian (h/2) ω·Jω, symplectic, of order 2. Returns false if it
/// does not converge: h |ω| is too large.
bool steadySpin(const RigidPart& part, const Eigen::Matrix3d& inverse, const PartPose& pose,
                const Eigen::Vector3d& momentum, double h, Eigen::Vector3d& spin);

}  // namespace linkwork::maximal
