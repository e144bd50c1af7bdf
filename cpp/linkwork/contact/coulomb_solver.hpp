#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "linkwork/contact/cone_newton.hpp"
#include "linkwork/contact/coulomb_problem.hpp"

namespace linkwork::contact {

struct CoulombOptions {
  /// Residual that counts as solved, of the largest |b|; and as much again with every sweep past
  /// the tenth: what resists is degenerate, points on the edge of sliding at speeds that are next
  /// to nothing.
  double tolerance = 1e-9;
  int sweeps = 150;    ///< at most
  double work = 2e10;  ///< about so many multiplications at most: seconds
};

/// How a solve ended. The impulses it leaves are the best seen, converged or not.
struct CoulombOutcome {
  double residual = 0;  ///< velocity by which the laws are broken most [m/s, rad/s]
  int sweeps = 0;
  int newtonSteps = 0;
  double work = 0;  ///< about so many multiplications
  bool converged = false;
};

/// Impulses of contacts with Coulomb friction, of limits and of joints' dry friction, all at once:
///
///   u = W λ + b      0 ≤ λ_n ⟂ u_n ≥ 0      |λ_t| ≤ μ λ_n,  λ_t = −μ λ_n u_t / |u_t| where u_t ≠ 0
///
/// with the round cone, not a pyramid. W = J M⁻¹ Jᵀ is symmetric, positive semidefinite, of any
/// rank: more contacts than dofs are as good as fewer; the impulses of such contacts are not
/// unique, the velocities are.
///
/// Sweeps of block Gauss–Seidel, each block solved exactly (local_cone.hpp), find who sticks,
/// slides and leaves; after each sweep Newton's method (cone_newton.hpp) solves all rows at once,
/// on a problem that is regular and close to where it starts (proximal point method):
///
///   W + ε/ρ,   b − ε/ρ λ_c      λ_c ← its solution,  ε ← ε / 10
///
/// as long as that succeeds; else ε grows and the next sweep follows. The solution is not moved by
/// ε, and stacks that sweeps alone would never solve take a few steps.
///
/// cost  O(rows²) a sweep, O(rows³) a step of Newton's method, or what the response takes; no
///       allocation once it has seen a problem as large
/// Sources: Baraff, section 8; Alart & Curnier, 1991; Rockafellar, "Monotone Operators and the
/// Proximal Point Algorithm", 1976.
class CoulombSolver {
 public:
  explicit CoulombSolver(const CoulombOptions& options = {}) : options_(options) {}

  /// in     w       rows×rows  W
  ///        b       rows       velocities along the rows without impulses, targets subtracted
  ///        blocks  which rows belong together; they cover all rows, in order
  /// inout  lambda  rows       λ: where to start, zeros if nothing is known; the solution
  ///        [N·s, N·m·s]. Where something is not a number, nor is the residual.
  /// in     nothing  a residual that counts as solved, whatever b is: b may be little but rounding
  CoulombOutcome solve(const Eigen::Ref<const Eigen::MatrixXd>& w,
                       const Eigen::Ref<const Eigen::VectorXd>& b,
                       std::span<const ConeBlock> blocks, Eigen::Ref<Eigen::VectorXd> lambda,
                       double nothing = 0);
  /// The same by what makes up W: Newton's method comes first, and where it succeeds W itself is
  /// not worked out.
  CoulombOutcome solve(DampedResponse& response, const Eigen::Ref<const Eigen::VectorXd>& b,
                       std::span<const ConeBlock> blocks, Eigen::Ref<Eigen::VectorXd> lambda,
                       double nothing = 0);

 private:
  CoulombOutcome solve(CoulombProblem problem, double* lambda, double nothing);
  void reserve(int rows);
  void sweep(const CoulombProblem& problem);
  bool approach(const CoulombProblem& problem, double nearness, double enough, double& work,
                CoulombOutcome& outcome);
  void leave(const CoulombProblem& near, const CoulombProblem& problem);

  CoulombOptions options_;
  ConeNewton newton_;
  std::vector<double> rho_, b_;
  std::vector<double> lambda_, u_;          ///< where the sweeps are
  std::vector<double> nearLambda_, nearU_;  ///< where Newton's method is
};

}  // namespace linkwork::contact
