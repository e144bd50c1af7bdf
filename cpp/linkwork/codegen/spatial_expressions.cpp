#include "linkwork/codegen/spatial_expressions.hpp"

namespace linkwork::codegen {

Expression dot(const Vec3& a, const Vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vec3 operator+(const Vec3& a, const Vec3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }

Vec3 operator-(const Vec3& a, const Vec3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

Vec3 operator*(const Expression& factor, const Vec3& a) {
  return {factor * a[0], factor * a[1], factor * a[2]};
}

Wrench& Wrench::operator+=(const Wrench& other) {
  n = n + other.n;
  f = f + other.f;
  return *this;
}

}  // namespace linkwork::codegen
