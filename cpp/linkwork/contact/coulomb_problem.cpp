#include "linkwork/contact/coulomb_problem.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "linkwork/elementary.hpp"

namespace linkwork::contact {
namespace {

/// |λ − P(λ − ρ u)| in a disc, at a normal impulse.
double violation(const FrictionDisc& disc, double normal, double rho, const double* lambda,
                 const double* u) {
  lambda += disc.first;
  u += disc.first;
  const double radius = disc.coefficient * normal;
  if (disc.rows == 1)
    return std::abs(lambda[0] - std::clamp(lambda[0] - rho * u[0], -radius, radius));
  const double x = lambda[0] - rho * u[0], y = lambda[1] - rho * u[1];
  const double size = elementary::hypot(x, y);
  const double share = size > radius ? radius / size : 1;
  return elementary::hypot(lambda[0] - share * x, lambda[1] - share * y);
}

/// |λ − P(λ − ρ u)| / ρ of a block, whose first row has ρ > 0.
double violation(const ConeBlock& block, const double* rho, const double* lambda, const double* u) {
  const double free = lambda[0] - rho[0] * u[0];
  if (!block.isContact)
    return std::abs(lambda[0] - std::clamp(free, block.least, block.most)) / rho[0];
  const double normal = std::max(0.0, free), along = std::abs(lambda[0] - normal);
  double most = std::max(along, violation(slidingOf(block), normal, rho[0], lambda, u)) / rho[0];
  if (!block.hasMoments) return most;
  for (const FrictionDisc& disc : momentsOf(block))
    if (const double own = rho[disc.first]; own > 0)
      most = std::max(most, violation(disc, normal, own, lambda, u) / own);
  return most;
}

}  // namespace

void CoulombProblem::velocities(const double* lambda, double* u) const {
  delassus->apply(lambda, rows, u);
  for (int i = 0; i < rows; ++i) u[i] += b[i];
  addRaised(lambda, u);
}

void CoulombProblem::updateVelocities(const double* lambda, const double* change, double* u) const {
  if (delassus->isQuick()) return velocities(lambda, u);
  delassus->columns().addProduct(change, rows, u);
  addRaised(change, u);
}

void CoulombProblem::addRaised(const double* factors, double* u) const {
  for (const ConeBlock& block : blocks) {
    if (proximal == 0 && block.compliance == 0) continue;
    for (int row = block.row; row < block.row + block.rows(); ++row)
      u[row] += raise(block, row) * factors[row];
  }
}

double CoulombProblem::residual(const double* lambda, const double* u) const {
  double largest = 0;
  for (int i = 0; i < rows; ++i)
    if (!std::isfinite(lambda[i]) || !std::isfinite(u[i])) return std::nan("");
  for (const ConeBlock& block : blocks) {
    const int row = block.row;
    const double* const own = rho.data() + row;
    const double here =
        *own > 0 ? violation(block, own, lambda + row, u + row) : std::max(0.0, -u[row]);
    largest = std::max(largest, here);
  }
  return largest;
}

namespace {

struct Direction {
  double x, y;
};

constexpr int directionCount = 24;

/// Directions on the whole circle. The last one equals the first.
std::array<Direction, directionCount + 1> circle() {
  std::array<Direction, directionCount + 1> directions{};
  for (int i = 0; i <= directionCount; ++i) {
    const double angle = 2 * 3.14159265358979323846 * (i % directionCount) / directionCount;
    directions[static_cast<std::size_t>(i)] = {elementary::cos(angle), elementary::sin(angle)};
  }
  return directions;
}

/// λ = −W⁻¹ b by the adjugate.
Eigen::Vector3d sticking(const Eigen::Matrix3d& w, const Eigen::Vector3d& b) {
  const double xx = w(1, 1) * w(2, 2) - w(1, 2) * w(1, 2);
  const double xy = w(0, 2) * w(1, 2) - w(0, 1) * w(2, 2);
  const double xz = w(0, 1) * w(1, 2) - w(0, 2) * w(1, 1);
  const double yy = w(0, 0) * w(2, 2) - w(0, 2) * w(0, 2);
  const double yz = w(0, 1) * w(0, 2) - w(0, 0) * w(1, 2);
  const double zz = w(0, 0) * w(1, 1) - w(0, 1) * w(0, 1);
  const double determinant = w(0, 0) * xx + w(0, 1) * xy + w(0, 2) * xz;
  return -Eigen::Vector3d(xx * b[0] + xy * b[1] + xz * b[2], xy * b[0] + yy * b[1] + yz * b[2],
                          xz * b[0] + yz * b[1] + zz * b[2]) /
         determinant;
}

/// Equations of sliding with friction along d, times D.
struct Slide {
  double weight;  ///< D
  double across;  ///< d × D u_t
  double along;   ///< d · D u_t
};

Slide slideAlong(const Eigen::Matrix3d& w, const Eigen::Vector3d& b, double friction,
                 const Direction& d) {
  const double weight = w(0, 0) + friction * (w(0, 1) * d.x + w(0, 2) * d.y);
  const double ux = b[1] * weight - b[0] * (w(0, 1) + friction * (w(1, 1) * d.x + w(1, 2) * d.y));
  const double uy = b[2] * weight - b[0] * (w(0, 2) + friction * (w(1, 2) * d.x + w(2, 2) * d.y));
  return {weight, d.x * uy - d.y * ux, d.x * ux + d.y * uy};
}

/// The root of `across` between two directions, by regula falsi (Illinois).
Direction root(const Eigen::Matrix3d& w, const Eigen::Vector3d& b, double friction, Direction left,
               double atLeft, Direction right, double atRight) {
  Direction middle = left;
  int lastSide = 0;
  for (int i = 0; i < 60; ++i) {
    const double share = atLeft / (atLeft - atRight);
    middle = {left.x + share * (right.x - left.x), left.y + share * (right.y - left.y)};
    const double length = std::sqrt(middle.x * middle.x + middle.y * middle.y);
    middle = {middle.x / length, middle.y / length};
    const double here = slideAlong(w, b, friction, middle).across;
    const bool isLeft = (here > 0) == (atLeft > 0);
    const Direction& old = isLeft ? left : right;
    const bool isDone = here == 0 || (middle.x == old.x && middle.y == old.y);
    if (isDone) return middle;
    (isLeft ? left : right) = middle;
    (isLeft ? atLeft : atRight) = here;
    const int side = isLeft ? -1 : 1;
    if (side == lastSide) (isLeft ? atRight : atLeft) /= 2;
    lastSide = side;
  }
  return middle;
}

}  // namespace

bool solveLocalCone(const Eigen::Matrix3d& w, const Eigen::Vector3d& b, double friction,
                    Eigen::Vector3d& lambda) {
  if (b[0] >= 0) {
    lambda.setZero();
    return true;
  }
  if (!(friction > 0)) {
    lambda << -b[0] / w(0, 0), 0, 0;
    return true;
  }
  const Eigen::Vector3d stick = sticking(w, b);
  if (std::sqrt(stick[1] * stick[1] + stick[2] * stick[2]) <= friction * stick[0]) {
    lambda = stick;
    return true;
  }

  static const std::array<Direction, directionCount + 1> directions = circle();
  double largest = 0;
  Direction best{};
  Slide before = slideAlong(w, b, friction, directions[0]);
  for (std::size_t i = 1; i < directions.size(); ++i) {
    const Slide here = slideAlong(w, b, friction, directions[i]);
    const bool isCrossing = (before.across > 0) != (here.across > 0);
    if (isCrossing && (before.weight > 0 || here.weight > 0)) {
      const Direction d =
          root(w, b, friction, directions[i - 1], before.across, directions[i], here.across);
      const Slide slide = slideAlong(w, b, friction, d);
      if (slide.along <= 0 && slide.weight > largest) {
        largest = slide.weight;
        best = d;
      }
    }
    before = here;
  }
  if (!(largest > 0)) return false;
  const double normal = -b[0] / largest;
  lambda << normal, friction * normal * best.x, friction * normal * best.y;
  return true;
}

}  // namespace linkwork::contact
