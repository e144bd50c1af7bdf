#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

/// Elimination of small dense blocks without symmetry, column by column.
namespace linkwork::linalg {

/// Factors A = L U in place without exchanges: L has a unit diagonal, the diagonal of U is
/// inverted. n×n, column-major. Returns false if a pivot is zero or not a number.
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

/// columns ← A⁻¹ columns with the factors of `factorLu`; n×count, column-major.
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

/// right ← A⁻¹ right, n×count, column-major, by elimination with row exchange. Overwrites A, n×n.
/// Returns the number of multiplications: n³/3, or fewer if blocks are zero. Returns nothing if a
/// pivot is at most `least` or not a number.
inline std::optional<double> eliminate(double* a, int n, double* right, double least = 0,
                                       int count = 1) {
  // The columns to the right of a panel are updated by all columns of the panel in one pass.
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
