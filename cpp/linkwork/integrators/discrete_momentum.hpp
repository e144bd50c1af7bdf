#pragma once

#include "linkwork/integrators/momentum_inertia.hpp"
#include "linkwork/spatial/displacement.hpp"
#include "linkwork/spatial/rigid_body_inertia.hpp"
#include "linkwork/spatial/se3.hpp"

namespace linkwork {

/// D of AngleFunctions with D' = (dD/dθ)/θ and D'' = (dD'/dθ)/θ, functions of θ² < (2π)².
template <typename Scalar>
struct CotangentSeries {
  Scalar d, slope, curvature;

  explicit CotangentSeries(const Scalar& angleSquared);
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
template <typename Scalar>
struct DiscreteMomentum {
  Vector6<Scalar> even;  ///< (μ + ν)/2
  Vector6<Scalar> half;  ///< (μ − ν)/2

  Vector6<Scalar> atStart() const { return even + half; }
  Vector6<Scalar> atEnd() const { return even - half; }
};

template <typename Scalar>
DiscreteMomentum<Scalar> discreteMomentum(const RigidBodyInertia<Scalar>& inertia,
                                          const Vector6<Scalar>& moved, double h);

/// The change of μ if the body's pose at the end of the step changes by a small twist ξ in its own
/// axes:
///
///   dμ = (Jl⁻ᵀ G/h + K) Jr⁻¹ ξ,   K = ∂/∂x [Jl(x)⁻ᵀ m] at fixed m
///
/// It is not symmetric: its antisymmetric part is the gyroscopic term.
MomentumInertia momentumTangent(const RigidBodyInertia<double>& inertia,
                                const Vector6<double>& moved, double h);

/// Momenta of a rigid body at both ends of a step in which its points move along chords, as parts
/// in maximal coordinates do:
///
///   L_d = Σ m |Δx|²/2h        μ = Σ m r × Δx/h at the start, ν the same in the axes at the end
///
/// With Φ = (w, v; p), R its rotation and I, c m, m of the body about its origin,
///
///   μ = (2/h (w I v + v × I v) + c m × p/h;  (m p + (R − 1) c m)/h)
///   ν = (2/h (w I v − v × I v) + c m × Rᵀp/h;  Rᵀ of the same)
///
/// which is J ω s ± (h/2) ω × J ω about the center of mass, for ω = 2 v/h and s = w.
/// Source: Brüdigam & Manchester, "Linear-Time Variational Integrators in Maximal Coordinates",
/// equation 26.
template <typename Scalar>
DiscreteMomentum<Scalar> chordMomentum(const RigidBodyInertia<Scalar>& inertia,
                                       const BasicDisplacement<Scalar>& moved, double h) {
  const Scalar perTime(1 / h);
  const Vector3<Scalar> moment = inertia.moment.vector();
  const Vector3<Scalar> turned = inertia.rotational * moved.v;
  const Vector3<Scalar> spin = Scalar(2) * perTime * moved.w * turned;
  const Vector3<Scalar> across = Scalar(2) * perTime * moved.v.cross(turned);
  const Vector3<Scalar> p = perTime * moved.p;
  const Vector3<Scalar> linear = inertia.mass * p + perTime * moved.turn(moment);
  const BasicDisplacement<Scalar> back{moved.w, -moved.v};
  const Vector3<Scalar> pAtEnd = p + back.turn(p), linearAtEnd = linear + back.turn(linear);

  Vector6<Scalar> start, end;
  start << spin + across + moment.cross(p), linear;
  end << spin - across + moment.cross(pAtEnd), linearAtEnd;
  return {Scalar(0.5) * (start + end), Scalar(0.5) * (start - end)};
}

}  // namespace linkwork
