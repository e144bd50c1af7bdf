#pragma once

#include <array>
#include <variant>
#include <vector>

#include "linkwork/codegen/symbolic_numbers.hpp"
#include "linkwork/expression.hpp"
#include "linkwork/model/cluster_tree.hpp"

/// Vectors and twists of expressions, and the elementary transforms that placements and joints
/// consist of. Plain arrays: zeros are folded when an expression is made.
namespace linkwork::codegen {

using symbolic::Expression;
using Vec3 = std::array<Expression, 3>;

enum Axis { X, Y, Z };

inline std::size_t at(int index) { return static_cast<std::size_t>(index); }

inline bool isNumber(const Expression& x, double number) {
  return x.isConstant() && x.value() == number;
}

/// The two other axes of axis k, in cyclic order.
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

/// A translation along an axis.
struct Slide {
  int axis;
  Expression way;
};

/// Coordinates of a joint: the child's frame moves by S q̇, in its own axes.
struct JointSubspace {
  int velocity;                ///< first entry in v
  std::vector<Twist> columns;  ///< S, a column a coordinate
  Twist bias;                  ///< Ṡ q̇
};

/// The pose and motion of a body's frame in its parent: transforms in order from the parent to the
/// body. A joint of several coordinates along or about axes consists of as many single-dof joints,
/// with massless frames between them.
using ElementaryTransform = std::variant<Turn, Rotation, Slide, JointSubspace>;

/// The axes of a frame, as columns in fixed axes.
using Axes = std::array<Vec3, 3>;
inline const Axes parentAxes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};

/// Rotates axes by a transform that is a rotation.
void turnAxes(const ElementaryTransform& transform, Axes& axes);

/// Transforms of a body: T(p) Rz(γ) Rx(α) Rz(q₀) of its placement (denavit_hartenberg.hpp), each
/// with its zeros, then those of its joint.
std::vector<ElementaryTransform> elementaryTransforms(const TreeBody<double>& body,
                                                      const std::vector<Expression>& q,
                                                      const std::vector<Expression>& v,
                                                      const Number& number);

}  // namespace linkwork::codegen
