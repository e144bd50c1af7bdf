#pragma once

#include "linkwork/codegen/elementary_transforms.hpp"
#include "linkwork/model/cluster_tree.hpp"

/// Articulated inertias and forces as expressions, and their elementary transforms along placements
/// and joints, for the recursions for general joints (general_joint_programs.hpp).
namespace linkwork::codegen {

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

/// [n; f] = [J H; Hᵀ M] [α; a] + [n₀; f₀] of an articulated body about its origin.
struct Articulated {
  Symmetric j, m;
  std::array<Vec3<Expression>, 3> h;
  Force<Expression> bias;

  /// Entry of the 6×6 matrix, angular part first.
  Expression& operator()(int row, int column);
  const Expression& operator()(int row, int column) const;
  Articulated& operator+=(const Articulated& other);
};

/// A rigid body in its own frame, about its origin.
struct BodyNumbers {
  Expression mass;
  Vec3<Expression> moment;  ///< h = m c
  Symmetric inertia;        ///< J about the origin
};

BodyNumbers numbersOf(const RigidBodyInertia<double>& inertia, const Number& number);

/// From child to parent across a transform that is no coordinate, and back for what accelerations
/// add.
void transformBackward(const ElementaryTransform& transform, Articulated& at);
void transformBackward(const ElementaryTransform& transform, Force<Expression>& at);
void transformForward(const ElementaryTransform& transform, Motion<Expression>& at);

/// The articulated inertia of a rigid body alone.
Articulated articulatedOf(const BodyNumbers& body);

/// An eliminated coordinate: q̈ = biasAcceleration − gainᵀ e.
struct EliminatedJoint {
  Force<Expression> gain;
  Expression biasAcceleration;
};

/// A coordinate with twist S is eliminated: A − U Uᵀ/D, with U = A S and D = Sᵀ A S + reflected.
/// The bias acceleration is 1/D.
EliminatedJoint eliminateJoint(const Motion<Expression>& subspace, const Expression& reflected,
                               Articulated& at);

}  // namespace linkwork::codegen
