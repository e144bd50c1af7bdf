#pragma once

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/dynamics/kinematics.hpp"

namespace linkwork {

/// Forward dynamics by the articulated-body algorithm on clusters (C-ABA).
///
///   H(q) ÿ + C(q, v) = Gᵀ τ        v̇ = G ÿ + g
///
/// in    q, v     spanning positions and velocities, on the loops
///       forces   generalised forces on the tree joints and wrenches on bodies; springs, dampers
///                and friction of the joints are added
/// out   a        v̇, all tree joints [rad/s², m/s²]
/// cost  O(n) for clusters of bounded size; no allocation
/// Source: Chignoli et al., "Recursive Rigid-Body Dynamics Algorithms for Systems with Kinematic
/// Loops", section VII; for clusters of one body this is Featherstone's algorithm.
/// Throws std::invalid_argument if a size is wrong; SimulationError at a singular pose of a loop or
/// if a joint moves no mass.
template <typename Scalar>
void forwardDynamics(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                     const ConstVectorRef<Scalar>& v, const AppliedForces<Scalar>& forces,
                     Workspace<Scalar>& work, VectorRef<Scalar> a);

/// The same after updateKinematics and applyForces have been called on the workspace.
template <typename Scalar>
void articulate(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work, VectorRef<Scalar> a);

/// The same without throwing: the first cluster found to move no mass, or null if all is well.
template <typename Scalar>
[[nodiscard]] const Cluster<Scalar>* tryArticulate(const ClusterTree<Scalar>& tree,
                                                   Workspace<Scalar>& work, VectorRef<Scalar> a);

extern template void forwardDynamics(const ClusterTree<double>&, const ConstVectorRef<double>&,
                                     const ConstVectorRef<double>&, const AppliedForces<double>&,
                                     Workspace<double>&, VectorRef<double>);
extern template void articulate(const ClusterTree<double>&, Workspace<double>&, VectorRef<double>);
extern template const Cluster<double>* tryArticulate(const ClusterTree<double>&, Workspace<double>&,
                                                     VectorRef<double>);

}  // namespace linkwork
