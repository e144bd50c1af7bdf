#pragma once

#include <cmath>

namespace linkwork {

/// Three numbers of any scalar, without the templates of a matrix library: for recursions whose
/// numbers are to stay in registers, and for formulas that also run on expressions and complex
/// numbers. At interfaces vectors are Eigen's (spatial.hpp).
template <typename Scalar>
struct Vec3 {
  Scalar x{}, y{}, z{};

  static Vec3 from(const Scalar* at) { return {at[0], at[1], at[2]}; }
  template <typename Vector>
  static Vec3 from(const Vector& v) {
    return {v[0], v[1], v[2]};
  }
  void to(Scalar* at) const { at[0] = x, at[1] = y, at[2] = z; }

  friend Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
  friend Vec3 operator*(const Scalar& s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
};

template <typename Scalar>
Scalar dot(const Vec3<Scalar>& a, const Vec3<Scalar>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <typename Scalar>
Vec3<Scalar> cross(const Vec3<Scalar>& a, const Vec3<Scalar>& b) {
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
