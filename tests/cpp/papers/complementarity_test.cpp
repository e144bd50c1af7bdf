#include <catch2/catch.hpp>
#include <random>

#include "linkwork/contact/coulomb_solver.hpp"
#include "papers/multipliers/pivoting_solver.hpp"
#include "papers/multipliers/pushing_forces.hpp"

/// Ten thousand random contact problems. Their laws hold to 1e-9, or the solver reports
/// infeasibility with a proof.
namespace linkwork::test {
namespace {

using constraints::ConeBlock;
using contact::CoulombOutcome;
using contact::CoulombSolver;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using papers::ForcesEnd;
using papers::PivotingSolver;
using papers::PushingForces;

constexpr double lawful = 1e-9;

using Dice = std::mt19937_64;

double between(Dice& dice, double least, double most) {
  return least + (most - least) * 0x1p-53 * static_cast<double>(dice() >> 11);
}
int upTo(Dice& dice, int most) {
  return static_cast<int>(dice() % static_cast<unsigned>(most)) + 1;
}
VectorXd numbers(Dice& dice, int count) {
  VectorXd result(count);
  for (int i = 0; i < count; ++i) result[i] = between(dice, -1, 1);
  return result;
}

/// Rows J on dofs of unit mass, and b.
struct ContactProblem {
  MatrixXd j, w;
  VectorXd b;

  ContactProblem(Dice& dice, int rows, int dofs) : j(rows, dofs) {
    for (int column = 0; column < dofs; ++column) j.col(column) = numbers(dice, rows);
    b = numbers(dice, rows);
    weigh();
  }
  void weigh() { w.noalias() = j.lazyProduct(j.transpose()); }
  int rows() const { return static_cast<int>(b.size()); }
};

/// Returns at most as many rows as dofs, and any b.
ContactProblem independentRows(Dice& dice, int rows) {
  return ContactProblem(dice, rows, rows + upTo(dice, 4));
}

/// Returns more rows than dofs, some duplicated, with a motion that satisfies all.
ContactProblem dependentRows(Dice& dice, int rows) {
  ContactProblem problem(dice, rows, upTo(dice, rows));
  for (int i = 1; i < rows; ++i)
    if (upTo(dice, 4) == 1) problem.j.row(i) = problem.j.row(upTo(dice, i) - 1);
  problem.weigh();
  problem.b = problem.j * numbers(dice, static_cast<int>(problem.j.cols()));
  for (int i = 0; i < rows; ++i)
    if (upTo(dice, 2) == 1) problem.b[i] += between(dice, 0, 1);
  return problem;
}

std::vector<ConeBlock> limitsOf(int rows) {
  std::vector<ConeBlock> blocks;
  for (int i = 0; i < rows; ++i) blocks.push_back({i});
  return blocks;
}

/// Returns the violation of 0 ≤ f ⟂ a ≥ 0, relative to its largest value.
double brokenPushing(const ContactProblem& problem, const VectorXd& f) {
  const VectorXd a = problem.w * f + problem.b;
  double worst = 0, largest = problem.b.lpNorm<Eigen::Infinity>();
  for (int i = 0; i < f.size(); ++i) {
    const double push = f[i] * problem.w(i, i);
    largest = std::max(largest, push);
    worst = std::max({worst, -a[i], -push, std::min(a[i], push)});
  }
  return worst / largest;
}

/// Returns the violation of Coulomb's law, relative to the largest b.
double brokenCoulomb(const ContactProblem& problem, const std::vector<ConeBlock>& blocks,
                     const VectorXd& lambda) {
  const VectorXd u = problem.w * lambda + problem.b;
  double worst = 0;
  for (const ConeBlock& block : blocks) {
    const int n = block.row;
    const double weight = problem.w(n, n);
    worst = std::max({worst, -u[n], -lambda[n] * weight, std::min(u[n], lambda[n] * weight)});
    if (!block.isContact) continue;
    const Eigen::Vector2d slide = u.segment<2>(n + 1), friction = lambda.segment<2>(n + 1);
    const double speed = slide.norm(), pull = friction.norm();
    const double left = block.friction * std::max(0.0, lambda[n]) - pull;
    worst = std::max({worst, -left * weight, std::min(speed, left * weight)});
    if (speed > 1e-4 && pull > 1e-4)
      worst = std::max(worst, 1e-4 * (friction / pull + slide / speed).norm());
  }
  return worst / problem.b.lpNorm<Eigen::Infinity>();
}

}  // namespace

TEST_CASE("nonnegative forces satisfy complementarity, by every algorithm", "[contact]") {
  Dice dice(1);
  PivotingSolver pivoting;
  PushingForces pushing;
  CoulombSolver coulomb;
  for (int trial = 0; trial < 2500; ++trial) {
    const int rows = upTo(dice, 10);
    CAPTURE(trial, rows);
    const ContactProblem problem = independentRows(dice, rows);
    VectorXd f(rows), other(rows), third = VectorXd::Zero(rows);
    REQUIRE(pivoting.solve(problem.w, problem.b, f) == ForcesEnd::found);
    REQUIRE(pushing.solve(problem.w, problem.b, other) == ForcesEnd::found);
    REQUIRE(coulomb.solve(problem.w, problem.b, limitsOf(rows), third).converged);
    CHECK(brokenPushing(problem, f) < lawful);
    CHECK(brokenPushing(problem, other) < lawful);
    CHECK(brokenPushing(problem, third) < 2 * lawful);
  }
}

TEST_CASE("more contacts than dofs satisfy complementarity", "[contact]") {
  Dice dice(2);
  PushingForces pushing;
  CoulombSolver coulomb;
  for (int trial = 0; trial < 2500; ++trial) {
    const int rows = 1 + upTo(dice, 12);
    CAPTURE(trial, rows);
    const ContactProblem problem = dependentRows(dice, rows);
    VectorXd f(rows), other = VectorXd::Zero(rows);
    REQUIRE(pushing.solve(problem.w, problem.b, f) == ForcesEnd::found);
    REQUIRE(coulomb.solve(problem.w, problem.b, limitsOf(rows), other).converged);
    CHECK(brokenPushing(problem, f) < lawful);
    CHECK(brokenPushing(problem, other) < 2 * lawful);
  }
}

TEST_CASE("contradictory conditions are proved to be infeasible", "[contact]") {
  Dice dice(3);
  PushingForces pushing;
  int impossible = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const int rows = 1 + upTo(dice, 10);
    CAPTURE(trial, rows);
    ContactProblem problem = dependentRows(dice, rows);
    problem.b = numbers(dice, rows);
    VectorXd f(rows);
    const ForcesEnd end = pushing.solve(problem.w, problem.b, f);
    REQUIRE(end != ForcesEnd::gaveUp);
    if (end == ForcesEnd::found) {
      CHECK(brokenPushing(problem, f) < lawful);
      continue;
    }
    // Forces in balance: fᵀ a = fᵀ b < 0 for every motion.
    ++impossible;
    CHECK(f.minCoeff() >= 0);
    CHECK((problem.w * f).lpNorm<Eigen::Infinity>() < 1e-7);
    CHECK(problem.b.dot(f) < -1e-6);
  }
  CHECK(impossible > 200);
}

TEST_CASE("contacts satisfy Coulomb's law", "[contact]") {
  Dice dice(4);
  CoulombSolver coulomb;
  for (int trial = 0; trial < 2500; ++trial) {
    const int contacts = upTo(dice, 5), limits = upTo(dice, 3) - 1, rows = 3 * contacts + limits;
    CAPTURE(trial, contacts, limits);
    ContactProblem problem = independentRows(dice, rows);
    if (trial % 2 == 1) {  // more rows than dofs, with a duplicated contact
      problem = ContactProblem(dice, rows, upTo(dice, rows));
      if (contacts > 1) problem.j.middleRows(3, 3) = problem.j.topRows(3).eval();
      problem.weigh();
      problem.b = problem.j * numbers(dice, static_cast<int>(problem.j.cols()));
    }
    std::vector<ConeBlock> blocks;
    for (int i = 0; i < contacts; ++i)
      blocks.push_back({3 * i, true, upTo(dice, 5) == 1 ? 0 : between(dice, 0, 1.5)});
    for (int i = 0; i < limits; ++i) blocks.push_back({3 * contacts + i});
    VectorXd lambda = VectorXd::Zero(rows);
    const CoulombOutcome outcome = coulomb.solve(problem.w, problem.b, blocks, lambda);
    CAPTURE(outcome.residual, outcome.sweeps, outcome.newtonSteps);
    REQUIRE(outcome.converged);
    CHECK(brokenCoulomb(problem, blocks, lambda) < 4 * lawful);
  }
}

}  // namespace linkwork::test
