#pragma once

#include <Eigen/Geometry>

#include "linkwork/spatial.hpp"
#include "linkwork/spatial/rigid_body_inertia.hpp"
#include "linkwork/spatial/symmetric_matrix3.hpp"

namespace linkwork {

/// Articulated-body inertia: what a body with everything that hangs from it opposes to an
/// acceleration. Symmetric 6×6, stored as 6 + 9 + 6 = 21 numbers.
///
///   [n; f] = [J H; Hᵀ M] [α; a]       J rotational [kg·m²], H coupling [kg·m], M mass matrix [kg]
///
/// Source: Featherstone, "Rigid Body Dynamics Algorithms", chapter 7.
template <typename Scalar>
struct ArticulatedInertia {
  SymmetricMatrix3<Scalar> rotational;
  Matrix3<Scalar> coupling = Matrix3<Scalar>::Zero();
  SymmetricMatrix3<Scalar> linear;

  ArticulatedInertia() = default;
  ArticulatedInertia(const SymmetricMatrix3<Scalar>& rotationalPart,
                     const Matrix3<Scalar>& couplingPart,
                     const SymmetricMatrix3<Scalar>& linearPart)
      : rotational(rotationalPart), coupling(couplingPart), linear(linearPart) {}

  /// A rigid body is an articulated body without joints: J, H = ĥ, M = m 1.
  ArticulatedInertia(const RigidBodyInertia<Scalar>& body)
      : rotational(body.rotational),
        coupling(hat(body.moment)),
        linear(SymmetricMatrix3<Scalar>::Diagonal(body.mass)) {}

  static ArticulatedInertia Zero() { return {}; }

  /// Wrench from acceleration: n = J α + H a, f = Hᵀ α + M a.
  Vector6<Scalar> operator*(const Vector6<Scalar>& acceleration) const {
    const Vector3<Scalar> angular = acceleration.template head<3>();
    const Vector3<Scalar> translational = acceleration.template tail<3>();
    Vector6<Scalar> result;
    result.template head<3>() = rotational * angular + coupling * translational;
    result.template tail<3>() = coupling.transpose() * angular + linear * translational;
    return result;
  }

  ArticulatedInertia& operator+=(const ArticulatedInertia& other) {
    rotational += other.rotational;
    coupling += other.coupling;
    linear += other.linear;
    return *this;
  }
  friend ArticulatedInertia operator+(ArticulatedInertia a, const ArticulatedInertia& b) {
    return a += b;
  }

  /// The same inertia seen from the parent frame, Ad⁻ᵀ A Ad⁻¹: the three blocks turn, then the
  /// origin moves. About 320 flops; two products of 6×6 matrices take 800.
  ArticulatedInertia toParent(const Transform<Scalar>& pose) const {
    return rotated(pose.rotation).shifted(pose.translation);
  }

  /// The same inertia in axes turned by R.
  ArticulatedInertia rotated(const Matrix3<Scalar>& rotation) const {
    const Matrix3<Scalar> half = rotation * coupling;
    return {rotational.rotated(rotation), half * rotation.transpose(), linear.rotated(rotation)};
  }

  /// A ← A − U Wᵀ for 6×N matrices whose product U Wᵀ is symmetric (W = U D⁻¹, D symmetric): what
  /// is left of the inertia once a joint of N dofs is eliminated.
  template <typename DerivedU, typename DerivedW>
  void subtractOuter(const Eigen::MatrixBase<DerivedU>& u, const Eigen::MatrixBase<DerivedW>& w) {
    for (Eigen::Index k = 0; k < u.cols(); ++k) {
      subtractDyad(rotational, u.template block<3, 1>(0, k), w.template block<3, 1>(0, k));
      subtractDyad(linear, u.template block<3, 1>(3, k), w.template block<3, 1>(3, k));
      coupling.noalias() -= u.template block<3, 1>(0, k) * w.template block<3, 1>(3, k).transpose();
    }
  }

  /// Row and column `entry` of the 6×6 matrix, angular part first, become zero.
  void clear(int entry) {
    (entry < 3 ? rotational : linear).clear(entry % 3);
    if (entry < 3)
      coupling.row(entry).setZero();
    else
      coupling.col(entry - 3).setZero();
  }

  Matrix6<Scalar> matrix() const {
    Matrix6<Scalar> result;
    result.template topLeftCorner<3, 3>() = rotational.matrix();
    result.template topRightCorner<3, 3>() = coupling;
    result.template bottomLeftCorner<3, 3>() = coupling.transpose();
    result.template bottomRightCorner<3, 3>() = linear.matrix();
    return result;
  }

 private:
  /// The same inertia about an origin displaced by −p. From a_child = a − p × α and
  /// n = n_child + p × f:
  ///   M' = M,   H' = H + p̂ M,   J' = J − H p̂ + p̂ H'ᵀ
  /// written out, since J' and M are symmetric and p̂ has zeros.
  ArticulatedInertia shifted(const Vector3<Scalar>& p) const {
    const Scalar& x = p.x();
    const Scalar& y = p.y();
    const Scalar& z = p.z();
    const SymmetricMatrix3<Scalar>& j = rotational;
    const SymmetricMatrix3<Scalar>& m = linear;
    const Matrix3<Scalar>& h = coupling;
    Matrix3<Scalar> g;  // H'
    g(0, 0) = h(0, 0) + y * m.xz - z * m.xy;
    g(0, 1) = h(0, 1) + y * m.yz - z * m.yy;
    g(0, 2) = h(0, 2) + y * m.zz - z * m.yz;
    g(1, 0) = h(1, 0) + z * m.xx - x * m.xz;
    g(1, 1) = h(1, 1) + z * m.xy - x * m.yz;
    g(1, 2) = h(1, 2) + z * m.xz - x * m.zz;
    g(2, 0) = h(2, 0) + x * m.xy - y * m.xx;
    g(2, 1) = h(2, 1) + x * m.yy - y * m.xy;
    g(2, 2) = h(2, 2) + x * m.yz - y * m.xz;
    return {{j.xx + y * (h(0, 2) + g(0, 2)) - z * (h(0, 1) + g(0, 1)),
             j.yy + z * (h(1, 0) + g(1, 0)) - x * (h(1, 2) + g(1, 2)),
             j.zz + x * (h(2, 1) + g(2, 1)) - y * (h(2, 0) + g(2, 0)),
             j.xy + y * g(1, 2) - z * g(1, 1) + z * h(0, 0) - x * h(0, 2),
             j.xz + y * g(2, 2) - z * g(2, 1) + x * h(0, 1) - y * h(0, 0),
             j.yz + z * g(2, 0) - x * g(2, 2) + x * h(1, 1) - y * h(1, 0)},
            g,
            m};
  }

  /// Upper triangle of S − u wᵀ.
  template <typename DerivedU, typename DerivedW>
  static void subtractDyad(SymmetricMatrix3<Scalar>& s, const DerivedU& u, const DerivedW& w) {
    s.xx -= u(0) * w(0);
    s.yy -= u(1) * w(1);
    s.zz -= u(2) * w(2);
    s.xy -= u(0) * w(1);
    s.xz -= u(0) * w(2);
    s.yz -= u(1) * w(2);
  }
};

}  // namespace linkwork
