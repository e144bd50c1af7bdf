#pragma once

#include <cstddef>

#include "linkwork/dynamics/hinges/rigid_inertia.hpp"

/// What the derivatives of inverse dynamics are made of (cluster_derivatives.hpp), in the axes of
/// the ground.
namespace linkwork::hinges {

/// Twist of a body and its spatial acceleration, with that of the ground −g, about its origin.
template <typename S>
struct SpatialMotion {
  Motion<S> velocity, acceleration;
};

/// Of a body and all that it carries, about its origin: inertia [J h̃; −h̃ m], 2B = [C 0; −2p̃ 0],
/// and the force that the motion needs.
template <typename S>
struct MovingComposite {
  RigidInertia<S> inertia;
  Mat3<S> curl;      ///< C
  Vec3<S> momentum;  ///< p
  Force<S> force;
};

/// How a freedom moves a body that it carries, about that body's origin, and with it all that this
/// carries: Δ, ν, μ along y, and Δ, μ̇ for ν, μ along ẏ.
template <typename S>
struct FreedomMotion {
  Motion<S> displacement;  ///< Δ
  Motion<S> rate;          ///< ν
  Motion<S> acceleration;  ///< μ
  Motion<S> turning;       ///< μ̇
};

/// What a freedom k needs of those that carry it, about a point.
template <typename S>
struct FreedomRow {
  Vec3<S> point;
  Force<S> inertia;     ///< Σ I Δ_k
  Vec3<S> rate;         ///< Σ 2Bᵀ Δ_k: its angular part, all there is
  Force<S> onPosition;  ///< Σ Δ_k ×* f + 2B ν_k + I μ_k
  Force<S> onVelocity;  ///< Σ 2B Δ_k + I μ̇_k
};

/// Freedoms that carry a body: those of its cluster, and of clusters before it that stand next to
/// each other both among the motions and in ẏ; then those that carry `carrier`.
struct FreedomRun {
  int first, end;  ///< among the motions
  int dof;         ///< of the first
  int carrier;     ///< a body, or the ground
};

/// All that the passes of derivatives read and write, besides Memory.
template <typename S>
struct DerivativeMemory {
  SpatialMotion<S>* bodies;        ///< by body; that of the ground at −1
  MovingComposite<S>* composites;  ///< by body
  const FreedomRun* runs;          ///< by body that carries others
  S* motions;              ///< Δ, ν, μ, μ̇ and the origin: 27 rows, one number a motion
  std::ptrdiff_t count;    ///< of motions
  S *position, *velocity;  ///< ∂τ/∂y and ∂τ/∂ẏ, column by column or row by row
  std::ptrdiff_t stride;   ///< of these
  bool isByRows;
  S* mass;              ///< H
  std::ptrdiff_t size;  ///< and how many columns it has
};

}  // namespace linkwork::hinges
