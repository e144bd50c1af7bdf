#pragma once

#include "linkwork/dynamics/kernels/joint_kernels.hpp"

namespace linkwork::kernels {
namespace {

/// Recursive Newton–Euler algorithm on clusters (C-RNEA), O(n):
///
///   τ_y = H(q) ÿ + C(q, v) − Gᵀ τ
///
/// @param joints  the kernels of all segments (joint_kernels.hpp), after updateJoints
/// @param a       v̇ of all tree joints, size nv; of a constrained cluster only the independent
/// ones
/// @param torque  τ_y at the independent joints, size nv; other entries are unchanged [N·m, N]
///
/// Source: Chignoli et al., section VI; Luh, Walker & Paul.
template <typename Joints, typename S>
void rnea(const Joints& joints, const S* a, S* torque) {
  const auto& segments = joints.segments();
  joints.clearForces();

  // Forward: velocities and accelerations of bodies, and their forces.
  for (const auto& segment : segments) joints.forward(segment, a);
  joints.addRotorTorques();

  // Backward: the joint's part of the force; the whole adds to the force on its parent.
  for (auto segment = segments.rbegin(); segment != segments.rend(); ++segment)
    joints.backward(*segment, torque);
}

}  // namespace
}  // namespace linkwork::kernels
