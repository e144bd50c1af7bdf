#pragma once

// World frames of bodies on revolute joints on paths to applied forces, and the joint torques of
// these forces.

#include "linkwork/dynamics/kernels/revolute_frames.hpp"

namespace linkwork::kernels {
namespace {

/// Forward over joints [first, last): frames of those on the paths.
template <typename S>
void forwardFrames(const Memory<S>& memory, int first, int last) {
  for (int i = first; i < last; ++i) {
    const Revolute<S>& revolute = memory.revolutes[i];
    if (!memory.isOnPath[revolute.body]) continue;
    Vec3Pose<S> at = memory.frames[revolute.parent];
    withPlacement(revolute, [&]<Placement placement>() {
      toChild<placement>(revolute, memory.cosines[i], memory.sines[i], at);
    });
    memory.frames[revolute.body] = at;
  }
}

/// Backward: τ += z · (n − o × f) for the force [n; f] about the world's origin on the subtree of a
/// joint.
template <typename S>
void projectWrenches(const Memory<S>& memory, int first, int last, S* torque) {
  for (int i = last - 1; i >= first; --i) {
    const Revolute<S>& revolute = memory.revolutes[i];
    if (!memory.isOnPath[revolute.body]) continue;
    const Vec3Pose<S>& at = memory.frames[revolute.body];
    const Force<S>& force = memory.wrenches[revolute.body];
    torque[revolute.velocity] += dot(at.z, force.n - cross(at.origin, force.f));
    memory.wrenches[revolute.parent] += force;
  }
}

/// Forward over joints [first, last) on the path to one body: τ += n_z for the wrench [n; f] on
/// that body. `wrench` enters in the frame of the body before them and leaves in that of the last.
template <typename S>
void projectWrench(const Memory<S>& memory, int first, int last, Force<S>& wrench, S* torque) {
  Force<S> at = wrench;  // a local copy: no aliasing
  for (int i = first; i < last; ++i) {
    const Revolute<S>& revolute = memory.revolutes[i];
    if (!memory.isOnPath[revolute.body]) continue;
    withPlacement(revolute, [&]<Placement placement>() {
      toChild<placement>(revolute, memory.cosines[i], memory.sines[i], at);
    });
    torque[revolute.velocity] += at.n.z;
  }
  wrench = at;
}

/// Backward over joints [first, last) on the path to one body. A point of that body enters in the
/// frame of the body after them and leaves in that of the first joint's parent. It is stored in
/// each frame, with its velocity if `moves`.
template <bool moves, typename S>
inline void carryPointOn(const Memory<S>& memory, int first, int last, const S* v,
                         Point<S>& point) {
  Point<S> at = point;
  for (int i = last - 1; i >= first; --i) {
    const Revolute<S>& revolute = memory.revolutes[i];
    if (!memory.isOnPath[revolute.body]) continue;
    memory.points[revolute.body].place = at.place;
    const S c = memory.cosines[i], s = memory.sines[i];
    withPlacement(revolute, [&]<Placement placement>() {
      if constexpr (moves) {
        const S rate = v[revolute.velocity];
        at.velocity.x -= rate * at.place.y;
        at.velocity.y += rate * at.place.x;
        toParentAxes<placement>(revolute, c, s, at.velocity);
      }
      at.place.z += revolute.slide;
      toParentAxes<placement>(revolute, c, s, at.place);
      if constexpr (placement == Placement::general)
        at.place += revolute.offset;
      else
        at.place.x += revolute.offset.x;
    });
  }
  point = at;
}

/// The same; null v skips the point's velocity.
template <typename S>
void carryPoint(const Memory<S>& memory, int first, int last, const S* v, Point<S>& point) {
  if (v)
    carryPointOn<true>(memory, first, last, v, point);
  else
    carryPointOn<false>(memory, first, last, v, point);
}

/// Forward over the same joints: τ += z · (p × f) for a force at that point. The force enters and
/// leaves like the wrench of projectWrench.
template <typename S>
void projectForce(const Memory<S>& memory, int first, int last, Vec3<S>& force, S* torque) {
  Vec3<S> f = force;
  for (int i = first; i < last; ++i) {
    const Revolute<S>& revolute = memory.revolutes[i];
    if (!memory.isOnPath[revolute.body]) continue;
    withPlacement(revolute, [&]<Placement placement>() {
      toChildAxes<placement>(revolute, memory.cosines[i], memory.sines[i], f);
    });
    torque[revolute.velocity] += cross(memory.points[revolute.body].place, f).z;
  }
  force = f;
}

}  // namespace
}  // namespace linkwork::kernels
