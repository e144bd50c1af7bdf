#pragma once

namespace linkwork::kernels {
namespace {

/// Composite-rigid-body algorithm on clusters:
///
///   H_ij = S_iᵀ X_ji* I_j^c S_j        for every cluster i that supports cluster j
///
/// S: motion subspace of a cluster; I^c: its bodies with all that they support. Without couplings
/// O(n d) for depth d. After the joint transforms, and G of clusters at q.
///
/// @param joints  the kernels of all segments, which write the upper triangle of H:
///                kernels/composite_pass.hpp for revolute joints, coupled or not, and floating
///                bodies; general_composites.hpp for clusters of any joints
///
/// Any scalar. Source: Featherstone, "Rigid Body Dynamics Algorithms", section 6.2; by clusters:
/// Chignoli et al., section VI.
template <typename Joints>
void crba(const Joints& joints) {
  const auto& segments = joints.segments();
  joints.clearInertias();

  // Forward: what the columns need of each joint.
  for (const auto& segment : segments) joints.forward(segment);

  // Backward: composite inertias, and the columns of H per joint acceleration.
  for (auto segment = segments.rbegin(); segment != segments.rend(); ++segment)
    joints.backward(*segment);
}

}  // namespace
}  // namespace linkwork::kernels
