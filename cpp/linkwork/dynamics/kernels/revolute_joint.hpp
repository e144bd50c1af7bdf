#pragma once

#include <cstddef>
#include <cstdint>

#include "linkwork/dynamics/kernels/derivative_memory.hpp"
#include "linkwork/dynamics/kernels/mass_columns.hpp"
#include "linkwork/spatial/articulated_inertia.hpp"
#include "linkwork/spatial/scalar_traits.hpp"
#include "linkwork/spatial/spatial_vectors.hpp"
#include "linkwork/spatial/vec3_pose.hpp"

/// Plain numbers only. This header is compiled for several instruction sets. A type whose layout or
/// inline code depends on the instruction set must not be shared between them.
///
/// Everything is templated on the scalar S (spatial/scalar_traits.hpp). Indices, entries and flags
/// are integers for every scalar: the structure of a mechanism is constant.
namespace linkwork::kernels {

/// Placement of a revolute joint's frame on its parent body (denavit_hartenberg.hpp):
///
///   perpendicular   Tx(a) Rx(90°) Rz(q + q₀) Tz(d)
///   skew            Tx(a) Rx(α) Rz(q + q₀) Tz(d)
///   general         T(p) Rz(γ) Rx(α) Rz(q + q₀) Tz(d)
enum class Placement : std::uint8_t { perpendicular, skew, general };

/// Indices of a revolute joint in the mechanism and in the run of joints of one pass.
struct RevolutePlace {
  int velocity;      ///< entry in v
  int body, parent;  ///< indices in ClusterTree::bodies()
  int inner;         ///< in a group: the joint of the group that supports it, or −1
  Placement placement;
  bool isGeared;
  bool followsParent;   ///< the joint before it in the run supports it
  bool supportsNext;    ///< it supports the joint after it in the run
  bool supportsOthers;  ///< it supports other joints too: results go through memory
};

/// ½ tr(J), from which Σ = ½ tr(J) 1 − J is computed on use. Scalars that exploit structural zeros
/// store all of Σ.
template <typename S, bool keepsZeros = hasKnownStructure<S>>
struct SecondMoments {
  S half;
};
template <typename S>
struct SecondMoments<S, true> {
  SymmetricMatrix3<S> second;
};

template <typename S>
[[gnu::always_inline]] inline SymmetricMatrix3<S> secondMoments(const S& half,
                                                                const SymmetricMatrix3<S>& j) {
  return {half - j.xx, half - j.yy, half - j.zz, -j.xy, -j.xz, -j.yz};
}

/// A body on a revolute joint, with the rotors geared to it. Numbers are in the body's own frame,
/// whose z is the joint's axis. The type has only what the passes read at every joint: large trees
/// stream through the caches in every pass.
template <typename S>
struct Revolute : RevolutePlace, SecondMoments<S> {
  Vec3<S> offset;               ///< p, or (a, 0, 0) [m]
  S cosSlope, sinSlope;         ///< of α
  S cosTurn, sinTurn;           ///< of γ
  S slide;                      ///< d [m]
  RigidBodyInertia<S> inertia;  ///< with the rotors that are attached to the body
};

/// The angle of a revolute joint: q + q₀.
template <typename S>
struct RevoluteStart {
  S angle;       ///< q₀ [rad]
  int position;  ///< entry of q
};

/// Contribution of the rotors geared to a joint.
template <typename S>
struct GearedRotors {
  S reflected;     ///< Σ N² I_a over them [kg·m²]
  Vec3<S> couple;  ///< Σ N I_a ŝ in the parent's frame [kg·m²]
};

/// The independent coordinate that drives a revolute joint: its own, or that of a rotor of a slow
/// gear.
struct Drive {
  int velocity;  ///< entry in v
  double ratio;  ///< joint velocity over that one
};

/// A revolute joint of a plan, with numbers that few passes read.
struct PlannedRevolute : Revolute<double> {
  SymmetricMatrix3<double> second;  ///< Σ
  RevoluteStart<double> start;
  GearedRotors<double> rotors;
};

/// What a revolute joint keeps between the passes. The backward pass overwrites its inputs with its
/// results to fit one cache line.
template <typename S>
struct RevoluteWorkspace {
  Force<S> gain;  ///< joint gain U D⁻¹, in the body's frame; with rotors in the joint's frame
  S biasAcceleration;  ///< u D⁻¹
  S pivot;             ///< D [kg·m²]

  // Before the backward pass:
  Force<S>& force() { return gain; }  ///< of the body's motion at q̈ = 0
  const Force<S>& force() const { return gain; }
  S& torque() { return biasAcceleration; }  ///< τ, with its rotors' share
  const S& torque() const { return biasAcceleration; }
};
static_assert(sizeof(Revolute<double>) + sizeof(RevoluteWorkspace<double>) + 2 * sizeof(double) <=
                  256,
              "what a pass touches of a revolute joint, its sine and cosine included");

/// The same for a joint with rotors.
template <typename S>
struct GearWorkspace {
  Vec3<S> parentCouple;  ///< ω_p × u_r q̇ on the parent
  S parentBias;          ///< u_rᵀ α_p at q̈ = 0
};

/// An articulated body about its origin: f = A a + p.
template <typename S>
struct ArticulatedBody {
  ArticulatedInertia<S> A;
  Force<S> p;

  [[gnu::always_inline]] ArticulatedBody& operator+=(const ArticulatedBody& other) {
    A += other.A;
    p += other.p;
    return *this;
  }
};

/// A point of a body in that body's frame, and its velocity in the world, in the same axes.
template <typename S>
struct Point {
  Vec3<S> place, velocity;
};

struct FloatingPlace {
  int position, velocity, body;
};

/// A floating body: a free joint on the ground. Its placement maps from its axes to the world.
template <typename S>
struct FloatingBody : FloatingPlace {
  Mat3<S> placement;  ///< rotation of the joint's frame on the ground
  RigidBodyInertia<S> inertia;
  SymmetricMatrix3<S> second;  ///< Σ, as in Revolute
};

/// Maximum number of dofs of a group of coupled joints.
inline constexpr int maxDofs = 4;

struct GroupPlace {
  int first, last;  ///< indices of its joints
  int dofs;         ///< m
  int parent;       ///< the parent body of the group
  int place;        ///< index among the groups
  int member;       ///< first index of its members in Memory::velocities, offsets, accelerations
  int memberCount;
  int basis;    ///< first index of its rows of G in Memory::bases, m per member
  int columns;  ///< first index of its columns B in Memory::columns, m per joint
};

/// A rotor on the parent body of a group. It turns at R ẏ + g, with R and g of its member.
template <typename S>
struct RidingRotor {
  int member;      ///< index among those of the group
  S axial;         ///< I_a [kg·m²]
  Vec3<S> couple;  ///< I_a ŝ in the parent's frame [kg·m²]
};

/// Revolute joints constrained to each other by loops or couplings (coupled_revolutes.hpp): q̇ = G
/// ẏ, q̈ = G ÿ + g. The members are the joints, then rotors and massless cranks on the parent body.
/// If loops constrain the group, these sums over rotors change with the pose.
template <typename S>
struct CoupledGroup : GroupPlace {
  typename EntryOf<S>::Type independent[maxDofs];  ///< entries of ẏ in v
  bool hasRotors;
  S reflected[maxDofs][maxDofs];  ///< Σ Rᵀ I_a R [kg·m²] of rotors with rates R ẏ
  Vec3<S> couple[maxDofs];        ///< C = Σ I_a ŝ R by columns [kg·m²]
  S reflectedBias[maxDofs];       ///< Σ Rᵀ I_a g [N·m]
  Vec3<S> coupleBias;             ///< Σ I_a ŝ g [N·m]
};

/// What a group keeps between the passes.
template <typename S>
struct GroupWorkspace {
  S torque[maxDofs];             ///< Gᵀ τ
  S rates[maxDofs];              ///< ẏ
  S accelerations[maxDofs];      ///< ÿ
  S biasAccelerations[maxDofs];  ///< D⁻¹ L⁻¹ u
  S factor[maxDofs][maxDofs];    ///< L below the diagonal of ones, and on it the pivots D
  Force<S> gain[maxDofs];        ///< B L⁻ᵀ D⁻¹ at the parent body, by columns
};

/// Workspace of the recursion over revolute joints. Arrays by body exchange data between kernels.
template <typename S>
struct Memory {
  const Revolute<S>* revolutes;
  RevoluteWorkspace<S>* workspace;
  const RevoluteStart<S>* starts;   ///< by joint
  const GearedRotors<S>* rotors;    ///< by joint
  const Drive* drives;              ///< by joint
  GearWorkspace<S>* gears;          ///< by joint
  S *angles, *sines, *cosines;      ///< by joint, of q + q₀
  FrameMotion<S>* motions;          ///< by body; that of the ground at -1
  ArticulatedBody<S>* articulated;  ///< by body: contributions of all supported joints but the next
  Force<S>* forces;                 ///< by body: the same for inverse dynamics
  Motion<S>* increments;            ///< by body: increments of the accelerations by q̈
  const FloatingBody<S>* floatingBodies;
  Force<S>* floatingForces;              ///< by floating body: the force of its motion at q̈ = 0
  const CoupledGroup<S>* coupledGroups;  ///< with the independent joints of this pose
  GroupWorkspace<S>* groups;             ///< by group
  Force<S>* columns;                     ///< of groups: B, m per joint
  const int* velocities;                 ///< by member of a group: entry in v
  S* bases;                              ///< of groups: G, m per member
  S* offsets;                            ///< by member: g
  S* accelerations;                      ///< by member: q̈
  const unsigned char* isOnPath;         ///< by body: whether a force acts on it or on its subtree
  Vec3Pose<S>* frames;              ///< by body, of those, in the world; that of the ground at -1
  Force<S>* wrenches;               ///< by body: on its subtree, about the world's origin
  RigidBodyInertia<S>* composites;  ///< by body: contributions of all supported joints but the next
  S* axes[3];        ///< by joint: z in the axes of the ground or of the floating body
  S* origins[3];     ///< by joint: origin in the same axes
  Point<S>* points;  ///< by body on one path: the point of application of a force
};

/// Inputs of one call of aba.hpp or rnea.hpp; arrays by entry in q and v.
template <typename S>
struct RecursionInputs {
  const S *q, *v;
  const S* torque;   ///< on all joints, passive forces included
  const S* gravity;  ///< [m/s²], world axes
};

/// The parts of the recursion that variational steps use, compiled for one instruction set. Ranges
/// are of joints.
template <typename S>
struct RecursionPasses {
  void (*updateJointTransforms)(const Memory<S>&, int count, const S* q);
  int (*backward)(const Memory<S>&, int first, int last);
  void (*accelerate)(const Memory<S>&, int first, int last, S* a);
  bool (*accelerateFloating)(const Memory<S>&, const FloatingBody<S>&, const Force<S>& here,
                             const S* torque, S* a);
};

// Converts the numbers of one scalar to another: calls `set(to, from)` for each.

template <typename To, typename From, typename Set>
void setNumbers(To& to, const From& from, Set set) requires requires {
  set(to, from);
}
{ set(to, from); }

template <typename To, typename From, typename Set>
void setNumbers(Vec3<To>& to, const Vec3<From>& from, Set set) {
  set(to.x, from.x), set(to.y, from.y), set(to.z, from.z);
}

template <typename To, typename From, typename Set>
void setNumbers(SymmetricMatrix3<To>& to, const SymmetricMatrix3<From>& from, Set set) {
  set(to.xx, from.xx), set(to.yy, from.yy), set(to.zz, from.zz);
  set(to.xy, from.xy), set(to.xz, from.xz), set(to.yz, from.yz);
}

template <typename To, typename From, typename Set>
void setNumbers(Mat3<To>& to, const Mat3<From>& from, Set set) {
  set(to.xx, from.xx), set(to.xy, from.xy), set(to.xz, from.xz);
  set(to.yx, from.yx), set(to.yy, from.yy), set(to.yz, from.yz);
  set(to.zx, from.zx), set(to.zy, from.zy), set(to.zz, from.zz);
}

template <typename To, typename From, typename Set>
void setNumbers(RigidBodyInertia<To>& to, const RigidBodyInertia<From>& from, Set set) {
  setNumbers(to.mass, from.mass, set);
  setNumbers(to.moment, from.moment, set);
  setNumbers(to.rotational, from.rotational, set);
}

template <typename To, typename From, int n, typename Set>
void setNumbers(To (&to)[n], const From (&from)[n], Set set) {
  for (int k = 0; k < n; ++k) setNumbers(to[k], from[k], set);
}

template <typename To, typename From, typename Set>
void setNumbers(Revolute<To>& to, const Revolute<From>& from, Set set) {
  static_cast<RevolutePlace&>(to) = from;
  setNumbers(to.offset, from.offset, set);
  setNumbers(to.cosSlope, from.cosSlope, set);
  setNumbers(to.sinSlope, from.sinSlope, set);
  setNumbers(to.cosTurn, from.cosTurn, set);
  setNumbers(to.sinTurn, from.sinTurn, set);
  setNumbers(to.slide, from.slide, set);
  setNumbers(to.inertia, from.inertia, set);
}

template <typename To, typename From, typename Set>
void setNumbers(RevoluteStart<To>& to, const RevoluteStart<From>& from, Set set) {
  to.position = from.position;
  setNumbers(to.angle, from.angle, set);
}

template <typename To, typename From, typename Set>
void setNumbers(GearedRotors<To>& to, const GearedRotors<From>& from, Set set) {
  setNumbers(to.reflected, from.reflected, set);
  setNumbers(to.couple, from.couple, set);
}

template <typename To, typename From, typename Set>
void setNumbers(FloatingBody<To>& to, const FloatingBody<From>& from, Set set) {
  static_cast<FloatingPlace&>(to) = from;
  setNumbers(to.placement, from.placement, set);
  setNumbers(to.inertia, from.inertia, set);
  setNumbers(to.second, from.second, set);
}

/// Sums over rotors alone.
template <typename To, typename From, typename Set>
void setSums(CoupledGroup<To>& to, const CoupledGroup<From>& from, Set set) {
  setNumbers(to.reflected, from.reflected, set);
  setNumbers(to.couple, from.couple, set);
  setNumbers(to.reflectedBias, from.reflectedBias, set);
  setNumbers(to.coupleBias, from.coupleBias, set);
}

template <typename To, typename From, typename Set>
void setNumbers(CoupledGroup<To>& to, const CoupledGroup<From>& from, Set set) {
  static_cast<GroupPlace&>(to) = from;
  for (int j = 0; j < maxDofs; ++j) to.independent[j] = from.independent[j];
  to.hasRotors = from.hasRotors;
  setSums(to, from, set);
}

template <typename To, typename From, typename Set>
void setNumbers(RidingRotor<To>& to, const RidingRotor<From>& from, Set set) {
  to.member = from.member;
  setNumbers(to.axial, from.axial, set);
  setNumbers(to.couple, from.couple, set);
}

}  // namespace linkwork::kernels
