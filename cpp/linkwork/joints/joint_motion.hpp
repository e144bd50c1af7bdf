#pragma once

#include <span>
#include <vector>

#include "linkwork/joint_function.hpp"
#include "linkwork/symbolic/differentiation.hpp"

namespace linkwork {

/// Pose, S and Ṡ v of a joint whose pose is a product of poses J = J₁ J₂ … Jₙ, each
/// an expression of some of the coordinates.
///
/// Each factor alone gives Sₖ = (Jₖ⁻¹ ∂Jₖ)^∨ and cₖ = Ṡₖ v by differentiation; then forward, with
/// w = S v, Adₖ = Ad(Jₖ⁻¹) and × the bracket of twists,
///
///   S ← Adₖ S + Sₖ        c ← Adₖ c + (Adₖ w) × (Sₖ v) + cₖ
///
/// The factors of a product are far simpler functions than the product: two tori that touch take
/// 223 operations (+ − × ÷) so, and 594 as one pose (bench/README.md).
///
///   in   q, v   d inputs of one graph each (v may be any expressions)
///   in   order  of the chain rule in Sₖ
///
/// Source: Si & Guenter, section 4, equations (9) to (12).
JointMotion<symbolic::Expression> motionOf(std::span<const Transform<symbolic::Expression>> factors,
                                           std::span<const symbolic::Expression> q,
                                           std::span<const symbolic::Expression> v,
                                           symbolic::Order order = symbolic::Order::forward);

/// The same of a pose that is one expression.
inline JointMotion<symbolic::Expression> motionOf(
    const Transform<symbolic::Expression>& pose, std::span<const symbolic::Expression> q,
    std::span<const symbolic::Expression> v, symbolic::Order order = symbolic::Order::forward) {
  return motionOf({&pose, 1}, q, v, order);
}

/// J₁ J₂ … Jₙ.
Transform<symbolic::Expression> productOf(std::span<const Transform<symbolic::Expression>> factors);

}  // namespace linkwork
