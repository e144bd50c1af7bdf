#pragma once

#include <Eigen/Geometry>

#include "linkwork/spatial.hpp"
#include "linkwork/spatial/quaternion.hpp"
#include "linkwork/spatial/symmetric_matrix3.hpp"

namespace linkwork {

/// A body that floats, or hangs from the ground on a ball, with its own inertia.
///
/// Its velocity has components in its own axes. Integrators of order 1 separate the acceleration
/// that these axes add from the one by forces and children, and integrate it exactly:
///
///   J ω' − J ω = h J ω_m × ω_m,   ω_m = (ω + ω') / 2,   R' = R cay(h ω_m)
///
/// This is the implicit midpoint rule, which keeps quadratic invariants: the energy and the angular
/// momentum R J ω. The center of mass of a floating body moves on a straight line,
/// x_c' = x_c + h R u, R' u' = R u. A single free body is exact; in a tree the separation is of
/// first order for any J.
/// Source: Hairer, Lubich & Wanner, "Geometric Numerical Integration", sections IV.2 and VII.5.
template <typename Scalar>
struct TurningRoot {
  int position = 0, velocity = 0;                    ///< first entries in q and v
  bool floats = false;                               ///< else it hangs on a ball
  Vector3<Scalar> center = Vector3<Scalar>::Zero();  ///< c of what floats, in its frame [m]
  SymmetricMatrix3<Scalar> rotational{};             ///< J about c, or about the ball [kg·m²]

  int velocities() const { return floats ? 6 : 3; }

  static constexpr int numberCount = 9;
  /// Copies another one. `set(to, from)` sets each of its `numberCount` numbers.
  template <typename From, typename Set>
  void become(const TurningRoot<From>& from, Set set) {
    position = from.position;
    velocity = from.velocity;
    floats = from.floats;
    for (int i = 0; i < 3; ++i) set(center[i], from.center[i]);
    set(rotational.xx, from.rotational.xx);
    set(rotational.yy, from.rotational.yy);
    set(rotational.zz, from.rotational.zz);
    set(rotational.xy, from.rotational.xy);
    set(rotational.xz, from.rotational.xz);
    set(rotational.yz, from.rotational.yz);
  }

  /// Subtracts from `a` the acceleration at velocity `v` without forces.
  template <typename Velocity, typename Acceleration>
  void removeOwn(const Velocity& v, Acceleration& a) const {
    removeTurning(v, a);
    if (!floats) return;
    const Vector3<Scalar> spin = v.template segment<3>(velocity);
    const Vector3<Scalar> u = v.template segment<3>(velocity + 3) + spin.cross(center);
    a.template segment<3>(velocity + 3) += spin.cross(u);
  }

  /// Subtracts the part of it that the angular velocity causes about the center of mass.
  template <typename Velocity, typename Acceleration>
  void removeTurning(const Velocity& v, Acceleration& a) const {
    const Vector3<Scalar> spin = v.template segment<3>(velocity);
    const Vector3<Scalar> momentum = rotational * spin;
    const Vector3<Scalar> turning =
        solve(rotational.matrix(), Vector3<Scalar>(momentum.cross(spin)));
    a.template segment<3>(velocity) -= turning;
    if (floats) a.template segment<3>(velocity + 3) += turning.cross(center);
  }

  /// Moves it for a time h without forces.
  template <typename Vector>
  void move(const Scalar& h, Vector& q, Vector& v) const {
    const Scalar half = Scalar(0.5) * h;
    const Vector3<Scalar> spin = v.template segment<3>(velocity);
    const Vector3<Scalar> middle = middleSpin(half, spin), turn = half * middle;
    const Vector3<Scalar> spinAfter = Scalar(2) * middle - spin;

    const int attitude = floats ? position + 3 : position;
    const Eigen::Quaternion<Scalar> before(Vector4(q.template segment<4>(attitude)));
    const Eigen::Quaternion<Scalar> after = quaternion::normalized<Scalar>(
        before * Eigen::Quaternion<Scalar>(Scalar(1), turn.x(), turn.y(), turn.z()));
    q.template segment<4>(attitude) = after.coeffs();
    v.template segment<3>(velocity) = spinAfter;
    if (!floats) return;

    const Vector3<Scalar> u = v.template segment<3>(velocity + 3) + spin.cross(center);
    const Matrix3<Scalar> from = before.toRotationMatrix(), to = after.toRotationMatrix();
    const Vector3<Scalar> straight = from * u;
    q.template segment<3>(position) += h * straight + from * center - to * center;
    v.template segment<3>(velocity + 3) = to.transpose() * straight - spinAfter.cross(center);
  }

 private:
  using Vector4 = Eigen::Matrix<Scalar, 4, 1>;

  /// ω_m by Newton's method from ω: its error falls from x = h |ω| / 2 to x³, x⁷, x¹⁵ of itself.
  Vector3<Scalar> middleSpin(const Scalar& half, const Vector3<Scalar>& spin) const {
    constexpr int iterations = 4;
    const Matrix3<Scalar> inertia = rotational.matrix();
    const Vector3<Scalar> momentum = inertia * spin;
    Vector3<Scalar> middle = spin;
    for (int i = 0; i < iterations; ++i) {
      const Vector3<Scalar> there = inertia * middle;
      const Vector3<Scalar> missed = there - momentum - half * there.cross(middle);
      const Matrix3<Scalar> slope = inertia + half * (hat(middle) * inertia - hat(there));
      middle -= solve(slope, missed);
    }
    return middle;
  }

  /// A⁻¹ b by cofactors.
  static Vector3<Scalar> solve(const Matrix3<Scalar>& a, const Vector3<Scalar>& b) {
    const Vector3<Scalar> x = a.col(0), y = a.col(1), z = a.col(2);
    const Vector3<Scalar> yz = y.cross(z);
    const Scalar scale = Scalar(1) / x.dot(yz);
    return scale * Vector3<Scalar>(yz.dot(b), z.cross(x).dot(b), x.cross(y).dot(b));
  }
};

}  // namespace linkwork
