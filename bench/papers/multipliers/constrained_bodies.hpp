#pragma once

#include <Eigen/Core>
#include <span>
#include <utility>
#include <vector>

#include "papers/multipliers/constraint_anticipation.hpp"

namespace linkwork::papers {

/// Bodies of any dimension under any equality constraints on their accelerations, in linear time.
///
///   M y = F + Jᵀλ (+ K μ),     J y + c = 0
///
/// y and F have one block per body, of its own dimension and meaning; c and λ one per constraint.
/// The user defines bodies and constraints (body_constraints.hpp has some). Each step, the user
/// writes the blocks M and Jᵀ, calls `factor` once, and `solve` for any number of F and c.
/// The same factorization solves
///
///   y = ẍ, F forces, c = J̇ẋ            dynamics
///   y = ẋ, F "forces", c = 0           first-order motion f = m v
///   y = Δẋ, F impulses, c = J ẋ        collisions, and projection of velocities
///
/// Primary constraints (BodyForest chooses them) cost O(n). Each row of the k auxiliary ones costs
/// O(n) more, all together O(k³) on top. Rows may depend on others; `rank` is the number of
/// independent ones.
///
/// No allocation after construction.
/// Source: Baraff, "Linear-Time Dynamics using Lagrange Multipliers" (1996), sections 7 and 8.
class ConstrainedBodies {
 public:
  /// Throws MechanismError as BodyForest does.
  ConstrainedBodies(std::span<const int> dimensions, std::vector<BodyConstraint> constraints);

  using Block = Eigen::Map<Eigen::MatrixXd>;
  using ConstBlock = Eigen::Map<const Eigen::MatrixXd>;

  const BodyForest& forest() const { return solver_.forest(); }
  int unknowns() const { return forest().unknowns(); }  ///< numbers in y and F
  int rows() const { return forest().rows(); }          ///< numbers in c and λ
  int first(int body) const;                            ///< where a body's are
  int firstRow(int constraint) const { return forest().firstRow(constraint); }

  /// M of a body; its lower triangle is read.
  Block mass(int body);
  /// Jᵀ of a constraint on number `place` of its bodies, dimension × rows: column i is the force of
  /// a unit of multiplier i.
  Block forces(int constraint, int place);
  ConstBlock forces(int constraint, int place) const;
  /// K of a working constraint, the same way.
  Block keepingForces(int constraint, int place);
  ConstBlock keepingForces(int constraint, int place) const;

  /// Throws SimulationError naming the body whose mass matrix is not positive definite, or the
  /// primary constraint whose rows depend on each other.
  void factor();

  /// Throws SimulationError if the accelerations are not finite.
  void solve(const Eigen::VectorXd& force, const Eigen::VectorXd& c, Eigen::VectorXd& acceleration,
             Eigen::VectorXd& multipliers);

  /// The part of `factor` that the next `solve` needs: all but the factorisation of W.
  void respond();
  /// The same with auxiliary rows that are not fixed at a = Jᵃy + cᵃ = 0. `forces(W, b, μ)`
  /// computes their forces, where a = W μ + b; contacts only push, 0 ≤ a ⟂ μ ≥ 0 (PivotingSolver).
  template <typename Forces>
  void solve(const Eigen::VectorXd& force, const Eigen::VectorXd& c, Eigen::VectorXd& acceleration,
             Eigen::VectorXd& multipliers, Forces&& forces) {
    solver_.solve(force.data(), c.data(), acceleration.data(), multipliers.data());
    if (auxiliaryRows() > 0) {
      leave(c, acceleration);
      forces(delassus_.response(), std::as_const(left_), mu_);
      exert(force, c, acceleration, multipliers);
    }
    requireFinite(acceleration);
  }

  int auxiliaryRows() const { return delassus_.rows(); }
  /// Auxiliary rows that do not depend on others, as of the last `factor`.
  int rank() const { return delassus_.rank(); }
  /// J y + c of the auxiliary rows after the last `solve`.
  const Eigen::VectorXd& left() const { return left_; }
  /// The largest of them: rounding where they are held, unless rows contradict each other.
  double unmet() const { return auxiliaryRows() == 0 ? 0 : left_.cwiseAbs().maxCoeff(); }
  const DelassusColumns& delassus() const { return delassus_; }

  /// J y of a constraint: how fast it is left, if y are velocities.
  void rate(int constraint, const Eigen::VectorXd& y, double* to) const;
  /// Power of a constraint's forces at velocities v, vᵀJᵀλ or vᵀK μ: zero for workless constraints
  /// that do not vary with time.
  double power(int constraint, const Eigen::VectorXd& multipliers, const Eigen::VectorXd& v) const;

 private:
  void leave(const Eigen::VectorXd& c, const Eigen::VectorXd& acceleration);
  void exert(const Eigen::VectorXd& force, const Eigen::VectorXd& c, Eigen::VectorXd& acceleration,
             Eigen::VectorXd& multipliers);
  void requireFinite(const Eigen::VectorXd& acceleration) const;

  ForestSolver solver_;
  DelassusColumns delassus_;
  Eigen::VectorXd left_, mu_, force_;
};

}  // namespace linkwork::papers
