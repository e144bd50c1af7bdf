#pragma once

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/mechanism.hpp"
#include "linkwork/recursion.hpp"

namespace linkwork {

/// Forward dynamics by the articulated-body algorithm on clusters, with the results of each pass in
/// bodies and clusters, for inspection. Uses the general recursion. Allocates.
/// Throws as forwardDynamics.
RecursionPasses recursionPasses(const ClusterTree<double>& tree, int bodies,
                                const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                const AppliedForces<double>& forces, Workspace<double>& work);

}  // namespace linkwork
