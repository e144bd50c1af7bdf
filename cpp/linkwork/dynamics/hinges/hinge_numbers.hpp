#pragma once

#include "linkwork/dynamics/hinges/hinge.hpp"
#include "linkwork/model/cluster_tree.hpp"

/// Bodies as the plain numbers of the passes.
namespace linkwork::hinges {

/// Whether turning a body about the z axis of its frame leaves its inertia as it is.
bool isAxisymmetric(const RigidBodyInertia<double>& inertia);

/// A body on a hinge, its inertia still to be set.
Hinge<double> hingeOf(const ClusterTree<double>& tree, int body);

/// Writes mass, h, J and Σ = ½ tr(J) 1 − J.
void setInertia(const RigidBodyInertia<double>& inertia, double& mass, double moment[3],
                double rotational[6], double second[6]);

}  // namespace linkwork::hinges
