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

template <int n>
double dot(const double* a, const double* b, int size) {
  const int count = n > 0 ? n : size;
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

/// y ← y + factor x
template <int n>
void add(double* y, double factor, const double* x, int size) {
  const int count = n > 0 ? n : size;
  for (int i = 0; i < count; ++i) y[i] += factor * x[i];
}

/// A = L Lᵀ in the lower triangle, the diagonal of L inverted. False unless A is positive definite:
/// not a number is not, either.
template <int n>
bool factorCholesky(double* a, int size) {
  const int count = n > 0 ? n : size;
  for (int k = 0; k < count; ++k) {
    double* column = a + k * count;
    if (!(column[k] > 0) || !std::isfinite(column[k])) return false;
    const double inverse = 1 / std::sqrt(column[k]);
    column[k] = inverse;
    for (int i = k + 1; i < count; ++i) column[i] *= inverse;
    for (int j = k + 1; j < count; ++j)
      for (int i = j; i < count; ++i) a[i + j * count] -= column[i] * column[j];
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

/// V = Q R by Householder's reflections: V (n×columns) becomes their vectors, each of length √2 and
/// zero above its own row, R (columns×columns, upper) has its diagonal inverted. RᵀR is Cholesky's
/// factorisation of VᵀV without squaring V's condition. False where a column depends on those
/// before it to the last bit.
template <int n>
bool factorReflections(double* v, double* r, int size, int columns) {
  const int count = n > 0 ? n : size;
  for (int k = 0; k < columns; ++k) {
    double* column = v + k * count;
    double square = 0;
    for (int i = 0; i < count; ++i) {
      const double value = i < k ? 0 : column[i];
      square += value * value;
    }
    if (!(square > 0) || !std::isfinite(square)) return false;
    const double length = std::copysign(std::sqrt(square), -column[k]);
    // (v_k − length)² + Σ v_i² = 2 length (length − v_k): the vector is scaled to √2.
    const double scale = 1 / std::sqrt(length * (length - column[k]));
    column[k] -= length;
    for (int i = 0; i < count; ++i) column[i] = i < k ? 0 : scale * column[i];
    r[k + k * columns] = 1 / length;
    for (int j = k + 1; j < columns; ++j) {
      double* other = v + j * count;
      add<n>(other, -dot<n>(column, other, size), column, size);
      r[k + j * columns] = other[k];
    }
  }
  return true;
}

/// x ← Qᵀ x
template <int n>
void reflect(const double* v, double* x, int size, int columns) {
  const int count = n > 0 ? n : size;
  for (int k = 0; k < columns; ++k) {
    const double* column = v + k * count;
    add<n>(x, -dot<n>(column, x, size), column, size);
  }
}

/// x ← Q x
template <int n>
void reflectBack(const double* v, double* x, int size, int columns) {
  const int count = n > 0 ? n : size;
  for (int k = columns; k-- > 0;) {
    const double* column = v + k * count;
    add<n>(x, -dot<n>(column, x, size), column, size);
  }
}

}  // namespace linkwork::maximal::block
