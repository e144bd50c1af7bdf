#pragma once

#include "linkwork/dynamics/workspace.hpp"

/// Checks of a compiled mechanism at its initial pose. Used by ClusterTree only.
namespace linkwork {

/// Throws MechanismError with the loop or coupling and its position error, unless all of a
/// cluster's close to 1e-8 m and rad at the tree's initial position.
template <typename Scalar>
void requireClosed(const Mechanism& mechanism, const ClusterTree<Scalar>& tree,
                   const Cluster<Scalar>& cluster, Workspace<Scalar>& work);

/// The same for the initial velocity: |K v| ≤ 1e-8 in every row.
template <typename Scalar>
void requireClosedVelocity(const Mechanism& mechanism, const ClusterTree<Scalar>& tree,
                           Workspace<Scalar>& work);

/// Returns the rank of a cluster's K at the initial position. The dependent velocities found there
/// become the preferred ones. Leaves K reduced in the workspace.
template <typename Scalar>
void findRank(const ClusterTree<Scalar>& tree, Cluster<Scalar>& cluster, Workspace<Scalar>& work);

/// Throws MechanismError if a cluster's K has higher rank a small motion away from the initial
/// position. Such a pose (a four-bar stretched flat) does not determine the number of dofs.
template <typename Scalar>
void requireRegularPose(const Mechanism& mechanism, const ClusterTree<Scalar>& tree,
                        Workspace<Scalar>& work);

/// Returns an error message that names the joint if the mass matrix is singular at the initial
/// position, else an empty one.
template <typename Scalar>
std::string massFault(const Mechanism& mechanism, const ClusterTree<Scalar>& tree,
                      Workspace<Scalar>& work);

}  // namespace linkwork
