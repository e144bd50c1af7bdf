#pragma once

#include "linkwork/integrators/discrete_momentum.hpp"
#include "linkwork/spatial/displacement.hpp"

namespace linkwork {

/// Momenta of a rigid body at both ends of a step whose points go along chords, as parts do in
/// maximal coordinates:
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
  const Vector3<Scalar> turned = inertia.rotational * moved.v;
  const Vector3<Scalar> spin = Scalar(2) * perTime * moved.w * turned;
  const Vector3<Scalar> across = Scalar(2) * perTime * moved.v.cross(turned);
  const Vector3<Scalar> p = perTime * moved.p;
  const Vector3<Scalar> linear = inertia.mass * p + perTime * moved.turn(inertia.moment);
  const BasicDisplacement<Scalar> back{moved.w, -moved.v};
  const Vector3<Scalar> pAtEnd = p + back.turn(p), linearAtEnd = linear + back.turn(linear);

  Vector6<Scalar> start, end;
  start << spin + across + inertia.moment.cross(p), linear;
  end << spin - across + inertia.moment.cross(pAtEnd), linearAtEnd;
  return {Scalar(0.5) * (start + end), Scalar(0.5) * (start - end)};
}

}  // namespace linkwork
