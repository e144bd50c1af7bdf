#pragma once

namespace linkwork::linalg {

/// Factors A = L D Lᵀ without square roots, for symmetric matrices of bounded size and any scalar:
/// numbers, SIMD lanes, jets or expressions.
///
/// `a(i, j)` returns a reference to an entry: an Eigen matrix, or a lambda over a plain array.
/// Reads the lower triangle and replaces it by the unit lower triangular L, with D⁻¹ on the
/// diagonal. `isPivot(k, pivot)` checks each pivot before the division; if false, stops and returns
/// false. The caller defines positive: a branch for numbers (NaN must fail it), a mask for lanes, a
/// recorded guard for expressions.
///
/// If n is not 0, it is the size and all loops unroll; else the argument is. Inner loops run down
/// columns.
/// cost  n³/6 multiplications, n divisions; no allocation
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

/// Accepts pivots above 0; rejects NaN.
struct AboveZero {
  template <typename Scalar>
  constexpr bool operator()(int, const Scalar& pivot) const {
    return pivot > Scalar(0);
  }
};

/// x ← L⁻¹ x with the unit lower triangle of a; x is any type with x[i].
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

/// x ← A⁻¹ x with the factors of `factorLdlt` in a.
template <int n = 0, typename Matrix, typename Vector>
constexpr void solveLdlt(const Matrix& a, Vector&& x, int size = n) {
  const int count = n > 0 ? n : size;
  solveUnitLower<n>(a, x, size);
  for (int i = 0; i < count; ++i) x[i] *= a(i, i);
  solveUnitLowerTransposed<n>(a, x, size);
}

}  // namespace linkwork::linalg
