#include "papers/multipliers/pushing_forces.hpp"

#include <algorithm>
#include <cmath>

namespace linkwork::papers {
namespace {

/// Of the largest diagonal entry of A: what rounding leaves of a row that depends on others. And
/// 1 + bᵀy, where (U; −bᵀ) has columns of about length 1, that is zero.
constexpr double roundingOfRank = 1e-14, impossibleShare = 1e-12;

}  // namespace

/// A = UᵀU by Cholesky's method with diagonal pivoting, U in the upper rows of e_. Returns the
/// rank.
int PushingForces::factor(const Eigen::Ref<const Eigen::MatrixXd>& a) {
  const Eigen::Index k = a.rows();
  left_.head(k) = a.diagonal();
  const double least = roundingOfRank * left_.head(k).maxCoeff();
  int rank = 0;
  for (; rank < k; ++rank) {
    Eigen::Index pivot = 0;
    if (!(left_.head(k).maxCoeff(&pivot) > least)) break;
    const double root = std::sqrt(left_[pivot]);
    for (Eigen::Index j = 0; j < k; ++j) {
      const double rest = a(pivot, j) - e_.col(pivot).head(rank).dot(e_.col(j).head(rank));
      e_(rank, j) = j == pivot ? root : left_[j] == 0 ? 0 : rest / root;
    }
    for (Eigen::Index j = 0; j < k; ++j)
      left_[j] = j == pivot ? 0 : std::max(0.0, left_[j] - e_(rank, j) * e_(rank, j));
  }
  return rank;
}

ForcesEnd PushingForces::solve(const Eigen::Ref<const Eigen::MatrixXd>& a,
                               const Eigen::Ref<const Eigen::VectorXd>& b,
                               Eigen::Ref<Eigen::VectorXd> f) {
  const Eigen::Index k = b.size();
  f.setZero();
  const double largest = k == 0 ? 0 : b.lpNorm<Eigen::Infinity>();
  if (!std::isfinite(largest) || !a.allFinite()) return ForcesEnd::gaveUp;
  if (k == 0 || b.minCoeff() >= 0) return ForcesEnd::found;
  if (e_.cols() < k) {
    e_.resize(k + 1, k);
    left_.resize(k);
    target_.resize(k + 1);
  }
  const int rank = factor(a);
  // b in units in which it is as long as U's columns.
  const double unit = std::sqrt(std::max(a.diagonal().maxCoeff(), 1e-300)) / largest;
  e_.row(rank).head(k) = -unit * b.transpose();
  target_.head(rank + 1).setZero();
  target_[rank] = 1;
  if (!leastSquares_.solve(e_.topLeftCorner(rank + 1, k), target_.head(rank + 1), f)) {
    f.setZero();
    return ForcesEnd::gaveUp;
  }
  const double share = -leastSquares_.residual()[rank];
  if (!(share > impossibleShare)) {
    f /= f.maxCoeff();
    return ForcesEnd::impossible;
  }
  f /= share * unit;
  return ForcesEnd::found;
}

}  // namespace linkwork::papers
