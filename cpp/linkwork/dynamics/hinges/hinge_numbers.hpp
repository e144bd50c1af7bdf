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

/// The joint's frame on the parent body, before the hinge turns: T(p) Rz(γ) Rx(α).
Transform<double> jointFrame(const Hinge<double>& hinge);

/// The body's frame on the parent body.
Transform<double> placementOf(const Hinge<double>& hinge, double c, double s);

}  // namespace linkwork::hinges
