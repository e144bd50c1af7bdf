#pragma once

#include "linkwork/mechanism/mechanism.hpp"
#include "linkwork/tree/forces.hpp"

/// Between numbers by name, as a state file has them, and flat vectors over all tree joints in the
/// order of the mechanism.
namespace linkwork {

/// Flat vector of a value dual or equal in size to v (velocities, accelerations, torques); joints
/// that are not named get zeros. Requires values that fit the mechanism (validation.hpp).
Eigen::VectorXd flatVelocities(const Mechanism& mechanism, const JointValues& values);

/// The same by name, all joints.
JointValues namedVelocities(const Mechanism& mechanism, const Eigen::VectorXd& values);

/// The torques and wrenches of a state.
AppliedForces<double> appliedForces(const Mechanism& mechanism, const ClusterTree<double>& tree,
                                    const NamedState& state);

}  // namespace linkwork
