#pragma once

#include "linkwork/elementary.hpp"
#include "linkwork/spatial.hpp"

/// The interface of every joint type, one file per type.
///
/// A joint type is a small value with these members; S and the bias are in the child's joint frame:
///
///   transform(q)             J(q), child's joint frame to parent's joint frame
///   motionSubspace(q)        S, 6×nv: twist of child relative to parent = S v
///   bias(q, v)               Ṡ v, 6: derivative of S along the motion, times v
///   retract(q, δ)            q ⊕ δ: where v = δ, held for unit time, leads
///   difference(from, to)     δ with from ⊕ δ = to
///   chartVelocity(δ, v)      δ̇ such that d/dt (q ⊕ δ) has the joint velocity v
///   chartForce(δ, f)         T(δ)⁻ᵀ f: the force dual to v that does the work of f on δ
///   closest(T)               q whose J(q) is T if T is a pose of the joint, else near it
///
/// Joints with an axis are canonical: they turn about and slide along z (universal: x, then y).
/// `canonicalFrame` turns the axis that a user chose into these. constraints/rows.hpp has the
/// constraints of a joint that closes a loop.
namespace linkwork {

template <typename Scalar, int size>
using Vector = Eigen::Matrix<Scalar, size, 1>;

template <typename Scalar, int nq, int nv>
struct JointSizes {
  static constexpr int positionSize = nq;
  static constexpr int velocitySize = nv;
  using Position = Vector<Scalar, nq>;
  using Velocity = Vector<Scalar, nv>;
  using MotionSubspace = Eigen::Matrix<Scalar, 6, nv>;
};

/// A joint whose coordinates are plain numbers with v = q̇: ⊕ is addition.
template <typename Scalar, int n>
struct VectorJoint : JointSizes<Scalar, n, n> {
  using Coordinates = Vector<Scalar, n>;
  static Coordinates retract(const Coordinates& q, const Coordinates& delta) { return q + delta; }
  static Coordinates difference(const Coordinates& from, const Coordinates& to) {
    return to - from;
  }
  static Coordinates chartVelocity(const Coordinates&, const Coordinates& v) { return v; }
  static Coordinates chartForce(const Coordinates&, const Coordinates& force) { return force; }
};

namespace detail {

/// Rot(z, angle).
template <typename Scalar>
Matrix3<Scalar> rotationZ(const Scalar& angle) {
  using elementary::cos;
  using elementary::sin;
  const Scalar c = cos(angle), s = sin(angle);
  Matrix3<Scalar> rotation;
  rotation << c, -s, Scalar(0), s, c, Scalar(0), Scalar(0), Scalar(0), Scalar(1);
  return rotation;
}

/// The angle of the rotation about z that is nearest to the given rotation.
template <typename Scalar>
Scalar angleAboutZ(const Matrix3<Scalar>& rotation) {
  using elementary::atan2;
  return atan2(rotation(1, 0) - rotation(0, 1), rotation(0, 0) + rotation(1, 1));
}

/// Unit twists and wrenches by component: 0–2 angular, 3–5 linear.
template <typename Scalar, int... components>
Eigen::Matrix<Scalar, 6, sizeof...(components)> unitColumns() {
  Eigen::Matrix<Scalar, 6, sizeof...(components)> columns;
  columns.setZero();
  int column = 0;
  ((columns(components, column++) = Scalar(1)), ...);
  return columns;
}

}  // namespace detail
}  // namespace linkwork
