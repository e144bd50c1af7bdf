#pragma once

#include <optional>
#include <vector>

#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// Whether every joint must move mass. Kinematics and inverse dynamics need none.
enum class Masses { required, optional };

/// Compiles a mechanism at a pose: `pose`, else its initial state, else all joints at zero. The
/// pose tells the rank of the loops. What comes back is finished, its plan included.
///
/// `reflectedInertias`, one a joint of the mechanism or none at all, are counted by forward and
/// inverse dynamics, the mass matrix and the operational-space inertia; energies leave them out.
///
/// Loops that are functions must have become joints (mechanism/loop_functions.hpp).
/// Throws MechanismError if the mechanism is invalid (json.hpp), if a loop, a coupling or
/// their velocities do not close at the pose to 1e-8, if the pose is singular (a loop has lower
/// rank there than nearby), or, unless `masses` are optional, if a joint moves no mass.
ClusterTree<double> compile(const Mechanism& mechanism,
                            const std::optional<NamedState>& pose = std::nullopt,
                            const std::vector<double>& reflectedInertias = {},
                            Masses masses = Masses::required);

}  // namespace linkwork
