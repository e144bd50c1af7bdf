#pragma once

#include <Eigen/Geometry>

#include "linkwork/spatial.hpp"
#include "linkwork/spatial/angle_functions.hpp"
#include "linkwork/spatial/so3.hpp"

/// Rigid motions: exponential, logarithm and their tangents in closed form.
///
/// A twist ξ = (φ; ρ) is a screw motion run for unit time: rotation vector φ [rad], θ = |φ|, and
/// linear part ρ [m]. Tangents are 6×6 and act on twists (ω; v),
///
///   exp(ξ + δ) ≈ exp(ξ) exp(Jr δ) ≈ exp(Jl δ) exp(ξ),       Jl = Ad(exp ξ) Jr,  Jr(ξ) = Jl(−ξ)
///
/// All follow from SO(3) by the principle of transference: a motion is a rotation over the dual
/// numbers, φ + ε ρ with ε² = 0. A function F(φ) = 1 + β φ̂ + γ φ̂² of SO(3) becomes
///
///   [F 0; F' F],   F' = β ρ̂ + γ (φ̂ρ̂ + ρ̂φ̂) + (φᵀρ) (β'/θ φ̂ + γ'/θ φ̂²)
///
/// where F' is the derivative of F(φ) along ρ. The coefficients β, γ and their slopes are those of
/// AngleFunctions. Expanded, F' of Jl is the matrix Q of Barfoot & Furgale, "Associating
/// Uncertainty with Three-Dimensional Poses for Use in Estimation Problems", 2014.
namespace linkwork::se3 {

/// The 6×6 matrix [F 0; F' F], stored and multiplied as two 3×3 blocks.
template <typename Scalar>
struct TangentBlocks {
  Matrix3<Scalar> diagonal;
  Matrix3<Scalar> corner;

  Vector6<Scalar> operator*(const Vector6<Scalar>& twist) const {
    Vector6<Scalar> result;
    result.template head<3>() = diagonal * twist.template head<3>();
    result.template tail<3>() =
        corner * twist.template head<3>() + diagonal * twist.template tail<3>();
    return result;
  }

  /// Product of the transposed matrix with a wrench (or a momentum).
  Vector6<Scalar> transposeTimes(const Vector6<Scalar>& wrench) const {
    Vector6<Scalar> result;
    result.template head<3>() = diagonal.transpose() * wrench.template head<3>() +
                                corner.transpose() * wrench.template tail<3>();
    result.template tail<3>() = diagonal.transpose() * wrench.template tail<3>();
    return result;
  }

  Matrix6<Scalar> matrix() const {
    Matrix6<Scalar> result;
    result << diagonal, Matrix3<Scalar>::Zero(), corner, diagonal;
    return result;
  }
};

/// Coefficients of F = 1 + β φ̂ + γ φ̂² and their slopes β'/θ, γ'/θ.
template <typename Scalar>
struct TangentCoefficients {
  Scalar beta, gamma, betaSlope, gammaSlope;
};

/// [F 0; F' F] at a twist, by φ̂ρ̂ + ρ̂φ̂ = φρᵀ + ρφᵀ − 2 (φᵀρ) 1 and φ̂² = φφᵀ − θ² 1.
template <typename Scalar>
TangentBlocks<Scalar> transfer(const Vector6<Scalar>& twist, const TangentCoefficients<Scalar>& f) {
  const Vector3<Scalar> phi = twist.template head<3>();
  const Vector3<Scalar> rho = twist.template tail<3>();
  const Scalar dot = phi.dot(rho);
  const Matrix3<Scalar> outer = (f.gamma * phi) * rho.transpose();
  Matrix3<Scalar> corner = hat(Vector3<Scalar>(f.beta * rho + dot * f.betaSlope * phi)) + outer +
                           outer.transpose() + (dot * f.gammaSlope * phi) * phi.transpose();
  corner.diagonal().array() -= dot * (Scalar(2) * f.gamma + f.gammaSlope * phi.squaredNorm());
  return {so3::quadratic(phi, f.beta, f.gamma), corner};
}

/// Motion of a twist: exp(φ; ρ) = (exp φ, Jl(φ) ρ).
template <typename Derived>
Transform<typename Derived::Scalar> exp(const Eigen::MatrixBase<Derived>& twist) {
  using Scalar = typename Derived::Scalar;
  const Vector6<Scalar> xi = twist;
  const Vector3<Scalar> phi = xi.template head<3>();
  const AngleFunctions<Scalar> angle(phi.squaredNorm());
  return {so3::quadratic(phi, angle.sine(), angle.versine()),
          so3::quadratic(phi, angle.versine(), angle.excess()) * xi.template tail<3>()};
}

/// Twist of a motion, of angle at most π: log(R, p) = (log R; Jl(log R)⁻¹ p). At a half turn the
/// axis has the sign that so3::log gives it.
template <typename Scalar>
Vector6<Scalar> log(const Transform<Scalar>& pose) {
  const Vector3<Scalar> phi = so3::log(pose.rotation);
  Vector6<Scalar> result;
  result << phi, so3::leftTangentInverse(phi) * pose.translation;
  return result;
}

/// Jl: β = B, γ = C.
template <typename Derived>
TangentBlocks<typename Derived::Scalar> leftTangentBlocks(const Eigen::MatrixBase<Derived>& twist) {
  using Scalar = typename Derived::Scalar;
  const Vector6<Scalar> xi = twist;
  const AngleFunctions<Scalar> angle(xi.template head<3>().squaredNorm());
  return transfer(xi, TangentCoefficients<Scalar>{angle.versine(), angle.excess(),
                                                  angle.versineSlope(), angle.excessSlope()});
}

/// Jl⁻¹: β = −½, γ = D.
template <typename Derived>
TangentBlocks<typename Derived::Scalar> leftTangentInverseBlocks(
    const Eigen::MatrixBase<Derived>& twist) {
  using Scalar = typename Derived::Scalar;
  const Vector6<Scalar> xi = twist;
  const AngleFunctions<Scalar> angle(xi.template head<3>().squaredNorm());
  return transfer(xi, TangentCoefficients<Scalar>{Scalar(-0.5), angle.cotangent(), Scalar(0),
                                                  angle.cotangentSlope()});
}

/// Jr(ξ) = Jl(−ξ).
template <typename Derived>
TangentBlocks<typename Derived::Scalar> rightTangentBlocks(
    const Eigen::MatrixBase<Derived>& twist) {
  return leftTangentBlocks(-twist);
}

/// Jr(ξ)⁻¹ = Jl(−ξ)⁻¹.
template <typename Derived>
TangentBlocks<typename Derived::Scalar> rightTangentInverseBlocks(
    const Eigen::MatrixBase<Derived>& twist) {
  return leftTangentInverseBlocks(-twist);
}

/// The same four as full 6×6 matrices.
template <typename Derived>
Matrix6<typename Derived::Scalar> leftTangent(const Eigen::MatrixBase<Derived>& twist) {
  return leftTangentBlocks(twist).matrix();
}
template <typename Derived>
Matrix6<typename Derived::Scalar> leftTangentInverse(const Eigen::MatrixBase<Derived>& twist) {
  return leftTangentInverseBlocks(twist).matrix();
}
template <typename Derived>
Matrix6<typename Derived::Scalar> rightTangent(const Eigen::MatrixBase<Derived>& twist) {
  return rightTangentBlocks(twist).matrix();
}
template <typename Derived>
Matrix6<typename Derived::Scalar> rightTangentInverse(const Eigen::MatrixBase<Derived>& twist) {
  return rightTangentInverseBlocks(twist).matrix();
}

}  // namespace linkwork::se3
