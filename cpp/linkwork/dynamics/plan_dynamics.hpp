#pragma once

#include "linkwork/dynamics/forces.hpp"

namespace linkwork {

/// The fast path of forwardDynamics (forward_dynamics.hpp) and inverseDynamics: same arguments,
/// same results to rounding, for trees that have a Plan, with no wrenches on bodies.
void planForwardDynamics(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                          const ConstVectorRef<double>& v, const AppliedForces<double>& forces,
                          Workspace<double>& work, VectorRef<double>& a);

void planInverseDynamics(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                          const ConstVectorRef<double>& v, const ConstVectorRef<double>& a,
                          const AppliedForces<double>& forces, Workspace<double>& work,
                          VectorRef<double>& torque);

}  // namespace linkwork
