#pragma once

#include "linkwork/constraints/closing.hpp"
#include "linkwork/dynamics/kinematics.hpp"

namespace linkwork {

/// Closes the positions of a cluster by Newton's method with at most `rank` dependent coordinates.
/// Writes K at the result to its workspace. Returns the remaining violation [length, rad].
template <typename Scalar>
Scalar closePosition(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster, int rank,
                     const ConstVectorRef<Scalar>& v, Workspace<Scalar>& work, VectorRef<Scalar> q);

/// v = G ẏ on a cluster, after updateJoints. Independent velocities keep their values.
/// @throws SimulationError at a singular pose
template <typename Scalar>
void closeVelocity(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                   const ConstVectorRef<Scalar>& q, Workspace<Scalar>& work, VectorRef<Scalar> v);

/// Closes the constraints of a state: φ(q) = 0 by Newton's method on the dependent coordinates of
/// each cluster, then v = G ẏ. Independent coordinates and velocities keep their values.
///
///   K_D Δ_D = −φ(q),   q ← q ⊕ Δ
///
/// @param q, v  a state close to the constraints; afterwards |φ| ≤ 1e-12 m, rad
/// @throws SimulationError with the cluster's first joint and the violation if a loop does not
/// close Cost: O(n) for clusters of bounded size; one or two iterations after an integration step.
template <typename Scalar>
void closeLoops(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work, VectorRef<Scalar> q,
                VectorRef<Scalar> v);

/// The same for a cluster with constraints.
void closeLoops(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                Workspace<double>& work, VectorRef<double> q, VectorRef<double> v);

extern template void closeLoops(const ClusterTree<double>&, Workspace<double>&, VectorRef<double>,
                                VectorRef<double>);

/// The largest violation of each kind at a state.
template <typename Scalar>
struct ClosureError {
  Scalar loopPosition{0};  ///< of loops [m]
  Scalar loopAngle{0};     ///< of loops [rad]
  Scalar coupling{0};      ///< of couplings: |Σ coefficient · q − offset| [rad or m]
};

/// Computes the violations at a state; needs updateKinematics at the same state.
template <typename Scalar>
ClosureError<Scalar> closureError(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                                  Workspace<Scalar>& work);

extern template double closePosition(const ClusterTree<double>&, const Cluster<double>&, int,
                                     const ConstVectorRef<double>&, Workspace<double>&,
                                     VectorRef<double>);
extern template void closeVelocity(const ClusterTree<double>&, const Cluster<double>&,
                                   const ConstVectorRef<double>&, Workspace<double>&,
                                   VectorRef<double>);
extern template ClosureError<double> closureError(const ClusterTree<double>&,
                                                  const ConstVectorRef<double>&,
                                                  Workspace<double>&);

}  // namespace linkwork
