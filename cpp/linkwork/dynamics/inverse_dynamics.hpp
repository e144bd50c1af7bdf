#pragma once

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/jet.hpp"

namespace linkwork {

/// Inverse dynamics by the recursive Newton–Euler algorithm on clusters (C-RNEA).
///
///   τ_y = H(q) ÿ + C(q, v)        C: bias force with gravity, wrenches and passive joint forces
///
/// in    q, v     spanning positions and velocities, on the loops
///       a        v̇ of all tree joints; of a constrained cluster reads only the independent ones
///       forces   wrenches on bodies; the torques in it count as already applied
/// out   torque   spanning generalized forces: τ_y on the independent joints, zero on the others
/// cost  O(n) for clusters of bounded size; no allocation
/// Source: Chignoli et al., section VI; for clusters of one body this is Luh–Walker–Paul.
/// Throws std::invalid_argument if a size is wrong, SimulationError at a singular pose of a loop.
void inverseDynamics(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                     const ConstVectorRef<double>& v, const ConstVectorRef<double>& a,
                     const AppliedForces<double>& forces, Workspace<double>& work,
                     VectorRef<double> torque);

/// The same on jets.
void inverseDynamics(const ClusterTree<DerivativeJet>& tree, const ConstVectorRef<DerivativeJet>& q,
                     const ConstVectorRef<DerivativeJet>& v, const ConstVectorRef<DerivativeJet>& a,
                     const AppliedForces<DerivativeJet>& forces, Workspace<DerivativeJet>& work,
                     VectorRef<DerivativeJet> torque);

/// In doubles, after updateJointTransforms at the same q.
void rnea(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
          const ConstVectorRef<double>& v, const ConstVectorRef<double>& a,
          const AppliedForces<double>& forces, Workspace<double>& work, VectorRef<double> torque);

/// C(q, v): the generalized forces, on the independent velocities ẏ, at ÿ = 0.
void biasForce(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
               const ConstVectorRef<double>& v, const AppliedForces<double>& forces,
               Workspace<double>& work, VectorRef<double> bias);

}  // namespace linkwork
