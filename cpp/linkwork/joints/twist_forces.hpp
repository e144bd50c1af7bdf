#pragma once

#include <array>

#include "linkwork/joints/resistance.hpp"
#include "linkwork/spatial/quaternion.hpp"
#include "linkwork/spatial/se3.hpp"

/// Springs, damping and friction of joints with charts. Their coordinates change from chart to
/// chart, so forces act on the motion itself, as those of a free joint do: on the twist ξ = S v of
/// the child in its joint frame and on its displacement δ = log J(q) from where the two joint
/// frames coincide,
///
///   τ = − Sᵀ (k T(δ)⁻ᵀ δ + d ξ + f ξ/√(ξ² + vₛ²))        potential ½ k |δ|²
///
/// On a ball by Euler angles they are those of a spherical joint.
namespace linkwork {

/// log J. Generic like quaternion::log: of the four quaternions (each a multiple of the others)
/// that can be read off a rotation, the longest.
template <typename Scalar>
Vector6<Scalar> displacementOf(const Transform<Scalar>& pose) {
  const auto r = [&](int i, int j) -> const Scalar& { return pose.rotation(i, j); };
  const Scalar one(1), xy = r(1, 0) + r(0, 1), yz = r(2, 1) + r(1, 2), zx = r(0, 2) + r(2, 0);
  const Scalar x = r(2, 1) - r(1, 2), y = r(0, 2) - r(2, 0), z = r(1, 0) - r(0, 1);
  const Scalar xx = one + r(0, 0) - r(1, 1) - r(2, 2), yy = one - r(0, 0) + r(1, 1) - r(2, 2);
  const Scalar zz = one - r(0, 0) - r(1, 1) + r(2, 2), ww = one + r(0, 0) + r(1, 1) + r(2, 2);
  // A multiple of the quaternion, x y z w, and the square that it is a multiple by.
  using Multiple = std::array<Scalar, 5>;
  const auto longer = [](const Multiple& a, const Multiple& b) {
    Multiple result;
    for (std::size_t k = 0; k < 5; ++k)
      result[k] = choose(
          a[4] < b[4], [&] { return b[k]; }, [&] { return a[k]; });
    return result;
  };
  const Multiple q = longer(longer({x, y, z, ww, ww}, {xx, xy, zx, x, xx}),
                            longer({xy, yy, yz, y, yy}, {zx, yz, zz, z, zz}));
  const Vector3<Scalar> turn = quaternion::log(Eigen::Quaternion<Scalar>(q[3], q[0], q[1], q[2]));
  Vector6<Scalar> displacement;
  displacement << turn, so3::leftTangentInverse(turn) * pose.translation;
  return displacement;
}

/// k T(δ)⁻ᵀ δ: the wrench that a spring opposes to a displacement.
template <typename Body, typename Scalar>
Vector6<Scalar> springWrench(const Body& body, const Vector6<Scalar>& displacement) {
  return Scalar(body.stiffness) *
         se3::rightTangentInverseBlocks(displacement).transposeTimes(displacement);
}

/// d ξ + f ξ/√(ξ² + vₛ²).
template <typename Body, typename Scalar>
Vector6<Scalar> resistingWrench(const Body& body, const Vector6<Scalar>& twist) {
  Vector6<Scalar> wrench;
  for (int k = 0; k < 6; ++k) wrench[k] = resistance(body, twist[k]);
  return wrench;
}

}  // namespace linkwork
