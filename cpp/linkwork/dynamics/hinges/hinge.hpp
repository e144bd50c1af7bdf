#pragma once

#include <cstddef>
#include <cstdint>

#include "linkwork/dynamics/hinges/derivative_memory.hpp"
#include "linkwork/dynamics/hinges/mass_columns.hpp"
#include "linkwork/spatial/articulated_inertia.hpp"
#include "linkwork/spatial/scalar_traits.hpp"
#include "linkwork/spatial/spatial_vectors.hpp"

/// Plain numbers only: this header is compiled for several instruction sets, and a type whose
/// layout or inline code depends on them must not cross between them.
///
/// All is templated on the scalar S (spatial/scalar_traits.hpp). Places, entries and flags are
/// integers for every scalar: the structure of a mechanism is known when its numbers are not.
namespace linkwork::hinges {

/// How the frame of a hinge stands on its parent body (denavit_hartenberg.hpp):
///
///   perpendicular   Tx(a) Rx(90°) Rz(q + q₀) Tz(d)
///   skew            Tx(a) Rx(α) Rz(q + q₀) Tz(d)
///   general         T(p) Rz(γ) Rx(α) Rz(q + q₀) Tz(d)
enum class Placement : std::uint8_t { perpendicular, skew, general };

/// Where a hinge stands in the mechanism, and in the run of hinges that one pass crosses.
struct HingePlace {
  int velocity;      ///< entry in v
  int body, parent;  ///< places in ClusterTree::bodies()
  int inner;         ///< in a group: the hinge of the group that carries it, or −1
  Placement placement;
  bool isGeared;
  bool followsParent;  ///< the hinge before it in the run carries it
  bool carriesNext;    ///< it carries the hinge after it in the run
  bool carriesOthers;  ///< and something else: what it knows goes through memory
};

/// ½ tr(J), from which Σ = ½ tr(J) 1 − J is computed where it is used; but all of Σ for scalars to
/// which a zero that was given is more than one that comes out.
template <typename S, bool keepsZeros = knowsStructure<S>>
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

/// A body on a hinge, with the rotors geared to it; numbers in the body's own frame, whose z is
/// the hinge's axis. Only what passes read hinge after hinge stands here: a long tree moves through
/// the caches in every pass.
template <typename S>
struct Hinge : HingePlace, SecondMoments<S> {
  Vec3<S> offset;           ///< p, or (a, 0, 0) [m]
  S cosSlope, sinSlope;     ///< of α
  S cosTurn, sinTurn;       ///< of γ
  S slide;                  ///< d [m]
  RigidInertia<S> inertia;  ///< with the rotors that are attached to the body
};

/// At which angle a hinge stands: q + q₀.
template <typename S>
struct HingeStart {
  S angle;       ///< q₀ [rad]
  int position;  ///< entry of q
};

/// What the rotors geared to a hinge add to it.
template <typename S>
struct GearedRotors {
  S reflected;     ///< Σ N² I_a over them [kg·m²]
  Vec3<S> couple;  ///< Σ N I_a ŝ in the parent's frame [kg·m²]
};

/// Where the force of a hinge stands among those of an independent set of joints: on the hinge
/// itself, but for gears so slow that the rotor was chosen.
struct Drive {
  int velocity;  ///< entry in v
  double ratio;  ///< hinge velocity over that one
};

/// A hinge as a plan has it, with what passes read elsewhere.
struct PlannedHinge : Hinge<double> {
  SymmetricMatrix3<double> second;  ///< Σ
  HingeStart<double> start;
  GearedRotors<double> rotors;
};

/// What a hinge keeps between the passes. The backward pass writes what it finds over what it has
/// read, so that this is one line of the caches.
template <typename S>
struct HingeScratch {
  Force<S> gain;  ///< U D⁻¹: of a plain hinge in its body's frame, of a geared one in the joint's
  S freeRate;     ///< u D⁻¹
  S pivot;        ///< D [kg·m²]

  // Before the backward pass:
  Force<S>& force() { return gain; }  ///< what the body's motion at q̈ = 0 needs
  const Force<S>& force() const { return gain; }
  S& torque() { return freeRate; }  ///< τ, with its rotors' share
  const S& torque() const { return freeRate; }
};
static_assert(sizeof(Hinge<double>) + sizeof(HingeScratch<double>) + 2 * sizeof(double) <= 256,
              "what a pass touches of a hinge, its sine and cosine included");

/// The same for a hinge with rotors.
template <typename S>
struct GearScratch {
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

/// A body's frame in the world: its axes and its origin [m].
template <typename S>
struct WorldFrame {
  Vec3<S> x, y, z, origin;
};

/// A point of a body in that body's frame, and its velocity in the world, in the same axes.
template <typename S>
struct Point {
  Vec3<S> place, velocity;
};

struct FloatingPlace {
  int position, velocity, body;
};

/// A body that floats: a free joint on the ground. Its placement leads from its axes to the world.
template <typename S>
struct FloatingBody : FloatingPlace {
  Mat3<S> placement;  ///< rotation of the joint's frame on the ground
  RigidInertia<S> inertia;
  SymmetricMatrix3<S> second;  ///< Σ, as in Hinge
};

/// The most dofs of a group of coupled hinges.
inline constexpr int maxDofs = 4;

struct GroupPlace {
  int first, last;  ///< places of its hinges
  int dofs;         ///< m
  int parent;       ///< the body that carries the group
  int place;        ///< among the groups
  int member;       ///< where its members begin in Memory::velocities, offsets, accelerations
  int memberCount;
  int basis;    ///< where its rows of G begin in Memory::bases, m a member
  int columns;  ///< where its columns B begin in Memory::columns, m a hinge
};

/// A rotor that rides on the body that carries a group: it turns at R ẏ + g, with R and g of its
/// member.
template <typename S>
struct RidingRotor {
  int member;      ///< among those of the group
  S axial;         ///< I_a [kg·m²]
  Vec3<S> couple;  ///< I_a ŝ in the parent's frame [kg·m²]
};

/// Hinges that loops or couplings tie to each other (coupled_hinges.hpp): q̇ = G ẏ, q̈ = G ÿ + g for
/// its members, which are its hinges and after them what rides on its parent body: rotors, and
/// cranks without mass. These sums over rotors change with the pose where loops tie the group.
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
struct GroupScratch {
  S torque[maxDofs];           ///< Gᵀ τ
  S rates[maxDofs];            ///< ẏ
  S accelerations[maxDofs];    ///< ÿ
  S freeRates[maxDofs];        ///< D⁻¹ L⁻¹ u
  S factor[maxDofs][maxDofs];  ///< L below the diagonal of ones, and on it the pivots D
  Force<S> gain[maxDofs];      ///< B L⁻ᵀ D⁻¹ at the parent body, by columns
};

/// All that the recursion over hinges reads and writes; arrays by body where they are mailboxes.
template <typename S>
struct Memory {
  const Hinge<S>* hinges;
  HingeScratch<S>* scratch;
  const HingeStart<S>* starts;      ///< by hinge
  const GearedRotors<S>* rotors;    ///< by hinge
  const Drive* drives;              ///< by hinge
  GearScratch<S>* gears;            ///< by hinge
  S *angles, *sines, *cosines;      ///< by hinge, of q + q₀
  FrameMotion<S>* motions;          ///< by body; that of the ground at -1
  ArticulatedBody<S>* articulated;  ///< by body: what others than the next hinge hand to it
  Force<S>* forces;                 ///< by body: the same for inverse dynamics
  Motion<S>* increments;            ///< by body: what q̈ adds to the accelerations
  const FloatingBody<S>* floatingBodies;
  Force<S>* floatingForces;              ///< by floating body: what its motion at q̈ = 0 needs
  const CoupledGroup<S>* coupledGroups;  ///< with the independent joints of this pose
  GroupScratch<S>* groups;               ///< by group
  Force<S>* columns;                     ///< of groups: B, m a hinge
  const int* velocities;                 ///< by member of a group: entry in v
  S* bases;                              ///< of groups: G, m a member
  S* offsets;                            ///< by member: g
  S* accelerations;                      ///< by member: q̈
  const unsigned char* isOnPath;  ///< by body: whether something acts on it or on what it carries
  WorldFrame<S>* frames;          ///< by body, of those; that of the ground at -1
  Force<S>* wrenches;             ///< by body: on it and what it carries, about the world's origin
  RigidInertia<S>* composites;    ///< by body: what others than the next hinge carry
  S* axes[3];                     ///< by hinge: z in the axes of the ground or of what floats
  S* origins[3];                  ///< by hinge: where it is there
  Point<S>* points;               ///< by body on one path: the point on which a force acts
};

/// What one call of aba.hpp or rnea.hpp is given; arrays by entry in q and v.
template <typename S>
struct RecursionInputs {
  const S *q, *v;
  const S* torque;   ///< on all joints, passive forces included
  const S* gravity;  ///< [m/s²], world axes
};

/// The parts of the recursion that variational steps use, compiled for one instruction set. Ranges
/// are of hinges.
template <typename S>
struct RecursionPasses {
  void (*updateJointTransforms)(const Memory<S>&, int count, const S* q);
  int (*inward)(const Memory<S>&, int first, int last);
  void (*accelerate)(const Memory<S>&, int first, int last, S* a);
  bool (*accelerateFloating)(const Memory<S>&, const FloatingBody<S>&, const Force<S>& here,
                             const S* torque, S* a);
};

// The numbers of one scalar from those of another: `set(to, from)` for each.

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
void setNumbers(RigidInertia<To>& to, const RigidInertia<From>& from, Set set) {
  setNumbers(to.mass, from.mass, set);
  setNumbers(to.moment, from.moment, set);
  setNumbers(to.rotational, from.rotational, set);
}

template <typename To, typename From, int n, typename Set>
void setNumbers(To (&to)[n], const From (&from)[n], Set set) {
  for (int k = 0; k < n; ++k) setNumbers(to[k], from[k], set);
}

template <typename To, typename From, typename Set>
void setNumbers(Hinge<To>& to, const Hinge<From>& from, Set set) {
  static_cast<HingePlace&>(to) = from;
  setNumbers(to.offset, from.offset, set);
  setNumbers(to.cosSlope, from.cosSlope, set);
  setNumbers(to.sinSlope, from.sinSlope, set);
  setNumbers(to.cosTurn, from.cosTurn, set);
  setNumbers(to.sinTurn, from.sinTurn, set);
  setNumbers(to.slide, from.slide, set);
  setNumbers(to.inertia, from.inertia, set);
}

template <typename To, typename From, typename Set>
void setNumbers(HingeStart<To>& to, const HingeStart<From>& from, Set set) {
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

}  // namespace linkwork::hinges
