#pragma once

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/mechanism.hpp"

namespace linkwork {

/// The torques and wrenches of a state, which must be valid for the mechanism.
AppliedForces<double> appliedForces(const Mechanism& mechanism, const ClusterTree<double>& tree,
                                    const NamedState& state);

}  // namespace linkwork
