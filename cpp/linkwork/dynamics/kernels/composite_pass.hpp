#pragma once

// The composite kernels of revolute joints, coupled or not, and of floating bodies (crba.hpp).
//
// Column i has the entry z_j · (n + (o_i − o_j) × f) at a joint j that supports joint i. [n; f] is
// the wrench about o_i that gives the subtree of joint i the acceleration q̈_i = 1. Inertias add up
// in the joints' own frames. Wrenches, axes and origins are in those of the ground, or of the
// floating body. A column is then one SIMD loop.
// Source: Featherstone, "Rigid Body Dynamics Algorithms", section 6.2.

#include <cstddef>

#include "linkwork/dynamics/kernels/kernel_workspace.hpp"
#include "linkwork/dynamics/kernels/pose_pass.hpp"
#include "linkwork/dynamics/kernels/simd.hpp"

namespace linkwork::kernels {
namespace {

/// Forward over joints [first, last): frames, axes and origins.
template <typename S>
void forwardAxes(const Memory<S>& memory, int first, int last) {
  Vec3Pose<S> at{};
  for (int i = first; i < last; ++i) {
    const Revolute<S>& revolute = memory.revolutes[i];
    if (!revolute.followsParent) at = memory.frames[revolute.parent];
    withPlacement(revolute, [&]<Placement placement>() {
      toChild<placement>(revolute, memory.cosines[i], memory.sines[i], at);
    });
    memory.frames[revolute.body] = at;
    for (int k = 0; k < 3; ++k) {
      memory.axes[k][i] = at.z[k];
      memory.origins[k][i] = at.origin[k];
    }
  }
}

/// column[j − first] = z_j · (n + (o − o_j) × f) for joints j in [first, last), SIMD-batched.
template <typename S>
inline void projectColumn(const Memory<S>& memory, int first, int last, const Vec3<S>& o,
                          const Force<S>& force, S* column) {
  constexpr int width = Adjacent<S>::four;
  const auto& [n, f] = force;
  Four<S> axis[3], origin[3];
  for (int j = first; j < last; j += width, column += width) {
    for (int k = 0; k < 3; ++k) {
      load(memory.axes[k] + j, axis[k]);
      load(memory.origins[k] + j, origin[k]);
    }
    const Four<S> x = o.x - origin[0], y = o.y - origin[1], z = o.z - origin[2];
    const Four<S> projected = axis[0] * (n.x + (y * f.z - z * f.y)) +
                              axis[1] * (n.y + (z * f.x - x * f.z)) +
                              axis[2] * (n.z + (x * f.y - y * f.x));
    if (last - j >= width) {
      store(projected, column);
      continue;
    }
    S numbers[width];
    store(projected, numbers);
    for (int k = 0; k < last - j; ++k) column[k] = numbers[k];
  }
}

/// Rows above the diagonal of joint i's column, for its force about o.
template <typename S, typename Column>
inline void fillColumn(const Memory<S>& memory, const MassRow* rows, const int* floatingDofs, int i,
                       const Vec3<S>& o, const Force<S>& force, Column column) {
  int end = i;
  while (true) {
    const MassRow& row = rows[rows[i].first];
    projectColumn(memory, row.first, end, o, force, column.next(row.dof, end - row.first));
    if (row.support < 0) break;
    i = row.support;
    end = i + 1;
  }
  if (const MassRow& outermost = rows[rows[i].first]; outermost.floating >= 0) {
    S* here = column.next(floatingDofs[outermost.floating], 6);
    (force.n + cross(o, force.f)).to(here);
    force.f.to(here + 3);
  }
  column.finish();
}

/// Adds the rotors of a joint to its moment on the parent and to its diagonal entry. Axes: of the
/// ground or of the floating body.
template <typename S>
inline void addRotors(const Memory<S>& memory, const Revolute<S>& revolute,
                      const GearedRotors<S>& rotors, Vec3<S>& n, S& diagonal) {
  diagonal += rotors.reflected;
  if (revolute.parent < 0) return;
  n += memory.frames[revolute.parent].turn(rotors.couple);
}

/// Backward over joints [first, last): composite inertias, and the upper triangle of their columns
/// of the mass matrix.
template <typename S, typename Columns>
void backwardComposites(const Memory<S>& memory, const MassRow* rows, const int* floatingDofs,
                        int first, int last, const Columns& mass) {
  RigidBodyInertia<S> composite{};
  for (int i = last - 1; i >= first; --i) {
    const Revolute<S>& revolute = memory.revolutes[i];
    if (revolute.supportsNext)
      composite += revolute.inertia;
    else
      composite = revolute.inertia;
    if (revolute.supportsOthers) composite += memory.composites[revolute.body];

    const auto& [m, h, J] = composite;
    const Vec3Pose<S>& frame = memory.frames[revolute.body];
    Force<S> force{J.xz * frame.x + J.yz * frame.y + J.zz * frame.z,  // of q̈_i = 1
                   h.x * frame.y - h.y * frame.x};
    const auto column = mass.of(rows[i].dof);
    *column.top = J.zz;
    if (revolute.isGeared) addRotors(memory, revolute, memory.rotors[i], force.n, *column.top);
    fillColumn(memory, rows, floatingDofs, i, frame.origin, force, column);

    if (revolute.parent < 0) continue;
    withPlacement(revolute, [&]<Placement placement>() {
      toParent<placement>(revolute, memory.cosines[i], memory.sines[i], composite);
    });
    if (!revolute.followsParent) memory.composites[revolute.parent] += composite;
  }
}

/// [J ĥ; −ĥ m 1] of a floating body and all bodies that it supports: the upper triangle.
template <typename S, typename Columns>
void floatingComposite(const Memory<S>& memory, const FloatingBody<S>& body, int dof,
                       const Columns& mass) {
  RigidBodyInertia<S> composite = body.inertia;
  composite += memory.composites[body.body];
  const auto& [m, h, J] = composite;
  const S upper[6][6] = {{J.xx},
                         {J.xy, J.yy},
                         {J.xz, J.yz, J.zz},
                         {0, h.z, -h.y, m},
                         {-h.z, 0, h.x, 0, m},
                         {h.y, -h.x, 0, 0, 0, m}};
  for (int k = 0; k < 6; ++k) {
    auto column = mass.of(dof + k);
    S* here = column.next(dof, k);
    for (int row = 0; row <= k; ++row) here[row] = upper[k][row];
    column.finish();
  }
}

/// The kernels of all segments of a plan without clusters of any joints. `Columns` are the upper
/// triangle of H, written column by column (mass_columns.hpp).
template <typename S, typename Columns>
class CompositeKernels {
 public:
  using Segment = Plan::Segment;
  using Kind = Segment::Kind;

  CompositeKernels(const Plan& plan, KernelWorkspace<S>& memory, const Columns& mass)
      : plan_(plan), data_(memory.view(plan)), mass_(mass) {
    for (const FloatingBody<double>& body : plan.floatingBodies())
      data_.frames[body.body] = data_.frames[ground];  // H does not depend on the base pose
  }

  const std::vector<Segment>& segments() const { return plan_.segments(); }
  void clearInertias() const {
    for (const int body : plan_.branchingBodies()) data_.composites[body] = {};
  }
  void forward(const Segment& segment) const {
    if (segment.kind != Kind::floating)
      forwardAxes(data_, plan_.firstRevolute(segment), plan_.lastRevolute(segment));
  }
  void backward(const Segment& segment) const {
    const int* dofs = plan_.floatingDofs().data();
    if (segment.kind != Kind::floating)
      return backwardComposites(data_, plan_.massRows().data(), dofs, plan_.firstRevolute(segment),
                                plan_.lastRevolute(segment), mass_);
    for (int i = segment.first; i < segment.last; ++i)
      floatingComposite(data_, data_.floatingBodies[i], dofs[i], mass_);
  }

 private:
  const Plan& plan_;
  const Memory<S> data_;
  const Columns& mass_;
};

/// The lower triangle from the upper, by blocks that fit into the L1 cache.
template <typename S>
void mirror(S* mass, int size, int stride) {
  constexpr int block = 8;
  const std::ptrdiff_t step = stride;
  for (int left = 0; left < size; left += block)
    for (int top = left; top < size; top += block)
      for (int column = left; column < left + block && column < size; ++column)
        for (int row = top > column ? top : column + 1; row < top + block && row < size; ++row)
          mass[row + column * step] = mass[column + row * step];
}

}  // namespace
}  // namespace linkwork::kernels
