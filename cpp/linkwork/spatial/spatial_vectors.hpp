#pragma once

#include "linkwork/spatial/mat3.hpp"

/// 6-D vectors, angular part first (Featherstone, "Rigid Body Dynamics Algorithms", chapter 2).
namespace linkwork {

/// Motion vector: a twist (ω; v), or an acceleration (α; a).
template <typename Scalar>
struct Motion {
  Vec3<Scalar> angular, linear;

  static Motion from(const Vector6<Scalar>& v) {
    return {Vec3<Scalar>::from(v.data()), Vec3<Scalar>::from(v.data() + 3)};
  }
  Vector6<Scalar> vector() const {
    Vector6<Scalar> result;
    angular.to(result.data()), linear.to(result.data() + 3);
    return result;
  }

  [[gnu::always_inline]] Motion& operator+=(const Motion& other) {
    angular += other.angular;
    linear += other.linear;
    return *this;
  }
  [[gnu::always_inline]] friend Motion operator+(Motion a, const Motion& b) { return a += b; }
  [[gnu::always_inline]] friend Motion operator*(const Scalar& s, const Motion& a) {
    return {s * a.angular, s * a.linear};
  }
};

/// Force vector: a moment about a point and a force (n; f).
template <typename Scalar>
struct Force {
  Vec3<Scalar> n, f;

  static Force from(const Vector6<Scalar>& v) {
    return {Vec3<Scalar>::from(v.data()), Vec3<Scalar>::from(v.data() + 3)};
  }
  Vector6<Scalar> vector() const {
    Vector6<Scalar> result;
    n.to(result.data()), f.to(result.data() + 3);
    return result;
  }

  [[gnu::always_inline]] Force& operator+=(const Force& other) {
    n += other.n;
    f += other.f;
    return *this;
  }
  [[gnu::always_inline]] friend Force operator+(Force a, const Force& b) { return a += b; }
  [[gnu::always_inline]] friend Force operator*(const Force& a, const Scalar& s) {
    return {{a.n.x * s, a.n.y * s, a.n.z * s}, {a.f.x * s, a.f.y * s, a.f.z * s}};
  }
  /// x ← x + a s
  [[gnu::always_inline]] void addScaled(const Force& a, const Scalar& s) {
    n.x += a.n.x * s, n.y += a.n.y * s, n.z += a.n.z * s;
    f.x += a.f.x * s, f.y += a.f.y * s, f.z += a.f.z * s;
  }
};

/// Power of a force along a twist.
template <typename Scalar>
[[gnu::always_inline]] inline Scalar dot(const Force<Scalar>& force, const Motion<Scalar>& motion) {
  return dot(force.n, motion.angular) + dot(force.f, motion.linear);
}

/// Motion of a body's frame in its own axes, relative to an observer who moves with the velocity of
/// its origin. The dynamics are the same.
template <typename Scalar>
struct FrameMotion {
  Vec3<Scalar> velocity;  ///< ω
  Vec3<Scalar> angular;   ///< α
  Vec3<Scalar> linear;    ///< acceleration of the origin, with −g at the ground

  /// Γ = α̂ + ω̂ ω̂: the acceleration of a point r of the body relative to its origin is Γ r.
  [[gnu::always_inline]] Mat3<Scalar> gradient() const {
    const Scalar &x = velocity.x, &y = velocity.y, &z = velocity.z;
    const Scalar squareX = x * x, squareY = y * y, squareZ = z * z;
    return {-(squareY + squareZ), x * y - angular.z,    x * z + angular.y,
            x * y + angular.z,    -(squareX + squareZ), y * z - angular.x,
            x * z - angular.y,    y * z + angular.x,    -(squareX + squareY)};
  }
};

}  // namespace linkwork
