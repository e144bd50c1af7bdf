#pragma once

#include "linkwork/dynamics/branch_matrix.hpp"
#include "linkwork/dynamics/forces.hpp"

namespace linkwork {

/// Sines and cosines of all hinges at q, into the workspace.
void turnHinges(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                Workspace<double>& work);

/// Forward and inverse dynamics by the tree's plan, after turnHinges at the same q: hinges, coupled
/// hinges and floating bodies by their kernels, all else by the general recursion. Wrenches act as
/// generalised forces on the joints (body_paths.hpp). Arguments as in forward_dynamics.hpp and
/// inverse_dynamics.hpp.
void planForwardDynamics(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                         const ConstVectorRef<double>& v, const AppliedForces<double>& forces,
                         Workspace<double>& work, VectorRef<double> a);

void planInverseDynamics(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                         const ConstVectorRef<double>& v, const ConstVectorRef<double>& a,
                         const AppliedForces<double>& forces, Workspace<double>& work,
                         VectorRef<double> torque);

/// The mass matrix of a tree whose plan has no general clusters. Arguments as in mass_matrix.hpp.
void planMassMatrix(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                    Workspace<double>& work, MatrixRef<double> mass);
void planMassMatrix(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                    Workspace<double>& work, BranchMatrix& mass);

/// Entry in v of the j-th independent joint of a cluster where the plan keeps its independent
/// joints.
int keptVelocity(const ClusterTree<double>& tree, int cluster, int j);

/// The bias force of a tree whose plan keeps its independent joints, after turnHinges. Arguments as
/// in inverse_dynamics.hpp.
void planBiasForce(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                   const ConstVectorRef<double>& v, const AppliedForces<double>& forces,
                   Workspace<double>& work, VectorRef<double> bias);

}  // namespace linkwork
