#pragma once

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/dynamics/kinematics.hpp"

namespace linkwork {

/// Σ ½ vᵀ I v [J], after updateKinematics.
template <typename Scalar>
Scalar kineticEnergy(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& v,
                     const Workspace<Scalar>& work);

/// −Σ m g·p [J], zero at the world's origin, plus the energy of the joints' springs; after
/// updateKinematics and updatePoses.
template <typename Scalar>
Scalar potentialEnergy(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                       const Workspace<Scalar>& work);

/// Total momentum (angular about the world's origin [kg·m²/s]; linear [kg·m/s]) in world axes,
/// after updateKinematics and updatePoses.
template <typename Scalar>
Vector6<Scalar> momentum(const ClusterTree<Scalar>& tree, const Workspace<Scalar>& work);

extern template double kineticEnergy(const ClusterTree<double>&, const ConstVectorRef<double>&,
                                     const Workspace<double>&);
extern template double potentialEnergy(const ClusterTree<double>&, const ConstVectorRef<double>&,
                                       const Workspace<double>&);
extern template Vector6<double> momentum(const ClusterTree<double>&, const Workspace<double>&);

}  // namespace linkwork
