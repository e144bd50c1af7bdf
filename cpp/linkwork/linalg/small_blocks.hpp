#pragma once

#include <cmath>

/// Kernels on small dense blocks, column by column. n is the size where it is known when compiled;
/// with n = 0 it is the argument `size`.
namespace linkwork::maximal::block {

/// Calls `visit.operator()<n>()` with a size up to 9, the dimension of a rigid body that stretches,
/// as a constant, and with 0 beyond.
template <typename Visitor>
auto withSize(int size, Visitor&& visit) {
  switch (size) {
    case 1:
      return visit.template operator()<1>();
    case 2:
      return visit.template operator()<2>();
    case 3:
      return visit.template operator()<3>();
    case 4:
      return visit.template operator()<4>();
    case 5:
      return visit.template operator()<5>();
    case 6:
      return visit.template operator()<6>();
    case 7:
      return visit.template operator()<7>();
    case 8:
      return visit.template operator()<8>();
    case 9:
      return visit.template operator()<9>();
    default:
      return visit.template operator()<0>();
  }
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

/// A = L Lᵀ in the lower triangle, the diagonal of L inverted. False unless A is positive definite:
/// not a number is not, either. Roots are taken last, so that no column waits for one.
template <int n>
bool factorCholesky(double* a, int size) {
  const int count = n > 0 ? n : size;
  for (int k = 0; k < count; ++k) {
    double* column = a + k * count;
    if (!(column[k] > 0) || !std::isfinite(column[k])) return false;
    column[k] = 1 / column[k];
    for (int j = k + 1; j < count; ++j) {
      const double factor = column[j] * column[k];
      for (int i = j; i < count; ++i) a[i + j * count] -= column[i] * factor;
    }
  }
  for (int k = 0; k < count; ++k) {
    double* column = a + k * count;
    column[k] = std::sqrt(column[k]);
    for (int i = k + 1; i < count; ++i) column[i] *= column[k];
  }
  return true;
}

/// x ← L⁻¹ x
template <int n>
void solveLower(const double* l, double* x, int size) {
  const int count = n > 0 ? n : size;
  for (int k = 0; k < count; ++k) {
    x[k] *= l[k + k * count];
    for (int i = k + 1; i < count; ++i) x[i] -= l[i + k * count] * x[k];
  }
}

/// x ← L⁻ᵀ x
template <int n>
void solveLowerTransposed(const double* l, double* x, int size) {
  const int count = n > 0 ? n : size;
  for (int k = count; k-- > 0;) {
    for (int i = k + 1; i < count; ++i) x[k] -= l[i + k * count] * x[i];
    x[k] *= l[k + k * count];
  }
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
