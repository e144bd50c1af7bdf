#pragma once

#include <Eigen/Geometry>

#include "linkwork/spatial.hpp"
#include "linkwork/spatial/angle_functions.hpp"
#include "linkwork/spatial/quaternion.hpp"

/// Rotations as 3×3 matrices: exponential, logarithm and their tangents in closed form.
///
/// A rotation vector φ [rad] is axis times angle, θ = |φ|. Tangents are the derivatives of exp by
/// its argument,
///
///   exp(φ + δ) ≈ exp(φ) exp(Jr δ) ≈ exp(Jl δ) exp(φ),       Jl = exp(φ) Jr,  Jr(φ) = Jl(φ)ᵀ =
///   Jl(−φ)
///
/// and exist for every φ; their inverses for θ < 2π. A, B, C, D: see AngleFunctions.
/// Source: Chirikjian, "Stochastic Models, Information Theory, and Lie Groups", volume 2, section
/// 10.7.
namespace linkwork::so3 {

/// 1 + β φ̂ + γ φ̂²: every function here has this form. By φ̂² = φ φᵀ − θ² 1.
template <typename Scalar>
Matrix3<Scalar> quadratic(const Vector3<Scalar>& phi, const Scalar& beta, const Scalar& gamma) {
  Matrix3<Scalar> result = hat(Vector3<Scalar>(beta * phi)) + (gamma * phi) * phi.transpose();
  result.diagonal().array() += Scalar(1) - gamma * phi.squaredNorm();
  return result;
}

/// Rotation matrix of a rotation vector (Rodrigues): exp(φ) = 1 + A φ̂ + B φ̂².
template <typename Derived>
Matrix3<typename Derived::Scalar> exp(const Eigen::MatrixBase<Derived>& rotationVector) {
  using Scalar = typename Derived::Scalar;
  const Vector3<Scalar> phi = rotationVector;
  const AngleFunctions<Scalar> angle(phi.squaredNorm());
  return quadratic(phi, angle.sine(), angle.versine());
}

/// Rotation vector of a rotation matrix, of length at most π. Computes the quaternion from the
/// largest of its four components, which avoids the arccosine where it is ill-conditioned: the
/// error is a few ε at every angle, π included. At exactly a half turn both signs of the axis are
/// logarithms; the largest component of the axis (the first of equals) is positive. Within about ε
/// of a half turn rounding of R may decide the sign. Not for SIMD lanes: compares values to choose
/// the largest component.
template <typename Derived>
Vector3<typename Derived::Scalar> log(const Eigen::MatrixBase<Derived>& rotation) {
  return quaternion::log(Eigen::Quaternion<typename Derived::Scalar>(rotation));
}

/// Jl = 1 + B φ̂ + C φ̂²
template <typename Derived>
Matrix3<typename Derived::Scalar> leftTangent(const Eigen::MatrixBase<Derived>& rotationVector) {
  using Scalar = typename Derived::Scalar;
  const Vector3<Scalar> phi = rotationVector;
  const AngleFunctions<Scalar> angle(phi.squaredNorm());
  return quadratic(phi, angle.versine(), angle.excess());
}

/// Jl⁻¹ = 1 − ½ φ̂ + D φ̂²
template <typename Derived>
Matrix3<typename Derived::Scalar> leftTangentInverse(
    const Eigen::MatrixBase<Derived>& rotationVector) {
  using Scalar = typename Derived::Scalar;
  const Vector3<Scalar> phi = rotationVector;
  const AngleFunctions<Scalar> angle(phi.squaredNorm());
  return quadratic(phi, Scalar(-0.5), angle.cotangent());
}

/// Jr = Jlᵀ = 1 − B φ̂ + C φ̂²
template <typename Derived>
Matrix3<typename Derived::Scalar> rightTangent(const Eigen::MatrixBase<Derived>& rotationVector) {
  return leftTangent(rotationVector).transpose();
}

/// Jr⁻¹ = Jl⁻ᵀ = 1 + ½ φ̂ + D φ̂²
template <typename Derived>
Matrix3<typename Derived::Scalar> rightTangentInverse(
    const Eigen::MatrixBase<Derived>& rotationVector) {
  return leftTangentInverse(rotationVector).transpose();
}

}  // namespace linkwork::so3
