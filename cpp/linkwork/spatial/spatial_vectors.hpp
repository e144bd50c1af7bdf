#pragma once

#include "linkwork/spatial/mat3.hpp"

/// 6-D vectors, angular part first (Featherstone, "Rigid Body Dynamics Algorithms", chapter 2).
namespace linkwork {

/// Motion vector: a twist (ω; v), or an acceleration (α; a).
template <typename Scalar>
struct Motion {
  Vec3<Scalar> angular, linear;

  [[gnu::always_inline]] static Motion from(const Scalar* at) {
    return {Vec3<Scalar>::from(at), Vec3<Scalar>::from(at + 3)};
  }
  static Motion from(const Vector6<Scalar>& v) { return from(v.data()); }
  [[gnu::always_inline]] void to(Scalar* at) const { angular.to(at), linear.to(at + 3); }
  Vector6<Scalar> vector() const {
    Vector6<Scalar> result;
    to(result.data());
    return result;
  }

  /// Entries of the 6-D vector.
  [[gnu::always_inline]] Scalar& operator[](int i) { return i < 3 ? angular[i] : linear[i - 3]; }
  [[gnu::always_inline]] const Scalar& operator[](int i) const {
    return i < 3 ? angular[i] : linear[i - 3];
  }

  /// The same motion of the point at r: v + ω × r.
  [[gnu::always_inline]] Motion at(const Vec3<Scalar>& r) const {
    return {angular, linear + cross(angular, r)};
  }

  [[gnu::always_inline]] Motion& operator+=(const Motion& other) {
    angular += other.angular;
    linear += other.linear;
    return *this;
  }
  [[gnu::always_inline]] friend Motion operator+(Motion a, const Motion& b) { return a += b; }
  [[gnu::always_inline]] friend Motion operator-(const Motion& a, const Motion& b) {
    return {a.angular - b.angular, a.linear - b.linear};
  }
  [[gnu::always_inline]] friend Motion operator*(const Scalar& s, const Motion& a) {
    return {s * a.angular, s * a.linear};
  }
};

/// Motion vector of a rotation about an axis through the point: (ω; 0).
template <typename Scalar>
struct AngularMotion {
  Vec3<Scalar> angular;

  [[gnu::always_inline]] friend AngularMotion operator*(const Scalar& s, const AngularMotion& a) {
    return {s * a.angular};
  }
  [[gnu::always_inline]] friend Motion<Scalar>& operator+=(Motion<Scalar>& a,
                                                           const AngularMotion& b) {
    a.angular += b.angular;
    return a;
  }
};

/// Force vector: a moment about a point and a force (n; f).
template <typename Scalar>
struct Force {
  Vec3<Scalar> n, f;

  [[gnu::always_inline]] static Force from(const Scalar* at) {
    return {Vec3<Scalar>::from(at), Vec3<Scalar>::from(at + 3)};
  }
  static Force from(const Vector6<Scalar>& v) { return from(v.data()); }
  [[gnu::always_inline]] void to(Scalar* at) const { n.to(at), f.to(at + 3); }
  Vector6<Scalar> vector() const {
    Vector6<Scalar> result;
    to(result.data());
    return result;
  }

  /// Entries of the 6-D vector.
  [[gnu::always_inline]] Scalar& operator[](int i) { return i < 3 ? n[i] : f[i - 3]; }
  [[gnu::always_inline]] const Scalar& operator[](int i) const { return i < 3 ? n[i] : f[i - 3]; }

  /// The same force about an origin displaced by −p: n + p × f.
  [[gnu::always_inline]] Force shifted(const Vec3<Scalar>& p) const { return {n + cross(p, f), f}; }

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

/// v × w: rate of a motion vector w fixed in a frame that moves with twist v, seen from a fixed
/// frame. The Lie bracket of se(3).
template <typename Scalar>
[[gnu::always_inline]] inline Motion<Scalar> cross(const Motion<Scalar>& v,
                                                   const Motion<Scalar>& w) {
  return {cross(v.angular, w.angular), cross(v.angular, w.linear) + cross(v.linear, w.angular)};
}

/// v ×* f: the same of a force vector. Dual to v × w: wᵀ(v ×* f) = −(v × w)ᵀ f.
template <typename Scalar>
[[gnu::always_inline]] inline Force<Scalar> cross(const Motion<Scalar>& v,
                                                  const Force<Scalar>& force) {
  return {cross(v.angular, force.n) + cross(v.linear, force.f), cross(v.angular, force.f)};
}

/// Power of a force along a twist.
template <typename Scalar>
[[gnu::always_inline]] inline Scalar dot(const Force<Scalar>& force, const Motion<Scalar>& motion) {
  return dot(force.n, motion.angular) + dot(force.f, motion.linear);
}
template <typename Scalar>
[[gnu::always_inline]] inline Scalar dot(const Force<Scalar>& force,
                                         const AngularMotion<Scalar>& motion) {
  return dot(force.n, motion.angular);
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

  /// A joint with relative twist S q̇ = (ω_r; v_r) and (β; b) = S q̈ + Ṡ q̇:
  ///   α += ω × ω_r + β,   l += 2 ω × v_r + ω_r × v_r + b,   ω += ω_r
  void addJoint(const Motion<Scalar>& twist, const Motion<Scalar>& acceleration) {
    angular += cross(velocity, twist.angular) + acceleration.angular;
    linear += cross(velocity, Scalar(2) * twist.linear) + cross(twist.angular, twist.linear) +
              acceleration.linear;
    velocity += twist.angular;
  }
};

}  // namespace linkwork
