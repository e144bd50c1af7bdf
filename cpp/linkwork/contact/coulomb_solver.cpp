#include "linkwork/contact/coulomb_solver.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "linkwork/linalg/index.hpp"

namespace linkwork::contact {
namespace {

/// ε of Newton's method: initial, smallest and largest.
constexpr double firstProximal = 1e-6, leastProximal = 1e-9, mostProximal = 1;

/// ε of large problems, at most, relative to the residual over the largest |b|: convergence is
/// superlinear.
constexpr double proximalOfResidual = 100;

/// Initial ε before any sweep, without the columns of W. They are larger, because it is not yet
/// known which contacts stick, slide and separate.
constexpr std::array proximalWithoutSweeps{1e-4, 1e-2, 1.0};

/// A sweep reads W twice. Each read takes as long as three multiplications.
constexpr double sweepWork = 6;

double square(double x) { return x * x; }

/// Upper limit of the rounding error of W λ, relative to the largest |b|. If no λ satisfies the
/// laws, λ grows without limit.
constexpr double mostByRounding = 1e-3;

/// The rounding error of a residual at λ.
double roundingOf(const CoulombRounding& rounding, double largest, const double* lambda) {
  double most = 0, sum = 0;
  for (std::size_t i = 0; i < rounding.free.size(); ++i) {
    most = std::max(most, rounding.free[i]);
    sum += rounding.free[i] * std::abs(lambda[i]);
  }
  return std::max(rounding.velocity,
                  std::min(leftByRounding * most * sum, mostByRounding * largest));
}

/// A proximal step succeeds if its residual falls to this part of its initial value, or to this
/// part of the tolerance.
constexpr double goodPart = 0.1;

/// After so many sweeps, a residual of the size of rounding errors counts as solved.
constexpr int manySweeps = 10;

/// Sweeps that distribute the remainder of b if no impulses satisfy the laws.
constexpr int settlingSweeps = 50;

/// Newton steps of a proximal step, proximal steps from one first ε, and those that may fail.
constexpr int newtonSteps = 12, proximalSteps = 20, mostFailures = 3;

/// Proximal steps with the least ε go on as long as each reduces the residual to this part.
constexpr double slowPart = 0.9;

/// The tolerance of hard problems, as a multiple of that of others, after so many sweeps and so
/// much work.
double growth(int sweeps, double work) {
  constexpr double share = 2e6;
  constexpr std::array byWork{1.0, 10.0, 100.0, 1000.0};
  const double past = std::clamp(work / share - 1, 0.0, 3.0);
  return std::max(byWork[static_cast<std::size_t>(past)], sweeps - 9.0);
}

/// The change of the force of a block that solves the block alone.
Eigen::Vector3d localChange(const CoulombProblem& problem, const Columns& w, const ConeBlock& block,
                            const double* lambda, const double* u) {
  const int row = block.row;
  const double rho = problem.rho[at(row)];
  if (!block.isContact)
    return {std::clamp(lambda[row] - rho * u[row], block.least, block.most) - lambda[row], 0, 0};
  Eigen::Matrix3d own;
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r) own(r, c) = w[row + c][row + r];
  // The proximal term keeps a block of any rank regular.
  own.diagonal().array() += leastProximal / rho;
  const Eigen::Map<const Eigen::Vector3d> before(lambda + row), velocity(u + row);
  Eigen::Vector3d after = before;
  solveLocalCone(own, velocity - own * before, block.friction, after);
  return after - before;
}

/// The change of a moment that projects it onto its disc, at the normal impulse of its block.
Eigen::Vector2d momentChange(const CoulombProblem& problem, const ConeBlock& block,
                             const FrictionDisc& disc, const double* lambda, const double* u) {
  const int row = block.row + disc.first;
  const double step = problem.rho[at(row)] / disc.rows;  // 1 over the trace
  const double radius = disc.coefficient * lambda[block.row];
  Eigen::Vector2d before(lambda[row], 0), free(lambda[row] - step * u[row], 0);
  if (disc.rows == 2) {
    before[1] = lambda[row + 1];
    free[1] = lambda[row + 1] - step * u[row + 1];
  }
  const double size = free.norm();
  return (size > radius ? radius / size : 1) * free - before;
}

}  // namespace

CoulombOutcome CoulombSolver::solve(const Eigen::Ref<const Eigen::MatrixXd>& w,
                                    const Eigen::Ref<const Eigen::VectorXd>& b,
                                    std::span<const ConeBlock> blocks,
                                    Eigen::Ref<Eigen::VectorXd> lambda,
                                    const CoulombRounding& rounding) {
  DenseDelassus delassus(w);
  return solve(delassus, b, blocks, lambda, rounding);
}

CoulombOutcome CoulombSolver::solve(DelassusOperator& delassus,
                                    const Eigen::Ref<const Eigen::VectorXd>& b,
                                    std::span<const ConeBlock> blocks,
                                    Eigen::Ref<Eigen::VectorXd> lambda,
                                    const CoulombRounding& rounding) {
  begin(delassus, b, blocks, lambda, rounding);
  if (!std::isfinite(outcome_.residual)) return outcome_;
  // A residual that the initial guess leaves uncorrected would remain in the next step.
  outcome_.converged = outcome_.residual <= std::max(goodPart * enough(), rounding.nothing);
  if (damped_ && !outcome_.converged) {
    damped_->plan(problem_.blocks);
    for (const double first : proximalWithoutSweeps) approachFrom(first);
  }
  double proximal = firstProximal;
  while (!outcome_.converged && outcome_.sweeps < options_.sweeps && work_ > 0) {
    sweep();
    ++outcome_.sweeps;
    work_ -= sweepWork * square(problem_.rows);
    problem_.velocities(lambda_.data(), u_.data());
    keepIfBetter();
    proximal = approachFrom(proximal);
  }
  if (!outcome_.converged) settle();
  outcome_.work = options_.work - work_;
  return outcome_;
}

/// Starts from the initial guess.
void CoulombSolver::begin(DelassusOperator& delassus, const Eigen::Ref<const Eigen::VectorXd>& b,
                          std::span<const ConeBlock> blocks, Eigen::Ref<Eigen::VectorXd> lambda,
                          const CoulombRounding& rounding) {
  const int rows = static_cast<int>(b.size());
  problem_ = {&delassus, b.data(), rows, blocks, {}, 0};
  damped_ = delassus.damped();
  best_ = lambda.data();
  rounding_ = rounding;
  work_ = options_.work;
  reserve(rows);
  rho_.assign(at(rows), 0.0);
  for (const ConeBlock& block : blocks) {
    writeRho(block.row, block.isContact ? forceRows : 1, block.compliance);
    if (!block.hasMoments) continue;
    for (const FrictionDisc& disc : momentsOf(block))
      if (disc.coefficient > 0)
        writeRho(block.row + disc.first, disc.rows, 0);
      else
        std::fill_n(best_ + block.row + disc.first, disc.rows, 0.0);
  }
  problem_.rho = rho_;
  largest_ = 0;
  for (int i = 0; i < rows; ++i) largest_ = std::max(largest_, std::abs(b[i]));
  std::copy(best_, best_ + rows, lambda_.begin());
  problem_.velocities(lambda_.data(), u_.data());
  outcome_ = {.residual = problem_.residual(lambda_.data(), u_.data()),
              .rounding = roundingOf(rounding, largest_, best_)};
}

/// Writes ρ of rows of one law.
void CoulombSolver::writeRho(int first, int rows, double compliance) {
  const double trace = problem_.delassus->trace(first, rows) + compliance;
  std::fill_n(rho_.begin() + first, rows, trace > 0 ? rows / trace : 0.0);
}

/// The residual that counts as solved.
double CoulombSolver::enough() const {
  return std::max(options_.tolerance * largest_ * growth(outcome_.sweeps, options_.work - work_),
                  rounding_.nothing);
}

/// Returns the residual of λ.
double CoulombSolver::keepIfBetter() {
  const double residual = problem_.residual(lambda_.data(), u_.data());
  if (residual < outcome_.residual) {
    std::copy(lambda_.begin(), lambda_.begin() + problem_.rows, best_);
    outcome_.residual = residual;
    outcome_.rounding = roundingOf(rounding_, largest_, best_);
  }
  outcome_.converged = outcome_.residual <= enough() ||
                       (outcome_.sweeps >= manySweeps && outcome_.residual <= outcome_.rounding);
  return residual;
}

/// Takes proximal steps from an ε, as far as they help. ε falls while they succeed; in large
/// problems with the residual, if that falls fast. After a failure it stays at the last value that
/// worked, while the residual falls. Returns the last ε.
double CoulombSolver::approachFrom(double proximal) {
  double least = leastProximal, before = HUGE_VAL;
  for (int i = 0, failures = 0; i < proximalSteps && !outcome_.converged; ++i) {
    if (!approach(proximal)) {
      proximal = std::min(proximal * 10, mostProximal);
      if (i == 0 || ++failures == mostFailures) return proximal;
      least = proximal;
      continue;
    }
    const double residual = keepIfBetter();
    const bool isSlow = proximal == least && residual > slowPart * before;
    if (isSlow && least > leastProximal) return proximal;
    const bool isFast = damped_ && residual <= goodPart * before;
    proximal =
        isFast ? std::min(proximal, proximalOfResidual * residual / largest_) : proximal / 10;
    proximal = std::max(proximal, least);
    before = residual;
  }
  return proximal;
}

/// Finds the best λ of sweeps alone, from zero impulses. If no λ satisfies the laws, Newton's
/// method comes closest with unbounded impulses, which cancel in W except for rounding errors.
void CoulombSolver::settle() {
  outcome_.residual = HUGE_VAL;
  std::fill_n(lambda_.begin(), problem_.rows, 0.0);
  for (int i = 0; i <= settlingSweeps; ++i) {
    problem_.velocities(lambda_.data(), u_.data());
    const double residual = problem_.residual(lambda_.data(), u_.data());
    if (residual < outcome_.residual) {
      std::copy_n(lambda_.begin(), problem_.rows, best_);
      outcome_.residual = residual;
    }
    sweep();
  }
}

void CoulombSolver::reserve(int rows) {
  if (lambda_.size() >= at(rows)) return;
  rho_.reserve(at(rows));
  for (std::vector<double>* list : {&b_, &lambda_, &u_, &nearLambda_, &nearU_})
    list->resize(at(rows));
  newton_.reserve(rows);
}

void CoulombSolver::sweep() {
  const Columns w = problem_.delassus->columns();
  for (const ConeBlock& block : problem_.blocks) {
    if (rho_[at(block.row)] == 0) continue;
    const Eigen::Vector3d change = localChange(problem_, w, block, lambda_.data(), u_.data());
    for (int j = 0; j < (block.isContact ? forceRows : 1); ++j)
      changeBy(w, block.row + j, change[j], block.compliance);
    if (!block.hasMoments) continue;
    for (const FrictionDisc& disc : momentsOf(block)) {
      if (rho_[at(block.row + disc.first)] == 0) continue;
      const Eigen::Vector2d moment = momentChange(problem_, block, disc, lambda_.data(), u_.data());
      for (int j = 0; j < disc.rows; ++j) changeBy(w, block.row + disc.first + j, moment[j], 0);
    }
  }
}

/// Changes λ of a row in a sweep.
void CoulombSolver::changeBy(const Columns& w, int row, double by, double compliance) {
  if (by == 0) return;
  lambda_[at(row)] += by;
  const double* column = w[row];
  for (int k = 0; k < problem_.rows; ++k) u_[at(k)] += column[k] * by;
  u_[at(row)] += compliance * by;
}

/// Takes a proximal step from λ. Updates λ if the step succeeds.
bool CoulombSolver::approach(double proximal) {
  CoulombProblem near = problem_;
  near.proximal = proximal;
  near.b = b_.data();
  std::copy(problem_.b, problem_.b + problem_.rows, b_.begin());
  for (int row = 0; row < near.rows; ++row) b_[at(row)] -= near.proximalOf(row) * lambda_[at(row)];

  std::copy(lambda_.begin(), lambda_.begin() + problem_.rows, nearLambda_.begin());
  std::copy(u_.begin(), u_.begin() + problem_.rows, nearU_.begin());
  const double desired =
      std::max(goodPart * near.residual(nearLambda_.data(), nearU_.data()), goodPart * enough());
  for (int i = 0; i < newtonSteps; ++i) {
    if (!newton_.step(near, nearU_.data(), nearLambda_.data(), work_)) return false;
    ++outcome_.newtonSteps;
    work_ -= square(problem_.rows);
    near.velocities(nearLambda_.data(), nearU_.data());
    const double residual = near.residual(nearLambda_.data(), nearU_.data());
    if (!std::isfinite(residual)) return false;
    if (residual > desired) continue;
    std::copy(nearLambda_.begin(), nearLambda_.begin() + problem_.rows, lambda_.begin());
    leave(near);
    return true;
  }
  return false;
}

/// u = (W + c) λ + b from that of the proximal problem, u + ε/ρ (λ − λ_c).
void CoulombSolver::leave(const CoulombProblem& near) {
  for (int row = 0; row < near.rows; ++row)
    u_[at(row)] =
        nearU_[at(row)] - near.proximalOf(row) * lambda_[at(row)] + (problem_.b[row] - near.b[row]);
}

}  // namespace linkwork::contact
