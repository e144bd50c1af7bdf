#pragma once

#include <array>
#include <variant>
#include <vector>

#include "linkwork/codegen/symbolic_numbers.hpp"
#include "linkwork/expression.hpp"
#include "linkwork/model/cluster_tree.hpp"
#include "linkwork/spatial/spatial_vectors.hpp"

/// The elementary transforms that placements and joints consist of. Zeros are folded when an
/// expression is made.
namespace linkwork::codegen {

using symbolic::Expression;

enum Axis { X, Y, Z };

inline std::size_t at(int index) { return static_cast<std::size_t>(index); }

inline bool isNumber(const Expression& x, double number) {
  return x.isConstant() && x.value() == number;
}

/// The two other axes of axis k, in cyclic order.
constexpr int firstAcross(int axis) { return (axis + 1) % 3; }
constexpr int secondAcross(int axis) { return (axis + 2) % 3; }

/// A rotation about one of the axes, from child to parent axes.
struct Turn {
  int axis;
  Expression cosine, sine;
};

/// Any rotation, rows in the parent's axes.
using Rotation = std::array<Vec3<Expression>, 3>;

/// A translation along an axis.
struct Slide {
  int axis;
  Expression way;
};

/// Coordinates of a joint: the child's frame moves by S q̇, in its own axes.
struct JointSubspace {
  int velocity;                             ///< first entry in v
  std::vector<Motion<Expression>> columns;  ///< S, a column a coordinate
  Motion<Expression> bias;                  ///< Ṡ q̇
};

/// The pose and motion of a body's frame in its parent: transforms in order from the parent to the
/// body. A joint of several coordinates along or about axes consists of as many single-dof joints,
/// with massless frames between them.
using ElementaryTransform = std::variant<Turn, Rotation, Slide, JointSubspace>;

/// The axes of a frame, as columns in fixed axes.
using Axes = std::array<Vec3<Expression>, 3>;
inline const Axes parentAxes{Vec3<Expression>{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/// Rotates axes by a transform that is a rotation.
void turnAxes(const ElementaryTransform& transform, Axes& axes);

/// Transforms of a body: T(p) Rz(γ) Rx(α) Rz(q₀) of its placement (denavit_hartenberg.hpp), each
/// with its zeros, then those of its joint.
std::vector<ElementaryTransform> elementaryTransforms(const TreeBody<double>& body,
                                                      const std::vector<Expression>& q,
                                                      const std::vector<Expression>& v,
                                                      const Number& number);

}  // namespace linkwork::codegen
