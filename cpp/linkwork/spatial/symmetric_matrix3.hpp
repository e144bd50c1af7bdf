#pragma once

#include "linkwork/spatial/vec3.hpp"

namespace linkwork {

/// Symmetric 3×3 matrix stored as its six distinct entries.
template <typename Scalar>
struct SymmetricMatrix3 {
  Scalar xx{0}, yy{0}, zz{0}, xy{0}, xz{0}, yz{0};

  /// Reads the upper triangle of a 3×3 matrix.
  template <typename Derived>
  static SymmetricMatrix3 fromUpper(const Eigen::MatrixBase<Derived>& m) {
    return {m(0, 0), m(1, 1), m(2, 2), m(0, 1), m(0, 2), m(1, 2)};
  }

  static SymmetricMatrix3 Diagonal(const Scalar& value) {
    return {value, value, value, Scalar(0), Scalar(0), Scalar(0)};
  }

  Scalar& operator()(int row, int column) {
    Scalar* const entries[3][3] = {{&xx, &xy, &xz}, {&xy, &yy, &yz}, {&xz, &yz, &zz}};
    return *entries[row][column];
  }

  Matrix3<Scalar> matrix() const {
    Matrix3<Scalar> result;
    result << xx, xy, xz,  //
        xy, yy, yz,        //
        xz, yz, zz;
    return result;
  }

  Vector3<Scalar> operator*(const Vector3<Scalar>& v) const {
    return {xx * v.x() + xy * v.y() + xz * v.z(),  //
            xy * v.x() + yy * v.y() + yz * v.z(),  //
            xz * v.x() + yz * v.y() + zz * v.z()};
  }

  [[gnu::always_inline]] friend Vec3<Scalar> operator*(const SymmetricMatrix3& s,
                                                       const Vec3<Scalar>& v) {
    return {s.xx * v.x + s.xy * v.y + s.xz * v.z,  //
            s.xy * v.x + s.yy * v.y + s.yz * v.z,  //
            s.xz * v.x + s.yz * v.y + s.zz * v.z};
  }

  [[gnu::always_inline]] SymmetricMatrix3& operator+=(const SymmetricMatrix3& other) {
    xx += other.xx;
    yy += other.yy;
    zz += other.zz;
    xy += other.xy;
    xz += other.xz;
    yz += other.yz;
    return *this;
  }
  [[gnu::always_inline]] friend SymmetricMatrix3 operator+(SymmetricMatrix3 a,
                                                           const SymmetricMatrix3& b) {
    return a += b;
  }

  /// S − u vᵀ, where the dyad is symmetric.
  template <typename Vector>
  [[gnu::always_inline]] void subtractDyad(const Vector& u, const Vector& v) {
    xx -= u[0] * v[0];
    yy -= u[1] * v[1];
    zz -= u[2] * v[2];
    xy -= u[0] * v[1];
    xz -= u[0] * v[2];
    yz -= u[1] * v[2];
  }

  /// Row and column k become zero.
  void clear(int k) {
    (k == 0 ? xx : k == 1 ? yy : zz) = Scalar(0);
    (k == 2 ? xz : xy) = Scalar(0);
    (k == 0 ? xz : yz) = Scalar(0);
  }

  /// Congruence R S Rᵀ, the same tensor in axes turned by R: entry (i, j) is rᵢᵀ S rⱼ with the rows
  /// rᵢ of R. 45 products.
  SymmetricMatrix3 rotated(const Matrix3<Scalar>& rotation) const {
    const Vector3<Scalar> r0 = rotation.row(0), r1 = rotation.row(1), r2 = rotation.row(2);
    const Vector3<Scalar> s0 = *this * r0, s1 = *this * r1, s2 = *this * r2;
    return {s0.dot(r0), s1.dot(r1), s2.dot(r2), s0.dot(r1), s0.dot(r2), s1.dot(r2)};
  }
};

}  // namespace linkwork
