#pragma once

#include <Eigen/Core>
#include <limits>
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

/// What rounding leaves of numbers that cancel: 2¹² ε of them.
constexpr double leftByRounding = 0x1p12 * std::numeric_limits<double>::epsilon();

/// What residuals count as solved whatever b is, for b may be little but rounding: those up to
/// `nothing`; and where sweeps get no further, up to the larger of `velocity` and
/// leftByRounding · max_i f_i Σ_j f_j |λ_j|, but no more than 1e-3 of the largest |b|.
struct CoulombRounding {
  double nothing = 0, velocity = 0;  ///< [m/s, rad/s]
  std::span<const double> free{};  ///< f by row, f² what free parts would answer along it; or none
};

/// How a solve ended. The impulses it leaves are the best seen, or the best of sweeps alone where
/// it has not converged.
struct CoulombOutcome {
  double residual = 0;  ///< velocity by which the laws are broken most [m/s, rad/s]
  int sweeps = 0;
  int newtonSteps = 0;
  double work = 0;  ///< about so many multiplications
  bool converged = false;
  double rounding = 0;  ///< of the residual, as CoulombRounding has it
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
  /// in     rounding
  CoulombOutcome solve(const Eigen::Ref<const Eigen::MatrixXd>& w,
                       const Eigen::Ref<const Eigen::VectorXd>& b,
                       std::span<const ConeBlock> blocks, Eigen::Ref<Eigen::VectorXd> lambda,
                       const CoulombRounding& rounding = {});
  /// The same by what makes up W: Newton's method comes first, and where it succeeds W itself is
  /// not worked out.
  CoulombOutcome solve(DampedResponse& response, const Eigen::Ref<const Eigen::VectorXd>& b,
                       std::span<const ConeBlock> blocks, Eigen::Ref<Eigen::VectorXd> lambda,
                       const CoulombRounding& rounding = {});

 private:
  CoulombOutcome solve(CoulombProblem problem, double* lambda, const CoulombRounding& rounding);
  void reserve(int rows);
  void sweep(const CoulombProblem& problem);
  void settle(const CoulombProblem& problem, double* lambda, CoulombOutcome& outcome);
  bool approach(const CoulombProblem& problem, double proximal, double enough, double& work,
                CoulombOutcome& outcome);
  void leave(const CoulombProblem& near, const CoulombProblem& problem);

  CoulombOptions options_;
  ConeNewton newton_;
  std::vector<double> rho_, b_;
  std::vector<double> lambda_, u_;          ///< where the sweeps are
  std::vector<double> nearLambda_, nearU_;  ///< where Newton's method is
};

}  // namespace linkwork::contact
