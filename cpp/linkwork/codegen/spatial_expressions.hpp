#pragma once

#include <array>

#include "linkwork/expression.hpp"

/// Vectors and twists written down, and the elementary rotations of which placements and joints are
/// made. Plain arrays: what is zero folds away as it is written.
namespace linkwork::codegen {

using symbolic::Expression;
using Vec3 = std::array<Expression, 3>;

enum Axis { X, Y, Z };

inline std::size_t at(int index) { return static_cast<std::size_t>(index); }

inline bool isNumber(const Expression& x, double number) {
  return x.isConstant() && x.value() == number;
}

/// The two axes across axis k, in cyclic order.
constexpr int firstAcross(int axis) { return (axis + 1) % 3; }
constexpr int secondAcross(int axis) { return (axis + 2) % 3; }

Expression dot(const Vec3& a, const Vec3& b);
Vec3 cross(const Vec3& a, const Vec3& b);
Vec3 operator+(const Vec3& a, const Vec3& b);
Vec3 operator-(const Vec3& a, const Vec3& b);
Vec3 operator*(const Expression& factor, const Vec3& a);

/// A rotation about one of the axes, from child to parent axes.
struct Turn {
  int axis;
  Expression cosine, sine;
};

/// Any rotation, rows in the parent's axes.
using Rotation = std::array<Vec3, 3>;

/// A moment and a force at the origin; as a row, the same for a six-vector like a twist.
struct Wrench {
  Vec3 n, f;

  Expression& operator[](int i) { return i < 3 ? n[std::size_t(i)] : f[std::size_t(i - 3)]; }
  const Expression& operator[](int i) const {
    return i < 3 ? n[std::size_t(i)] : f[std::size_t(i - 3)];
  }
  Wrench& operator+=(const Wrench& other);
};
using Twist = Wrench;  ///< angular part, linear part

}  // namespace linkwork::codegen
