#pragma once

#include <array>
#include <vector>

#include "linkwork/contact/coulomb_problem.hpp"

namespace linkwork::contact {

/// Newton's method on the equations of contacts and limits (coulomb_problem.hpp).
///
/// x = λ − ρ u selects the unknowns and equations of a block:
///
///   separates  x_n ≤ 0            λ = 0        (a single row: λ at the bound that x exceeds)
///   touches    else           u_n = 0                                              λ_n
///   sticks     |x_t| ≤ μ x_n      u_t = 0                                          2 unknowns
///   slides     else, along d = x_t / |x_t|, e across it, β = μ x_n / |x_t| < 1:
///              λ_t = μ λ_n d + τ e,   β e·u_t + (1 − β) τ / ρ = 0                  τ
///
/// The last equation is the derivative of the projection onto a disc. τ turns the direction. Spin
/// and rolling of a contact with moments stick and slide in the same way; spin has no e.
/// Source: Alart & Curnier, "A mixed formulation for frictional contact problems prone to Newton
/// like solution methods", 1991.
class ConeNewton {
 public:
  /// Allocates for problems of up to `rows` rows.
  void reserve(int rows);

  /// Takes one Newton step from λ and u = W λ + b.
  ///
  /// @param work  remaining multiplications; those of the step are subtracted
  /// @return      false if the equations are singular or too many, or no work remains. λ is then
  ///              invalid.
  /// Cost: O(rows³), or O(rows²) and a damped solve of the operator.
  bool step(const CoulombProblem& problem, const double* u, double* lambda, double& work);

 private:
  using BlockVector = std::array<double, mostBlockRows>;

  /// A direction of a block's impulse and its equation, test·u + own · unknown = 0.
  struct Unknown {
    int row, rows;
    double raise;  ///< of the rows of `test`
    BlockVector direction, test;
    double own;
  };

  void choose(const CoulombProblem& problem, const double* u, double* lambda);
  void choose(const CoulombProblem& problem, const ConeBlock& block, const FrictionDisc& disc,
              std::size_t normal, double pressed, const double* u, double* lambda);
  void addUnknown(const CoulombProblem& problem, const ConeBlock& block, int row);
  double rightOf(const Unknown& unknown, const double* lambda) const;
  void assemble(const CoulombProblem& problem, const double* lambda);
  bool stepByDampers(const CoulombProblem& problem, DampedDelassus& delassus, double* lambda);
  template <int rows>
  void addDamper(const Unknown& unknown, const double* lambda, Damper& damper) const;

  std::vector<Unknown> unknowns_;
  std::vector<Damper> dampers_;
  std::vector<double> matrix_, right_, u_;
};

}  // namespace linkwork::contact
