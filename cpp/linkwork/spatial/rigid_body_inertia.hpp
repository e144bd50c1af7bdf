#pragma once

#include <Eigen/Geometry>

#include "linkwork/spatial.hpp"
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
  Vector3<Scalar> moment = Vector3<Scalar>::Zero();
  SymmetricMatrix3<Scalar> rotational;

  static RigidBodyInertia Zero() { return {}; }

  /// From the inertia about the center of mass (upper triangle read), by Steiner's theorem:
  ///   J = J_c + m (cᵀc 1 − c cᵀ)
  static RigidBodyInertia fromCenterOfMass(const Scalar& mass, const Vector3<Scalar>& center,
                                           const Matrix3<Scalar>& aboutCenter) {
    const RigidBodyInertia atCenter{mass, Vector3<Scalar>::Zero(),
                                    SymmetricMatrix3<Scalar>::fromUpper(aboutCenter)};
    return atCenter.shifted(center);
  }

  /// Momentum (or wrench) from twist (or acceleration): n = J ω + h × v, f = m v − h × ω.
  Vector6<Scalar> operator*(const Vector6<Scalar>& twist) const {
    const Vector3<Scalar> angular = twist.template head<3>();
    const Vector3<Scalar> linear = twist.template tail<3>();
    Vector6<Scalar> result;
    result.template head<3>() = rotational * angular + moment.cross(linear);
    result.template tail<3>() = mass * linear - moment.cross(angular);
    return result;
  }

  RigidBodyInertia& operator+=(const RigidBodyInertia& other) {
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
    const RigidBodyInertia turned{mass, pose.rotation * moment, rotational.rotated(pose.rotation)};
    return turned.shifted(pose.translation);
  }

  /// Rate of I as the body moves with twist v = (ω; u), in fixed axes: v ×* I − I v ×.
  /// Its mass is 0 and
  ///   ḣ = ω × h + m u      J̇ = ω̂ J − J ω̂ + 2 (hᵀu) 1 − h uᵀ − u hᵀ
  RigidBodyInertia rate(const Vector6<Scalar>& twist) const {
    const Vector3<Scalar> turning = twist.template head<3>(), sliding = twist.template tail<3>();
    const Matrix3<Scalar> half = hat(turning) * rotational.matrix() - moment * sliding.transpose();
    const Matrix3<Scalar> both = half + half.transpose();
    return {Scalar(0), turning.cross(moment) + mass * sliding,
            SymmetricMatrix3<Scalar>::fromUpper(both) +
                SymmetricMatrix3<Scalar>::Diagonal(Scalar(2) * moment.dot(sliding))};
  }

  /// Kinetic energy ½ vᵀ I v [J].
  Scalar kineticEnergy(const Vector6<Scalar>& twist) const {
    return Scalar(0.5) * twist.dot(*this * twist);
  }

  Matrix6<Scalar> matrix() const {
    Matrix6<Scalar> result;
    result.template topLeftCorner<3, 3>() = rotational.matrix();
    result.template topRightCorner<3, 3>() = hat(moment);
    result.template bottomLeftCorner<3, 3>() = -hat(moment);
    result.template bottomRightCorner<3, 3>() = mass * Matrix3<Scalar>::Identity();
    return result;
  }

 private:
  /// The same body about an origin displaced by −p, where every point r becomes r + p:
  ///   h' = Σ m (r + p)                                     = h + m p
  ///   J' = Σ m (|r + p|² 1 − (r + p)(r + p)ᵀ)              = J + 2 (kᵀp) 1 − k pᵀ − p kᵀ
  /// with k = h + ½ m p.
  RigidBodyInertia shifted(const Vector3<Scalar>& p) const {
    const Vector3<Scalar> k = moment + Scalar(0.5) * mass * p;
    const Scalar x = Scalar(2) * k.x() * p.x();
    const Scalar y = Scalar(2) * k.y() * p.y();
    const Scalar z = Scalar(2) * k.z() * p.z();
    return {mass, moment + mass * p,
            rotational + SymmetricMatrix3<Scalar>{
                             y + z, x + z, x + y, -(k.x() * p.y() + k.y() * p.x()),
                             -(k.x() * p.z() + k.z() * p.x()), -(k.y() * p.z() + k.z() * p.y())}};
  }
};

}  // namespace linkwork
