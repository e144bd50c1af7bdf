#pragma once

#include <Eigen/Geometry>

#include "linkwork/spatial/rigid_body_inertia.hpp"
#include "linkwork/spatial/symmetric_matrix3.hpp"
#include "linkwork/spatial/transform.hpp"

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

  /// The same inertia seen from the parent frame, Ad⁻ᵀ A Ad⁻¹, by 3×3 work. First the three blocks
  /// turn (J ← R J Rᵀ, H ← R H Rᵀ, M ← R M Rᵀ); then the origin moves by p. From
  /// a_child = a − p × α and n = n_child + p × f, with K = H + ½ p̂ M:
  ///   M' = M,   H' = H + p̂ M = K + ½ p̂ M,   J' = J + p̂ Kᵀ + (p̂ Kᵀ)ᵀ
  ArticulatedInertia toParent(const Transform<Scalar>& pose) const {
    const Matrix3<Scalar>& r = pose.rotation;
    const Matrix3<Scalar> translation = hat(pose.translation);
    const SymmetricMatrix3<Scalar> turnedLinear = linear.rotated(r);
    const Matrix3<Scalar> halfCouple = Scalar(0.5) * translation * turnedLinear.matrix();
    const Matrix3<Scalar> turnedCoupling = r * coupling;
    const Matrix3<Scalar> k = turnedCoupling * r.transpose() + halfCouple;
    const Matrix3<Scalar> s = translation * k.transpose();
    const SymmetricMatrix3<Scalar> shift{Scalar(2) * s(0, 0), Scalar(2) * s(1, 1),
                                         Scalar(2) * s(2, 2), s(0, 1) + s(1, 0),
                                         s(0, 2) + s(2, 0),   s(1, 2) + s(2, 1)};
    return {rotational.rotated(r) + shift, k + halfCouple, turnedLinear};
  }

  /// A ← A − U Wᵀ for 6×N matrices whose product U Wᵀ is symmetric (W = U D⁻¹, D symmetric): what
  /// is left of the inertia once a joint of N freedoms gives way.
  template <typename DerivedU, typename DerivedW>
  void subtractOuter(const Eigen::MatrixBase<DerivedU>& u, const Eigen::MatrixBase<DerivedW>& w) {
    for (Eigen::Index k = 0; k < u.cols(); ++k) {
      subtractDyad(rotational, u.template block<3, 1>(0, k), w.template block<3, 1>(0, k));
      subtractDyad(linear, u.template block<3, 1>(3, k), w.template block<3, 1>(3, k));
      coupling.noalias() -= u.template block<3, 1>(0, k) * w.template block<3, 1>(3, k).transpose();
    }
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
