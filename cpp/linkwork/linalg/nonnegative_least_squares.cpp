#include "linkwork/linalg/nonnegative_least_squares.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/linalg/index.hpp"

namespace linkwork {

namespace {

/// Relative remainder of a column that depends on others; cosine of a right angle up to rounding.
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
  inside_.clear();
  inside_.reserve(at(static_cast<int>(rank)));
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
    if (!(z_[static_cast<Eigen::Index>(inside_.size()) - 1] > 0)) {  // no descent up to rounding
      inside_.pop_back();
      continue;
    }

    // Step toward the least-squares solution over the columns inside, while all stay positive.
    while (true) {
      double share = 1;
      std::size_t first = inside_.size(), leaving = first;
      for (std::size_t i = 0; i < inside_.size(); ++i) {
        const double from = x[inside_[i]], to = z_[static_cast<Eigen::Index>(i)];
        if (to > 0 || from > share * (from - to)) continue;
        share = from / (from - to);
        leaving = i;
      }
      for (std::size_t i = inside_.size(); i-- > 0;) {
        double& here = x[inside_[i]];
        here += share * (z_[static_cast<Eigen::Index>(i)] - here);
        if (i != leaving && here > 0) continue;
        here = 0;
        first = i;
      }
      if (first == inside_.size()) break;
      behind_.assign(inside_.begin() + static_cast<std::ptrdiff_t>(first), inside_.end());
      inside_.resize(first);
      for (const int j : behind_)
        if (x[j] > 0 && !add(e, j)) x[j] = 0;
      leastSquares(t);
    }
    residual_.head(m) = -t;
    std::fill(isRefused_.begin(), isRefused_.end(), false);
    for (const int j : inside_) {
      isRefused_[at(j)] = true;
      residual_.head(m) += e.col(j) * x[j];
    }
  }
  return false;
}

/// Adds a column to Q R, orthogonalized twice. Returns false if it depends on the others.
bool NonNegativeLeastSquares::add(const Eigen::Ref<const Eigen::MatrixXd>& e, int column) {
  const Eigen::Index m = e.rows(), n = static_cast<Eigen::Index>(inside_.size());
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
  inside_.push_back(column);
  return true;
}

/// z: least squares over the columns inside, without their signs.
void NonNegativeLeastSquares::leastSquares(const Eigen::Ref<const Eigen::VectorXd>& t) {
  for (Eigen::Index i = static_cast<Eigen::Index>(inside_.size()); i-- > 0;) {
    double value = q_.col(i).head(t.size()).dot(t);
    for (Eigen::Index j = i + 1; j < static_cast<Eigen::Index>(inside_.size()); ++j)
      value -= r_(i, j) * z_[j];
    z_[i] = value / r_(i, i);
  }
}

}  // namespace linkwork
