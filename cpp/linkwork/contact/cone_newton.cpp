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
      lambda[unknowns_[j].row + i] += unknowns_[j].direction[at(i)] * right_[j];
  return true;
}

/// Chooses the unknowns, and projects λ to where their equations are linear.
void ConeNewton::choose(const CoulombProblem& problem, const double* u, double* lambda) {
  unknowns_.clear();
  for (const ConeBlock& block : problem.blocks) {
    double* l = lambda + block.row;
    const double* v = u + block.row;
    const double rho = problem.rho[at(block.row)];
    const double normal = l[0] - rho * v[0];
    if (rho == 0) {
      std::fill(l, l + block.rows(), 0.0);
    } else if (!block.isContact) {
      if (normal > block.least && normal < block.most)
        addUnknown(problem, block, 0);
      else
        l[0] = std::clamp(normal, block.least, block.most);
    } else if (!(normal > 0)) {
      std::fill(l, l + block.rows(), 0.0);
    } else {
      const std::size_t own = unknowns_.size();
      addUnknown(problem, block, 0);
      choose(problem, block, slidingOf(block), own, normal, v, l);
      if (!block.hasMoments) continue;
      for (const FrictionDisc& disc : momentsOf(block))
        choose(problem, block, disc, own, normal, v, l);
    }
  }
}

/// The same for the friction of a contact in a disc.
///
/// @param normal   place of the unknown λ_n
/// @param pressed  x_n > 0
void ConeNewton::choose(const CoulombProblem& problem, const ConeBlock& block,
                        const FrictionDisc& disc, std::size_t normal, double pressed,
                        const double* u, double* lambda) {
  const auto first = at(disc.first), second = first + 1;
  const double rho = problem.rho[at(block.row + disc.first)];
  if (disc.coefficient == 0 || rho == 0) {
    std::fill_n(lambda + first, disc.rows, 0.0);
    return;
  }
  const bool isFlat = disc.rows == 2;
  const double x = lambda[first] - rho * u[first],
               y = isFlat ? lambda[second] - rho * u[second] : 0;
  const double size = elementary::hypot(x, y), radius = disc.coefficient * pressed;
  if (size <= radius) {
    for (int i = 0; i < disc.rows; ++i) addUnknown(problem, block, disc.first + i);
    return;
  }
  const double dx = x / size, dy = y / size, ex = -dy, ey = dx;
  BlockVector& direction = unknowns_[normal].direction;
  const double along = disc.coefficient * lambda[0];
  direction[first] = disc.coefficient * dx;
  if (!isFlat) {
    lambda[first] = along * dx;
    return;
  }
  const double share = radius / size;  // β
  const double across = ex * lambda[first] + ey * lambda[second];
  lambda[first] = along * dx + across * ex;
  lambda[second] = along * dy + across * ey;
  direction[second] = disc.coefficient * dy;
  addUnknown(problem, block, disc.first);
  Unknown& turning = unknowns_.back();
  turning.direction[first] = ex;
  turning.direction[second] = ey;
  turning.test[first] = share * ex;
  turning.test[second] = share * ey;
  turning.own = (1 - share) / rho;
}

/// Adds the impulse along a row of a block, with u = 0 there.
void ConeNewton::addUnknown(const CoulombProblem& problem, const ConeBlock& block, int row) {
  Unknown& unknown = unknowns_.emplace_back();
  unknown.row = block.row;
  unknown.rows = block.rows();
  unknown.raise = problem.raise(block, block.row + row);
  unknown.direction[at(row)] = unknown.test[at(row)] = 1;
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
        const double factor = from.direction[at(c)];
        if (factor == 0) continue;
        const double* w = columns[from.row + c] + to.row;
        double part = from.row == to.row ? to.raise * to.test[at(c)] : 0;
        for (int r = 0; r < to.rows; ++r) part += to.test[at(r)] * w[r];
        sum += part * factor;
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
    value += unknown.test[at(r)] * u_[at(unknown.row + r)];
    known += unknown.direction[at(r)] * lambda[unknown.row + r];
  }
  return -value - (unknown.own > 0 ? unknown.own * known : 0);
}

/// @tparam rows  at least those of the block
template <int rows>
void ConeNewton::addDamper(const Unknown& unknown, const double* lambda, Damper& damper) const {
  using Vector = Eigen::Map<const Eigen::Matrix<double, rows, 1>>;
  const Vector direction(unknown.direction.data()), test(unknown.test.data());
  const double inverse = 1 / (unknown.raise * test.dot(direction) + unknown.own);
  damper.damping.topLeftCorner<rows, rows>() += inverse * direction * test.transpose();
  damper.impulse.head<rows>() += inverse * rightOf(unknown, lambda) * direction;
}

/// Solves the same equations block by block, with x the change of an unknown and
/// c = ε/ρ test·direction + own. The equations of a block are then independent of each other
/// (a direction has rows of other equations only where their tests have none):
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
    for (; next < unknowns_.size() && unknowns_[next].row == problem.blocks[i].row; ++next)
      if (problem.blocks[i].hasMoments)
        addDamper<mostBlockRows>(unknowns_[next], lambda, dampers_[i]);
      else
        addDamper<forceRows>(unknowns_[next], lambda, dampers_[i]);
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
