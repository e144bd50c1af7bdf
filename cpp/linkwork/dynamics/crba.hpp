#pragma once

#include "linkwork/dynamics/kernels/composite_pass.hpp"
#include "linkwork/dynamics/kernels/kernel_workspace.hpp"

namespace linkwork::kernels {
namespace {

/// Composite-rigid-body algorithm over revolute joints and floating bodies, coupled or not:
///
///   H_ij = z_iᵀ I_j^c z_j        for every joint i that supports joint j
///
/// without couplings, O(n d) for depth d. After updateJointTransforms. Clusters of any joints:
/// composite_bodies.hpp.
///
/// @param mass  the upper triangle of H, written column by column (mass_columns.hpp)
///
/// Source: Featherstone, "Rigid Body Dynamics Algorithms", section 6.2.
template <typename S, typename Columns>
void crba(const Plan& plan, KernelWorkspace<S>& memory, const Columns& mass) {
  using Kind = Plan::Segment::Kind;
  const Memory<S> data = memory.view(plan);
  const auto& segments = plan.segments();
  for (const int body : plan.branchingBodies()) data.composites[body] = {};
  for (const FloatingBody<double>& body : plan.floatingBodies())
    data.frames[body.body] = data.frames[ground];  // H does not depend on the base pose

  // Forward: axes and origins of joints.
  for (const auto& segment : segments)
    if (segment.kind != Kind::floating)
      forwardAxes(data, plan.firstRevolute(segment), plan.lastRevolute(segment));

  // Backward: composite inertias, and the column of H per joint acceleration.
  for (auto segment = segments.rbegin(); segment != segments.rend(); ++segment)
    if (segment->kind == Kind::floating)
      for (int i = segment->first; i < segment->last; ++i)
        floatingComposite(data, data.floatingBodies[i], plan.floatingDofs().data()[i], mass);
    else
      backwardComposites(data, plan.massRows().data(), plan.floatingDofs().data(),
                         plan.firstRevolute(*segment), plan.lastRevolute(*segment), mass);
}

}  // namespace
}  // namespace linkwork::kernels
