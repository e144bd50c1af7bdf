#pragma once

// The kernel of runs of revolute joints about z, alone or with rotors geared to them: forward,
// elimination, acceleration, and the backward pass of inverse dynamics (joint_kernels.hpp).

#include "linkwork/dynamics/kernels/revolute_frames.hpp"
#include "linkwork/spatial/scalar_traits.hpp"

namespace linkwork::kernels {
namespace {

// Forward: motions of bodies, and their forces.

/// Motion of the parent → motion of the joint's body. `motion` is overwritten.
///   l += Γ p;  ω, α, l into the child's axes;  α += ω × z q̇ + z q̈;  ω += z q̇
template <Placement placement, typename S>
[[gnu::always_inline]] inline void moveForward(const Revolute<S>& revolute, S c, S s, S rate,
                                               S acceleration, const Mat3<S>& parentGradient,
                                               FrameMotion<S>& motion) {
  if constexpr (placement == Placement::general)
    motion.linear += parentGradient * revolute.offset;
  else
    motion.linear += revolute.offset.x * parentGradient.columnX();
  toChildAxes<placement>(revolute, c, s, motion.velocity);
  toChildAxes<placement>(revolute, c, s, motion.angular);
  toChildAxes<placement>(revolute, c, s, motion.linear);
  motion.angular.x += motion.velocity.y * rate;
  motion.angular.y -= motion.velocity.x * rate;
  motion.angular.z += acceleration;
  motion.velocity.z += rate;
}

/// Σ of a joint's body.
template <typename S>
[[gnu::always_inline]] inline SymmetricMatrix3<S> secondMomentsOf(const Revolute<S>& revolute) {
  if constexpr (hasKnownStructure<S>)
    return revolute.second;
  else
    return secondMoments(revolute.half, revolute.inertia.rotational);
}

/// The force of a body's own motion:  f = m l + Γ h,  n = h × l + vee(Γ Σ)
template <typename S>
[[gnu::always_inline]] inline Force<S> bodyForce(const RigidBodyInertia<S>& body,
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
                       const FrameMotion<S>& parent, GearWorkspace<S>& here) {
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
[[gnu::always_inline]] inline void slideAndLoad(const Revolute<S>& revolute, FrameMotion<S>& motion,
                                                RevoluteWorkspace<S>& here) {
  const Mat3<S> gradient = motion.gradient();
  motion.linear += revolute.slide * gradient.columnZ();
  here.force() = bodyForce(revolute.inertia, secondMomentsOf(revolute), motion, gradient);
}

/// Forward over joints [first, last): forces and τ. With `inverse`, accelerations are given;
/// without, they are zero and the forces are the bias.
template <bool inverse, typename S>
void forward(const Memory<S>& memory, int first, int last, const S* v, const S* torque,
             const S* a) {
  FrameMotion<S> motion{};
  for (int i = first; i < last; ++i) {
    const Revolute<S>& revolute = memory.revolutes[i];
    RevoluteWorkspace<S>& here = memory.workspace[i];
    if (!revolute.followsParent) motion = memory.motions[revolute.parent];
    const Mat3<S> parentGradient = motion.gradient();
    const S c = memory.cosines[i], s = memory.sines[i];
    const S rate = v[revolute.velocity];
    const S acceleration = inverse ? a[revolute.velocity] : S(0);
    if (revolute.isGeared)
      spinRotors<inverse>(memory.rotors[i], rate, acceleration, motion, memory.gears[i]);
    withPlacement(revolute, [&]<Placement placement>() {
      moveForward<placement>(revolute, c, s, rate, acceleration, parentGradient, motion);
    });
    slideAndLoad(revolute, motion, here);
    here.torque() = torque[revolute.velocity];
    if (revolute.supportsOthers) memory.motions[revolute.body] = motion;
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
inline void addBody(const RigidBodyInertia<S>& body, const Force<S>& force,
                    ArticulatedBody<S>& sum) {
  sum.A += body;
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
inline bool eliminate(S torque, ArticulatedBody<S>& body, RevoluteWorkspace<S>& here) {
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
                                                   RevoluteWorkspace<S>& here) {
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
inline bool backwardStep(const Revolute<S>& revolute, S c, S s, ArticulatedBody<S>& body,
                         RevoluteWorkspace<S>& here) {
  return withPlacement(revolute, [&]<Placement placement>() {
    if (!eliminate(here.torque(), body, here)) return false;
    if (revolute.parent >= 0) toParent<placement>(revolute, c, s, WithoutAxis<S>{body});
    return true;
  });
}

/// The same with rotors.
template <typename S>
inline bool backwardStep(const Revolute<S>& revolute, const GearedRotors<S>& rotors,
                         const GearWorkspace<S>& gear, S c, S s, ArticulatedBody<S>& body,
                         RevoluteWorkspace<S>& here) {
  return withPlacement(revolute, [&]<Placement placement>() {
    childToJoint(revolute, c, s, body);
    Vec3<S> couple = rotors.couple;
    toJointAxes<placement>(revolute, couple);
    if (!eliminateGeared(rotors.reflected, couple, here.torque(), gear.parentBias, body, here))
      return false;
    if (revolute.parent < 0) return true;
    jointToParent<placement>(revolute, body, body);
    body.p.n += gear.parentCouple;
    return true;
  });
}

/// Backward over joints [first, last), last to first. Returns one that moves no mass, or −1.
template <typename S>
int eliminate(const Memory<S>& memory, int first, int last) {
  ArticulatedBody<S> body;
  for (int i = last - 1; i >= first; --i) {
    const Revolute<S>& revolute = memory.revolutes[i];
    RevoluteWorkspace<S>& here = memory.workspace[i];
    if (!revolute.supportsNext) body = {};
    addBody(revolute.inertia, here.force(), body);
    if (revolute.supportsOthers) body += memory.articulated[revolute.body];
    const S c = memory.cosines[i], s = memory.sines[i];
    const bool isEliminated = revolute.isGeared ? backwardStep(revolute, memory.rotors[i],
                                                               memory.gears[i], c, s, body, here)
                                                : backwardStep(revolute, c, s, body, here);
    if (!isEliminated) return i;
    if (!revolute.followsParent && revolute.parent >= 0)
      memory.articulated[revolute.parent] += body;
  }
  return -1;
}

// Forward: accelerations.

/// q̈ = u D⁻¹ − (U D⁻¹)ᵀ a',  a = a' + z q̈.
template <typename S>
inline S accelerateStep(const RevoluteWorkspace<S>& here, Motion<S>& increment) {
  const auto& [b, e] = increment;
  const auto& [n, f] = here.gain;
  const S axial = n.z * b.z;
  const S turning = n.x * b.x + n.y * b.y;  // independent sums: they are on the critical path
  const S moving = (f.x * e.x + f.y * e.y) + f.z * e.z;
  const S result = (here.biasAcceleration - axial) - (turning + moving);
  increment.angular.z += result;
  return result;
}

template <typename S>
void accelerate(const Memory<S>& memory, int first, int last, S* a) {
  Motion<S> increment{};
  for (int i = first; i < last; ++i) {
    const Revolute<S>& revolute = memory.revolutes[i];
    const RevoluteWorkspace<S>& here = memory.workspace[i];
    const S c = memory.cosines[i], s = memory.sines[i];
    if (!revolute.followsParent)
      increment = revolute.parent < 0 ? Motion<S>{} : memory.increments[revolute.parent];
    withPlacement(revolute,
                  [&]<Placement placement>() { toJoint<placement>(revolute, increment); });
    if (revolute.isGeared) {  // its gain is in the joint's frame
      a[revolute.velocity] = accelerateStep(here, increment);
      jointToChild(revolute, c, s, increment);
    } else {
      jointToChild(revolute, c, s, increment);
      a[revolute.velocity] = accelerateStep(here, increment);
    }
    if (revolute.supportsOthers) memory.increments[revolute.body] = increment;
  }
}

// Backward: forces of inverse dynamics.

/// τ of every joint [first, last): the force of its motion, rotors included, less the applied
/// forces.
template <typename S>
void backward(const Memory<S>& memory, int first, int last, S* torque) {
  Force<S> force;
  for (int i = last - 1; i >= first; --i) {
    const Revolute<S>& revolute = memory.revolutes[i];
    const RevoluteWorkspace<S>& here = memory.workspace[i];
    if (!revolute.supportsNext) force = {};
    force += here.force();
    if (revolute.supportsOthers) force += memory.forces[revolute.body];
    if (revolute.isGeared) {
      const Drive& drive = memory.drives[i];
      torque[drive.velocity] =
          drive.ratio * (-here.torque() + (force.n.z + memory.gears[i].parentBias));
    } else {
      torque[revolute.velocity] = -here.torque() + force.n.z;
    }
    if (revolute.parent < 0) continue;
    withPlacement(revolute, [&]<Placement placement>() {
      toParent<placement>(revolute, memory.cosines[i], memory.sines[i], force);
    });
    if (revolute.isGeared) force.n += memory.gears[i].parentCouple;
    if (!revolute.followsParent) memory.forces[revolute.parent] += force;
  }
}

}  // namespace
}  // namespace linkwork::kernels
