#pragma once

#include "linkwork/dynamics/hinges/hinge.hpp"
#include "linkwork/model/cluster_tree.hpp"

/// Bodies as the plain numbers of the passes.
namespace linkwork::hinges {

/// Whether turning a body about the z axis of its frame leaves its inertia as it is.
bool isAxisymmetric(const RigidBodyInertia<double>& inertia);

/// A body on a hinge, its inertia still to be set.
PlannedHinge hingeOf(const ClusterTree<double>& tree, int body);

/// Writes mass, h, J and Σ of a hinge's body, or of one that floats.
void setInertia(const RigidBodyInertia<double>& inertia, PlannedHinge& hinge);
void setInertia(const RigidBodyInertia<double>& inertia, FloatingBody<double>& body);

}  // namespace linkwork::hinges
