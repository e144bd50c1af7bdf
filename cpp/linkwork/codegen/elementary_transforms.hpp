#pragma once

#include <variant>
#include <vector>

#include "linkwork/codegen/spatial_expressions.hpp"
#include "linkwork/codegen/symbolic_numbers.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork::codegen {

/// A way along an axis.
struct Slide {
  int axis;
  Expression way;
};

/// Coordinates act: the child's frame moves by S q̇, in its own axes.
struct JointSubspace {
  int velocity;                ///< first entry in v
  std::vector<Twist> columns;  ///< S, a column a coordinate
  Twist bias;                  ///< Ṡ q̇
};

/// How a body's frame stands and moves on the body that carries it: transforms in this order from
/// the parent to the body. A joint of several coordinates along or about axes is as many dofs one
/// after the other, on frames without mass between them.
using ElementaryTransform = std::variant<Turn, Rotation, Slide, JointSubspace>;

/// The axes of a frame, as columns in fixed axes.
using Axes = std::array<Vec3, 3>;
inline const Axes parentAxes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};

/// Turns axes by a transform that is a rotation.
void turnAxes(const ElementaryTransform& transform, Axes& axes);

/// Those of a body: T(p) Rz(γ) Rx(α) Rz(q₀) of its placement (denavit_hartenberg.hpp), each
/// with its zeros, then those of its joint.
std::vector<ElementaryTransform> elementaryTransforms(const TreeBody<double>& body,
                                                      const std::vector<Expression>& q,
                                                      const std::vector<Expression>& v,
                                                      const Number& number);

}  // namespace linkwork::codegen
