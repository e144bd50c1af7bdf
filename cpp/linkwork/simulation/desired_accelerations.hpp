#pragma once

#include "linkwork/dynamics/workspace.hpp"
#include "linkwork/mechanism.hpp"

namespace linkwork {

/// v̇ of all tree joints from the ones that a state names; after updateKinematics.
///
/// Within a cluster v̇ = G ÿ + g, so that its named joints tell the others: ÿ is the smallest with
/// those rows. A cluster none of whose joints is named has ÿ = 0, a joint alone that is not v̇ = 0.
/// Throws MechanismError if loops or couplings do not allow what is named, beyond 1e-6 of it.
Eigen::VectorXd desiredAccelerations(const Mechanism& mechanism, const ClusterTree<double>& tree,
                                     const JointValues& named, Workspace<double>& work);

}  // namespace linkwork
