#include "linkwork/contact/coulomb_solver.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "linkwork/contact/coulomb_problem.hpp"
#include "linkwork/elementary.hpp"
#include "linkwork/linalg/factorizations.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork::contact {
namespace {

/// The most unknowns of a dense step, which then takes 2·10¹⁰ multiplications.
constexpr std::size_t mostUnknowns = 4000;

/// Cost of a multiplication of small blocks, relative to one in a long column.
constexpr double smallBlocks = 4;

}  // namespace

void ConeNewton::reserve(int rows) {
  if (u_.size() >= at(rows)) return;
  unknowns_.reserve(at(rows));
  dampers_.reserve(at(rows));
  matrix_.resize(at(rows) * at(rows));
  right_.resize(at(rows));
  u_.resize(at(rows));
}

bool ConeNewton::step(const CoulombProblem& problem, const double* u, double* lambda,
                      double& work) {
  std::copy(u, u + problem.rows, u_.begin());
  for (int i = 0; i < problem.rows; ++i) right_[at(i)] = -lambda[i];
  choose(problem, u, lambda);
  const auto count = static_cast<double>(unknowns_.size());
  if (work <= 0) return false;
  for (int i = 0; i < problem.rows; ++i) right_[at(i)] += lambda[i];  // the projection's change
  DampedDelassus* const damped = problem.delassus->damped();
  if (damped && problem.proximal > 0 &&
      smallBlocks * damped->multiplications() <
          count * count * (9 + count / 3) + damped->multiplicationsForColumns()) {
    work -= damped->multiplications();
    return stepByDampers(problem, *damped, lambda);
  }
  if (unknowns_.size() > mostUnknowns) return false;
  problem.updateVelocities(lambda, right_.data(), u_.data());
  assemble(problem, lambda);
  const std::optional<double> taken =
      linalg::eliminate(matrix_.data(), static_cast<int>(unknowns_.size()), right_.data());
  if (!taken) return false;
  work -= *taken + 9 * count * count;
  for (std::size_t j = 0; j < unknowns_.size(); ++j)
    for (int i = 0; i < unknowns_[j].rows; ++i)
      lambda[unknowns_[j].row + i] += unknowns_[j].direction[i] * right_[j];
  return true;
}

/// Chooses the unknowns, and projects λ to where their equations are linear.
void ConeNewton::choose(const CoulombProblem& problem, const double* u, double* lambda) {
  unknowns_.clear();
  for (std::size_t i = 0; i < problem.blocks.size(); ++i) {
    const ConeBlock& block = problem.blocks[i];
    double* l = lambda + block.row;
    const double* v = u + block.row;
    const double rho = problem.rho[i], raise = problem.raise(i);
    const double normal = l[0] - rho * v[0];
    if (rho == 0) {
      std::fill(l, l + block.rows(), 0.0);
    } else if (!block.isContact) {
      if (normal > block.least && normal < block.most)
        unknowns_.push_back({block.row, 1, raise, {1, 0, 0}, {1, 0, 0}, 0});
      else
        l[0] = std::clamp(normal, block.least, block.most);
    } else if (!(normal > 0)) {
      std::fill(l, l + block.rows(), 0.0);
    } else if (block.friction == 0) {
      l[1] = l[2] = 0;
      unknowns_.push_back({block.row, 3, raise, {1, 0, 0}, {1, 0, 0}, 0});
    } else if (elementary::hypot(l[1] - rho * v[1], l[2] - rho * v[2]) <= block.friction * normal) {
      unknowns_.push_back({block.row, 3, raise, {1, 0, 0}, {1, 0, 0}, 0});
      unknowns_.push_back({block.row, 3, raise, {0, 1, 0}, {0, 1, 0}, 0});
      unknowns_.push_back({block.row, 3, raise, {0, 0, 1}, {0, 0, 1}, 0});
    } else {
      chooseSliding(block, raise, rho, v, l);
    }
  }
}

void ConeNewton::chooseSliding(const ConeBlock& block, double raise, double rho, const double* u,
                               double* lambda) {
  const double x = lambda[1] - rho * u[1], y = lambda[2] - rho * u[2],
               size = elementary::hypot(x, y);
  const double share = block.friction * (lambda[0] - rho * u[0]) / size;  // β
  const double dx = x / size, dy = y / size, ex = -dy, ey = dx;
  const double along = block.friction * lambda[0], across = ex * lambda[1] + ey * lambda[2];
  lambda[1] = along * dx + across * ex;
  lambda[2] = along * dy + across * ey;
  unknowns_.push_back(
      {block.row, 3, raise, {1, block.friction * dx, block.friction * dy}, {1, 0, 0}, 0});
  unknowns_.push_back(
      {block.row, 3, raise, {0, ex, ey}, {0, share * ex, share * ey}, (1 - share) / rho});
}

void ConeNewton::assemble(const CoulombProblem& problem, const double* lambda) {
  const std::size_t n = unknowns_.size();
  const Columns columns = problem.delassus->columns();
  for (std::size_t j = 0; j < n; ++j) {
    const Unknown& from = unknowns_[j];
    double* column = matrix_.data() + j * n;
    for (std::size_t i = 0; i < n; ++i) {
      const Unknown& to = unknowns_[i];
      double sum = 0;
      for (int c = 0; c < from.rows; ++c) {
        if (from.direction[c] == 0) continue;
        const double* w = columns[from.row + c] + to.row;
        double part = from.row == to.row ? from.raise * to.test[c] : 0;
        for (int r = 0; r < to.rows; ++r) part += to.test[r] * w[r];
        sum += part * from.direction[c];
      }
      column[i] = sum;
    }
    column[j] += from.own;
    right_[j] = rightOf(from, lambda);
  }
}

double ConeNewton::rightOf(const Unknown& unknown, const double* lambda) const {
  double value = 0, known = 0;
  for (int r = 0; r < unknown.rows; ++r) {
    value += unknown.test[r] * u_[at(unknown.row + r)];
    known += unknown.direction[r] * lambda[unknown.row + r];
  }
  return -value - (unknown.own > 0 ? unknown.own * known : 0);
}

/// Solves the same equations block by block, with x the change of an unknown and
/// c = ε/ρ test·direction + own. The equations of a block are then independent of each other:
///
///   test·W Δλ + c x = r      ⇒      Δλ = Σ direction x = p − P W Δλ
///
/// with p = Σ direction r/c and P = Σ direction testᵀ/c. The change of λ by the projection is added
/// to p: it changes u by the same solve.
bool ConeNewton::stepByDampers(const CoulombProblem& problem, DampedDelassus& delassus,
                               double* lambda) {
  problem.addRaised(right_.data(), u_.data());
  dampers_.assign(problem.blocks.size(), {});
  std::size_t next = 0;
  for (std::size_t i = 0; i < problem.blocks.size(); ++i)
    for (; next < unknowns_.size() && unknowns_[next].row == problem.blocks[i].row; ++next) {
      const Unknown& unknown = unknowns_[next];
      const Eigen::Map<const Eigen::Vector3d> direction(unknown.direction), test(unknown.test);
      const double inverse = 1 / (unknown.raise * test.dot(direction) + unknown.own);
      dampers_[i].damping += inverse * direction * test.transpose();
      dampers_[i].impulse += inverse * rightOf(unknown, lambda) * direction;
    }
  for (std::size_t i = 0; i < problem.blocks.size(); ++i)
    for (int r = 0; r < problem.blocks[i].rows(); ++r) {
      const int row = problem.blocks[i].row + r;
      lambda[row] -= right_[at(row)];
      dampers_[i].impulse[r] += right_[at(row)];
    }
  if (!delassus.solve(problem.blocks, dampers_, right_.data())) return false;
  for (std::size_t i = 0; i < problem.blocks.size(); ++i) {
    const int rows = problem.blocks[i].rows(), row = problem.blocks[i].row;
    for (int r = 0; r < rows; ++r) {
      lambda[row + r] += dampers_[i].impulse[r];
      for (int c = 0; c < rows; ++c)
        lambda[row + r] -= dampers_[i].damping(r, c) * right_[at(row + c)];
    }
  }
  return true;
}

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

/// The change of a block's impulse that solves the block alone.
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
  // The proximal term keeps a block of any rank regular.
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
  DenseDelassus delassus(w);
  return solve(delassus, b, blocks, lambda, rounding);
}

CoulombOutcome CoulombSolver::solve(DelassusOperator& delassus,
                                    const Eigen::Ref<const Eigen::VectorXd>& b,
                                    std::span<const ConeBlock> blocks,
                                    Eigen::Ref<Eigen::VectorXd> solution,
                                    const CoulombRounding& rounding) {
  const int rows = static_cast<int>(b.size());
  double* const lambda = solution.data();
  CoulombProblem problem{&delassus, b.data(), rows, blocks, {}, 0};
  reserve(rows);
  rho_.clear();
  for (const ConeBlock& block : problem.blocks) {
    const double trace = delassus.trace(block) + block.compliance;
    rho_.push_back(trace > 0 ? block.rows() / trace : 0);
  }
  problem.rho = rho_;
  double largest = 0;
  for (int i = 0; i < rows; ++i) largest = std::max(largest, std::abs(problem.b[i]));

  CoulombOutcome outcome;
  double proximal = 0, work = options_.work;
  outcome.rounding = roundingOf(rounding, largest, lambda);
  const auto enough = [&] {
    return std::max(options_.tolerance * largest * growth(outcome.sweeps, options_.work - work),
                    rounding.nothing);
  };
  std::copy(lambda, lambda + rows, lambda_.begin());
  problem.velocities(lambda_.data(), u_.data());
  outcome.residual = problem.residual(lambda_.data(), u_.data());
  if (!std::isfinite(outcome.residual)) return outcome;
  // A residual that the initial guess leaves uncorrected would remain in the next step.
  outcome.converged = outcome.residual <= std::max(goodPart * enough(), rounding.nothing);
  const auto keepIfBetter = [&] {  // returns the residual of λ
    const double residual = problem.residual(lambda_.data(), u_.data());
    if (residual < outcome.residual) {
      std::copy(lambda_.begin(), lambda_.begin() + rows, lambda);
      outcome.residual = residual;
      outcome.rounding = roundingOf(rounding, largest, lambda);
    }
    outcome.converged = outcome.residual <= enough() ||
                        (outcome.sweeps >= manySweeps && outcome.residual <= outcome.rounding);
    return residual;
  };

  // ε falls if a step succeeds without a much smaller residual. After a failure it stays at the
  // last value that worked, while the residual falls.
  DampedDelassus* const damped = delassus.damped();
  const auto approachAsFarAsGood = [&] {
    double least = leastProximal, before = HUGE_VAL;
    for (int i = 0, failures = 0; i < proximalSteps && !outcome.converged; ++i) {
      if (!approach(problem, proximal, enough(), work, outcome)) {
        proximal = std::min(proximal * 10, mostProximal);
        if (i == 0 || ++failures == mostFailures) return;
        least = proximal;
        continue;
      }
      const double residual = keepIfBetter();
      const bool isSlow = proximal == least && residual > slowPart * before;
      if (isSlow && least > leastProximal) return;
      const bool isFast = damped && residual <= goodPart * before;
      proximal =
          isFast ? std::min(proximal, proximalOfResidual * residual / largest) : proximal / 10;
      proximal = std::max(proximal, least);
      before = residual;
    }
  };
  if (damped && !outcome.converged) {
    damped->plan(problem.blocks);
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

/// Finds the best λ of sweeps alone, from zero impulses. If no λ satisfies the laws, Newton's
/// method comes closest with unbounded impulses, which cancel in W except for rounding errors.
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
  const Columns w = problem.delassus->columns();
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
      u_[at(row)] += problem.blocks[i].compliance * by;
    }
  }
}

/// Takes a proximal step from λ. Updates λ if the step succeeds.
bool CoulombSolver::approach(const CoulombProblem& problem, double proximal, double enough,
                             double& work, CoulombOutcome& outcome) {
  CoulombProblem near = problem;
  near.proximal = proximal;
  near.b = b_.data();
  std::copy(problem.b, problem.b + problem.rows, b_.begin());
  for (std::size_t i = 0; i < near.blocks.size(); ++i)
    for (int row = near.blocks[i].row; row < near.blocks[i].row + near.blocks[i].rows(); ++row)
      b_[at(row)] -= near.proximalOf(i) * lambda_[at(row)];

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

/// u = (W + c) λ + b from that of the proximal problem, u + ε/ρ (λ − λ_c).
void CoulombSolver::leave(const CoulombProblem& near, const CoulombProblem& problem) {
  for (std::size_t i = 0; i < near.blocks.size(); ++i)
    for (int row = near.blocks[i].row; row < near.blocks[i].row + near.blocks[i].rows(); ++row)
      u_[at(row)] =
          nearU_[at(row)] - near.proximalOf(i) * lambda_[at(row)] + (problem.b[row] - near.b[row]);
}

}  // namespace linkwork::contact
