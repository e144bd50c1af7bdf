#pragma once

#include <vector>

#include "linkwork/baselines/body_forest.hpp"

namespace linkwork::maximal {

/// Accelerations and multipliers of bodies under primary constraints, in linear time.
///
///   [  M  −Jᵀ ] [ y ]   [ F ]
///   [ −J   0  ] [ λ ] = [ c ]          that is   M y = F + Jᵀλ,   J y + c = 0
///
/// eliminated from the leaves to the roots. Node b with parent p, from M̂_b = M_b and F̂_b = F_b:
///
///   factor   M̂_b = L Lᵀ,   L⁻¹J_bᵀ = Q [R; 0],   Y = R⁻ᵀJ_p,        M̂_p += YᵀY
///   solve    (r; x) = Qᵀ L⁻¹F̂_b,   s = −R⁻ᵀc − r,                   F̂_p += Yᵀs
///   back     u = s − Y y_p,   λ = R⁻¹u,                              y_b = L⁻ᵀQ (r + u; x)
///
/// L is of Cholesky; Q is a product of reflections, and RᵀR = J_b M̂_b⁻¹J_bᵀ is the factorisation of
/// the constraint's pivot, got without squaring. There is no tolerance anywhere.
///
/// Jᵀ of a constraint on two bodies is two blocks, column i of which is the force on the body of a
/// unit of multiplier i. All blocks lie one after the other in the order of elimination.
///
/// cost  O(n) time and room, no fill; no allocation after construction
/// Source: Baraff, "Linear-Time Dynamics using Lagrange Multipliers" (1996), section 7.3 and
/// appendix A; reflections in the place of the second inverse are our own.
class ForestSolver {
 public:
  explicit ForestSolver(BodyForest forest);

  const BodyForest& forest() const { return forest_; }

  /// M of a body, size × size; its lower triangle is read.
  double* mass(int body) { return masses_.data() + blocksOf(body).mass; }
  /// Jᵀ of a primary constraint on its first or second body, size × rows, column by column.
  double* forces(int constraint, int side);
  const double* forces(int constraint, int side) const;

  /// Factors H as its blocks are now. Throws SimulationError naming the body whose mass matrix is
  /// not positive definite, or the constraint whose rows depend on each other.
  void factor();

  /// y and the primary rows of λ, from vectors of all bodies and of all rows. `acceleration` may be
  /// `force`.
  void solve(const double* force, const double* c, double* acceleration, double* multipliers);

  /// The inward half of `solve` for many forces at once, at one node: `panel`, size × count and row
  /// by row, holds F̂_b and becomes (r; x). What goes on to the parent is added to its panel, column
  /// k to column columns[k] of parentCount. `scratch` has room for `count` numbers.
  void passOn(int node, double* panel, int count, double* scratch, double* parent, int parentCount,
              const int* columns) const;

 private:
  /// Offsets of a node's blocks.
  struct Blocks {
    int mass, own, other;           ///< M_b, J_bᵀ, J_pᵀ
    int lower, reflections, upper;  ///< L, Q's vectors, R
    int passed;                     ///< Yᵀ
    int local, step;                ///< F̂_b → (r; x), and s
  };

  const Blocks& blocksOf(int body) const { return blocks_[at(forest_.nodeOf(body))]; }
  template <int n>
  void eliminate(int node);
  template <int n>
  void spread(const BodyForest::Node& node, const Blocks& blocks);

  BodyForest forest_;
  std::vector<Blocks> blocks_;  ///< by node
  std::vector<int> nodeOfConstraint_;
  std::vector<double> masses_, forces_, factors_, local_, step_;
};

}  // namespace linkwork::maximal
