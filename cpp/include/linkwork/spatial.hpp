#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <limits>

#include "linkwork/version.hpp"

namespace linkwork {

template <typename Scalar>
using Vector3 = Eigen::Matrix<Scalar, 3, 1>;
template <typename Scalar>
using Vector6 = Eigen::Matrix<Scalar, 6, 1>;
template <typename Scalar>
using Matrix3 = Eigen::Matrix<Scalar, 3, 3>;
template <typename Scalar>
using Matrix6 = Eigen::Matrix<Scalar, 6, 6>;

/// Distance from 1 to the next double, 2⁻⁵²: the unit in which rounding is bounded.
inline constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// Cross-product matrix: hat(a) b = a × b.
///
///   in    a      3-vector, any Eigen expression
///   out   3×3    [0 −a₂ a₁; a₂ 0 −a₀; −a₁ a₀ 0], antisymmetric
template <typename Derived>
Matrix3<typename Derived::Scalar> hat(const Eigen::MatrixBase<Derived>& vector) {
  using Scalar = typename Derived::Scalar;
  const Vector3<Scalar> a = vector;
  Matrix3<Scalar> result;
  result << Scalar(0), -a.z(), a.y(),  //
      a.z(), Scalar(0), -a.x(),        //
      -a.y(), a.x(), Scalar(0);
  return result;
}

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
/// Power is the same in every frame: nᵀω + fᵀv = n'ᵀω' + f'ᵀv'.
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
