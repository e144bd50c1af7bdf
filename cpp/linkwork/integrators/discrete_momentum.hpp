#pragma once

#include "linkwork/integrators/momentum_inertia.hpp"
#include "linkwork/spatial/displacement.hpp"
#include "linkwork/spatial/rigid_body_inertia.hpp"
#include "linkwork/spatial/se3.hpp"

namespace linkwork {

/// D of AngleFunctions with D' = (dD/dθ)/θ and D'' = (dD'/dθ)/θ, functions of θ² < (2π)².
struct CotangentSeries {
  double d, slope, curvature;

  explicit CotangentSeries(double angleSquared);
};

/// Momenta of a rigid body at both ends of a step that moves it by exp(x), x = h V̄ = (ω; v):
///
///   L_d = h/2 V̄ᵀ G V̄,   m = G V̄
///   μ = Jl(x)⁻ᵀ m    at the start         ν = Jr(x)⁻ᵀ m    at the end, ν = Ad(exp x)ᵀ μ
///
/// Over the dual numbers, with x̃ = ω + εv and m̃ = f + ετ for m = (τ; f), both are one formula
///
///   m̃ ± ½ x̃ × m̃ + D̃ x̃ × (x̃ × m̃)        D̃ = D(θ) + ε D' ω·v        + for μ, − for ν
///
/// Source: Lee, Liu, Park and Srinivasa, "A Linear-Time Variational Integrator for Multibody
/// Systems", equation 16, with dlog of the wrenches in closed form.
struct DiscreteMomentum {
  Vector6<double> even;  ///< (μ + ν)/2
  Vector6<double> half;  ///< (μ − ν)/2

  Vector6<double> atStart() const { return even + half; }
  Vector6<double> atEnd() const { return even - half; }
};

DiscreteMomentum discreteMomentum(const RigidBodyInertia<double>& inertia,
                                  const Vector6<double>& moved, double h);

/// How μ changes when the body's pose at the step's end moves by a small twist ξ in its own axes:
///
///   dμ = (Jl⁻ᵀ G/h + K) Jr⁻¹ ξ,   K = ∂/∂x [Jl(x)⁻ᵀ m] at fixed m
///
/// It is not symmetric: its antisymmetric part is the gyroscopic term.
MomentumInertia momentumTangent(const RigidBodyInertia<double>& inertia,
                                const Vector6<double>& moved, double h);

}  // namespace linkwork
