#pragma once

#include <Eigen/Core>
#include <cmath>
#include <limits>
#include <type_traits>

namespace linkwork {

/// D = L Lᵀ in place (lower triangle), for the small joint-space matrices of the recursion.
/// Returns false unless D is positive definite beyond rounding of its own diagonal.
template <typename Matrix>
bool choleskyInPlace(Matrix&& d) {
  using Scalar = typename std::decay_t<Matrix>::Scalar;
  using std::sqrt;
  for (Eigen::Index j = 0; j < d.rows(); ++j) {
    Scalar pivot = d(j, j);
    for (Eigen::Index k = 0; k < j; ++k) pivot -= d(j, k) * d(j, k);
    if (!(pivot > Scalar(4 * std::numeric_limits<double>::epsilon()) * d(j, j))) return false;
    const Scalar root = sqrt(pivot);
    d(j, j) = root;
    for (Eigen::Index i = j + 1; i < d.rows(); ++i) {
      Scalar sum = d(i, j);
      for (Eigen::Index k = 0; k < j; ++k) sum -= d(i, k) * d(j, k);
      d(i, j) = sum / root;
    }
  }
  return true;
}

/// x ← L⁻¹ x.
template <typename Matrix, typename Vector>
void solveLower(const Matrix& l, Vector&& x) {
  for (Eigen::Index i = 0; i < l.rows(); ++i) {
    for (Eigen::Index k = 0; k < i; ++k) x[i] -= l(i, k) * x[k];
    x[i] /= l(i, i);
  }
}

/// x ← L⁻ᵀ x.
template <typename Matrix, typename Vector>
void solveLowerTransposed(const Matrix& l, Vector&& x) {
  for (Eigen::Index i = l.rows() - 1; i >= 0; --i) {
    for (Eigen::Index k = i + 1; k < l.rows(); ++k) x[i] -= l(k, i) * x[k];
    x[i] /= l(i, i);
  }
}

/// U ← U L⁻ᵀ for a 6×m matrix. U D⁻¹ Uᵀ then becomes U Uᵀ.
template <typename Matrix, typename Columns>
void divideByLowerTransposed(const Matrix& l, Columns&& u) {
  for (Eigen::Index j = 0; j < l.rows(); ++j) {
    for (Eigen::Index k = 0; k < j; ++k) u.col(j) -= l(j, k) * u.col(k);
    u.col(j) /= l(j, j);
  }
}

}  // namespace linkwork
