#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

namespace linkwork::contact {

/// Rows of one contact, normal and two tangents one after the other, or the one row of a limit.
struct ConeBlock {
  int row = 0;             ///< its first row
  bool isContact = false;  ///< three rows, else one
  double friction = 0;     ///< μ ≥ 0 of a contact

  int rows() const { return isContact ? 3 : 1; }
};

struct CoulombOptions {
  double tolerance = 1e-11;  ///< residual that counts as solved, of the largest |b|
  int sweeps = 400;          ///< at most
};

/// How a solve ended. The impulses it leaves are the best seen, converged or not.
struct CoulombOutcome {
  double residual = 0;  ///< velocity by which the laws are broken most [m/s, rad/s]
  int sweeps = 0;
  bool converged = false;
};

/// Impulses of contacts with Coulomb friction and of limits, all at once:
///
///   u = W λ + b      0 ≤ λ_n ⟂ u_n ≥ 0      |λ_t| ≤ μ λ_n,  λ_t = −μ λ_n u_t / |u_t| where u_t ≠ 0
///
/// with the round cone, not a pyramid. W = J M⁻¹ Jᵀ is symmetric, positive semidefinite, of any
/// rank: more contacts than freedoms are as good as fewer; the impulses of such contacts are not
/// unique, the velocities are.
///
/// Block Gauss–Seidel, each block solved exactly, from the λ it is given; between sweeps Newton's
/// method on all rows at once,
///
///   λ_n = max(0, λ_n − ρ u_n)      λ_t = P(λ_t − ρ u_t)      P: onto the disc of radius μ λ_n
///
/// which is kept only where it brings the residual down: sweeps find who sticks, slides and
/// leaves, Newton's method the numbers. Stacks that sweeps alone would never settle take two or
/// three of its steps.
///
/// cost  O(rows²) a sweep, O(rows³) a step of Newton's method; no allocation once it has seen a
///       problem as large
/// Source: Alart & Curnier, "A mixed formulation for frictional contact problems prone to Newton
/// like solution methods", 1991; Bonnefon & Daviet, "Quartic formulation of Coulomb 3D frictional
/// contact", 2011.
class CoulombSolver {
 public:
  explicit CoulombSolver(const CoulombOptions& options = {}) : options_(options) {}

  /// in     w       rows×rows  W
  ///        b       rows       velocities along the rows without impulses, targets subtracted
  ///        blocks  which rows belong together; they cover all rows, in order
  /// inout  lambda  rows       λ: where to start, zeros if nothing is known; the solution
  ///        [N·s, N·m·s]; starting values that are not a number count as zeros.
  CoulombOutcome solve(const Eigen::Ref<const Eigen::MatrixXd>& w,
                       const Eigen::Ref<const Eigen::VectorXd>& b,
                       std::span<const ConeBlock> blocks, Eigen::Ref<Eigen::VectorXd> lambda);

 private:
  CoulombOptions options_;
  std::vector<double> room_;
};

}  // namespace linkwork::contact
