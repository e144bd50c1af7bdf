#pragma once

#include <Eigen/Geometry>

#include "linkwork/spatial/rigid_body_inertia.hpp"
#include "linkwork/spatial/spatial_vectors.hpp"

namespace linkwork {

/// Motion of a body's frame relative to an observer who moves with the velocity of its origin. The
/// dynamics are the same, and the velocity of the origin is not needed.
template <typename Scalar>
struct BodyMotion {
  Vector3<Scalar> velocity;  ///< ω
  Vector3<Scalar> angular;   ///< α
  Vector3<Scalar> linear;    ///< acceleration of the origin, gravity counted as −g at the ground

  static BodyMotion from(const FrameMotion<Scalar>& motion) {
    return {motion.velocity.vector(), motion.angular.vector(), motion.linear.vector()};
  }
  FrameMotion<Scalar> stored() const {
    return {Vec3<Scalar>::from(velocity), Vec3<Scalar>::from(angular), Vec3<Scalar>::from(linear)};
  }

  /// Γ = α̃ + ω̃ ω̃: the acceleration of a point r of the body relative to its origin is Γ r.
  Matrix3<Scalar> gradient() const {
    const Vector3<Scalar>&w = velocity, &a = angular;
    const Scalar xx = w.x() * w.x(), yy = w.y() * w.y(), zz = w.z() * w.z();
    const Scalar xy = w.x() * w.y(), xz = w.x() * w.z(), yz = w.y() * w.z();
    Matrix3<Scalar> result;
    result << -(yy + zz), xy - a.z(), xz + a.y(),  //
        xy + a.z(), -(xx + zz), yz - a.x(),        //
        xz - a.y(), yz + a.x(), -(xx + yy);
    return result;
  }

  /// A joint with relative twist S q̇ = (ω_r; v_r) and (β; b) = S q̈ + Ṡ q̇:
  ///   α += ω × ω_r + β,   l += 2 ω × v_r + ω_r × v_r + b,   ω += ω_r
  void addJoint(const Vector6<Scalar>& twist, const Vector6<Scalar>& acceleration) {
    const Vector3<Scalar> turning = twist.template head<3>(), sliding = twist.template tail<3>();
    angular += velocity.cross(turning) + acceleration.template head<3>();
    linear += velocity.cross(Scalar(2) * sliding) + turning.cross(sliding) +
              acceleration.template tail<3>();
    velocity += turning;
  }
};

/// The force that a body's motion requires, with Σ = ½ tr(J) 1 − J:
///   n = h × l + vee(Γ Σ),   f = m l + Γ h
template <typename Scalar>
Vector6<Scalar> forceOf(const RigidBodyInertia<Scalar>& body, const BodyMotion<Scalar>& motion) {
  const SymmetricMatrix3<Scalar>& j = body.rotational;
  const Scalar half(0.5);
  const SymmetricMatrix3<Scalar> second{half * ((j.yy + j.zz) - j.xx),
                                        half * ((j.zz + j.xx) - j.yy),
                                        half * ((j.xx + j.yy) - j.zz),
                                        -j.xy,
                                        -j.xz,
                                        -j.yz};
  const Matrix3<Scalar> gradient = motion.gradient();
  const Matrix3<Scalar> turned = gradient.lazyProduct(second.matrix());
  const Vector3<Scalar> spin(turned(2, 1) - turned(1, 2), turned(0, 2) - turned(2, 0),
                             turned(1, 0) - turned(0, 1));
  const Vector3<Scalar> moment = body.moment.vector();
  Vector6<Scalar> result;
  result.template head<3>() = moment.cross(motion.linear) + spin;
  result.template tail<3>() = body.mass * motion.linear + gradient * moment;
  return result;
}

}  // namespace linkwork
