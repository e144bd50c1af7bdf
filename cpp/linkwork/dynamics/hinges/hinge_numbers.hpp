#pragma once

#include "linkwork/dynamics/hinges/hinge.hpp"
#include "linkwork/model/cluster_tree.hpp"

/// Converts bodies to the plain numbers of the passes.
namespace linkwork::hinges {

/// Whether a body's inertia is invariant under rotation about its z axis.
bool isAxisymmetric(const RigidBodyInertia<double>& inertia);

/// A body on a revolute joint, without its inertia.
PlannedHinge hingeOf(const ClusterTree<double>& tree, int body);

/// Writes mass, h, J and Σ of a body on a revolute joint, or of a floating body.
void setInertia(const RigidBodyInertia<double>& inertia, PlannedHinge& hinge);
void setInertia(const RigidBodyInertia<double>& inertia, FloatingBody<double>& body);

/// The joint's frame on the parent body, before the joint rotation: T(p) Rz(γ) Rx(α).
Transform<double> jointFrame(const Hinge<double>& hinge);

/// The body's frame on the parent body.
Transform<double> placementOf(const Hinge<double>& hinge, double c, double s);

}  // namespace linkwork::hinges
