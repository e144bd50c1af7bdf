#pragma once

#include "linkwork/dynamics/kinematics.hpp"

namespace linkwork {

/// Gap at which loops and couplings count as closed [m, rad]: what files may leave open. Where
/// ClusterConstraint::length is not 1, algorithms count lengths in units of it.
inline constexpr double closureTolerance = 1e-8;

/// Closes the positions of one cluster by Newton's method with at most `rank` dependent
/// coordinates, and leaves K of that pose in its workspace. Returns the remaining constraint
/// violation [its length, rad]. Near the solution each correction at least halves it. If one does
/// not, the rest is rounding, or misalignment of redundant loops that cannot be closed.
template <typename Scalar>
Scalar closePosition(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster, int rank,
                     const ConstVectorRef<Scalar>& v, Workspace<Scalar>& work, VectorRef<Scalar> q);

/// v = G ẏ on one cluster, after updateJoints: the independent velocities keep their values.
/// Throws SimulationError at a singular pose.
template <typename Scalar>
void closeVelocity(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                   const ConstVectorRef<Scalar>& q, Workspace<Scalar>& work, VectorRef<Scalar> v);

/// Brings a state back to its constraints: φ(q) = 0 by Newton's method on the dependent
/// coordinates of each cluster, then v = G ẏ. The independent ones keep their values.
///
///   K_D Δ_D = −φ(q),   q ← q ⊕ Δ
///
/// in/out  q, v   near the constraints; afterwards φ = 0 to rounding (1e-12 m, rad or better)
/// cost    O(n) for clusters of bounded size; one or two iterations after an integration step
/// Throws SimulationError, naming the cluster's first joint and the gap, if a loop does not close.
template <typename Scalar>
void closeLoops(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work, VectorRef<Scalar> q,
                VectorRef<Scalar> v);

/// The same for one cluster that has constraints.
void closeLoops(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                Workspace<double>& work, VectorRef<double> q, VectorRef<double> v);

extern template void closeLoops(const ClusterTree<double>&, Workspace<double>&, VectorRef<double>,
                                VectorRef<double>);

/// The largest gap of each kind, at a state.
template <typename Scalar>
struct ClosureError {
  Scalar loopPosition{0};  ///< of loops [m]
  Scalar loopAngle{0};     ///< of loops [rad]
  Scalar coupling{0};      ///< of couplings: |Σ coefficient · q − offset| [rad or m]
};

/// How far a state is from its constraints; needs updateKinematics at the same state.
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
