#pragma once

#include <cmath>

#include "linkwork/spatial.hpp"

namespace linkwork {

/// Three numbers of any scalar: double, Lanes, Jet, Expression or complex. Kernels and formulas of
/// joints are written with it; at interfaces vectors are Eigen's (spatial.hpp).
///
/// All operators are inlined by force, here and in mat3.hpp, spatial_vectors.hpp and
/// articulated_inertia.hpp: kernels are compiled for several instruction sets, and no copy compiled
/// for one may be linked into another.
template <typename Scalar>
struct Vec3 {
  Scalar x{}, y{}, z{};

  [[gnu::always_inline]] static Vec3 from(const Scalar* at) { return {at[0], at[1], at[2]}; }
  template <typename Vector>
  [[gnu::always_inline]] static Vec3 from(const Vector& v) {
    return {v[0], v[1], v[2]};
  }
  [[gnu::always_inline]] void to(Scalar* at) const { at[0] = x, at[1] = y, at[2] = z; }
  Vector3<Scalar> vector() const { return {x, y, z}; }

  [[gnu::always_inline]] Scalar& operator[](int k) { return k == 0 ? x : k == 1 ? y : z; }
  [[gnu::always_inline]] const Scalar& operator[](int k) const {
    return k == 0 ? x : k == 1 ? y : z;
  }

  [[gnu::always_inline]] Vec3& operator+=(const Vec3& b) {
    x += b.x, y += b.y, z += b.z;
    return *this;
  }
  [[gnu::always_inline]] Vec3& operator-=(const Vec3& b) {
    x -= b.x, y -= b.y, z -= b.z;
    return *this;
  }
  [[gnu::always_inline]] friend Vec3 operator+(const Vec3& a, const Vec3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  [[gnu::always_inline]] friend Vec3 operator-(const Vec3& a, const Vec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  [[gnu::always_inline]] friend Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
  [[gnu::always_inline]] friend Vec3 operator*(const Scalar& s, const Vec3& a) {
    return {s * a.x, s * a.y, s * a.z};
  }
};

template <typename Vector>
auto vec3(const Eigen::MatrixBase<Vector>& v) {
  return Vec3<typename Vector::Scalar>::from(v);
}

template <typename Scalar>
[[gnu::always_inline]] inline Scalar dot(const Vec3<Scalar>& a, const Vec3<Scalar>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <typename Scalar>
[[gnu::always_inline]] inline Vec3<Scalar> cross(const Vec3<Scalar>& a, const Vec3<Scalar>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <typename Scalar>
Scalar length(const Vec3<Scalar>& a) {
  using std::sqrt;
  return sqrt(dot(a, a));
}

template <typename Scalar>
Vec3<Scalar> normalized(const Vec3<Scalar>& a) {
  return (Scalar(1) / length(a)) * a;
}

}  // namespace linkwork
