#pragma once

#include <Eigen/Core>
#include <limits>
#include <span>
#include <vector>

#include "linkwork/contact/cone_newton.hpp"
#include "linkwork/contact/coulomb_problem.hpp"

namespace linkwork::contact {

struct CoulombOptions {
  /// Residual that counts as solved, relative to the largest |b|. It grows by as much with every
  /// sweep past the tenth, and tenfold with every 2·10⁶ multiplications past the first 2·10⁶, up
  /// to a thousandfold: such problems are degenerate, with points about to slide at tiny speeds.
  double tolerance = 1e-9;
  int sweeps = 150;    ///< at most
  double work = 2e10;  ///< limit of multiplications, approximately: seconds
};

/// The relative rounding error of sums that cancel: 2¹² ε.
constexpr double leftByRounding = 0x1p12 * std::numeric_limits<double>::epsilon();

/// Residuals that count as solved for any b, which may consist of rounding error: up to `nothing`;
/// if sweeps make no progress, up to the larger of `velocity` and
/// leftByRounding · max_i f_i Σ_j f_j |λ_j|, at most 1e-3 of the largest |b|.
struct CoulombRounding {
  double nothing = 0, velocity = 0;  ///< [m/s, rad/s]
  std::span<const double> free{};  ///< f by row: f² is the diagonal of W for free parts; or empty
};

/// The outcome of a solve. Its impulses are the best ones found, or the best ones of sweeps alone
/// if it did not converge.
struct CoulombOutcome {
  double residual = 0;  ///< largest violation of the laws [m/s, rad/s]
  int sweeps = 0;
  int newtonSteps = 0;
  double work = 0;  ///< approximate number of multiplications
  bool converged = false;
  double rounding = 0;  ///< rounding error of the residual (CoulombRounding)
};

/// Solves for the impulses of contacts with Coulomb friction, of limits and of joint Coulomb
/// friction, all together:
///
///   u = W λ + b      0 ≤ λ_n ⟂ u_n ≥ 0      |λ_t| ≤ μ λ_n,  λ_t = −μ λ_n u_t / |u_t| if u_t ≠ 0
///
/// with the round cone, not a pyramid, and torsional and rolling friction in the same way. W = J
/// M⁻¹ Jᵀ may have any rank: there may be more contacts than dofs. The impulses of such contacts
/// are not unique, the velocities are.
///
/// Block Gauss–Seidel sweeps, with exact solutions of single contacts (solveLocalCone), find the
/// contacts that stick, slide and separate. After each sweep, Newton's method (ConeNewton) solves
/// all rows together, for a regular problem close to the start (proximal point method):
///
///   W + ε/ρ,   b − ε/ρ λ_c      λ_c ← its solution,  ε ← ε / 10
///
/// If that fails, ε grows, and stays at the least value at which steps succeed. If they no longer
/// help, the next sweep follows. ε does not change the solution. Stacks that sweeps alone would
/// never solve take a few steps.
///
/// Cost: O(rows²) per sweep, O(rows³) or a damped solve per Newton step. Allocates only for larger
/// problems than before.
/// Sources: Baraff, section 8; Alart & Curnier, 1991; Rockafellar, "Monotone Operators and the
/// Proximal Point Algorithm", 1976.
class CoulombSolver {
 public:
  explicit CoulombSolver(const CoulombOptions& options = {}) : options_(options) {}

  /// Solves for λ. With a DampedDelassus, Newton's method comes first. If it succeeds, the columns
  /// of W are not computed.
  ///
  /// @param delassus  W
  /// @param b         velocities along the rows without impulses, minus their targets, size rows
  /// @param blocks    blocks of all rows, in order
  /// @param lambda    λ: initial guess (zeros if unknown), then the solution [N·s, N·m·s]
  /// @return          the outcome; its residual is NaN if a number is not finite
  CoulombOutcome solve(DelassusOperator& delassus, const Eigen::Ref<const Eigen::VectorXd>& b,
                       std::span<const ConeBlock> blocks, Eigen::Ref<Eigen::VectorXd> lambda,
                       const CoulombRounding& rounding = {});
  /// The same for W by its entries, rows×rows.
  CoulombOutcome solve(const Eigen::Ref<const Eigen::MatrixXd>& w,
                       const Eigen::Ref<const Eigen::VectorXd>& b,
                       std::span<const ConeBlock> blocks, Eigen::Ref<Eigen::VectorXd> lambda,
                       const CoulombRounding& rounding = {});

 private:
  void reserve(int rows);
  void begin(DelassusOperator& delassus, const Eigen::Ref<const Eigen::VectorXd>& b,
             std::span<const ConeBlock> blocks, Eigen::Ref<Eigen::VectorXd> lambda,
             const CoulombRounding& rounding);
  double enough() const;
  double keepIfBetter();
  double approachFrom(double proximal);
  bool approach(double proximal);
  void leave(const CoulombProblem& near);
  void sweep();
  void changeBy(const Columns& w, int row, double by, double compliance);
  void writeRho(int first, int rows, double compliance);
  void settle();

  CoulombOptions options_;
  ConeNewton newton_;
  std::vector<double> rho_, b_;
  std::vector<double> lambda_, u_;          ///< of the sweeps
  std::vector<double> nearLambda_, nearU_;  ///< of Newton's method

  // of the current solve
  CoulombProblem problem_;
  DampedDelassus* damped_ = nullptr;  ///< null if W has no damped solves
  CoulombRounding rounding_;
  CoulombOutcome outcome_;
  double* best_ = nullptr;  ///< λ with the least residual
  double largest_ = 0;      ///< |b|
  double work_ = 0;         ///< remaining multiplications
};

}  // namespace linkwork::contact
