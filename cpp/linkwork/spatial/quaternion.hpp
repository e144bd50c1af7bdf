#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cmath>

#include "linkwork/elementary.hpp"
#include "linkwork/spatial.hpp"
#include "linkwork/spatial/angle_functions.hpp"

/// Unit quaternions, the double cover of the rotations. Eigen's type; coefficients x, y, z, w.
namespace linkwork::quaternion {

/// Unit quaternion of a rotation vector:
///   exp(φ) = (sin(θ/2) φ/θ, cos(θ/2)),  θ = |φ| [rad]
template <typename Derived>
Eigen::Quaternion<typename Derived::Scalar> exp(const Eigen::MatrixBase<Derived>& rotationVector) {
  using Scalar = typename Derived::Scalar;
  const Vector3<Scalar> phi = rotationVector;
  const AngleFunctions<Scalar> angle(phi.squaredNorm());
  Eigen::Quaternion<Scalar> result;
  result.vec() = Scalar(0.5) * angle.sincHalf() * phi;
  result.w() = angle.cosHalf();
  return result;
}

/// Rotation vector of a quaternion, of length at most π: the shortest rotation.
///   log(v, w) = 2 atan2(|v|, w) v/|v|   for w ≥ 0;   log(−v, −w) for w < 0
/// The length of the quaternion cancels; it must not be zero. At a half turn (w = 0) both signs of
/// the axis are logarithms. The axis is v: there, and only there, q and −q give opposite vectors.
template <typename Scalar>
Vector3<Scalar> log(const Eigen::Quaternion<Scalar>& q) {
  using elementary::atan2;
  using std::sqrt;
  const Scalar vv = q.vec().squaredNorm();
  const Scalar ww = q.w() * q.w();
  const Scalar sign = choose(
      q.w() < Scalar(0), [] { return Scalar(-1); }, [] { return Scalar(1); });
  // 2 atan(r)/|v| with r = |v|/w; for r² < 0.01 by atan(r)/r = 1 − r²/3 + r⁴/5 − …, whose eighth
  // power of r² is below rounding.
  const Scalar scale = choose(
      vv < Scalar(0.01) * ww,
      [&]() -> Scalar {
        constexpr std::array<double, 9> arctangent{
            1.0, -1.0 / 3, 1.0 / 5, -1.0 / 7, 1.0 / 9, -1.0 / 11, 1.0 / 13, -1.0 / 15, 1.0 / 17};
        return Scalar(2) * polynomial(arctangent, Scalar(vv / ww)) / q.w();
      },
      [&]() -> Scalar {
        const Scalar length = sqrt(vv);
        return sign * Scalar(2) * atan2(length, Scalar(sign * q.w())) / length;
      });
  return scale * q.vec();
}

/// The unit quaternion along q, which must not be zero. Keeps a product of many quaternions unit.
template <typename Scalar>
Eigen::Quaternion<Scalar> normalized(const Eigen::Quaternion<Scalar>& q) {
  using std::sqrt;
  return Eigen::Quaternion<Scalar>(q.coeffs() / sqrt(q.squaredNorm()));
}

}  // namespace linkwork::quaternion
