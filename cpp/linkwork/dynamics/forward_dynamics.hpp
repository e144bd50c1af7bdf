#pragma once

#include "linkwork/dynamics/forces.hpp"

namespace linkwork {

/// Forward dynamics by the articulated-body algorithm on clusters (aba.hpp).
///
///   H(q) ÿ + C(q, v) = Gᵀ τ        v̇ = G ÿ + g
///
/// in    q, v     spanning positions and velocities, on the loops
///       forces   generalized forces on the tree joints and wrenches on bodies; springs, dampers
///                and friction of the joints are added
/// out   a        v̇, all tree joints [rad/s², m/s²]
/// cost  O(n) for clusters of bounded size; no allocation
/// Throws std::invalid_argument if a size is wrong; SimulationError at a singular pose of a loop or
/// if a joint moves no mass.
void forwardDynamics(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                     const ConstVectorRef<double>& v, const AppliedForces<double>& forces,
                     Workspace<double>& work, VectorRef<double> a);

/// The same after updateJointTransforms at the same q.
void aba(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
         const ConstVectorRef<double>& v, const AppliedForces<double>& forces,
         Workspace<double>& work, VectorRef<double> a);

}  // namespace linkwork
