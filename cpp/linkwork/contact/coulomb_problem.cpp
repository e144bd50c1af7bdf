#include "linkwork/contact/coulomb_problem.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "linkwork/elementary.hpp"

namespace linkwork::contact {
namespace {

/// |λ − P(λ − ρ u)| of a block
double missed(const ConeBlock& block, double rho, const double* lambda, const double* u) {
  const double free = lambda[0] - rho * u[0];
  if (!block.isContact) return std::abs(lambda[0] - std::clamp(free, block.least, block.most));
  const double normal = std::max(0.0, free), along = std::abs(lambda[0] - normal);
  const double x = lambda[1] - rho * u[1], y = lambda[2] - rho * u[2];
  const double size = elementary::hypot(x, y), radius = block.friction * normal;
  const double share = size > radius ? radius / size : 1;
  return std::max(along, elementary::hypot(lambda[1] - share * x, lambda[2] - share * y));
}

}  // namespace

double CoulombProblem::trace(const ConeBlock& block) const {
  if (response) return response->trace(block);
  double sum = 0;
  for (int i = block.row; i < block.row + block.rows(); ++i) sum += w[i][i];
  return sum;
}

void CoulombProblem::respond(const double* lambda, double* u) const {
  if (isQuick()) return response->multiply(lambda, u);
  std::fill(u, u + rows, 0.0);
  addColumns(lambda, u);
}

void CoulombProblem::velocities(const double* lambda, double* u) const {
  respond(lambda, u);
  for (int i = 0; i < rows; ++i) u[i] += b[i];
  addRaised(lambda, u);
}

void CoulombProblem::updateVelocities(const double* lambda, const double* change, double* u) const {
  if (isQuick()) return velocities(lambda, u);
  addColumns(change, u);
  addRaised(change, u);
}

void CoulombProblem::addColumns(const double* factors, double* u) const {
  // Four columns in one pass over u; those of no impulse are left out.
  const Columns by = columns();
  std::array<double, 4> factor{};
  std::array<const double*, 4> from{by[0], by[0], by[0], by[0]};
  std::size_t count = 0;
  const auto add = [&] {
    const auto [f0, f1, f2, f3] = factor;
    const auto [c0, c1, c2, c3] = from;
    for (int i = 0; i < rows; ++i) u[i] += (c0[i] * f0 + c1[i] * f1) + (c2[i] * f2 + c3[i] * f3);
    factor.fill(0);
    count = 0;
  };
  for (int j = 0; j < rows; ++j) {
    if (factors[j] == 0) continue;
    factor[count] = factors[j];
    from[count] = by[j];
    if (++count == factor.size()) add();
  }
  if (count > 0) add();
}

void CoulombProblem::addRaised(const double* factors, double* u) const {
  if (proximal == 0) return;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    for (int row = blocks[i].row; row < blocks[i].row + blocks[i].rows(); ++row)
      u[row] += raise(i) * factors[row];
}

double CoulombProblem::residual(const double* lambda, const double* u) const {
  double largest = 0;
  for (int i = 0; i < rows; ++i)
    if (!std::isfinite(lambda[i]) || !std::isfinite(u[i])) return std::nan("");
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const int row = blocks[i].row;
    const double here = rho[i] > 0 ? missed(blocks[i], rho[i], lambda + row, u + row) / rho[i]
                                   : std::max(0.0, -u[row]);
    largest = std::max(largest, here);
  }
  return largest;
}

}  // namespace linkwork::contact
