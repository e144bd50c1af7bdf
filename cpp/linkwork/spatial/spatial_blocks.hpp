#pragma once

#include <Eigen/Core>

/// Vectors of three and blocks of 3×3 numbers, symmetric ones by six, for recursions that run
/// through thousands of them: plain numbers that stay in registers.
namespace linkwork::maximal {

struct Vec3 {
  double x = 0, y = 0, z = 0;

  static Vec3 from(const double* at) { return {at[0], at[1], at[2]}; }
  static Vec3 from(const Eigen::Vector3d& v) { return from(v.data()); }
  void to(double* at) const { at[0] = x, at[1] = y, at[2] = z; }
};
inline Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
inline Vec3 operator*(double s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
inline double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// (linear; angular): motion of a point and turning, or force and torque about it.
struct SpatialVector {
  Vec3 linear, angular;

  static SpatialVector from(const double* at) { return {Vec3::from(at), Vec3::from(at + 3)}; }
  void to(double* at) const { linear.to(at), angular.to(at + 3); }
};
inline SpatialVector operator+(const SpatialVector& a, const SpatialVector& b) {
  return {a.linear + b.linear, a.angular + b.angular};
}
inline SpatialVector operator-(const SpatialVector& a, const SpatialVector& b) {
  return {a.linear - b.linear, a.angular - b.angular};
}
inline SpatialVector operator*(double s, const SpatialVector& a) {
  return {s * a.linear, s * a.angular};
}
inline double dot(const SpatialVector& a, const SpatialVector& b) {
  return dot(a.linear, b.linear) + dot(a.angular, b.angular);
}

/// A symmetric 3×3 block.
struct Symmetric {
  double xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;

  Vec3 rowX() const { return {xx, xy, xz}; }
  Vec3 rowY() const { return {xy, yy, yz}; }
  Vec3 rowZ() const { return {xz, yz, zz}; }
  Vec3 operator*(const Vec3& v) const { return {dot(rowX(), v), dot(rowY(), v), dot(rowZ(), v)}; }
};
inline Symmetric operator+(const Symmetric& a, const Symmetric& b) {
  return {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yy + b.yy, a.yz + b.yz, a.zz + b.zz};
}

/// Any 3×3 block, by its rows.
struct Square {
  Vec3 x, y, z;

  Vec3 columnX() const { return {x.x, y.x, z.x}; }
  Vec3 columnY() const { return {x.y, y.y, z.y}; }
  Vec3 columnZ() const { return {x.z, y.z, z.z}; }
  Vec3 operator*(const Vec3& v) const { return {dot(x, v), dot(y, v), dot(z, v)}; }
  Vec3 transposedTimes(const Vec3& v) const { return v.x * x + v.y * y + v.z * z; }
};
inline Square operator+(const Square& a, const Square& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Square operator*(const Square& a, const Symmetric& b) { return {b * a.x, b * a.y, b * a.z}; }

/// A − U Vᵀ where that is symmetric.
inline Symmetric minusProduct(const Symmetric& a, const Square& u, const Square& v) {
  return {a.xx - dot(u.x, v.x), a.xy - dot(u.x, v.y), a.xz - dot(u.x, v.z),
          a.yy - dot(u.y, v.y), a.yz - dot(u.y, v.z), a.zz - dot(u.z, v.z)};
}
inline Symmetric minusProduct(const Symmetric& a, const Vec3& u, const Vec3& v) {
  return {a.xx - u.x * v.x, a.xy - u.x * v.y, a.xz - u.x * v.z,
          a.yy - u.y * v.y, a.yz - u.y * v.z, a.zz - u.z * v.z};
}
inline Square minusProduct(const Square& b, const Vec3& u, const Vec3& v) {
  return {b.x - u.x * v, b.y - u.y * v, b.z - u.z * v};
}

/// An inertia seen from a point: [A B; Bᵀ C] on (linear; angular).
struct Inertia {
  Symmetric a;
  Square b;
  Symmetric c;

  SpatialVector operator*(const SpatialVector& m) const {
    return {a * m.linear + b * m.angular, b.transposedTimes(m.linear) + c * m.angular};
  }
};
inline Inertia operator+(const Inertia& a, const Inertia& b) {
  return {a.a + b.a, a.b + b.b, a.c + b.c};
}

/// The motion of the point at r, the force about it, and back.
inline SpatialVector motionAt(const Vec3& r, const SpatialVector& m) {
  return {m.linear + cross(m.angular, r), m.angular};
}
inline SpatialVector forceAbout(const Vec3& r, const SpatialVector& f) {
  return {f.linear, f.angular - cross(r, f.linear)};
}

/// An inertia seen from the point at r: B + A s(r), C − s(r)(B + A s(r)) + Bᵀs(r), where s(r) is
/// the cross product's matrix.
inline Inertia inertiaAbout(const Vec3& r, const Inertia& m) {
  const Square b{m.b.x + cross(m.a.rowX(), r), m.b.y + cross(m.a.rowY(), r),
                 m.b.z + cross(m.a.rowZ(), r)};
  const Vec3 xx = cross(m.b.columnX() + b.columnX(), r), yy = cross(m.b.columnY() + b.columnY(), r),
             zz = cross(m.b.columnZ() + b.columnZ(), r);
  const Vec3 x = cross(m.b.columnX(), r), y = cross(m.b.columnY(), r);
  const Vec3 alsoY = cross(b.columnY(), r), alsoZ = cross(b.columnZ(), r);
  return {m.a,
          b,
          {m.c.xx + xx.x, m.c.xy + x.y + alsoY.x, m.c.xz + x.z + alsoZ.x, m.c.yy + yy.y,
           m.c.yz + y.z + alsoZ.y, m.c.zz + zz.z}};
}

}  // namespace linkwork::maximal
