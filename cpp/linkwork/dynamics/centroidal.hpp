#pragma once

#include "linkwork/dynamics/kinematics.hpp"

/// The momentum of a whole mechanism about its center of mass c, angular part first, in world axes
/// [kg·m²/s, kg·m/s]; after updateKinematics and updatePoses.
///
///   h = A ẏ      A = [A_l; A_f],  A_f = M ∂ċ/∂ẏ      ḣ = A ÿ + Ȧ ẏ
///
/// Source: Orin, Goswami & Lee, "Centroidal dynamics of a humanoid robot" (2013).
namespace linkwork {

/// M of all bodies [kg], including those welded to the ground.
template <typename Scalar>
Scalar totalMass(const ClusterTree<Scalar>& tree);

/// c [m]. NaN if M is 0.
template <typename Scalar>
Vector3<Scalar> centerOfMass(const ClusterTree<Scalar>& tree, const Workspace<Scalar>& work);

/// A, 6 × degreesOfFreedom. Joint k gives its subtree with composite inertia I_k the momentum I_k
/// S_k. Constrained clusters multiply by G. Writes I_k as the bodies' inertias.
/// cost  O(n) for clusters of bounded size; no allocation
template <typename Scalar>
void centroidalMomentumMatrix(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work,
                              Matrix6X<Scalar>& matrix);

/// h.
template <typename Scalar>
Vector6<Scalar> centroidalMomentum(const ClusterTree<Scalar>& tree, const Workspace<Scalar>& work);

/// ḣ [N·m, N], after updateAccelerations.
template <typename Scalar>
Vector6<Scalar> centroidalMomentumRate(const ClusterTree<Scalar>& tree,
                                       const Workspace<Scalar>& work);

extern template double totalMass(const ClusterTree<double>&);
extern template Vector3<double> centerOfMass(const ClusterTree<double>&, const Workspace<double>&);
extern template void centroidalMomentumMatrix(const ClusterTree<double>&, Workspace<double>&,
                                              Matrix6X<double>&);
extern template Vector6<double> centroidalMomentum(const ClusterTree<double>&,
                                                   const Workspace<double>&);
extern template Vector6<double> centroidalMomentumRate(const ClusterTree<double>&,
                                                       const Workspace<double>&);

}  // namespace linkwork
