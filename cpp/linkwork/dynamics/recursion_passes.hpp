#pragma once

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/mechanism.hpp"
#include "linkwork/recursion.hpp"

namespace linkwork {

/// Forward dynamics by the articulated-body algorithm on clusters, with what each pass leaves in
/// bodies and clusters: to be looked at, and therefore by the general recursion. It allocates.
/// Throws as forwardDynamics.
RecursionPasses recursionPasses(const ClusterTree<double>& tree, int bodies,
                                const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                const AppliedForces<double>& forces, Workspace<double>& work);

}  // namespace linkwork
