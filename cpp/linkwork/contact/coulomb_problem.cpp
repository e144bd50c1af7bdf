#include "linkwork/contact/coulomb_problem.hpp"

#include <algorithm>
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

void CoulombProblem::velocities(const double* lambda, double* u) const {
  std::copy(b, b + rows, u);
  for (int j = 0; j < rows; ++j) {
    const double factor = lambda[j];
    if (factor == 0) continue;
    const double* from = column(j);
    for (int i = 0; i < rows; ++i) u[i] += from[i] * factor;
  }
  if (nearness == 0) return;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    for (int row = blocks[i].row; row < blocks[i].row + blocks[i].rows(); ++row)
      u[row] += raise(i) * lambda[row];
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
