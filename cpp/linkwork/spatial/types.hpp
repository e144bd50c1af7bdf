#pragma once

#include <Eigen/Core>
#include <limits>

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

}  // namespace linkwork
