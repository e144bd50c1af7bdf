#pragma once

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/dynamics/kinematics.hpp"

namespace linkwork {

/// Inverse dynamics by the recursive Newton–Euler algorithm on clusters (C-RNEA).
///
///   τ_y = H(q) ÿ + C(q, v)        C: bias force with gravity, wrenches and passive joint forces
///
/// in    q, v     spanning positions and velocities, on the loops
///       a        v̇ of all tree joints; of a constrained cluster the independent ones count, the
///                others follow from them
///       forces   wrenches on bodies; the torques in it are counted as already acting
/// out   torque   spanning generalised forces: τ_y on the independent joints, zero on the others
/// cost  O(n) for clusters of bounded size; no allocation
/// Source: Chignoli et al., section VI; for clusters of one body this is Luh–Walker–Paul.
/// Throws std::invalid_argument if a size is wrong, SimulationError at a singular pose of a loop.
template <typename Scalar>
void inverseDynamics(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                     const ConstVectorRef<Scalar>& v, const ConstVectorRef<Scalar>& a,
                     const AppliedForces<Scalar>& forces, Workspace<Scalar>& work,
                     VectorRef<Scalar> torque);

/// C(q, v): the generalised forces, on the independent velocities ẏ, that hold ÿ = 0.
template <typename Scalar>
void biasForce(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
               const ConstVectorRef<Scalar>& v, const AppliedForces<Scalar>& forces,
               Workspace<Scalar>& work, VectorRef<Scalar> bias);

extern template void inverseDynamics(const ClusterTree<double>&, const ConstVectorRef<double>&,
                                     const ConstVectorRef<double>&, const ConstVectorRef<double>&,
                                     const AppliedForces<double>&, Workspace<double>&,
                                     VectorRef<double>);
extern template void biasForce(const ClusterTree<double>&, const ConstVectorRef<double>&,
                               const ConstVectorRef<double>&, const AppliedForces<double>&,
                               Workspace<double>&, VectorRef<double>);

}  // namespace linkwork
