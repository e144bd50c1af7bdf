#pragma once

#include <vector>

#include "linkwork/contact/coulomb_problem.hpp"

namespace linkwork::contact {

/// Newton's method on the equations of contacts and limits (coulomb_problem.hpp).
///
/// What x = λ − ρ u says of a block decides its unknowns and equations:
///
///   leaves   x_n ≤ 0            λ = 0              (by itself: λ at the bound that x is past)
///   sticks   |x_t| ≤ μ x_n      u = 0                                            3 unknowns
///   slides   else, along d = x_t / |x_t|, e across it, β = μ x_n / |x_t| < 1:
///            λ_t = μ λ_n d + τ e,   u_n = 0,   β e·u_t + (1 − β) τ / ρ = 0       λ_n and τ
///
/// the last being the derivative of a projection onto a disc: τ lets the direction turn.
/// Source: Alart & Curnier, "A mixed formulation for frictional contact problems prone to Newton
/// like solution methods", 1991.
class ConeNewton {
 public:
  /// Takes room for problems of so many rows.
  void reserve(int rows);

  /// λ ← one step on, from λ and u = W λ + b there. False where the equations have no solution, are
  /// too many, or no `work` is left, from which the step's multiplications are subtracted; λ is
  /// then of no use. cost  O(rows³), or O(rows²) and what the problem's response takes
  bool step(const CoulombProblem& problem, const double* u, double* lambda, double& work);

 private:
  /// A direction of a block's impulse, and the equation that goes with it:
  /// test·u + own · unknown = 0.
  struct Unknown {
    int row, rows;
    double raise;
    double direction[3], test[3];
    double own;
  };

  void choose(const CoulombProblem& problem, const double* u, double* lambda);
  void chooseSliding(const ConeBlock& block, double raise, double rho, const double* u,
                     double* lambda);
  double rightOf(const Unknown& unknown, const double* lambda) const;
  void assemble(const CoulombProblem& problem, const double* lambda);
  bool stepByDampers(const CoulombProblem& problem, double* lambda);

  std::vector<Unknown> unknowns_;
  std::vector<Damper> dampers_;
  std::vector<double> matrix_, right_, u_;
};

}  // namespace linkwork::contact
