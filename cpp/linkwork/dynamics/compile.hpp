#pragma once

#include <optional>
#include <vector>

#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// Whether every joint must move mass. Kinematics and inverse dynamics do not require it.
enum class Masses { required, optional };

/// Compiles a mechanism at a pose: `pose`, else its initial state, else all joints at zero. The
/// pose determines the rank of the loops. The returned tree is complete, with its plan.
///
/// Forward and inverse dynamics, the mass matrix and the operational-space inertia include
/// `reflectedInertias`, one per joint of the mechanism or empty; energies exclude them.
///
/// Loops that are functions must have become joints (mechanism/loop_functions.hpp).
/// Throws MechanismError if the mechanism is invalid (json.hpp), if the pose is singular (a loop
/// has lower rank there than nearby), or if a loop, a coupling or their velocities do not close at
/// the pose to 1e-8. Throws also if a joint moves no mass, unless `masses` are optional.
ClusterTree<double> compile(const Mechanism& mechanism,
                            const std::optional<NamedState>& pose = std::nullopt,
                            const std::vector<double>& reflectedInertias = {},
                            Masses masses = Masses::required);

}  // namespace linkwork
