#pragma once

#include <Eigen/Geometry>

#include "linkwork/spatial.hpp"

namespace linkwork {

/// Matrix of the motion cross product, ad(v) = [ω̂ 0; v̂ ω̂]: crossMotionMatrix(v) w = v × w, 6×6.
template <typename Derived>
Matrix6<typename Derived::Scalar> crossMotionMatrix(const Eigen::MatrixBase<Derived>& twist) {
  using Scalar = typename Derived::Scalar;
  Matrix6<Scalar> result;
  result.template topLeftCorner<3, 3>() = hat(twist.template head<3>());
  result.template topRightCorner<3, 3>().setZero();
  result.template bottomLeftCorner<3, 3>() = hat(twist.template tail<3>());
  result.template bottomRightCorner<3, 3>() = result.template topLeftCorner<3, 3>();
  return result;
}

/// Matrix of the force cross product, ad*(v) = −ad(v)ᵀ = [ω̂ v̂; 0 ω̂], 6×6.
template <typename Derived>
Matrix6<typename Derived::Scalar> crossForceMatrix(const Eigen::MatrixBase<Derived>& twist) {
  return -crossMotionMatrix(twist).transpose();
}

/// Rate of a twist fixed in a frame that moves with the given twist, seen from a fixed frame.
///
///   v × w = (ω × w_ω;  ω × w_v + v × w_ω)         both arguments: 6-vectors (angular; linear)
///
/// This is the Lie bracket of se(3): antisymmetric, and it satisfies Jacobi's identity.
template <typename DerivedV, typename DerivedW>
Vector6<typename DerivedV::Scalar> crossMotion(const Eigen::MatrixBase<DerivedV>& frameTwist,
                                               const Eigen::MatrixBase<DerivedW>& motion) {
  using Scalar = typename DerivedV::Scalar;
  const Vector6<Scalar> v = frameTwist;
  const Vector6<Scalar> w = motion;
  Vector6<Scalar> result;
  result.template head<3>() = v.template head<3>().cross(w.template head<3>());
  result.template tail<3>() = v.template head<3>().cross(w.template tail<3>()) +
                              v.template tail<3>().cross(w.template head<3>());
  return result;
}

/// Rate of a wrench fixed in a frame that moves with the given twist, seen from a fixed frame.
///
///   v ×* f = (ω × f_n + v × f_f;  ω × f_f)        f = (f_n; f_f): 6-vector (moment; force)
///
/// Dual to crossMotion: wᵀ(v ×* f) = −(v × w)ᵀ f.
template <typename DerivedV, typename DerivedF>
Vector6<typename DerivedV::Scalar> crossForce(const Eigen::MatrixBase<DerivedV>& frameTwist,
                                              const Eigen::MatrixBase<DerivedF>& wrench) {
  using Scalar = typename DerivedV::Scalar;
  const Vector6<Scalar> v = frameTwist;
  const Vector6<Scalar> f = wrench;
  Vector6<Scalar> result;
  result.template head<3>() = v.template head<3>().cross(f.template head<3>()) +
                              v.template tail<3>().cross(f.template tail<3>());
  result.template tail<3>() = v.template head<3>().cross(f.template tail<3>());
  return result;
}

}  // namespace linkwork
