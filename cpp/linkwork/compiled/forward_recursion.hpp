#pragma once

#include "linkwork/compiled/joint_moves.hpp"

namespace linkwork::compiled {

/// What all programs of a mechanism start from: its coordinates as inputs, its joints as moves, its
/// bodies as numbers.
struct BodyNumbers {
  Expression mass;
  Triple moment;      ///< h = m c
  Symmetric inertia;  ///< J about the origin
  Symmetric second;   ///< Σ = ½ tr(J) 1 − J
};

BodyNumbers numbersOf(const RigidBodyInertia<double>& inertia, const Number& number);

/// Motion of a body at q̈ = 0 from that of its carrier, across its moves.
void moveOutward(const std::vector<Move>& moves, const std::vector<Expression>& v, Motion& at);

/// What a body's own motion asks for:  F = m l + Γ h,  N = h × l + vee(Γ Σ).
Wrench forceOf(const BodyNumbers& body, const Motion& at);

/// The articulated inertia of a rigid body alone.
Articulated articulatedOf(const BodyNumbers& body, const Wrench& bias);

/// One coordinate that has given way: q̈ = freeRate − gainᵀ e.
struct Yielded {
  Wrench gain;
  Expression freeRate;
};

/// A coordinate with twist S gives way to the force τ: A − U Uᵀ/D, p + U u/D with U = A S,
/// D = Sᵀ U + reflected, u = τ − Sᵀ p.
Yielded giveWay(const Twist& subspace, const Expression& force, const Expression& reflected,
                Articulated& at);

}  // namespace linkwork::compiled
