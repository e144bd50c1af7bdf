#pragma once

#include <Eigen/Geometry>

#include "linkwork/spatial.hpp"
#include "linkwork/spatial/rigid_body_inertia.hpp"
#include "linkwork/spatial/spatial_vectors.hpp"

namespace linkwork {

/// Articulated-body inertia: the force that a body with everything attached to it needs for an
/// acceleration. Symmetric 6×6, stored as 6 + 9 + 6 = 21 numbers.
///
///   [n; f] = [J H; Hᵀ M] [α; a]       J rotational [kg·m²], H coupling [kg·m], M mass matrix [kg]
///
/// Source: Featherstone, "Rigid Body Dynamics Algorithms", chapter 7.
template <typename Scalar>
struct ArticulatedInertia {
  SymmetricMatrix3<Scalar> J;
  Mat3<Scalar> H;
  SymmetricMatrix3<Scalar> M;

  /// A rigid body is an articulated body without joints: J, H = ĥ, M = m 1.
  static ArticulatedInertia of(const RigidBodyInertia<Scalar>& body) {
    return {body.rotational, Mat3<Scalar>::hat(body.moment),
            SymmetricMatrix3<Scalar>::Diagonal(body.mass)};
  }

  /// Force from acceleration: n = J α + H a, f = Hᵀ α + M a.
  Vector6<Scalar> operator*(const Vector6<Scalar>& acceleration) const {
    const Vector3<Scalar> angular = acceleration.template head<3>();
    const Vector3<Scalar> translational = acceleration.template tail<3>();
    const Matrix3<Scalar> coupling = H.matrix();
    Vector6<Scalar> result;
    result.template head<3>() = J * angular + coupling * translational;
    result.template tail<3>() = coupling.transpose() * angular + M * translational;
    return result;
  }

  [[gnu::always_inline]] friend Force<Scalar> operator*(const ArticulatedInertia& A,
                                                        const Motion<Scalar>& x) {
    return {A.J * x.angular + A.H * x.linear, A.H.transposedTimes(x.angular) + A.M * x.linear};
  }
  [[gnu::always_inline]] friend Force<Scalar> operator*(const ArticulatedInertia& A,
                                                        const AngularMotion<Scalar>& x) {
    return {A.J * x.angular, A.H.transposedTimes(x.angular)};
  }

  /// A z: the force for a unit angular acceleration about z.
  [[gnu::always_inline]] Force<Scalar> timesTurnAboutZ() const {
    return {{J.xz, J.yz, J.zz}, H.rowZ()};
  }

  [[gnu::always_inline]] ArticulatedInertia& operator+=(const ArticulatedInertia& other) {
    J += other.J;
    H += other.H;
    M += other.M;
    return *this;
  }
  [[gnu::always_inline]] friend ArticulatedInertia operator+(ArticulatedInertia a,
                                                             const ArticulatedInertia& b) {
    return a += b;
  }
  [[gnu::always_inline]] ArticulatedInertia& operator+=(const RigidBodyInertia<Scalar>& body) {
    const Vec3<Scalar>& h = body.moment;
    J += body.rotational;
    H.xy -= h.z;
    H.xz += h.y;
    H.yx += h.z;
    H.yz -= h.x;
    H.zx -= h.y;
    H.zy += h.x;
    M.xx += body.mass;
    M.yy += body.mass;
    M.zz += body.mass;
    return *this;
  }

  /// The same inertia seen from the parent frame, Ad⁻ᵀ A Ad⁻¹: the three blocks turn, then the
  /// origin moves. About 320 flops; two products of 6×6 matrices take 800.
  ArticulatedInertia toParent(const Transform<Scalar>& pose) const {
    return rotated(pose.rotation).shifted(Vec3<Scalar>::from(pose.translation));
  }

  /// The same inertia in axes turned by R.
  ArticulatedInertia rotated(const Matrix3<Scalar>& rotation) const {
    const Matrix3<Scalar> half = rotation * H.matrix();
    return {J.rotated(rotation), Mat3<Scalar>::from(half * rotation.transpose()),
            M.rotated(rotation)};
  }

  /// A ← A − U Wᵀ for U and W whose dyad is symmetric (W = U D⁻¹): eliminates a coordinate of a
  /// joint.
  [[gnu::always_inline]] void subtractDyad(const Force<Scalar>& u, const Force<Scalar>& w) {
    J.subtractDyad(u.n, w.n);
    H.subtractDyad(u.n, w.f);
    M.subtractDyad(u.f, w.f);
  }
  void subtractDyad(const Vector6<Scalar>& u, const Vector6<Scalar>& w) {
    subtractDyad(Force<Scalar>::from(u), Force<Scalar>::from(w));
  }

  /// Row and column `entry` of the 6×6 matrix, angular part first, become zero.
  void clear(int entry) {
    (entry < 3 ? J : M).clear(entry % 3);
    Matrix3<Scalar> coupling = H.matrix();
    if (entry < 3)
      coupling.row(entry).setZero();
    else
      coupling.col(entry - 3).setZero();
    H = Mat3<Scalar>::from(coupling);
  }

  Matrix6<Scalar> matrix() const {
    Matrix6<Scalar> result;
    result.template topLeftCorner<3, 3>() = J.matrix();
    result.template topRightCorner<3, 3>() = H.matrix();
    result.template bottomLeftCorner<3, 3>() = H.matrix().transpose();
    result.template bottomRightCorner<3, 3>() = M.matrix();
    return result;
  }

  /// The same inertia about an origin displaced by −p. From a_child = a − p × α and
  /// n = n_child + p × f:
  ///   M' = M,   H' = H + p̂ M,   J' = J − H p̂ + p̂ H'ᵀ
  /// expanded, since J' and M are symmetric and p̂ has zeros.
  ArticulatedInertia shifted(const Vec3<Scalar>& p) const {
    const Scalar &x = p.x, &y = p.y, &z = p.z;
    const Mat3<Scalar>& h = H;
    const Mat3<Scalar> g{
        h.xx + y * M.xz - z * M.xy, h.xy + y * M.yz - z * M.yy, h.xz + y * M.zz - z * M.yz,
        h.yx + z * M.xx - x * M.xz, h.yy + z * M.xy - x * M.yz, h.yz + z * M.xz - x * M.zz,
        h.zx + x * M.xy - y * M.xx, h.zy + x * M.yy - y * M.xy, h.zz + x * M.yz - y * M.xz};
    return {
        {J.xx + y * (h.xz + g.xz) - z * (h.xy + g.xy), J.yy + z * (h.yx + g.yx) - x * (h.yz + g.yz),
         J.zz + x * (h.zy + g.zy) - y * (h.zx + g.zx),
         J.xy + y * g.yz - z * g.yy + z * h.xx - x * h.xz,
         J.xz + y * g.zz - z * g.zy + x * h.xy - y * h.xx,
         J.yz + z * g.zx - x * g.zz + x * h.yy - y * h.yx},
        g,
        M};
  }
};

}  // namespace linkwork
