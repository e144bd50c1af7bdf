#pragma once

#include <Eigen/Core>
#include <cmath>
#include <type_traits>

#include "linkwork/linalg/cholesky.hpp"
#include "linkwork/linalg/dispatch.hpp"

/// Kernels on small dense blocks, column by column. n is the size where it is known when compiled;
/// with n = 0 it is the argument `size`.
namespace linkwork::maximal::block {

/// Calls `visit.operator()<n>()` with a size up to 9, the dimension of a rigid body that stretches,
/// as a constant, and with 0 beyond and for none.
template <typename Visitor>
auto withSize(int size, const Visitor& visit) {
  return size < 1 || size > 9 ? visit.template operator()<0>() : linalg::withSize<9>(size, visit);
}

/// In two sums, of which neither waits for the other.
template <int n>
double dot(const double* a, const double* b, int size) {
  const int count = n > 0 ? n : size;
  double even = 0, odd = 0;
  for (int i = 0; i + 1 < count; i += 2) {
    even += a[i] * b[i];
    odd += a[i + 1] * b[i + 1];
  }
  if (count % 2 == 1) even += a[count - 1] * b[count - 1];
  return even + odd;
}

/// y ← y + factor x
template <int n>
void add(double* y, double factor, const double* x, int size) {
  const int count = n > 0 ? n : size;
  for (int i = 0; i < count; ++i) y[i] += factor * x[i];
}

/// The n×n block at a, by columns.
template <int n, typename Number>
auto square(Number* a, int size) {
  constexpr int rows = n > 0 ? n : Eigen::Dynamic;
  using Block = Eigen::Matrix<double, rows, rows>;
  if constexpr (std::is_const_v<Number>)
    return Eigen::Map<const Block>(a, size, size);
  else
    return Eigen::Map<Block>(a, size, size);
}

/// V = Q R by Householder's reflections 1 − β v vᵀ: V (n×columns) becomes their vectors, zero above
/// their own row and 1 there; R (columns×columns, upper) has its diagonal inverted, and the betas
/// as one more column. RᵀR is Cholesky's factorisation of VᵀV without squaring V's condition. False
/// where a column depends on those before it to the last bit.
template <int n>
bool factorReflections(double* v, double* r, int size, int columns) {
  const int count = n > 0 ? n : size;
  double* betas = r + columns * columns;
  for (int k = 0; k < columns; ++k) {
    double* column = v + k * count;
    for (int i = 0; i < k; ++i) column[i] = 0;  // of R, written below
    const double square = dot<n>(column, column, size);
    if (!(square > 0) || !std::isfinite(square)) return false;
    const double length = std::copysign(std::sqrt(square), -column[k]);
    const double inverse = 1 / length, scale = 1 / (column[k] - length);
    betas[k] = 1 - column[k] * inverse;
    r[k + k * columns] = inverse;
    for (int i = k + 1; i < count; ++i) column[i] *= scale;
    column[k] = 1;
    for (int j = k + 1; j < columns; ++j) {
      double* other = v + j * count;
      add<n>(other, -betas[k] * dot<n>(column, other, size), column, size);
      r[k + j * columns] = other[k];
    }
  }
  return true;
}

/// x ← Qᵀ x
template <int n>
void reflect(const double* v, const double* betas, double* x, int size, int columns) {
  const int count = n > 0 ? n : size;
  for (int k = 0; k < columns; ++k)
    add<n>(x, -betas[k] * dot<n>(v + k * count, x, size), v + k * count, size);
}

/// x ← Q x
template <int n>
void reflectBack(const double* v, const double* betas, double* x, int size, int columns) {
  const int count = n > 0 ? n : size;
  for (int k = columns; k-- > 0;)
    add<n>(x, -betas[k] * dot<n>(v + k * count, x, size), v + k * count, size);
}

}  // namespace linkwork::maximal::block
