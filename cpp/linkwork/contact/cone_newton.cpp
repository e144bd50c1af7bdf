#include "linkwork/contact/cone_newton.hpp"

#include <algorithm>
#include <optional>

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

}  // namespace linkwork::contact
