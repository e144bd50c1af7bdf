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
/// Loops that are functions must have become joints (mechanism/loop_functions.hpp).
/// Throws MechanismError if the mechanism is invalid (json.hpp), if the pose is singular (a loop
/// has lower rank there than nearby), or if a loop, a coupling or their velocities do not close at
/// the pose to 1e-8. Throws also if a joint moves no mass, unless `masses` are optional.
ClusterTree<double> compile(const Mechanism& mechanism,
                            const std::optional<NamedState>& pose = std::nullopt,
                            Masses masses = Masses::required);

/// The same tree with more armature and damping: a number for each tree body's joint.
ClusterTree<double> withArmatureAndDamping(const ClusterTree<double>& tree,
                                           const std::vector<double>& armature,
                                           const std::vector<double>& damping);

}  // namespace linkwork
