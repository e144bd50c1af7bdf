#pragma once

#include "linkwork/dynamics/operational_space.hpp"

namespace linkwork {

/// Clears the forces on bodies, on joints and on ẏ in the workspace.
template <typename Scalar>
void clearForces(Workspace<Scalar>& work) {
  work.jointForces.setZero();
  work.reducedForces.setZero();
  for (BodyWorkspace<Scalar>& body : work.bodies) body.force.setZero();
}

/// The effect of the forces in the workspace alone: Δv̇ = G H⁻¹ (forces). Gravity and velocities do
/// not count.
///
/// @param clusters  those that the forces cross on the way to the ground, parents first
/// @param change    receives Δv̇ of all joints, size nv
/// Needs eliminateInertias. Cost: O(n), no allocation.
template <typename Scalar>
void respondToForces(const ClusterTree<Scalar>& tree, const std::vector<int>& clusters,
                     Workspace<Scalar>& work, VectorRef<Scalar> change);

/// What forces along the rows of end-effectors change, all else being the same:
///
///   H Δÿ = Jᵀ f      Δv̇ = G Δÿ      response = J Δÿ = Λ⁻¹ f
///
/// For impulses [N·s, N·m·s] in place of forces the same numbers are jumps of velocity.
///
/// in    force     rows     forces along the rows [N, N·m]; one of them 1, the others 0, makes
///                          `response` a column of Λ⁻¹
/// out   change    nv       of the accelerations of all tree joints
///       response  rows     of the accelerations along the rows
/// cost  O(n); no allocation. Needs updateKinematics, at any velocity, and eliminateInertias.
/// Source: Chignoli et al., section VIII; the recursion is the articulated-body algorithm's with
/// the test forces alone. Throws std::invalid_argument if a size is wrong.
template <typename Scalar>
void applyTestForce(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work,
                    const OperationalSpace<Scalar>& space, const ConstVectorRef<Scalar>& force,
                    VectorRef<Scalar> change, VectorRef<Scalar> response);

/// J ẏ: velocities of the end-effectors along their rows [m/s, rad/s], after updateKinematics.
template <typename Scalar>
void velocityAlongRows(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work,
                       const OperationalSpace<Scalar>& space, VectorRef<Scalar> velocity);

extern template void respondToForces(const ClusterTree<double>&, const std::vector<int>&,
                                     Workspace<double>&, VectorRef<double>);
extern template void applyTestForce(const ClusterTree<double>&, Workspace<double>&,
                                    const OperationalSpace<double>&, const ConstVectorRef<double>&,
                                    VectorRef<double>, VectorRef<double>);
extern template void velocityAlongRows(const ClusterTree<double>&, Workspace<double>&,
                                       const OperationalSpace<double>&, VectorRef<double>);

}  // namespace linkwork
