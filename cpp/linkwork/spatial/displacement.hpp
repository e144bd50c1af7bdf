#pragma once

#include <cmath>

#include "linkwork/elementary.hpp"
#include "linkwork/spatial.hpp"
#include "linkwork/spatial/angle_functions.hpp"

namespace linkwork {

/// How far a frame has moved, in the axes where it was: Φ = T⁻¹ T' for its poses T and T' in the
/// world, as a unit quaternion (w, v) and a translation p.
///
/// However small the motion, its digits are kept: nothing is subtracted from something near one.
/// So R, which is near the identity, appears only as
///
///   (R − 1) r = 2 (w v × r + v × (v × r))
struct Displacement {
  double w = 1;                                 ///< cos(θ/2)
  Vector3<double> v = Vector3<double>::Zero();  ///< sin(θ/2) times the axis
  Vector3<double> p = Vector3<double>::Zero();  ///< [m]

  /// (R − 1) r.
  Vector3<double> turn(const Vector3<double>& r) const {
    const Vector3<double> t = 2 * v.cross(r);
    return w * t + v.cross(t);
  }

  /// R − 1, digits kept: v × (v × r) = v (v · r) − |v|² r.
  Matrix3<double> turning() const {
    const Vector3<double> t = 2 * v, wt = w * t;
    const double xy = t[0] * v[1], yz = t[1] * v[2], zx = t[2] * v[0];
    const double xx = t[0] * v[0], yy = t[1] * v[1], zz = t[2] * v[2];
    Matrix3<double> matrix;
    matrix << -yy - zz, xy - wt[2], zx + wt[1],  //
        xy + wt[2], -xx - zz, yz - wt[0],        //
        zx - wt[1], yz + wt[0], -xx - yy;
    return matrix;
  }

  /// First this, then `next`, which is told in the axes where this has led.
  Displacement operator*(const Displacement& next) const {
    return {w * next.w - v.dot(next.v), w * next.v + next.w * v + v.cross(next.v),
            p + next.p + turn(next.p)};
  }

  /// The motion back.
  Displacement inverse() const {
    const Displacement turnedBack{w, -v};
    return {w, turnedBack.v, -p - turnedBack.turn(p)};
  }

  /// The same motion of a frame that stands rigidly at `frame` in this one: frame⁻¹ Φ frame.
  Displacement seenFrom(const Transform<double>& frame) const {
    return {w, frame.rotation.transpose() * v,
            frame.rotation.transpose() * (turn(frame.translation) + p)};
  }

  Transform<double> transform() const {
    Transform<double> result;
    result.rotation = turning() + Matrix3<double>::Identity();
    result.translation = p;
    return result;
  }

  /// The twist whose exponential it is, for turns θ < 2π:
  ///
  ///   ω = v θ/|v|,  θ = 2 atan2(|v|, w)        linear: p − ½ ω × p + D(θ) ω × (ω × p)
  ///
  /// The length of the quaternion cancels.
  Vector6<double> log() const {
    const Vector3<double> turn = anglePerSine() * v;
    const double d = AngleFunctions<double>(turn.squaredNorm()).cotangent();
    const Vector3<double> moved = turn.cross(p);
    Vector6<double> twist;
    twist.head<3>() = turn;
    twist.tail<3>() = p - 0.5 * moved + d * turn.cross(moved);
    return twist;
  }

  /// θ/|v|.
  double anglePerSine() const {
    const double vv = v.squaredNorm(), ww = w * w;
    if (!(w > 0 && vv < 0.01 * ww)) {
      const double length = std::sqrt(vv);
      return 2 * elementary::atan2(length, w) / length;
    }
    // 2 atan(r)/r with r = |v|/w: what follows r¹⁶/17 is below rounding.
    constexpr std::array<double, 9> arctangent{1.0,       -1.0 / 3, 1.0 / 5,   -1.0 / 7, 1.0 / 9,
                                               -1.0 / 11, 1.0 / 13, -1.0 / 15, 1.0 / 17};
    return 2 * polynomial(arctangent, vv / ww) / w;
  }
};

}  // namespace linkwork
