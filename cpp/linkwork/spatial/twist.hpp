#pragma once

#include <Eigen/Geometry>

#include "linkwork/spatial.hpp"
#include "linkwork/spatial/spatial_vectors.hpp"

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

/// v × w of 6-vectors (angular; linear).
template <typename DerivedV, typename DerivedW>
Vector6<typename DerivedV::Scalar> crossMotion(const Eigen::MatrixBase<DerivedV>& frameTwist,
                                               const Eigen::MatrixBase<DerivedW>& motion) {
  using Scalar = typename DerivedV::Scalar;
  return cross(Motion<Scalar>::from(frameTwist), Motion<Scalar>::from(motion)).vector();
}

/// v ×* f of 6-vectors (moment; force).
template <typename DerivedV, typename DerivedF>
Vector6<typename DerivedV::Scalar> crossForce(const Eigen::MatrixBase<DerivedV>& frameTwist,
                                              const Eigen::MatrixBase<DerivedF>& wrench) {
  using Scalar = typename DerivedV::Scalar;
  return cross(Motion<Scalar>::from(frameTwist), Force<Scalar>::from(wrench)).vector();
}

}  // namespace linkwork
