#pragma once

// The kernel of runs of revolute joints about z, alone or with rotors geared to them: forward,
// elimination, acceleration, and the backward pass of inverse dynamics (joint_kernels.hpp).

#include "linkwork/dynamics/hinges/hinge_frames.hpp"
#include "linkwork/spatial/scalar_traits.hpp"

namespace linkwork::hinges {
namespace {

// Forward: motions of bodies, and their forces.

/// Motion of the parent → motion of the joint's body. `motion` is overwritten.
///   l += Γ p;  ω, α, l into the child's axes;  α += ω × z q̇ + z q̈;  ω += z q̇
template <Placement placement, typename S>
[[gnu::always_inline]] inline void moveForward(const Hinge<S>& hinge, S c, S s, S rate,
                                               S acceleration, const Mat3<S>& parentGradient,
                                               FrameMotion<S>& motion) {
  if constexpr (placement == Placement::general)
    motion.linear += parentGradient * hinge.offset;
  else
    motion.linear += hinge.offset.x * parentGradient.columnX();
  toChildAxes<placement>(hinge, c, s, motion.velocity);
  toChildAxes<placement>(hinge, c, s, motion.angular);
  toChildAxes<placement>(hinge, c, s, motion.linear);
  motion.angular.x += motion.velocity.y * rate;
  motion.angular.y -= motion.velocity.x * rate;
  motion.angular.z += acceleration;
  motion.velocity.z += rate;
}

/// Σ of a joint's body.
template <typename S>
[[gnu::always_inline]] inline SymmetricMatrix3<S> secondMomentsOf(const Hinge<S>& hinge) {
  if constexpr (knowsStructure<S>)
    return hinge.second;
  else
    return secondMoments(hinge.half, hinge.inertia.rotational);
}

/// The force of a body's own motion:  f = m l + Γ h,  n = h × l + vee(Γ Σ)
template <typename S>
[[gnu::always_inline]] inline Force<S> bodyForce(const RigidInertia<S>& body,
                                                 const SymmetricMatrix3<S>& second,
                                                 const FrameMotion<S>& motion,
                                                 const Mat3<S>& gradient) {
  const Vec3<S>&h = body.moment, &l = motion.linear;
  const Mat3<S>& g = gradient;
  return {cross(h, l) + vee(g * second),
          {body.mass * l.x + g.xx * h.x + g.xy * h.y + g.xz * h.z,
           body.mass * l.y + g.yx * h.x + g.yy * h.y + g.yz * h.z,
           body.mass * l.z + g.zx * h.x + g.zy * h.y + g.zz * h.z}};
}

/// The rotors' spin N q̇ about ŝ, fixed in the parent: ω_p × I_a ŝ N q̇, and ŝᵀα_p.
template <bool inverse, typename S>
inline void spinRotors(const GearedRotors<S>& rotors, S rate, S acceleration,
                       const FrameMotion<S>& parent, GearScratch<S>& here) {
  const Vec3<S>& u = rotors.couple;
  here.parentCouple = rate * cross(parent.velocity, u);
  here.parentBias = dot(u, parent.angular);
  if constexpr (inverse) {
    here.parentBias += rotors.reflected * acceleration;
    here.parentCouple += acceleration * u;
  }
}

/// l += Γ z d, then the force of the body.
template <typename S>
[[gnu::always_inline]] inline void slideAndLoad(const Hinge<S>& hinge, FrameMotion<S>& motion,
                                                HingeScratch<S>& here) {
  const Mat3<S> gradient = motion.gradient();
  motion.linear += hinge.slide * gradient.columnZ();
  here.force() = bodyForce(hinge.inertia, secondMomentsOf(hinge), motion, gradient);
}

/// Forward over joints [first, last): forces and τ. With `inverse`, accelerations are given;
/// without, they are zero and the forces are the bias.
template <bool inverse, typename S>
void forward(const Memory<S>& memory, int first, int last, const S* v, const S* torque,
             const S* a) {
  FrameMotion<S> motion{};
  for (int i = first; i < last; ++i) {
    const Hinge<S>& hinge = memory.hinges[i];
    HingeScratch<S>& here = memory.scratch[i];
    if (!hinge.followsParent) motion = memory.motions[hinge.parent];
    const Mat3<S> parentGradient = motion.gradient();
    const S c = memory.cosines[i], s = memory.sines[i];
    const S rate = v[hinge.velocity];
    const S acceleration = inverse ? a[hinge.velocity] : S(0);
    if (hinge.isGeared)
      spinRotors<inverse>(memory.rotors[i], rate, acceleration, motion, memory.gears[i]);
    withPlacement(hinge, [&]<Placement placement>() {
      moveForward<placement>(hinge, c, s, rate, acceleration, parentGradient, motion);
    });
    slideAndLoad(hinge, motion, here);
    here.torque() = torque[hinge.velocity];
    if (hinge.carriesOthers) memory.motions[hinge.body] = motion;
  }
}

template <typename S>
void updateJointTransforms(const Memory<S>& memory, int count, const S* q) {
  for (int i = 0; i < count; ++i)
    memory.angles[i] = q[memory.starts[i].position] + memory.starts[i].angle;
  sineCosine(memory.angles, memory.sines, memory.cosines, count);
}

// Backward: articulated inertias.

/// A += I, p += f
template <typename S>
inline void addBody(const RigidInertia<S>& body, const Force<S>& force, ArticulatedBody<S>& sum) {
  auto& [J, H, M] = sum.A;
  const Vec3<S>& h = body.moment;
  J += body.rotational;
  H.xy -= h.z;
  H.xz += h.y;
  H.yx += h.z;
  H.yz -= h.x;
  H.zx -= h.y;
  H.zy += h.x;
  M.xx += body.mass;
  M.yy += body.mass;
  M.zz += body.mass;
  sum.p += force;
}

/// A − g Uᵀ for g_z = 1: row and column ω_z become zero.
template <typename S>
inline void subtractDyad(const Force<S>& g, const Force<S>& U, WithoutAxis<S> left) {
  auto& [J, H, M] = left.body.A;
  J.xx -= g.n.x * U.n.x;
  J.xy -= g.n.x * U.n.y;
  J.yy -= g.n.y * U.n.y;
  H.xx -= g.n.x * U.f.x, H.xy -= g.n.x * U.f.y, H.xz -= g.n.x * U.f.z;
  H.yx -= g.n.y * U.f.x, H.yy -= g.n.y * U.f.y, H.yz -= g.n.y * U.f.z;
  M.subtractDyad(g.f, U.f);
}

/// Eliminates a joint about z: U = A z, D = zᵀU, u = τ − zᵀp; A − U D⁻¹ Uᵀ, p + U D⁻¹ u. Row and
/// column ω_z of A become zero and n_z becomes τ.
template <typename S>
inline bool eliminate(S torque, ArticulatedBody<S>& body, HingeScratch<S>& here) {
  const Force<S> U = body.A.timesTurnAboutZ();
  S D = U.n.z;
  if (!acceptPivot(D)) return false;
  const S inverse = 1 / D;
  const Force<S> gain{{U.n.x * inverse, U.n.y * inverse, S(1)}, (U * inverse).f};
  const S free = (torque - body.p.n.z) * inverse;
  body.p.addScaled(U, free);
  body.p.n.z = torque;
  subtractDyad(gain, U, WithoutAxis<S>{body});
  here = {gain, free, D};
  return true;
}

/// The same in the joint's axes, with rotors: U = A z + u_r, D = A_zz + Σ N² I_a. In these axes,
/// before the joint rotation, u_r is constant.
template <typename S>
[[gnu::always_inline]] inline bool eliminateGeared(S reflected, const Vec3<S>& couple, S torque,
                                                   S parentBias, ArticulatedBody<S>& body,
                                                   HingeScratch<S>& here) {
  S D = body.A.J.zz + reflected;
  if (!acceptPivot(D)) return false;
  const S inverse = 1 / D;
  Force<S> U = body.A.timesTurnAboutZ();
  U.n += couple;
  const Force<S> gain = U * inverse;
  const S free = (torque - body.p.n.z - parentBias) * inverse;
  body.p.addScaled(U, free);
  body.A.subtractDyad(gain, U);
  here = {gain, free, D};
  return true;
}

/// One joint of the backward pass: elimination, and propagation of the remainder to the parent.
template <typename S>
inline bool backwardStep(const Hinge<S>& hinge, S c, S s, ArticulatedBody<S>& body,
                         HingeScratch<S>& here) {
  return withPlacement(hinge, [&]<Placement placement>() {
    if (!eliminate(here.torque(), body, here)) return false;
    if (hinge.parent >= 0) toParent<placement>(hinge, c, s, WithoutAxis<S>{body});
    return true;
  });
}

/// The same with rotors.
template <typename S>
inline bool backwardStep(const Hinge<S>& hinge, const GearedRotors<S>& rotors,
                         const GearScratch<S>& gear, S c, S s, ArticulatedBody<S>& body,
                         HingeScratch<S>& here) {
  return withPlacement(hinge, [&]<Placement placement>() {
    childToJoint(hinge, c, s, body);
    Vec3<S> couple = rotors.couple;
    toJointAxes<placement>(hinge, couple);
    if (!eliminateGeared(rotors.reflected, couple, here.torque(), gear.parentBias, body, here))
      return false;
    if (hinge.parent < 0) return true;
    jointToParent<placement>(hinge, body, body);
    body.p.n += gear.parentCouple;
    return true;
  });
}

/// Backward over joints [first, last), last to first. Returns one that moves no mass, or −1.
template <typename S>
int eliminate(const Memory<S>& memory, int first, int last) {
  ArticulatedBody<S> body;
  for (int i = last - 1; i >= first; --i) {
    const Hinge<S>& hinge = memory.hinges[i];
    HingeScratch<S>& here = memory.scratch[i];
    if (!hinge.carriesNext) body = {};
    addBody(hinge.inertia, here.force(), body);
    if (hinge.carriesOthers) body += memory.articulated[hinge.body];
    const S c = memory.cosines[i], s = memory.sines[i];
    const bool isEliminated =
        hinge.isGeared ? backwardStep(hinge, memory.rotors[i], memory.gears[i], c, s, body, here)
                       : backwardStep(hinge, c, s, body, here);
    if (!isEliminated) return i;
    if (!hinge.followsParent && hinge.parent >= 0) memory.articulated[hinge.parent] += body;
  }
  return -1;
}

// Forward: accelerations.

/// q̈ = u D⁻¹ − (U D⁻¹)ᵀ a',  a = a' + z q̈.
template <typename S>
inline S accelerateStep(const HingeScratch<S>& here, Motion<S>& increment) {
  const auto& [b, e] = increment;
  const auto& [n, f] = here.gain;
  const S axial = n.z * b.z;
  const S turning = n.x * b.x + n.y * b.y;  // independent sums: they are on the critical path
  const S moving = (f.x * e.x + f.y * e.y) + f.z * e.z;
  const S result = (here.freeRate - axial) - (turning + moving);
  increment.angular.z += result;
  return result;
}

template <typename S>
void accelerate(const Memory<S>& memory, int first, int last, S* a) {
  Motion<S> increment{};
  for (int i = first; i < last; ++i) {
    const Hinge<S>& hinge = memory.hinges[i];
    const HingeScratch<S>& here = memory.scratch[i];
    const S c = memory.cosines[i], s = memory.sines[i];
    if (!hinge.followsParent)
      increment = hinge.parent < 0 ? Motion<S>{} : memory.increments[hinge.parent];
    withPlacement(hinge, [&]<Placement placement>() { toJoint<placement>(hinge, increment); });
    if (hinge.isGeared) {  // its gain is in the joint's frame
      a[hinge.velocity] = accelerateStep(here, increment);
      jointToChild(hinge, c, s, increment);
    } else {
      jointToChild(hinge, c, s, increment);
      a[hinge.velocity] = accelerateStep(here, increment);
    }
    if (hinge.carriesOthers) memory.increments[hinge.body] = increment;
  }
}

// Backward: forces of inverse dynamics.

/// τ of every joint [first, last): the force of its motion, rotors included, less the applied
/// forces.
template <typename S>
void backward(const Memory<S>& memory, int first, int last, S* torque) {
  Force<S> force;
  for (int i = last - 1; i >= first; --i) {
    const Hinge<S>& hinge = memory.hinges[i];
    const HingeScratch<S>& here = memory.scratch[i];
    if (!hinge.carriesNext) force = {};
    force += here.force();
    if (hinge.carriesOthers) force += memory.forces[hinge.body];
    if (hinge.isGeared) {
      const Drive& drive = memory.drives[i];
      torque[drive.velocity] =
          drive.ratio * (-here.torque() + (force.n.z + memory.gears[i].parentBias));
    } else {
      torque[hinge.velocity] = -here.torque() + force.n.z;
    }
    if (hinge.parent < 0) continue;
    withPlacement(hinge, [&]<Placement placement>() {
      toParent<placement>(hinge, memory.cosines[i], memory.sines[i], force);
    });
    if (hinge.isGeared) force.n += memory.gears[i].parentCouple;
    if (!hinge.followsParent) memory.forces[hinge.parent] += force;
  }
}

}  // namespace
}  // namespace linkwork::hinges
