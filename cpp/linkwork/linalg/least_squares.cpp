#include "linkwork/linalg/least_squares.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "linkwork/linalg/index.hpp"

namespace linkwork {

namespace {

/// A column depends on others if at most this part of its length remains. A cosine up to
/// `rightAngle` counts as zero.
constexpr double dependent = 1e-10, rightAngle = 1e-13;

}  // namespace

void NonNegativeLeastSquares::reserve(Eigen::Index m, Eigen::Index k) {
  const Eigen::Index rank = std::min(m, k);
  if (q_.rows() < m || q_.cols() < rank) {
    q_.resize(std::max(m, q_.rows()), std::max(rank, q_.cols()));
    r_.resize(q_.cols(), q_.cols());
    z_.resize(q_.cols());
    residual_.resize(q_.rows());
    column_.resize(q_.rows());
  }
  active_.clear();
  active_.reserve(at(static_cast<int>(rank)));
  isRefused_.assign(static_cast<std::size_t>(k), false);
}

bool NonNegativeLeastSquares::solve(const Eigen::Ref<const Eigen::MatrixXd>& e,
                                    const Eigen::Ref<const Eigen::VectorXd>& t,
                                    Eigen::Ref<Eigen::VectorXd> x) {
  const Eigen::Index m = e.rows(), k = e.cols();
  reserve(m, k);
  x.setZero();
  residual_.head(m) = -t;
  const double size = t.norm();
  if (!std::isfinite(size) || !e.allFinite()) return false;
  for (Eigen::Index entered = 0; entered <= 100 * (k + 1); ++entered) {
    // The column of steepest descent, −E_jᵀ (E x − t) / |E_j|.
    int best = -1;
    double steepest = rightAngle * size;
    for (int j = 0; j < k; ++j) {
      if (isRefused_[at(j)]) continue;
      const double down = -e.col(j).dot(residual_.head(m)) / e.col(j).norm();
      if (down > steepest) steepest = down, best = j;
    }
    if (best < 0) return true;
    isRefused_[at(best)] = true;
    if (!add(e, best)) continue;
    leastSquares(t);
    if (!(z_[static_cast<Eigen::Index>(active_.size()) - 1] > 0)) {  // rounding error: no descent
      active_.pop_back();
      continue;
    }

    // Towards the least squares of the active columns, as far as all x stay positive.
    while (true) {
      double share = 1;
      std::size_t first = active_.size(), leaving = first;
      for (std::size_t i = 0; i < active_.size(); ++i) {
        const double from = x[active_[i]], to = z_[static_cast<Eigen::Index>(i)];
        if (to > 0 || from > share * (from - to)) continue;
        share = from / (from - to);
        leaving = i;
      }
      for (std::size_t i = active_.size(); i-- > 0;) {
        double& here = x[active_[i]];
        here += share * (z_[static_cast<Eigen::Index>(i)] - here);
        if (i != leaving && here > 0) continue;
        here = 0;
        first = i;
      }
      if (first == active_.size()) break;
      behind_.assign(active_.begin() + static_cast<std::ptrdiff_t>(first), active_.end());
      active_.resize(first);
      for (const int j : behind_)
        if (x[j] > 0 && !add(e, j)) x[j] = 0;
      leastSquares(t);
    }
    residual_.head(m) = -t;
    std::fill(isRefused_.begin(), isRefused_.end(), false);
    for (const int j : active_) {
      isRefused_[at(j)] = true;
      residual_.head(m) += e.col(j) * x[j];
    }
  }
  return false;
}

/// Adds a column to Q R, orthogonalized twice. Returns false if it depends on the others.
bool NonNegativeLeastSquares::add(const Eigen::Ref<const Eigen::MatrixXd>& e, int column) {
  const Eigen::Index m = e.rows(), n = static_cast<Eigen::Index>(active_.size());
  auto rest = column_.head(m);
  rest = e.col(column);
  const double size = rest.norm();
  if (n >= m) return false;
  r_.col(n).head(n).setZero();
  for (int twice = 0; twice < 2; ++twice)
    for (Eigen::Index i = 0; i < n; ++i) {
      const double along = q_.col(i).head(m).dot(rest);
      r_(i, n) += along;
      rest -= along * q_.col(i).head(m);
    }
  const double left = rest.norm();
  if (!(left > dependent * size)) return false;
  r_(n, n) = left;
  q_.col(n).head(m) = rest / left;
  active_.push_back(column);
  return true;
}

/// Writes z, the least squares over the active columns without bounds.
void NonNegativeLeastSquares::leastSquares(const Eigen::Ref<const Eigen::VectorXd>& t) {
  for (Eigen::Index i = static_cast<Eigen::Index>(active_.size()); i-- > 0;) {
    double value = q_.col(i).head(t.size()).dot(t);
    for (Eigen::Index j = i + 1; j < static_cast<Eigen::Index>(active_.size()); ++j)
      value -= r_(i, j) * z_[j];
    z_[i] = value / r_(i, i);
  }
}

std::optional<Eigen::VectorXd> constrainedLeastSquares(const Eigen::MatrixXd& f,
                                                       const Eigen::VectorXd& target,
                                                       const Eigen::MatrixXd& a,
                                                       const Eigen::VectorXd& b) {
  const Eigen::Index n = f.cols(), k = a.rows();
  const Eigen::HouseholderQR<Eigen::MatrixXd> factors(f);
  const auto r = factors.matrixQR().topRows(n).triangularView<Eigen::Upper>();
  const Eigen::VectorXd turned = factors.householderQ().adjoint() * target;
  const Eigen::VectorXd free = r.solve(turned.head(n));
  const Eigen::VectorXd missing = b - a * free;
  if (k == 0 || missing.maxCoeff() <= 0) return free;

  Eigen::MatrixXd e(n + 1, k);
  e.topRows(n) = r.transpose().solve(a.transpose());
  e.row(n) = missing.transpose();
  NonNegativeLeastSquares solver;
  Eigen::VectorXd multipliers(k);
  if (!solver.solve(e, Eigen::VectorXd::Unit(n + 1, n), multipliers)) return std::nullopt;
  const double rest = -solver.residual()[n];  // 0: the rows are infeasible
  if (!(rest > 1e-12)) return std::nullopt;
  return free + r.solve(solver.residual().head(n) / rest);
}

}  // namespace linkwork
