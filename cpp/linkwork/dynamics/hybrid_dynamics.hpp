#pragma once

#include <span>
#include <vector>

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/dynamics/kinematics.hpp"

namespace linkwork {

/// Hybrid dynamics: driven clusters have given accelerations and unknown forces. All others,
/// including a floating base, have given forces and unknown accelerations.
///
///   H(q) ÿ + C(q, v) = Gᵀτ_given + τ_y      ÿ given if driven, else τ_y = 0
///
/// A driven cluster propagates its whole articulated inertia; its force is the remainder:
///   Iᵃ = Σ X_i Iᴬ_i X_iᵀ    pᵃ = Σ X_i P_i    P_i = pᴬ_i + Iᴬ_i (c_i + S_i ÿ)
///   τ_y = Σ S_iᵀ (P_i + Iᴬ_i X_i a_p) − Gᵀτ_given
///
/// in      q, v      spanning positions and velocities, on the loops
///         forces    wrenches, and generalized forces τ_given already applied to any joint;
///                   springs, dampers and friction of the joints are added
///         isDriven  by cluster
/// in/out  a         v̇ of all tree joints; reads the independent ones of driven clusters
/// out     torque    spanning generalized forces: τ_y on the independent joints of driven clusters,
///                   zero on all others
/// cost    O(n) for clusters of bounded size; eliminateDriven allocates nothing
/// Source: Featherstone, "Rigid Body Dynamics Algorithms", section 9.2, here on clusters.
/// Throws std::invalid_argument if a size is wrong; SimulationError at a singular pose of a loop or
/// if a joint that is not driven moves no mass.
template <typename Scalar>
void hybridDynamics(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                    const ConstVectorRef<Scalar>& v, const AppliedForces<Scalar>& forces,
                    const std::vector<bool>& isDriven, Workspace<Scalar>& work, VectorRef<Scalar> a,
                    VectorRef<Scalar> torque);

/// The same after updateKinematics and applyForces on the workspace, with ÿ of the driven clusters
/// in `work.accelerations`. Processes the given clusters alone, parents first: whole trees from the
/// ground on.
template <typename Scalar>
void eliminateDriven(const ClusterTree<Scalar>& tree, std::span<const int> clusters,
                     const std::vector<bool>& isDriven, Workspace<Scalar>& work,
                     VectorRef<Scalar> a, VectorRef<Scalar> torque);

/// The clusters of all trees with driven clusters, parents first.
template <typename Scalar>
std::vector<int> clustersWithDriven(const ClusterTree<Scalar>& tree,
                                    const std::vector<bool>& isDriven);

extern template void hybridDynamics(const ClusterTree<double>&, const ConstVectorRef<double>&,
                                    const ConstVectorRef<double>&, const AppliedForces<double>&,
                                    const std::vector<bool>&, Workspace<double>&, VectorRef<double>,
                                    VectorRef<double>);
extern template void eliminateDriven(const ClusterTree<double>&, std::span<const int>,
                                     const std::vector<bool>&, Workspace<double>&,
                                     VectorRef<double>, VectorRef<double>);
extern template std::vector<int> clustersWithDriven(const ClusterTree<double>&,
                                                    const std::vector<bool>&);

}  // namespace linkwork
