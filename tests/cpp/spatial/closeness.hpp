#pragma once

#include <algorithm>

#include "linkwork/spatial/types.hpp"

/// Distances in which the laws of spatial/ are measured.
namespace linkwork::test::spatial {

/// Bound for a short chain of operations on numbers of order one: some hundred roundings.
inline constexpr double rounding = 200 * epsilon;

/// max |a − b| over max(1, max |b|): error of a matrix or group element whose scale is 1 or more.
template <typename A, typename B>
double distance(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  const double scale = std::max(1.0, static_cast<double>(b.cwiseAbs().maxCoeff()));
  return static_cast<double>((a - b).cwiseAbs().maxCoeff()) / scale;
}

/// max |a − b| over max |b|, block of three by block of three, so that a tiny rotation is measured
/// against itself and not against the translation beside it. Zero blocks must agree exactly.
template <typename A, typename B>
double relativeError(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  double worst = 0;
  for (Eigen::Index i = 0; i < b.rows(); i += 3) {
    const double scale = b.template middleRows<3>(i).cwiseAbs().maxCoeff();
    const double error =
        (a.template middleRows<3>(i) - b.template middleRows<3>(i)).cwiseAbs().maxCoeff();
    if (error > 0) worst = std::max(worst, error / scale);
  }
  return worst;
}

}  // namespace linkwork::test::spatial
