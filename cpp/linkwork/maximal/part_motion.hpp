#pragma once

#include "linkwork/maximal/constraint_graph.hpp"

/// How free rigid parts move, in world axes: V = (ω; v of the centre of mass).
namespace linkwork::maximal {

/// J⁺, the inverse of a part's inertia in its own axes; zero along axes about which it has none.
Eigen::Matrix3d inverseInertia(const RigidPart& part);

/// Attitude after turning by a rotation vector in world axes.
PartPose turned(const PartPose& pose, const Eigen::Vector3d& slide, const Eigen::Vector3d& turn);

/// I ω with I = R J Rᵀ.
Eigen::Vector3d angularMomentum(const RigidPart& part, const Eigen::Matrix3d& rotation,
                                const Eigen::Vector3d& spin);

/// ω with I ω = L nearest to a guess, which counts where the part has no inertia.
Eigen::Vector3d spinOf(const RigidPart& part, const Eigen::Matrix3d& inverse,
                       const Eigen::Matrix3d& rotation, const Eigen::Vector3d& momentum,
                       const Eigen::Vector3d& guess);

/// The constant ω that turns a part in a time h with its angular momentum L kept,
///
///   I(q_m) ω = L      q_m = exp(h ω / 2) q
///
/// by fixed-point iteration from a guess. Returns false where it does not converge: h |ω| is too
/// large.
bool steadySpin(const RigidPart& part, const Eigen::Matrix3d& inverse, const PartPose& pose,
                const Eigen::Vector3d& momentum, double h, Eigen::Vector3d& spin);

}  // namespace linkwork::maximal
