#pragma once

#include <cmath>

/// Damping and friction of a joint, by velocity.
namespace linkwork {

/// v_s: where dry friction has 1/√2 of its full strength [rad/s, m/s].
inline constexpr double frictionSpeed = 0.01;

/// Dry friction of strength 1, regularized with a slope at rest: v/√(v² + v_s²).
template <typename Scalar>
Scalar dryFriction(const Scalar& v) {
  using std::sqrt;
  return v / sqrt(v * v + Scalar(frictionSpeed * frictionSpeed));
}

/// Its derivative, v_s²/√(v² + v_s²)³.
template <typename Scalar>
Scalar dryFrictionSlope(const Scalar& v) {
  using std::sqrt;
  const Scalar square = v * v + Scalar(frictionSpeed * frictionSpeed);
  return Scalar(frictionSpeed * frictionSpeed) / (square * sqrt(square));
}

/// Damping and friction along one component of a joint's v.
struct JointResistance {
  double damping, friction;
};

/// d v + f v/√(v² + v_s²) of a joint with a damping d and a friction f, against its motion
/// [N·m, N]; and its derivative.
template <typename Body, typename Scalar>
Scalar resistance(const Body& body, const Scalar& v) {
  return body.damping * v + body.friction * dryFriction(v);
}
template <typename Body, typename Scalar>
Scalar resistanceSlope(const Body& body, const Scalar& v) {
  return body.damping + body.friction * dryFrictionSlope(v);
}

}  // namespace linkwork
