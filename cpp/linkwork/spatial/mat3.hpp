#pragma once

#include "linkwork/spatial/symmetric_matrix3.hpp"

namespace linkwork {

/// 3×3 matrix, stored row by row.
template <typename Scalar>
struct Mat3 {
  Scalar xx{}, xy{}, xz{}, yx{}, yy{}, yz{}, zx{}, zy{}, zz{};

  /// v̂: v̂ u = v × u.
  [[gnu::always_inline]] static Mat3 hat(const Vec3<Scalar>& v) {
    return {Scalar(0), -v.z, v.y, v.z, Scalar(0), -v.x, -v.y, v.x, Scalar(0)};
  }
  static Mat3 from(const Matrix3<Scalar>& m) {
    return {m(0, 0), m(0, 1), m(0, 2), m(1, 0), m(1, 1), m(1, 2), m(2, 0), m(2, 1), m(2, 2)};
  }
  Matrix3<Scalar> matrix() const {
    Matrix3<Scalar> result;
    result << xx, xy, xz, yx, yy, yz, zx, zy, zz;
    return result;
  }

  Scalar& operator()(int row, int column) {
    Scalar* const entries[3][3] = {{&xx, &xy, &xz}, {&yx, &yy, &yz}, {&zx, &zy, &zz}};
    return *entries[row][column];
  }

  [[gnu::always_inline]] Vec3<Scalar> columnX() const { return {xx, yx, zx}; }
  [[gnu::always_inline]] Vec3<Scalar> columnY() const { return {xy, yy, zy}; }
  [[gnu::always_inline]] Vec3<Scalar> columnZ() const { return {xz, yz, zz}; }
  [[gnu::always_inline]] Vec3<Scalar> column(int k) const {
    return k == 0 ? columnX() : k == 1 ? columnY() : columnZ();
  }
  [[gnu::always_inline]] Vec3<Scalar> rowZ() const { return {zx, zy, zz}; }

  [[gnu::always_inline]] friend Vec3<Scalar> operator*(const Mat3& m, const Vec3<Scalar>& v) {
    return {m.xx * v.x + m.xy * v.y + m.xz * v.z,  //
            m.yx * v.x + m.yy * v.y + m.yz * v.z,  //
            m.zx * v.x + m.zy * v.y + m.zz * v.z};
  }
  /// Mᵀ v
  [[gnu::always_inline]] Vec3<Scalar> transposedTimes(const Vec3<Scalar>& v) const {
    return {xx * v.x + yx * v.y + zx * v.z,  //
            xy * v.x + yy * v.y + zy * v.z,  //
            xz * v.x + yz * v.y + zz * v.z};
  }
  [[gnu::always_inline]] friend Mat3 operator*(const Mat3& m, const SymmetricMatrix3<Scalar>& s) {
    const Vec3<Scalar> x = s * Vec3<Scalar>{m.xx, m.xy, m.xz};
    const Vec3<Scalar> y = s * Vec3<Scalar>{m.yx, m.yy, m.yz};
    const Vec3<Scalar> z = s * Vec3<Scalar>{m.zx, m.zy, m.zz};
    return {x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z};
  }
  [[gnu::always_inline]] friend Mat3 operator*(const SymmetricMatrix3<Scalar>& s, const Mat3& m) {
    const Vec3<Scalar> x = s * m.columnX(), y = s * m.columnY(), z = s * m.columnZ();
    return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
  }

  [[gnu::always_inline]] Mat3& operator+=(const Mat3& other) {
    xx += other.xx, xy += other.xy, xz += other.xz;
    yx += other.yx, yy += other.yy, yz += other.yz;
    zx += other.zx, zy += other.zy, zz += other.zz;
    return *this;
  }

  /// M − u vᵀ
  template <typename Vector>
  [[gnu::always_inline]] void subtractDyad(const Vector& u, const Vector& v) {
    xx -= u[0] * v[0], xy -= u[0] * v[1], xz -= u[0] * v[2];
    yx -= u[1] * v[0], yy -= u[1] * v[1], yz -= u[1] * v[2];
    zx -= u[2] * v[0], zy -= u[2] * v[1], zz -= u[2] * v[2];
  }
};

/// vee(A − Aᵀ): the vector v of the antisymmetric part, Aᵀ − A = −v̂.
template <typename Scalar>
[[gnu::always_inline]] inline Vec3<Scalar> vee(const Mat3<Scalar>& a) {
  return {a.zy - a.yz, a.xz - a.zx, a.yx - a.xy};
}

}  // namespace linkwork
