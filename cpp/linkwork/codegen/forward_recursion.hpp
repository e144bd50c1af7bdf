#pragma once

#include "linkwork/codegen/joint_moves.hpp"

namespace linkwork::codegen {

/// A rigid body in its own frame, about its origin.
struct BodyNumbers {
  Expression mass;
  Vec3 moment;        ///< h = m c
  Symmetric inertia;  ///< J about the origin
  Symmetric second;   ///< Σ = ½ tr(J) 1 − J
};

BodyNumbers numbersOf(const RigidBodyInertia<double>& inertia, const Number& number);

/// Motion of a body from that of its carrier, across its moves. `v` and `a` are q̇ and q̈ of all
/// joints.
void moveOutward(const std::vector<Move>& moves, const std::vector<Expression>& v,
                 const std::vector<Expression>& a, Motion& at);

/// From child to carrier across a move that is no freedom, and back for what accelerations add.
void moveInward(const Move& move, Articulated& at);
void moveInward(const Move& move, Wrench& at);
void moveOutward(const Move& move, Twist& at);

/// What a body's own motion asks for:  F = m l + Γ h,  N = h × l + vee(Γ Σ).
Wrench forceOf(const BodyNumbers& body, const Motion& at);

/// The articulated inertia of a rigid body alone.
Articulated articulatedOf(const BodyNumbers& body, const Wrench& bias);

/// One coordinate that has given way: q̈ = freeRate − gainᵀ e.
struct EliminatedJoint {
  Wrench gain;
  Expression freeRate;
};

/// What rotors geared to a joint add to it: their spin as seen by the joint, reflected inertia
/// Σ N² I_a and couple Σ N I_a ŝ.
struct Geared {
  Expression reflected;
  Vec3 couple;
};

/// A coordinate with twist S gives way to the force τ: A − U Uᵀ/D, p + U u/D with U = A S + couple,
/// D = Sᵀ A S + reflected, u = τ − Sᵀ p.
EliminatedJoint eliminateJoint(const Twist& subspace, const Expression& force, const Geared& geared,
                               Articulated& at);

/// A − U Uᵀ/D, p + U u/D.
EliminatedJoint eliminateJoint(const Wrench& push, const Expression& pivot, const Expression& force,
                               Articulated& at);

}  // namespace linkwork::codegen
