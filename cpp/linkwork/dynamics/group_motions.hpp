#pragma once

#include "linkwork/dynamics/hinges/plan.hpp"
#include "linkwork/dynamics/workspace.hpp"

namespace linkwork {

/// G, g and the independent joints of a group of hinges tied by loops, at a pose, into the memory
/// of the fast path; after turnHinges. Throws SimulationError at a singular pose.
void updateMotions(const ClusterTree<double>& tree, const Plan::Group& group,
                   const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                   Workspace<double>& work);

}  // namespace linkwork
