#pragma once

#include "linkwork/dynamics/operational_space.hpp"

namespace linkwork {

/// The fast path of updateKinematics at rest and articulateInertias (operational_space.hpp), as far
/// as forces at end-effectors need it: placements, motion subspaces S, factors and gains W of the
/// clusters that they cross on their way to the ground, and all poses where directions are the
/// world's. Returns false, having done nothing, where the tree has clusters that take the general
/// way, or an end-effector stands on a rotor that counts as dead weight.
/// Throws SimulationError at a singular pose of a loop or if a joint moves no mass.
[[nodiscard]] bool planInertias(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                                const OperationalSpace<double>& space, Workspace<double>& work);

}  // namespace linkwork
