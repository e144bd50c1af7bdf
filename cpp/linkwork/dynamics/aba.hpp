#pragma once

#include "linkwork/dynamics/kernels/joint_kernels.hpp"

namespace linkwork::kernels {
namespace {

/// Articulated-body algorithm on clusters (C-ABA), O(n):
///
///   H(q) ÿ + C(q, v) = Gᵀ τ        v̇ = G ÿ + g
///
/// Accelerations are the sum of two parts. The first forward pass computes those at q̈ = 0. The
/// last pass adds the part of q̈. The bias c of each joint therefore never appears alone, and the
/// inertias are read once.
///
/// @param joints  the kernels of all segments (joint_kernels.hpp), after updateJoints
/// @param a       v̇ of all tree joints, size nv [rad/s², m/s²]
/// @return        a body whose joint moves no mass, or −1
///
/// Any scalar: double, Lanes, Jet, Expression. Compiled once for each instruction set.
/// Source: Chignoli et al., section VII; Featherstone, "Rigid Body Dynamics Algorithms", table 7.1.
template <typename Joints, typename S>
int aba(const Joints& joints, S* a) {
  const auto& segments = joints.segments();
  joints.clearInertias();

  // Forward: velocities of bodies, and their forces p at q̈ = 0.
  for (const auto& segment : segments) joints.forward(segment, nullptr);
  joints.addRotorTorques();

  // Backward: eliminates each joint; the remainder of A and p adds to its parent.
  for (auto segment = segments.rbegin(); segment != segments.rend(); ++segment)
    if (const int massless = joints.eliminate(*segment); massless >= 0) return massless;

  // Forward: accelerations.
  for (const auto& segment : segments)
    if (const int massless = joints.accelerate(segment, a); massless >= 0) return massless;
  joints.accelerateRotors(a);
  return -1;
}

}  // namespace
}  // namespace linkwork::kernels
