#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

/// Factorizations of small dense matrices without pivoting for rank, in place and without
/// allocation:
///
///   choleskyInPlace   A = L Lᵀ     symmetric positive definite, any size and scalar
///   factorLdlt        A = L D Lᵀ   symmetric, without square roots, the caller accepts pivots
///   factorLu          A = L U      no symmetry, no row exchanges
///   eliminate         A⁻¹ B        no symmetry, row exchanges
///
/// rank_revealing.hpp and gauss_jordan.hpp have those for matrices of any rank.
namespace linkwork {

/// Factors D = L Lᵀ in place. Reads and writes the lower triangle.
///
/// @return  false unless every pivot exceeds 4 ε times its diagonal entry
/// Cost: n³/6 multiplications, n square roots.
template <typename Matrix>
bool choleskyInPlace(Matrix&& d) {
  using Scalar = typename std::decay_t<Matrix>::Scalar;
  using std::sqrt;
  using Index = decltype(d.rows());
  for (Index j = 0; j < d.rows(); ++j) {
    Scalar pivot = d(j, j);
    for (Index k = 0; k < j; ++k) pivot -= d(j, k) * d(j, k);
    if (!(pivot > Scalar(4 * std::numeric_limits<double>::epsilon()) * d(j, j))) return false;
    const Scalar root = sqrt(pivot);
    d(j, j) = root;
    for (Index i = j + 1; i < d.rows(); ++i) {
      Scalar sum = d(i, j);
      for (Index k = 0; k < j; ++k) sum -= d(i, k) * d(j, k);
      d(i, j) = sum / root;
    }
  }
  return true;
}

/// x ← L⁻¹ x.
template <typename Matrix, typename Vector>
void solveLower(const Matrix& l, Vector&& x) {
  using Index = decltype(l.rows());
  for (Index i = 0; i < l.rows(); ++i) {
    for (Index k = 0; k < i; ++k) x[i] -= l(i, k) * x[k];
    x[i] /= l(i, i);
  }
}

/// x ← L⁻ᵀ x.
template <typename Matrix, typename Vector>
void solveLowerTransposed(const Matrix& l, Vector&& x) {
  using Index = decltype(l.rows());
  for (Index i = l.rows() - 1; i >= 0; --i) {
    for (Index k = i + 1; k < l.rows(); ++k) x[i] -= l(k, i) * x[k];
    x[i] /= l(i, i);
  }
}

/// U ← U L⁻ᵀ for a 6×m matrix: U D⁻¹ Uᵀ then equals U Uᵀ.
template <typename Matrix, typename Columns>
void divideByLowerTransposed(const Matrix& l, Columns&& u) {
  using Index = decltype(l.rows());
  for (Index j = 0; j < l.rows(); ++j) {
    for (Index k = 0; k < j; ++k) u.col(j) -= l(j, k) * u.col(k);
    u.col(j) /= l(j, j);
  }
}

}  // namespace linkwork

namespace linkwork::linalg {

/// Factors A = L D Lᵀ without square roots, for symmetric matrices of bounded size. The scalar is
/// a number, a SIMD batch, a jet or an expression.
///
/// @param a        a(i, j) returns a reference to an entry: an Eigen matrix, or a lambda over an
///                 array. Reads the lower triangle. Writes the unit lower triangular L, with D⁻¹
///                 on the diagonal.
/// @param isPivot  isPivot(k, pivot) accepts a pivot before the division by it. It is a branch for
///                 numbers (NaN must fail), a mask for SIMD batches, a guard for expressions.
/// @param size     the size if n is 0. A nonzero n unrolls all loops.
/// @return         false if a pivot was rejected. The factorization stops there.
/// Cost: n³/6 multiplications, n divisions. Inner loops run along columns.
/// Source: Golub & Van Loan, "Matrix Computations", section 4.1.
template <int n = 0, typename Matrix, typename IsPivot>
constexpr bool factorLdlt(Matrix&& a, const IsPivot& isPivot, int size = n) {
  const int count = n > 0 ? n : size;
  for (int k = 0; k < count; ++k) {
    auto& pivot = a(k, k);
    if (!isPivot(k, pivot)) return false;
    pivot = 1 / pivot;
    for (int j = k + 1; j < count; ++j) {
      const auto factor = a(j, k) * pivot;
      for (int i = j; i < count; ++i) a(i, j) -= a(i, k) * factor;
      a(j, k) = factor;
    }
  }
  return true;
}

/// Accepts positive pivots. Rejects NaN.
struct AboveZero {
  template <typename Scalar>
  constexpr bool operator()(int, const Scalar& pivot) const {
    return pivot > Scalar(0);
  }
};

/// x ← L⁻¹ x with the unit lower triangle of a, for any x with x[i].
template <int n = 0, typename Matrix, typename Vector>
constexpr void solveUnitLower(const Matrix& a, Vector&& x, int size = n) {
  const int count = n > 0 ? n : size;
  for (int k = 0; k < count; ++k)
    for (int i = k + 1; i < count; ++i) x[i] -= a(i, k) * x[k];
}

/// x ← L⁻ᵀ x.
template <int n = 0, typename Matrix, typename Vector>
constexpr void solveUnitLowerTransposed(const Matrix& a, Vector&& x, int size = n) {
  const int count = n > 0 ? n : size;
  for (int i = count - 1; i-- > 0;)
    for (int k = i + 1; k < count; ++k) x[i] -= a(k, i) * x[k];
}

/// x ← A⁻¹ x with the factors that `factorLdlt` wrote to a.
template <int n = 0, typename Matrix, typename Vector>
constexpr void solveLdlt(const Matrix& a, Vector&& x, int size = n) {
  const int count = n > 0 ? n : size;
  solveUnitLower<n>(a, x, size);
  for (int i = 0; i < count; ++i) x[i] *= a(i, i);
  solveUnitLowerTransposed<n>(a, x, size);
}

/// Factors A = L U in place without row exchanges. L has a unit diagonal. The diagonal of U is
/// stored inverted.
///
/// @param a  n×n, column-major
/// @return   false if a pivot is zero or not finite
template <int n>
bool factorLu(double* a) {
  for (int k = 0; k < n; ++k) {
    const double pivot = a[k + k * n];
    if (!(std::abs(pivot) > 0) || !std::isfinite(pivot)) return false;
    const double inverse = 1 / pivot;
    a[k + k * n] = inverse;
    for (int i = k + 1; i < n; ++i) a[i + k * n] *= inverse;
    for (int j = k + 1; j < n; ++j) {
      const double factor = a[k + j * n];
      for (int i = k + 1; i < n; ++i) a[i + j * n] -= a[i + k * n] * factor;
    }
  }
  return true;
}

/// columns ← A⁻¹ columns with the factors that `factorLu` wrote. n×count, column-major.
template <int n>
void solveLu(const double* a, double* columns, int count) {
  for (int c = 0; c < count; ++c, columns += n) {
    for (int k = 0; k < n; ++k) {
      const double value = columns[k];
      for (int i = k + 1; i < n; ++i) columns[i] -= a[i + k * n] * value;
    }
    for (int k = n; k-- > 0;) {
      const double value = columns[k] *= a[k + k * n];
      for (int i = 0; i < k; ++i) columns[i] -= a[i + k * n] * value;
    }
  }
}

/// x −= f column, from `begin` to `end`.
inline void subtract(double f, const double* __restrict column, double* __restrict x, int begin,
                     int end) {
  for (int i = begin; i < end; ++i) x[i] -= column[i] * f;
}

/// x −= Σ f column, from `begin` to `end`, of four columns of n numbers.
inline void subtract(const std::array<double, 4>& f, const double* __restrict columns, int n,
                     double* __restrict x, int begin, int end) {
  const double f0 = f[0], f1 = f[1], f2 = f[2], f3 = f[3];
  const double *c0 = columns, *c1 = c0 + n, *c2 = c1 + n, *c3 = c2 + n;
  for (int i = begin; i < end; ++i) x[i] = x[i] - c0[i] * f0 - c1[i] * f1 - c2[i] * f2 - c3[i] * f3;
}

/// right ← A⁻¹ right by elimination with row exchanges. Overwrites A.
///
/// @param a      n×n, column-major
/// @param right  n×count, column-major
/// @param least  pivots of at most this magnitude are rejected
/// @return       the number of multiplications: n³/3, or fewer if blocks are zero; nothing if a
///               pivot was rejected or is not finite
inline std::optional<double> eliminate(double* a, int n, double* right, double least = 0,
                                       int count = 1) {
  // One pass over a column to the right of a panel subtracts all four columns of the panel.
  constexpr int width = 4;
  const int columns = n + count;
  const auto column = [=](int j) {
    return j < n ? a + std::ptrdiff_t{j} * n : right + std::ptrdiff_t{j - n} * n;
  };
  double multiplications = 0;
  for (int first = 0; first < n; first += width) {
    const int end = std::min(first + width, n);
    for (int k = first; k < end; ++k) {
      double* own = column(k);
      int pivot = k;
      for (int i = k + 1; i < n; ++i)
        if (std::abs(own[i]) > std::abs(own[pivot])) pivot = i;
      if (!(std::abs(own[pivot]) > least) || !std::isfinite(own[pivot])) return std::nullopt;
      for (int j = first; j < columns && pivot != k; ++j) std::swap(column(j)[k], column(j)[pivot]);
      const double inverse = 1 / own[k];
      for (int i = k + 1; i < n; ++i) own[i] *= inverse;
      for (int j = k + 1; j < end; ++j) subtract(column(j)[k], own, column(j), k + 1, n);
    }
    for (int j = end; j < columns; ++j) {
      double* other = column(j);
      if (std::all_of(other + first, other + end, [](double x) { return x == 0; })) continue;
      for (int k = first; k < end; ++k) subtract(other[k], column(k), other, k + 1, end);
      if (end == n) continue;
      const std::array f{other[first], other[first + 1], other[first + 2], other[first + 3]};
      subtract(f, column(first), n, other, end, n);
      multiplications += width * (n - end);
    }
  }
  for (int j = n; j < columns; ++j) {
    double* const x = column(j);
    for (int k = n; k-- > 0;) {
      x[k] /= column(k)[k];
      subtract(x[k], column(k), x, 0, k);
    }
  }
  return multiplications;
}

}  // namespace linkwork::linalg
