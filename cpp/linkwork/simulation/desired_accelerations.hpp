#pragma once

#include "linkwork/dynamics/workspace.hpp"
#include "linkwork/mechanism.hpp"

namespace linkwork {

/// v̇ of all tree joints from the accelerations that a state names; after updateKinematics.
///
/// Within a cluster v̇ = G ÿ + g: the named joints determine the others, with the smallest ÿ that
/// satisfies their rows. A cluster without named joints has ÿ = 0, a single unnamed joint v̇ = 0.
/// Throws MechanismError if loops or couplings contradict the named accelerations by more than 1e-6
/// of them.
Eigen::VectorXd desiredAccelerations(const Mechanism& mechanism, const ClusterTree<double>& tree,
                                     const JointValues& named, Workspace<double>& work);

}  // namespace linkwork
