#pragma once

#include <cstdint>

/// Plain numbers only: this header is compiled for several instruction sets, and a type whose
/// layout or inline code depends on them must not cross between them.
namespace linkwork::fast {

/// How the frame of a hinge stands on the body that carries it (denavit_hartenberg.hpp):
///
///   square    Tx(a) Rx(90°) Rz(q + q₀) Tz(d)
///   sloped    Tx(a) Rx(α) Rz(q + q₀) Tz(d)
///   anyhow    T(p) Rz(γ) Rx(α) Rz(q + q₀) Tz(d)
enum class Placement : std::uint8_t { square, sloped, anyhow };

/// A body on a hinge, with the rotors geared to it; numbers in the body's own frame, whose z is
/// the hinge's axis.
struct Hinge {
  double offset[3];           ///< p, or (a, 0, 0) [m]
  double cosSlope, sinSlope;  ///< of α
  double cosTurn, sinTurn;    ///< of γ
  double slide;               ///< d [m]
  double startAngle;          ///< q₀ [rad]
  double mass;                ///< [kg], rotors that ride on the body included, as below
  double moment[3];           ///< h = m c [kg·m]
  double rotational[6];       ///< J about the origin: xx, yy, zz, xy, xz, yz [kg·m²]
  double second[6];           ///< Σ = ½ tr(J) 1 − J, same order
  double reflected;           ///< Σ N² I_a over its rotors [kg·m²]
  double couple[3];           ///< Σ N I_a ŝ in the carrier's frame [kg·m²]
  int position, velocity;     ///< entries in q and v
  int body, parent;           ///< places in ClusterTree::bodies()
  Placement placement;
  bool isGeared;
  bool followsCarrier;  ///< the hinge before it in the run carries it
  bool carriesNext;     ///< it carries the hinge after it in the run
  bool carriesOthers;   ///< and something else: what it knows goes through memory
  int inner;            ///< in a group: the hinge of the group that carries it, or −1
};

/// What a hinge keeps between the passes.
struct HingeScratch {
  double moment[3];         ///< N: n at q̈ = 0
  double force[3];          ///< F: f at q̈ = 0
  double pivot;             ///< D [kg·m²]
  double gain[6];           ///< U / D at the body's origin
  double freeRate;          ///< u / D
  double torque;            ///< τ, with its rotors' share
  double carrierCouple[3];  ///< ω_p × u_r q̇ on the carrier
  double carrierBias;       ///< u_rᵀ α_p at q̈ = 0
};

/// Motion of a body's frame, in that frame: angular velocity, angular acceleration, and the
/// acceleration of its origin with gravity counted as −g at the ground.
struct Motion {
  double velocity[3], angular[3], linear[3];
};

/// [n; f] = [J H; Hᵀ M] [α; a] + [n₀; f₀] of an articulated body about its origin.
struct Articulated {
  double j[6];  ///< xx, yy, zz, xy, xz, yz
  double h[9];  ///< row by row
  double m[6];
  double n[3], f[3];
};

struct Wrench {
  double n[3], f[3];
};

/// A twist-like six-vector: the change of a frame's acceleration by the q̈ outside of it.
struct Increment {
  double angular[3], linear[3];
};

/// A body that floats: a free joint on the ground. Its placement leads from its axes to the world.
struct FloatingBody {
  double placement[9];  ///< rotation of the joint's frame on the ground, row by row
  double mass, moment[3], rotational[6], second[6];  ///< as in Hinge
  int position, velocity, body;
};

/// The most dofs of a group of coupled hinges.
inline constexpr int maxDofs = 4;

/// Hinges that loops or couplings tie to each other (coupled_hinges.hpp): q̇ = G ẏ, q̈ = G ÿ + g for
/// its members, which are its hinges and after them the rotors that ride on its carrier.
struct Coupled {
  int first, last;  ///< places of its hinges
  int dofs;         ///< m
  int parent;       ///< the body that carries the group
  int place;        ///< among the groups
  int member;       ///< where its members begin in Memory::velocities, offsets, accelerations
  int memberCount;
  int basis;                 ///< where its rows of G begin in Memory::bases, m a member
  int columns;               ///< where its columns B begin in Memory::columns, m a hinge
  int independent[maxDofs];  ///< entries of ẏ in v
  bool hasRotors;
  double reflected[maxDofs][maxDofs];  ///< Σ Rᵀ I_a R [kg·m²] of rotors with rates R ẏ
  double couple[maxDofs][3];           ///< C = Σ I_a ŝ R by columns [kg·m²]
};

/// What a group keeps between the passes.
struct CoupledScratch {
  double torque[maxDofs];           ///< Gᵀ τ
  double rates[maxDofs];            ///< ẏ
  double accelerations[maxDofs];    ///< ÿ
  double reduced[maxDofs];          ///< y = L⁻¹ u
  double factor[maxDofs][maxDofs];  ///< L
  Wrench gain[maxDofs];             ///< W = B L⁻ᵀ at the carrier, by columns
};

/// All that the recursion over hinges reads and writes; arrays by body where they are mailboxes.
struct Memory {
  const Hinge* hinges;
  HingeScratch* scratch;
  double *angles, *sines, *cosines;  ///< by hinge, of q + q₀
  Motion* motions;                   ///< by body; that of the ground at -1
  Articulated* articulated;          ///< by body: what others than the next hinge hand to it
  Wrench* wrenches;                  ///< by body: the same for inverse dynamics
  Increment* increments;             ///< by body
  CoupledScratch* coupled;           ///< by group
  Wrench* columns;                   ///< of groups: B, m a hinge
  const int* velocities;             ///< by member of a group: entry in v
  double* bases;                     ///< of groups: G, m a member
  double* offsets;                   ///< by member: g
  double* accelerations;             ///< by member: q̈
};

/// The passes, compiled for one instruction set (hinge_recursion.hpp). Ranges are of hinges.
struct Passes {
  void (*turnHinges)(const Memory&, int count, const double* q);
  void (*outwardBias)(const Memory&, int first, int last, const double* v);
  void (*outwardMotion)(const Memory&, int first, int last, const double* v, const double* a);
  int (*inward)(const Memory&, int first, int last);
  void (*accelerate)(const Memory&, int first, int last, double* a);
  void (*inwardForces)(const Memory&, int first, int last);
  void (*outwardFloating)(const Memory&, const FloatingBody&, const double* q, const double* v,
                          const double* a, const double* gravity, Wrench& here);
  bool (*accelerateFloating)(const Memory&, const FloatingBody&, const Wrench& here,
                             const double* torque, double* a);
  void (*outwardCoupled)(const Memory&, const Coupled&, const double* v, const double* a,
                         const double* torque);
  bool (*inwardCoupled)(const Memory&, const Coupled&);
  void (*accelerateCoupled)(const Memory&, const Coupled&, double* a);
  void (*inwardForcesCoupled)(const Memory&, const Coupled&, double* torque);
};

/// The passes for the processor this runs on.
const Passes& passes();

}  // namespace linkwork::fast
