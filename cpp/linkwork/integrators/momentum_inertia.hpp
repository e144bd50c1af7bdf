#pragma once

#include "linkwork/spatial.hpp"

namespace linkwork {

/// The derivative of an impulse at the start of a step by a twist of the pose at its end: a 6×6
/// matrix like an articulated-body inertia over time, but not symmetric, stored as four 3×3 blocks.
///
///   (τ; f) = [J A; B M] (ω; v)
struct MomentumInertia {
  Matrix3<double> j, a, b, m;

  Vector6<double> operator*(const Vector6<double>& twist) const {
    Vector6<double> impulse;
    impulse.head<3>() = j * twist.head<3>() + a * twist.tail<3>();
    impulse.tail<3>() = b * twist.head<3>() + m * twist.tail<3>();
    return impulse;
  }
  /// Product of the transposed matrix.
  Vector6<double> transposeTimes(const Vector6<double>& twist) const {
    Vector6<double> impulse;
    impulse.head<3>() = j.transpose() * twist.head<3>() + b.transpose() * twist.tail<3>();
    impulse.tail<3>() = a.transpose() * twist.head<3>() + m.transpose() * twist.tail<3>();
    return impulse;
  }

  MomentumInertia& operator+=(const MomentumInertia& other) {
    j += other.j;
    a += other.a;
    b += other.b;
    m += other.m;
    return *this;
  }

  /// −= u wᵀ.
  void subtractOuter(const Vector6<double>& u, const Vector6<double>& w) {
    j.noalias() -= u.head<3>() * w.head<3>().transpose();
    a.noalias() -= u.head<3>() * w.tail<3>().transpose();
    b.noalias() -= u.tail<3>() * w.head<3>().transpose();
    m.noalias() -= u.tail<3>() * w.tail<3>().transpose();
  }

  /// X_Lᵀ I X_R: transforms impulses to the parent's frame at the start of the step, and twists
  /// from the parent's frame at its end.
  MomentumInertia toParent(const Transform<double>& start, const Transform<double>& end) const;

  Matrix6<double> matrix() const {
    Matrix6<double> result;
    result << j, a, b, m;
    return result;
  }
};

/// v̂ M, column by column.
inline Matrix3<double> crossColumns(const Vector3<double>& v, const Matrix3<double>& m) {
  Matrix3<double> result;
  for (int k = 0; k < 3; ++k) result.col(k) = v.cross(m.col(k));
  return result;
}

/// M v̂.
inline Matrix3<double> timesHat(const Matrix3<double>& m, const Vector3<double>& v) {
  Matrix3<double> result;
  result.col(0) = v.z() * m.col(1) - v.y() * m.col(2);
  result.col(1) = v.x() * m.col(2) - v.z() * m.col(0);
  result.col(2) = v.y() * m.col(0) - v.x() * m.col(1);
  return result;
}

inline MomentumInertia MomentumInertia::toParent(const Transform<double>& start,
                                                 const Transform<double>& end) const {
  const Matrix3<double> back = end.rotation.transpose();
  MomentumInertia turned;
  Matrix3<double> half;
  const auto turn = [&](const Matrix3<double>& block, Matrix3<double>& result) {
    half.noalias() = block * back;
    result.noalias() = start.rotation * half;
  };
  turn(j, turned.j);
  turn(a, turned.a);
  turn(b, turned.b);
  turn(m, turned.m);
  turned.b -= timesHat(turned.m, end.translation);
  turned.j += crossColumns(start.translation, turned.b) - timesHat(turned.a, end.translation);
  turned.a += crossColumns(start.translation, turned.m);
  return turned;
}

}  // namespace linkwork
