#pragma once

#include <Eigen/Geometry>

#include "linkwork/spatial/types.hpp"

namespace linkwork {

/// Pose of a child frame in a parent frame: an element (R, p) of SE(3).
///
///   x_parent = R x_child + p          R: 3×3 rotation, p: origin of the child in the parent [m]
///
/// Twists (ω; v) and wrenches (n; f) are 6-vectors, angular part first, taken at the origin of the
/// frame whose axes they are written in. They transform as
///
///   to parent   ω' = R ω,      v' = R v + p × ω'        n' = R n + p × f',      f' = R f
///   to child    ω  = Rᵀ ω',    v  = Rᵀ (v' − p × ω')    n  = Rᵀ (n' − p × f'),  f  = Rᵀ f'
///
/// so that power is the same in every frame: nᵀω + fᵀv = n'ᵀω' + f'ᵀv'.
/// Source: Featherstone, "Rigid Body Dynamics Algorithms", chapter 2.
template <typename Scalar>
struct Transform {
  Matrix3<Scalar> rotation = Matrix3<Scalar>::Identity();
  Vector3<Scalar> translation = Vector3<Scalar>::Zero();

  static Transform Identity() { return {}; }

  /// Composition: child to parent of (inner child to child).
  Transform operator*(const Transform& inner) const {
    return {rotation * inner.rotation, rotation * inner.translation + translation};
  }

  /// Point of the child frame in parent coordinates [m].
  Vector3<Scalar> operator*(const Vector3<Scalar>& point) const {
    return rotation * point + translation;
  }

  /// Pose of the parent in the child: (Rᵀ, −Rᵀ p).
  Transform inverse() const {
    return {rotation.transpose(), -(rotation.transpose() * translation)};
  }

  Vector6<Scalar> twistToParent(const Vector6<Scalar>& twist) const {
    Vector6<Scalar> result;
    result.template head<3>() = rotation * twist.template head<3>();
    result.template tail<3>() =
        rotation * twist.template tail<3>() + translation.cross(result.template head<3>());
    return result;
  }

  Vector6<Scalar> twistToChild(const Vector6<Scalar>& twist) const {
    const Vector3<Scalar> linear =
        twist.template tail<3>() - translation.cross(twist.template head<3>());
    Vector6<Scalar> result;
    result.template head<3>() = rotation.transpose() * twist.template head<3>();
    result.template tail<3>() = rotation.transpose() * linear;
    return result;
  }

  Vector6<Scalar> wrenchToParent(const Vector6<Scalar>& wrench) const {
    Vector6<Scalar> result;
    result.template tail<3>() = rotation * wrench.template tail<3>();
    result.template head<3>() =
        rotation * wrench.template head<3>() + translation.cross(result.template tail<3>());
    return result;
  }

  Vector6<Scalar> wrenchToChild(const Vector6<Scalar>& wrench) const {
    const Vector3<Scalar> moment =
        wrench.template head<3>() - translation.cross(wrench.template tail<3>());
    Vector6<Scalar> result;
    result.template head<3>() = rotation.transpose() * moment;
    result.template tail<3>() = rotation.transpose() * wrench.template tail<3>();
    return result;
  }

  /// Matrix of twistToParent: Ad = [R 0; p̂R R], 6×6. wrenchToParent is Ad⁻ᵀ.
  Matrix6<Scalar> adjoint() const {
    Matrix6<Scalar> result;
    result.template topLeftCorner<3, 3>() = rotation;
    result.template topRightCorner<3, 3>().setZero();
    result.template bottomLeftCorner<3, 3>() = hat(translation) * rotation;
    result.template bottomRightCorner<3, 3>() = rotation;
    return result;
  }
};

}  // namespace linkwork
