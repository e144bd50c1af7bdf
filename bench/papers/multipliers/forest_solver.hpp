#pragma once

#include <vector>

#include "papers/multipliers/body_forest.hpp"

namespace linkwork::papers {

/// Accelerations and multipliers of bodies under primary constraints, in linear time.
///
///   [  M  −Jᵀ ] [ y ]   [ F ]
///   [ −J   0  ] [ λ ] = [ c ]          that is   M y = F + Jᵀλ,   J y + c = 0
///
/// eliminated from the leaves to the roots. Node b with parent p, from M̂_b = M_b and F̂_b = F_b:
///
///   factor   M̂_b = L D Lᵀ,   L⁻¹J_bᵀ = Q R,   V = L⁻ᵀD⁻¹Q,   Y = R⁻ᵀJ_p,   M̂_p += YᵀE⁻¹Y
///   solve    s = −E⁻¹(R⁻ᵀc + VᵀF̂_b),          F̂_p += Yᵀs
///   back     u = s − E⁻¹Y y_p,   λ = R⁻¹u,     y_b = M̂_b⁻¹F̂_b + V u
///
/// R has a diagonal of 1 and E = QᵀD⁻¹Q is diagonal: Q results from the modified Gram–Schmidt
/// method on L⁻¹J_bᵀ in the metric D⁻¹. So RᵀER = J_b M̂_b⁻¹J_bᵀ is the factorization of the
/// constraint's pivot, without squaring and without a root. There is no tolerance.
///
/// Only V and Y connect one body to the next, by two short products. Work on M̂_b⁻¹ is independent
/// of other bodies and overlaps on a superscalar processor. Consecutive bodies with blocks of the
/// same sizes are a run, in one loop. Sizes are compile-time constants for bodies of 3 and of 6
/// dimensions with fewer rows, and runtime values for all others.
///
/// Jᵀ of a constraint on two bodies is two blocks, column i of which is the force on the body of a
/// unit of multiplier i. All blocks lie one after the other in the order of elimination.
///
/// cost  O(n) time and memory, no fill; no allocation after construction
/// Source: Baraff, "Linear-Time Dynamics using Lagrange Multipliers" (1996), section 7.3 and
/// appendix A; conjugate columns instead of the second inverse are our own.
class ForestSolver {
 public:
  explicit ForestSolver(BodyForest forest);

  const BodyForest& forest() const { return forest_; }

  /// M of a body, size × size; its lower triangle is read.
  double* mass(int body) { return masses_.data() + placeOf(body).mass; }
  /// Jᵀ of a primary constraint on its first or second body, size × rows, column by column.
  double* forces(int constraint, int side);
  const double* forces(int constraint, int side) const;

  /// Factors H as its blocks are now. Throws SimulationError naming the body whose mass matrix is
  /// not positive definite, or the constraint whose rows depend on each other.
  void factor();

  /// y and the primary rows of λ, from vectors of all bodies and of all rows. `acceleration` may be
  /// `force`.
  void solve(const double* force, const double* c, double* acceleration, double* multipliers);

  /// The backward half of `solve` for many forces at once, at one node: `panel`, size × count and
  /// row by row, is F̂_b and becomes x with xᵀx = F̂ᵀ(M̂⁻¹ − V E⁻¹ Vᵀ) F̂. `squares` becomes F̂ᵀM̂⁻¹F̂,
  /// column by column. Adds the propagated forces to the parent's panel, column k to column
  /// columns[k] of parentCount. `workspace` has (rows + 1) count numbers.
  void passOn(int node, double* panel, int count, double* squares, double* workspace,
              double* parent, int parentCount, const int* columns) const;

 private:
  /// Where a node's blocks are: those that the user writes, and the record of its factors.
  struct Place {
    int mass, own, other;  ///< M_b, J_bᵀ, J_pᵀ
    int record;
  };
  /// Nodes that follow one another and have the same sizes.
  struct Run {
    int first, last;
  };

  const Place& placeOf(int body) const { return places_[at(forest_.nodeOf(body))]; }
  template <typename Kernel>
  void visit(const Run& run, const Kernel& kernel);
  template <typename Sizes>
  void eliminate(int node, Sizes sizes);
  template <typename Sizes>
  void goBackward(int node, Sizes sizes, const double* c);
  template <typename Sizes>
  void goForward(int node, Sizes sizes, double* acceleration, double* multipliers);
  [[noreturn, gnu::noinline]] void refuse(const BodyForest::Node& node, bool isMass) const;

  BodyForest forest_;
  std::vector<Place> places_;  ///< by node
  std::vector<Run> runs_;
  std::vector<int> nodeOfConstraint_;
  std::vector<double> masses_, forces_, records_;
};

}  // namespace linkwork::papers
