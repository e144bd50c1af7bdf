#pragma once

#include <array>

#include "linkwork/expression.hpp"

/// Motions, wrenches and articulated inertias written down, and how they cross the elementary moves
/// of which placements and joints are made. Plain arrays: what is zero folds away as it is written.
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

/// Into the parent's axes, and back.
void turn(const Turn& by, Vec3& x);
void turnBack(const Turn& by, Vec3& x);
Vec3 rotated(const Rotation& by, const Vec3& x);
Vec3 rotatedBack(const Rotation& by, const Vec3& x);

/// A symmetric 3×3 matrix: xx, yy, zz, xy, xz, yz.
class Symmetric {
 public:
  Expression& operator()(int row, int column) { return entries_[place(row, column)]; }
  const Expression& operator()(int row, int column) const { return entries_[place(row, column)]; }

 private:
  static std::size_t place(int row, int column) {
    return static_cast<std::size_t>(row == column ? row : row + column + 2);
  }
  std::array<Expression, 6> entries_;
};

/// Motion of a body's frame, in that frame: angular velocity, angular acceleration, and the
/// acceleration of its origin with gravity counted as −g at the ground.
struct Motion {
  Vec3 velocity, angular, linear;

  /// Column of Γ = α̃ + ω̃ ω̃: the acceleration of a point r relative to the origin is Γ r.
  Vec3 gradient(int column) const;
};

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

Expression dot(const Wrench& a, const Wrench& b);

/// [n; f] = [J H; Hᵀ M] [α; a] + [n₀; f₀] of an articulated body about its origin.
struct Articulated {
  Symmetric j, m;
  std::array<Vec3, 3> h;
  Wrench bias;

  /// Entry of the 6×6 matrix, angular part first.
  Expression& operator()(int row, int column);
  const Expression& operator()(int row, int column) const;
  Articulated& operator+=(const Articulated& other);
};

// From child to parent: across a rotation, or a way along an axis.
void turn(const Turn& by, Articulated& at);
void rotate(const Rotation& by, Articulated& at);
void shift(int axis, const Expression& way, Articulated& at);
void shift(int axis, const Expression& way, Wrench& at);

// From parent to child.
void shiftBack(int axis, const Expression& way, Twist& at);
void shiftBack(int axis, const Expression& way, Motion& at);

}  // namespace linkwork::codegen
