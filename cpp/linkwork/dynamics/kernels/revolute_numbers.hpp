#pragma once

#include "linkwork/dynamics/kernels/revolute_joint.hpp"
#include "linkwork/model/cluster_tree.hpp"

/// Converts bodies to the plain numbers of the passes.
namespace linkwork::kernels {

/// Whether a body's inertia is invariant under rotation about its z axis.
bool isAxisymmetric(const RigidBodyInertia<double>& inertia);

/// A body on a revolute joint, without its inertia.
PlannedRevolute revoluteOf(const ClusterTree<double>& tree, int body);

/// Writes mass, h, J and Σ of a body on a revolute joint, or of a floating body.
void setInertia(const RigidBodyInertia<double>& inertia, PlannedRevolute& revolute);
void setInertia(const RigidBodyInertia<double>& inertia, FloatingBody<double>& body);

/// The joint's frame on the parent body, before the joint rotation: T(p) Rz(γ) Rx(α).
Transform<double> jointFrame(const Revolute<double>& revolute);

/// The body's frame on the parent body.
Transform<double> placementOf(const Revolute<double>& revolute, double c, double s);

}  // namespace linkwork::kernels
