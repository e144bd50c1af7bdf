#include "linkwork/linalg/elimination.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

namespace linkwork::linalg {

bool eliminate(double* a, int n, double* right, double least) {
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
