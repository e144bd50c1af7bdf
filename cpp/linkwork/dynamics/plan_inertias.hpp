#pragma once

#include "linkwork/dynamics/operational_space.hpp"

namespace linkwork {

/// The fast path of updateKinematics at rest and eliminateInertias (operational_space.hpp), for
/// forces at end-effectors: placements, motion subspaces S, factors and gains W of the clusters on
/// their paths to the ground, and all poses if directions are the world's. Returns false without
/// effect if the tree has general clusters, or an end-effector is on lumped rotor inertia.
/// Throws SimulationError at a singular pose of a loop or if a joint moves no mass.
[[nodiscard]] bool planInertias(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                                const OperationalSpace<double>& space, Workspace<double>& work);

}  // namespace linkwork
