#pragma once

#include <cstddef>

#include "linkwork/spatial/rigid_body_inertia.hpp"

/// Quantities of the derivatives of inverse dynamics (cluster_derivatives.hpp), in the axes of the
/// ground.
namespace linkwork::kernels {

/// Twist of a body and its spatial acceleration, with that of the ground −g, about its origin.
template <typename S>
struct SpatialMotion {
  Motion<S> velocity, acceleration;
};

/// Of a body and its subtree, about its origin: inertia [J h̃; −h̃ m], 2B = [C 0; −2p̃ 0], and the
/// force of the motion.
template <typename S>
struct MovingComposite {
  RigidBodyInertia<S> inertia;
  Mat3<S> curl;      ///< C
  Vec3<S> momentum;  ///< p
  Force<S> force;
};

/// The motion of a body per dof that supports it, about the body's origin, the same for its
/// subtree: Δ, ν, μ along y, and Δ, μ̇ for ν, μ along ẏ.
template <typename S>
struct FreedomMotion {
  Motion<S> displacement;  ///< Δ
  Motion<S> rate;          ///< ν
  Motion<S> acceleration;  ///< μ
  Motion<S> turning;       ///< μ̇
};

/// The wrenches of dof k against the dofs that support it, about a point.
template <typename S>
struct FreedomRow {
  Vec3<S> point;
  Force<S> inertia;     ///< Σ I Δ_k
  Vec3<S> rate;         ///< Σ 2Bᵀ Δ_k: its angular part; the linear part is zero
  Force<S> onPosition;  ///< Σ Δ_k ×* f + 2B ν_k + I μ_k
  Force<S> onVelocity;  ///< Σ 2B Δ_k + I μ̇_k
};

/// Dofs that support a body: those of its cluster and of clusters before it, if contiguous both
/// among the motions and in ẏ; then those that support the body `support`.
struct FreedomRun {
  int first, end;  ///< among the motions
  int dof;         ///< of the first dof
  int support;     ///< a body, or the ground
};

/// Workspace of the derivative passes, in addition to Memory.
template <typename S>
struct DerivativeMemory {
  SpatialMotion<S>* bodies;        ///< by body; that of the ground at −1
  MovingComposite<S>* composites;  ///< by body
  const FreedomRun* runs;          ///< by body with children
  S* motions;              ///< Δ, ν, μ, μ̇ and the origin: 27 rows, one number a motion
  std::ptrdiff_t count;    ///< of motions
  S *position, *velocity;  ///< ∂τ/∂y and ∂τ/∂ẏ, column by column or row by row
  std::ptrdiff_t stride;   ///< of `position` and `velocity`
  bool isByRows;
  S* mass;              ///< H
  std::ptrdiff_t size;  ///< number of columns of H
};

}  // namespace linkwork::kernels
