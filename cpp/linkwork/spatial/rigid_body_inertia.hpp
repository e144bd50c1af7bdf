#pragma once

#include <Eigen/Geometry>

#include "linkwork/spatial.hpp"
#include "linkwork/spatial/spatial_vectors.hpp"
#include "linkwork/spatial/symmetric_matrix3.hpp"

namespace linkwork {

/// Spatial inertia of a rigid body about the origin of a frame, ten numbers.
///
///   [n; f] = [J ĥ; ĥᵀ m1] [ω; v]      m mass [kg], h = m c first moment [kg·m], c center of mass,
///                                      J rotational inertia about the origin [kg·m²]
///
/// Takes twists to momenta and accelerations to wrenches. A massless body may still have J.
/// Source: Featherstone, "Rigid Body Dynamics Algorithms", section 2.13.
template <typename Scalar>
struct RigidBodyInertia {
  Scalar mass{0};
  Vec3<Scalar> moment;
  SymmetricMatrix3<Scalar> rotational;

  static RigidBodyInertia Zero() { return {}; }

  /// From the inertia about the center of mass (upper triangle read), by Steiner's theorem:
  ///   J = J_c + m (cᵀc 1 − c cᵀ)
  static RigidBodyInertia fromCenterOfMass(const Scalar& mass, const Vector3<Scalar>& center,
                                           const Matrix3<Scalar>& aboutCenter) {
    const RigidBodyInertia atCenter{mass, {}, SymmetricMatrix3<Scalar>::fromUpper(aboutCenter)};
    return atCenter.shifted(Vec3<Scalar>::from(center));
  }

  /// Momentum (or wrench) from twist (or acceleration): n = J ω + h × v, f = m v − h × ω.
  [[gnu::always_inline]] friend Force<Scalar> operator*(const RigidBodyInertia& I,
                                                        const Motion<Scalar>& x) {
    return {I.rotational * x.angular + cross(I.moment, x.linear),
            I.mass * x.linear - cross(I.moment, x.angular)};
  }
  [[gnu::always_inline]] friend Force<Scalar> operator*(const RigidBodyInertia& I,
                                                        const AngularMotion<Scalar>& x) {
    return {I.rotational * x.angular, cross(x.angular, I.moment)};
  }
  Vector6<Scalar> operator*(const Vector6<Scalar>& twist) const {
    return (*this * Motion<Scalar>::from(twist)).vector();
  }

  [[gnu::always_inline]] RigidBodyInertia& operator+=(const RigidBodyInertia& other) {
    mass += other.mass;
    moment += other.moment;
    rotational += other.rotational;
    return *this;
  }
  friend RigidBodyInertia operator+(RigidBodyInertia a, const RigidBodyInertia& b) {
    return a += b;
  }

  /// The same body in the parent frame: Ad⁻ᵀ I Ad⁻¹.
  RigidBodyInertia toParent(const Transform<Scalar>& pose) const {
    const Vector3<Scalar> turned = pose.rotation * moment.vector();
    const RigidBodyInertia inParentAxes{mass, Vec3<Scalar>::from(turned),
                                        rotational.rotated(pose.rotation)};
    return inParentAxes.shifted(Vec3<Scalar>::from(pose.translation));
  }

  /// The same body about an origin displaced by −p, where every point r becomes r + p:
  ///   h' = Σ m (r + p)                                     = h + m p
  ///   J' = Σ m (|r + p|² 1 − (r + p)(r + p)ᵀ)              = J + 2 (kᵀp) 1 − k pᵀ − p kᵀ
  /// with k = h + ½ m p.
  [[gnu::always_inline]] RigidBodyInertia shifted(const Vec3<Scalar>& p) const {
    const SymmetricMatrix3<Scalar>& J = rotational;
    const Vec3<Scalar> k = moment + Scalar(0.5) * mass * p;
    const Scalar x = Scalar(2) * k.x * p.x;
    const Scalar y = Scalar(2) * k.y * p.y;
    const Scalar z = Scalar(2) * k.z * p.z;
    return {mass,
            moment + mass * p,
            {J.xx + (y + z), J.yy + (x + z), J.zz + (x + y), J.xy - (k.x * p.y + k.y * p.x),
             J.xz - (k.x * p.z + k.z * p.x), J.yz - (k.y * p.z + k.z * p.y)}};
  }

  /// Rate of I as the body moves with twist (ω; v), in fixed axes. Its mass is 0 and
  ///   ḣ = ω × h + m v      J̇ = ω̂ J − J ω̂ + 2 (hᵀv) 1 − h vᵀ − v hᵀ
  [[gnu::always_inline]] RigidBodyInertia rate(const Motion<Scalar>& twist) const {
    const auto& [w, v] = twist;
    const Vec3<Scalar>& h = moment;
    const SymmetricMatrix3<Scalar>& J = rotational;
    // ω̂ J − v hᵀ by columns; J̇ contains its sum with its transpose
    const Vec3<Scalar> x = cross(w, Vec3<Scalar>{J.xx, J.xy, J.xz}) - h.x * v,
                       y = cross(w, Vec3<Scalar>{J.xy, J.yy, J.yz}) - h.y * v,
                       z = cross(w, Vec3<Scalar>{J.xz, J.yz, J.zz}) - h.z * v;
    const Scalar twice = Scalar(2) * dot(v, h);
    return {Scalar(0),
            cross(w, h) + mass * v,
            {Scalar(2) * x.x + twice, Scalar(2) * y.y + twice, Scalar(2) * z.z + twice, y.x + x.y,
             z.x + x.z, z.y + y.z}};
  }

  /// Kinetic energy ½ vᵀ I v [J].
  Scalar kineticEnergy(const Vector6<Scalar>& twist) const {
    return Scalar(0.5) * twist.dot(*this * twist);
  }

  Matrix6<Scalar> matrix() const {
    const Matrix3<Scalar> coupling = Mat3<Scalar>::hat(moment).matrix();
    Matrix6<Scalar> result;
    result.template topLeftCorner<3, 3>() = rotational.matrix();
    result.template topRightCorner<3, 3>() = coupling;
    result.template bottomLeftCorner<3, 3>() = -coupling;
    result.template bottomRightCorner<3, 3>() = mass * Matrix3<Scalar>::Identity();
    return result;
  }
};

/// The force that a body's motion requires, with Σ = ½ tr(J) 1 − J:
///   n = h × l + vee(Γ Σ),   f = m l + Γ h
template <typename Scalar>
Force<Scalar> forceOf(const RigidBodyInertia<Scalar>& body, const FrameMotion<Scalar>& motion) {
  const auto& [mass, h, j] = body;
  const Scalar half(0.5);
  const SymmetricMatrix3<Scalar> second{half * ((j.yy + j.zz) - j.xx),
                                        half * ((j.zz + j.xx) - j.yy),
                                        half * ((j.xx + j.yy) - j.zz),
                                        -j.xy,
                                        -j.xz,
                                        -j.yz};
  const Matrix3<Scalar> gradient = motion.gradient().matrix();
  const Matrix3<Scalar> turned = gradient.lazyProduct(second.matrix());
  return {cross(h, motion.linear) + vee(Mat3<Scalar>::from(turned)),
          mass * motion.linear + vec3(Vector3<Scalar>(gradient * h.vector()))};
}

}  // namespace linkwork
