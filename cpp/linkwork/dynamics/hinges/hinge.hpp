#pragma once

#include <cstddef>
#include <cstdint>

#include "linkwork/dynamics/hinges/derivative_memory.hpp"
#include "linkwork/dynamics/hinges/mass_columns.hpp"
#include "linkwork/spatial/scalar_traits.hpp"

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

/// ½ tr(J), from which Σ = ½ tr(J) 1 − J is computed where it is used; but all of Σ (xx, yy, zz,
/// xy, xz, yz) for scalars to which a zero that was given is more than one that comes out.
template <typename S, bool keepsZeros = knowsStructure<S>>
struct SecondMoments {
  S half;
};
template <typename S>
struct SecondMoments<S, true> {
  S second[6];
};

template <typename S>
[[gnu::always_inline]] inline void setSecondMoments(const S& half, const S rotational[6],
                                                    S second[6]) {
  for (int k = 0; k < 3; ++k) second[k] = half - rotational[k];
  for (int k = 3; k < 6; ++k) second[k] = -rotational[k];
}

/// A body on a hinge, with the rotors geared to it; numbers in the body's own frame, whose z is
/// the hinge's axis. Only what passes read hinge after hinge stands here: a long tree moves through
/// the caches in every pass.
template <typename S>
struct Hinge : HingePlace, SecondMoments<S> {
  S offset[3];           ///< p, or (a, 0, 0) [m]
  S cosSlope, sinSlope;  ///< of α
  S cosTurn, sinTurn;    ///< of γ
  S slide;               ///< d [m]
  S mass;                ///< [kg], rotors that ride on the body included, as below
  S moment[3];           ///< h = m c [kg·m]
  S rotational[6];       ///< J about the origin: xx, yy, zz, xy, xz, yz [kg·m²]
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
  S reflected;  ///< Σ N² I_a over them [kg·m²]
  S couple[3];  ///< Σ N I_a ŝ in the parent's frame [kg·m²]
};

/// Where the force of a hinge stands among those of an independent set of joints: on the hinge
/// itself, but for gears so slow that the rotor was chosen.
struct Drive {
  int velocity;  ///< entry in v
  double ratio;  ///< hinge velocity over that one
};

/// A hinge as a plan has it, with what passes read elsewhere.
struct PlannedHinge : Hinge<double> {
  double second[6];  ///< Σ
  HingeStart<double> start;
  GearedRotors<double> rotors;
};

/// What a hinge keeps between the passes. The inward pass writes what it finds over what it has
/// read, so that this is one line of the caches.
template <typename S>
struct HingeScratch {
  S gain[6];   ///< U/D: plain, in its frame, n_z (which is 1) left out; geared, in the joint's
  S freeRate;  ///< u / D
  S pivot;     ///< D [kg·m²]

  // Before the inward pass:
  S* moment() { return gain; }  ///< N: n at q̈ = 0
  const S* moment() const { return gain; }
  S* force() { return gain + 3; }  ///< F: f at q̈ = 0
  const S* force() const { return gain + 3; }
  S& torque() { return freeRate; }  ///< τ, with its rotors' share
};
static_assert(sizeof(Hinge<double>) + sizeof(HingeScratch<double>) + 2 * sizeof(double) <= 256,
              "what a pass touches of a hinge, its sine and cosine included");

/// The same for a hinge with rotors.
template <typename S>
struct GearScratch {
  S parentCouple[3];  ///< ω_p × u_r q̇ on the parent
  S parentBias;       ///< u_rᵀ α_p at q̈ = 0
};

/// Motion of a body's frame, in that frame: angular velocity, angular acceleration, and the
/// acceleration of its origin with gravity counted as −g at the ground.
template <typename S>
struct Motion {
  S velocity[3], angular[3], linear[3];
};

template <typename S>
struct Force {
  S n[3], f[3];
};

/// [n; f] = [J H; Hᵀ M] [α; a] + [n₀; f₀] of an articulated body about its origin.
template <typename S>
struct Articulated {
  S j[6];  ///< xx, yy, zz, xy, xz, yz
  S h[9];  ///< row by row
  S m[6];
  S n[3], f[3];
};

/// Mass [kg], first moment [kg·m] and inertia about the origin [kg·m²] of a body or of all that it
/// carries, in its frame: xx, yy, zz, xy, xz, yz.
template <typename S>
struct RigidNumbers {
  S mass, h[3], j[6];
};

/// A twist-like six-vector: the change of a frame's acceleration by the q̈ outside of it.
template <typename S>
struct Increment {
  S angular[3], linear[3];
};

/// A body's frame in the world.
template <typename S>
struct WorldFrame {
  S axes[3][3];  ///< x, y and z
  S origin[3];   ///< [m]
};

/// A point of a body in that body's frame, and its velocity in the world, in the same axes.
template <typename S>
struct Point {
  S place[3], velocity[3];
};

struct FloatingPlace {
  int position, velocity, body;
};

/// A body that floats: a free joint on the ground. Its placement leads from its axes to the world.
template <typename S>
struct FloatingBody : FloatingPlace {
  S placement[9];  ///< rotation of the joint's frame on the ground, row by row
  S mass, moment[3], rotational[6], second[6];  ///< as in Hinge
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
  int member;   ///< among those of the group
  S axial;      ///< I_a [kg·m²]
  S couple[3];  ///< I_a ŝ in the parent's frame [kg·m²]
};

/// Hinges that loops or couplings tie to each other (coupled_hinges.hpp): q̇ = G ẏ, q̈ = G ÿ + g for
/// its members, which are its hinges and after them what rides on its parent body: rotors, and
/// cranks without mass. These sums over rotors change with the pose where loops tie the group.
template <typename S>
struct CoupledGroup : GroupPlace {
  typename EntryOf<S>::Type independent[maxDofs];  ///< entries of ẏ in v
  bool hasRotors;
  S reflected[maxDofs][maxDofs];  ///< Σ Rᵀ I_a R [kg·m²] of rotors with rates R ẏ
  S couple[maxDofs][3];           ///< C = Σ I_a ŝ R by columns [kg·m²]
  S reflectedBias[maxDofs];       ///< Σ Rᵀ I_a g [N·m]
  S coupleBias[3];                ///< Σ I_a ŝ g [N·m]
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
  const HingeStart<S>* starts;    ///< by hinge
  const GearedRotors<S>* rotors;  ///< by hinge
  const Drive* drives;            ///< by hinge
  GearScratch<S>* gears;          ///< by hinge
  S *angles, *sines, *cosines;    ///< by hinge, of q + q₀
  Motion<S>* motions;             ///< by body; that of the ground at -1
  Articulated<S>* articulated;    ///< by body: what others than the next hinge hand to it
  Force<S>* forces;               ///< by body: the same for inverse dynamics
  Increment<S>* increments;       ///< by body
  GroupScratch<S>* groups;        ///< by group
  Force<S>* columns;              ///< of groups: B, m a hinge
  const int* velocities;          ///< by member of a group: entry in v
  S* bases;                       ///< of groups: G, m a member
  S* offsets;                     ///< by member: g
  S* accelerations;               ///< by member: q̈
  const unsigned char* isOnPath;  ///< by body: whether something acts on it or on what it carries
  WorldFrame<S>* frames;          ///< by body, of those; that of the ground at -1
  Force<S>* wrenches;             ///< by body: on it and what it carries, about the world's origin
  RigidNumbers<S>* composites;    ///< by body: what others than the next hinge carry
  S* axes[3];                     ///< by hinge: z in the axes of the ground or of what floats
  S* origins[3];                  ///< by hinge: where it is there
  Point<S>* points;               ///< by body on one path: the point on which a force acts
};

/// Passes that write columns of the mass matrix.
template <typename S, typename Columns>
struct ColumnPasses {
  void (*inwardComposites)(const Memory<S>&, const MassRow*, const int* floatingDofs, int first,
                           int last, const Columns&);
  void (*floatingComposite)(const Memory<S>&, const FloatingBody<S>&, int dof, const Columns&);
};

/// The passes of forward and inverse dynamics, compiled for one instruction set
/// (recursion_passes_here.hpp). Ranges are of hinges.
template <typename S>
struct RecursionPasses {
  void (*turnHinges)(const Memory<S>&, int count, const S* q);
  void (*outwardBias)(const Memory<S>&, int first, int last, const S* v, const S* torque);
  void (*outwardMotion)(const Memory<S>&, int first, int last, const S* v, const S* torque,
                        const S* a);
  int (*inward)(const Memory<S>&, int first, int last);
  void (*accelerate)(const Memory<S>&, int first, int last, S* a);
  void (*inwardForces)(const Memory<S>&, int first, int last, S* torque);
  void (*outwardFloating)(const Memory<S>&, const FloatingBody<S>&, const S* q, const S* v,
                          const S* a, const S* gravity, Force<S>& here);
  bool (*accelerateFloating)(const Memory<S>&, const FloatingBody<S>&, const Force<S>& here,
                             const S* torque, S* a);
  void (*outwardCoupled)(const Memory<S>&, const CoupledGroup<S>&, const S* v, const S* a,
                         const S* torque);
  bool (*inwardCoupled)(const Memory<S>&, const CoupledGroup<S>&);
  void (*accelerateCoupled)(const Memory<S>&, const CoupledGroup<S>&, S* a);
  void (*inwardForcesCoupled)(const Memory<S>&, const CoupledGroup<S>&, S* torque);
};

/// These and all others (passes_here.hpp).
template <typename S>
struct Passes : RecursionPasses<S> {
  void (*outwardFrames)(const Memory<S>&, int first, int last);
  void (*projectWrenches)(const Memory<S>&, int first, int last, S* torque);
  void (*projectWrench)(const Memory<S>&, int first, int last, Force<S>& at, S* torque);
  void (*carryPoint)(const Memory<S>&, int first, int last, const S* v, Point<S>& at);
  void (*projectForce)(const Memory<S>&, int first, int last, S* force, S* torque);
  void (*outwardAxes)(const Memory<S>&, int first, int last);
  ColumnPasses<S, WholeColumns<S>> wholeColumns;
  ColumnPasses<S, BranchColumns<S>> branchColumns;
  ColumnPasses<S, HandedColumns<S>> handedColumns;
  void (*mirror)(S* mass, int size, int stride);
  void (*outwardDerivatives)(const Memory<S>&, const DerivativeMemory<S>&, int first, int last,
                             const S* v, const S* a);
  void (*inwardDerivatives)(const Memory<S>&, const DerivativeMemory<S>&, int first, int last,
                            const S* v, const S* a);
  void (*crossCarriers)(const DerivativeMemory<S>&, const FreedomRow<S>&, int k, int body);
  bool (*factorBranches)(const Branches&, S* numbers);
  void (*solveBranches)(const Branches&, const S* factor, int size, S* x, std::ptrdiff_t stride);
  void (*negateTransposed)(const S* from, std::ptrdiff_t stride, int rows, int columns, S* to,
                           std::ptrdiff_t step);
};

/// The passes in doubles for the processor this runs on.
const Passes<double>& passes();

// The numbers of one scalar from those of another: `set(to, from)` for each.

template <typename To, typename From, typename Set>
void setNumbers(To& to, const From& from, Set set) requires requires {
  set(to, from);
}
{ set(to, from); }

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
  setNumbers(to.mass, from.mass, set);
  setNumbers(to.moment, from.moment, set);
  setNumbers(to.rotational, from.rotational, set);
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
  setNumbers(to.mass, from.mass, set);
  setNumbers(to.moment, from.moment, set);
  setNumbers(to.rotational, from.rotational, set);
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
