#pragma once

#include <cmath>

#include "linkwork/elementary.hpp"
#include "linkwork/spatial.hpp"
#include "linkwork/spatial/angle_functions.hpp"

namespace linkwork {

/// Displacement of a frame in its old axes: Φ = T⁻¹ T' for its poses T and T' in the world, as a
/// unit quaternion (w, v) and a translation p.
///
/// Small motions keep their digits, since no number near one is subtracted. R, which is near the
/// identity, appears only as
///
///   (R − 1) r = 2 (w v × r + v × (v × r))
template <typename Scalar>
struct BasicDisplacement {
  Scalar w = 1;                                 ///< cos(θ/2)
  Vector3<Scalar> v = Vector3<Scalar>::Zero();  ///< sin(θ/2) times the axis
  Vector3<Scalar> p = Vector3<Scalar>::Zero();  ///< [m]

  /// (R − 1) r.
  Vector3<Scalar> turn(const Vector3<Scalar>& r) const {
    const Vector3<Scalar> t = Scalar(2) * v.cross(r);
    return w * t + v.cross(t);
  }

  /// R − 1, digits kept: v × (v × r) = v (v · r) − |v|² r.
  Matrix3<Scalar> turning() const {
    const Vector3<Scalar> t = Scalar(2) * v, wt = w * t;
    const Scalar xy = t[0] * v[1], yz = t[1] * v[2], zx = t[2] * v[0];
    const Scalar xx = t[0] * v[0], yy = t[1] * v[1], zz = t[2] * v[2];
    Matrix3<Scalar> matrix;
    matrix << -yy - zz, xy - wt[2], zx + wt[1],  //
        xy + wt[2], -xx - zz, yz - wt[0],        //
        zx - wt[1], yz + wt[0], -xx - yy;
    return matrix;
  }

  /// First this displacement, then `next`, which is given in the axes after this one.
  BasicDisplacement operator*(const BasicDisplacement& next) const {
    return {w * next.w - v.dot(next.v), w * next.v + next.w * v + v.cross(next.v),
            p + next.p + turn(next.p)};
  }

  /// The inverse motion.
  BasicDisplacement inverse() const {
    const BasicDisplacement turnedBack{w, -v};
    return {w, turnedBack.v, -p - turnedBack.turn(p)};
  }

  /// The same motion of a frame fixed at `frame` in this one: frame⁻¹ Φ frame.
  BasicDisplacement seenFrom(const Transform<Scalar>& frame) const {
    return {w, frame.rotation.transpose() * v,
            frame.rotation.transpose() * (turn(frame.translation) + p)};
  }

  Transform<Scalar> transform() const {
    Transform<Scalar> result;
    result.rotation = turning() + Matrix3<Scalar>::Identity();
    result.translation = p;
    return result;
  }

  /// The twist whose exponential it is, for turns θ < 2π:
  ///
  ///   ω = v θ/|v|,  θ = 2 atan2(|v|, w)        linear: p − ½ ω × p + D(θ) ω × (ω × p)
  ///
  /// The length of the quaternion cancels.
  Vector6<Scalar> log() const {
    const Vector3<Scalar> turn = anglePerSine() * v;
    const Scalar d = AngleFunctions<Scalar>(turn.squaredNorm()).cotangent();
    const Vector3<Scalar> moved = turn.cross(p);
    Vector6<Scalar> twist;
    twist.template head<3>() = turn;
    twist.template tail<3>() = p - Scalar(0.5) * moved + d * turn.cross(moved);
    return twist;
  }

  /// θ/|v|.
  Scalar anglePerSine() const {
    using elementary::atan2;
    using std::sqrt;
    const Scalar vv = v.squaredNorm(), ww = w * w;
    if (!(w > Scalar(0) && vv < Scalar(0.01) * ww)) {
      const Scalar length = sqrt(vv);
      return Scalar(2) * atan2(length, w) / length;
    }
    // 2 atan(r)/r with r = |v|/w: what follows r¹⁶/17 is below rounding.
    constexpr std::array<double, 9> arctangent{1.0,       -1.0 / 3, 1.0 / 5,   -1.0 / 7, 1.0 / 9,
                                               -1.0 / 11, 1.0 / 13, -1.0 / 15, 1.0 / 17};
    return Scalar(2) * polynomial(arctangent, Scalar(vv / ww)) / w;
  }
};

using Displacement = BasicDisplacement<double>;

}  // namespace linkwork
