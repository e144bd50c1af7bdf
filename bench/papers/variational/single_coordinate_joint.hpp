#pragma once

#include "linkwork/model/cluster_tree.hpp"
#include "linkwork/spatial/displacement.hpp"

/// Joints with one coordinate, which the variational methods are about.
namespace linkwork::papers {

/// S of a body's joint, constant in the body's frame. Throws MechanismError if the joint is not
/// revolute, prismatic or helical, or is tied by a loop or a coupling.
Vector6<double> axisOf(const ClusterTree<double>& tree, int index);

/// The body's frame in its parent's at q.
Transform<double> jointPose(const TreeBody<double>& body, double q);

/// J(q)⁻¹ J(q + δ) of the joint.
Displacement jointMotion(const TreeBody<double>& body, double q, double delta);

}  // namespace linkwork::papers
