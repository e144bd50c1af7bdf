#pragma once

#include <cmath>
#include <cstddef>
#include <utility>

/// Elimination of small dense blocks without symmetry, column by column.
namespace linkwork::linalg {

/// A = L U in place without exchanges: L has ones on its diagonal, that of U is inverted. n×n by
/// columns. False where a pivot is zero or not a number.
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

/// columns ← A⁻¹ columns with what `factorLu` left; n×count by columns.
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

/// right ← A⁻¹ right by elimination with exchange of rows. A, n×n by columns, is used up. False
/// where a pivot is no larger than `least`, or not a number. cost  n³/3
inline bool eliminate(double* a, int n, double* right, double least = 0) {
  const std::ptrdiff_t stride = n;
  for (int k = 0; k < n; ++k) {
    double* column = a + k * stride;
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(column[i]) > std::abs(column[pivot])) pivot = i;
    if (!(std::abs(column[pivot]) > least) || !std::isfinite(column[pivot])) return false;
    if (pivot != k) {
      for (int j = k; j < n; ++j) std::swap(a[k + j * stride], a[pivot + j * stride]);
      std::swap(right[k], right[pivot]);
    }
    const double inverse = 1 / column[k];
    for (int i = k + 1; i < n; ++i) column[i] *= inverse;
    for (int j = k + 1; j < n; ++j) {
      double* other = a + j * stride;
      const double factor = other[k];
      if (factor == 0) continue;
      for (int i = k + 1; i < n; ++i) other[i] -= column[i] * factor;
    }
    for (int i = k + 1; i < n; ++i) right[i] -= column[i] * right[k];
  }
  for (int k = n; k-- > 0;) {
    const double* column = a + k * stride;
    right[k] /= column[k];
    for (int i = 0; i < k; ++i) right[i] -= column[i] * right[k];
  }
  return true;
}

}  // namespace linkwork::linalg
