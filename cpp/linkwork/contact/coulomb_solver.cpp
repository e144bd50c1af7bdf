#include "linkwork/contact/coulomb_solver.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "linkwork/contact/local_cone.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork::contact {
namespace {

/// ε: what Newton's method starts with, the least and the most it is given.
constexpr double firstProximal = 1e-6, leastProximal = 1e-9, mostProximal = 1;

/// The same before any sweep, where W need not be worked out for it: larger, as nobody has found
/// who sticks, slides and leaves.
constexpr std::array proximalWithoutSweeps{1e-4, 1e-2, 1.0};

/// A sweep goes through W twice; from memory that takes as long as three multiplications each.
constexpr double sweepWork = 6;

double square(double x) { return x * x; }

/// What rounding of W λ may leave at most, of the largest |b|: where no λ solves the laws, λ grows
/// without end.
constexpr double mostByRounding = 1e-3;

/// What rounding may leave of a residual at λ.
double largestOf(const CoulombRounding& rounding, double largest, const double* lambda) {
  double most = 0, sum = 0;
  for (std::size_t i = 0; i < rounding.free.size(); ++i) {
    most = std::max(most, rounding.free[i]);
    sum += rounding.free[i] * std::abs(lambda[i]);
  }
  return std::max(rounding.velocity,
                  std::min(leftByRounding * most * sum, mostByRounding * largest));
}

/// A proximal step is good if it leaves no more than this of its own residual, and good enough if
/// no more than this of what counts as solved.
constexpr double goodPart = 0.1;

/// What so many sweeps and what follows them have not solved any better is up to rounding.
constexpr int manySweeps = 10;

/// What is left of b where nothing satisfies the laws has been shared out by then.
constexpr int settlingSweeps = 50;

/// What five steps of Newton's method do not solve, ten hardly ever do; a larger ε does.
constexpr int newtonSteps = 5, proximalSteps = 10;

/// The change of a block's impulse that solves it alone.
Eigen::Vector3d localChange(const CoulombProblem& problem, const Columns& w, std::size_t i,
                            const double* lambda, const double* u) {
  const ConeBlock& block = problem.blocks[i];
  const int row = block.row;
  if (!block.isContact)
    return {
        std::clamp(lambda[row] - problem.rho[i] * u[row], block.least, block.most) - lambda[row], 0,
        0};
  Eigen::Matrix3d own;
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r) own(r, c) = w[row + c][row + r];
  // What keeps it near where it was also keeps a block of any rank regular.
  own.diagonal().array() += leastProximal / problem.rho[i];
  const Eigen::Map<const Eigen::Vector3d> before(lambda + row), velocity(u + row);
  Eigen::Vector3d after = before;
  solveLocalCone(own, velocity - own * before, block.friction, after);
  return after - before;
}

}  // namespace

CoulombOutcome CoulombSolver::solve(const Eigen::Ref<const Eigen::MatrixXd>& w,
                                    const Eigen::Ref<const Eigen::VectorXd>& b,
                                    std::span<const ConeBlock> blocks,
                                    Eigen::Ref<Eigen::VectorXd> lambda,
                                    const CoulombRounding& rounding) {
  const int rows = static_cast<int>(b.size());
  return solve(CoulombProblem{{w.data(), w.outerStride()}, nullptr, b.data(), rows, blocks, {}, 0},
               lambda.data(), rounding);
}

CoulombOutcome CoulombSolver::solve(DampedResponse& response,
                                    const Eigen::Ref<const Eigen::VectorXd>& b,
                                    std::span<const ConeBlock> blocks,
                                    Eigen::Ref<Eigen::VectorXd> lambda,
                                    const CoulombRounding& rounding) {
  const int rows = static_cast<int>(b.size());
  return solve(CoulombProblem{{}, &response, b.data(), rows, blocks, {}, 0}, lambda.data(),
               rounding);
}

CoulombOutcome CoulombSolver::solve(CoulombProblem problem, double* lambda,
                                    const CoulombRounding& rounding) {
  const int rows = problem.rows;
  reserve(rows);
  rho_.clear();
  for (const ConeBlock& block : problem.blocks) {
    const double trace = problem.trace(block);
    rho_.push_back(trace > 0 ? block.rows() / trace : 0);
  }
  problem.rho = rho_;
  double largest = 0;
  for (int i = 0; i < rows; ++i) largest = std::max(largest, std::abs(problem.b[i]));

  CoulombOutcome outcome;
  outcome.rounding = largestOf(rounding, largest, lambda);
  const auto enough = [&] {
    return std::max(options_.tolerance * largest * std::max(1, outcome.sweeps - 9),
                    rounding.nothing);
  };
  std::copy(lambda, lambda + rows, lambda_.begin());
  problem.velocities(lambda_.data(), u_.data());
  outcome.residual = problem.residual(lambda_.data(), u_.data());
  if (!std::isfinite(outcome.residual)) return outcome;
  // What a start misses that is left as it is, it misses again in the next step.
  outcome.converged = outcome.residual <= std::max(goodPart * enough(), rounding.nothing);
  const auto keepIfBetter = [&] {
    const double residual = problem.residual(lambda_.data(), u_.data());
    if (residual < outcome.residual) {
      std::copy(lambda_.begin(), lambda_.begin() + rows, lambda);
      outcome.residual = residual;
      outcome.rounding = largestOf(rounding, largest, lambda);
    }
    outcome.converged = outcome.residual <= enough() ||
                        (outcome.sweeps >= manySweeps && outcome.residual <= outcome.rounding);
  };

  double proximal = 0, work = options_.work;
  const auto approachAsFarAsGood = [&] {
    for (int i = 0; i < proximalSteps && !outcome.converged; ++i) {
      const bool isGood = approach(problem, proximal, enough(), work, outcome);
      proximal =
          isGood ? std::max(proximal / 10, leastProximal) : std::min(proximal * 10, mostProximal);
      if (!isGood) break;
      keepIfBetter();
    }
  };
  if (problem.response && !outcome.converged) {
    problem.response->plan(problem.blocks);
    for (const double first : proximalWithoutSweeps) {
      proximal = first;
      approachAsFarAsGood();
    }
  }
  proximal = firstProximal;
  while (!outcome.converged && outcome.sweeps < options_.sweeps && work > 0) {
    sweep(problem);
    ++outcome.sweeps;
    work -= sweepWork * square(rows);
    problem.velocities(lambda_.data(), u_.data());
    keepIfBetter();
    approachAsFarAsGood();
  }
  if (!outcome.converged) settle(problem, lambda, outcome);
  outcome.work = options_.work - work;
  return outcome;
}

/// The best that sweeps alone reach from no impulses. Where nothing satisfies the laws, Newton's
/// method gets nearest with impulses without bound, which cancel in W but for rounding.
void CoulombSolver::settle(const CoulombProblem& problem, double* lambda, CoulombOutcome& outcome) {
  outcome.residual = HUGE_VAL;
  std::fill_n(lambda_.begin(), problem.rows, 0.0);
  for (int i = 0; i <= settlingSweeps; ++i) {
    problem.velocities(lambda_.data(), u_.data());
    const double residual = problem.residual(lambda_.data(), u_.data());
    if (residual < outcome.residual) {
      std::copy_n(lambda_.begin(), problem.rows, lambda);
      outcome.residual = residual;
    }
    sweep(problem);
  }
}

void CoulombSolver::reserve(int rows) {
  if (lambda_.size() >= at(rows)) return;
  for (std::vector<double>* list : {&b_, &lambda_, &u_, &nearLambda_, &nearU_})
    list->resize(at(rows));
  rho_.reserve(at(rows));
  newton_.reserve(rows);
}

void CoulombSolver::sweep(const CoulombProblem& problem) {
  const Columns w = problem.columns();
  for (std::size_t i = 0; i < problem.blocks.size(); ++i) {
    if (problem.rho[i] == 0) continue;
    const Eigen::Vector3d change = localChange(problem, w, i, lambda_.data(), u_.data());
    for (int j = 0; j < problem.blocks[i].rows(); ++j) {
      const double by = change[j];
      if (by == 0) continue;
      const int row = problem.blocks[i].row + j;
      lambda_[at(row)] += by;
      const double* column = w[row];
      for (int k = 0; k < problem.rows; ++k) u_[at(k)] += column[k] * by;
    }
  }
}

/// A proximal step from λ, to which it moves where it is good.
bool CoulombSolver::approach(const CoulombProblem& problem, double proximal, double enough,
                             double& work, CoulombOutcome& outcome) {
  CoulombProblem near = problem;
  near.proximal = proximal;
  near.b = b_.data();
  std::copy(problem.b, problem.b + problem.rows, b_.begin());
  for (std::size_t i = 0; i < near.blocks.size(); ++i)
    for (int row = near.blocks[i].row; row < near.blocks[i].row + near.blocks[i].rows(); ++row)
      b_[at(row)] -= near.raise(i) * lambda_[at(row)];

  std::copy(lambda_.begin(), lambda_.begin() + problem.rows, nearLambda_.begin());
  std::copy(u_.begin(), u_.begin() + problem.rows, nearU_.begin());
  const double desired =
      std::max(goodPart * near.residual(nearLambda_.data(), nearU_.data()), goodPart * enough);
  for (int i = 0; i < newtonSteps; ++i) {
    if (!newton_.step(near, nearU_.data(), nearLambda_.data(), work)) return false;
    ++outcome.newtonSteps;
    work -= square(problem.rows);
    near.velocities(nearLambda_.data(), nearU_.data());
    const double residual = near.residual(nearLambda_.data(), nearU_.data());
    if (!std::isfinite(residual)) return false;
    if (residual > desired) continue;
    std::copy(nearLambda_.begin(), nearLambda_.begin() + problem.rows, lambda_.begin());
    leave(near, problem);
    return true;
  }
  return false;
}

/// u = W λ + b from that of the near problem, u + ε/ρ (λ − λ_c).
void CoulombSolver::leave(const CoulombProblem& near, const CoulombProblem& problem) {
  for (std::size_t i = 0; i < near.blocks.size(); ++i)
    for (int row = near.blocks[i].row; row < near.blocks[i].row + near.blocks[i].rows(); ++row)
      u_[at(row)] =
          nearU_[at(row)] - near.raise(i) * lambda_[at(row)] + (problem.b[row] - near.b[row]);
}

}  // namespace linkwork::contact
