#pragma once

#include <cmath>
#include <limits>
#include <utility>

/// For lambdas, which take the attribute in this form alone.
#define LINKWORK_INLINE __attribute__((always_inline))

/// Kernels on small dense blocks. Their columns start at even offsets and are padded with a zero to
/// even length: all arithmetic is on pairs of numbers. Sizes are types: if a size is known at
/// compile time, so are the bounds of all loops.
namespace linkwork::papers::block {

/// A number of rows or columns: n, or if that is −1 the one that it holds.
template <int n>
struct Size {
  int held = n;
  constexpr operator int() const { return n >= 0 ? n : held; }
};

/// body(0), body(1), … : written out where their number is known when compiled, as loops are that
/// depend on one another only up to some depth.
template <int n, typename Body>
[[gnu::always_inline]] inline void each(Size<n> size, const Body& body) {
  if constexpr (n >= 0) {
    [&]<int... i>(std::integer_sequence<int, i...>) LINKWORK_INLINE { (body(i), ...); }
    (std::make_integer_sequence<int, n>());
  } else {
    for (int i = 0; i < size; ++i) body(i);
  }
}

/// The next even number: the length of a padded column.
constexpr int even(int size) { return (size + 1) & ~1; }

using Pair [[gnu::may_alias]] = double __attribute__((vector_size(16)));

[[gnu::always_inline]] inline Pair& pairAt(double* x) { return *reinterpret_cast<Pair*>(x); }
[[gnu::always_inline]] inline const Pair& pairAt(const double* x) {
  return *reinterpret_cast<const Pair*>(x);
}

/// x_i ← value by way of its pair: a pair that is read soon after only half of it was written
/// waits.
[[gnu::always_inline]] inline void setEntry(double* x, int i, double value) {
  Pair both = pairAt(x + (i & ~1));
  both[i & 1] = value;
  pairAt(x + (i & ~1)) = both;
}

/// Packed columns → padded ones.
template <int n>
[[gnu::always_inline]] inline void pad(const double* packed, Size<n> size, int columns,
                                       double* to) {
  for (int j = 0; j < columns; ++j, packed += size, to += even(size)) {
    for (int i = 0; i + 1 < size; i += 2) pairAt(to + i) = Pair{packed[i], packed[i + 1]};
    if (size % 2 == 1) pairAt(to + size - 1) = Pair{packed[size - 1], 0};
  }
}

/// aᵀb of what follows row `from`, with it or from the row before.
template <int n>
[[gnu::always_inline]] inline double dot(const double* a, const double* b, Size<n> size,
                                         int from = 0) {
  Pair sum{0, 0};
  for (int i = from & ~1; i < size; i += 2) sum += pairAt(a + i) * pairAt(b + i);
  return sum[0] + sum[1];
}

/// y ← y + factor x, of the same rows
template <int n>
[[gnu::always_inline]] inline void add(double* y, double factor, const double* x, Size<n> size,
                                       int from = 0) {
  for (int i = from & ~1; i < size; i += 2) pairAt(y + i) += factor * pairAt(x + i);
}

/// x ← D x
template <int n>
[[gnu::always_inline]] inline void scale(const double* d, double* x, Size<n> size) {
  for (int i = 0; i < size; i += 2) pairAt(x + i) *= pairAt(d + i);
}

/// Of a lower triangle, of which column j is kept from row j on (or the row before, to be even),
/// where row 0 of column j would be, and how many numbers it takes.
constexpr int lowerColumn(int size, int j) { return j * even(size) - 2 * (j * j / 4); }
constexpr int lowerSize(int size) { return lowerColumn(size, size) + (size & ~1); }

/// A square by columns → its lower triangle, kept so.
template <int n>
[[gnu::always_inline]] inline void copyLower(const double* square, Size<n> size, double* to) {
  each(size, [&](int j) LINKWORK_INLINE {
    const double* column = square + j * size;
    double* own = to + lowerColumn(size, j);
    for (int i = j & ~1; i + 1 < size; i += 2) pairAt(own + i) = Pair{column[i], column[i + 1]};
    if (size % 2 == 1) pairAt(own + size - 1) = Pair{column[size - 1], 0};
  });
}

/// A = L D Lᵀ in place, L's diagonal of 1 kept as 0, and D⁻¹. False unless A is positive definite
/// beyond rounding of its own diagonal.
template <int n>
[[gnu::always_inline]] inline bool factorLower(double* a, double* inverses, Size<n> size) {
  bool isPositive = true;
  for (int j = 0; j < size; ++j) setEntry(inverses, j, a[lowerColumn(size, j) + j]);
  each(size, [&](int j) LINKWORK_INLINE {
    double* column = a + lowerColumn(size, j);
    const double pivot = column[j], inverse = 1 / pivot;
    isPositive &= pivot > 4 * std::numeric_limits<double>::epsilon() * inverses[j];
    each(size, [&](int k) LINKWORK_INLINE {
      if (k > j) add(a + lowerColumn(size, k), -inverse * column[k], column, size, k);
    });
    setEntry(column, j, 0);
    for (int i = j & ~1; i < size; i += 2) pairAt(column + i) *= inverse;
    setEntry(inverses, j, inverse);
  });
  return isPositive;
}

/// x ← L⁻¹ x
template <int n>
[[gnu::always_inline]] inline void solveLower(const double* l, double* x, Size<n> size) {
  each(size, [&](int j) LINKWORK_INLINE { add(x, -x[j], l + lowerColumn(size, j), size, j + 1); });
}

/// x ← L⁻ᵀ x
template <int n>
[[gnu::always_inline]] inline void solveLowerTransposed(const double* l, double* x, Size<n> size) {
  each(size, [&](int i) LINKWORK_INLINE {
    const int j = size - 1 - i;
    setEntry(x, j, x[j] - dot(l + lowerColumn(size, j), x, size, j + 1));
  });
}

/// Q ← Q R⁻¹ with R of unit diagonal such that QᵀD⁻¹Q = E is diagonal, by the modified Gram–Schmidt
/// method; and V = D⁻¹Q. In r, columns×columns, R is above the diagonal and E⁻¹ on it. RᵀER is the
/// factorization of the original QᵀD⁻¹Q without squaring its condition. Returns false if a column
/// depends exactly on those before it.
template <int n, int m>
[[gnu::always_inline]] inline bool conjugate(const double* inverses, double* q, double* v,
                                             double* r, Size<n> size, Size<m> columns) {
  bool isIndependent = true;
  each(columns, [&](int k) LINKWORK_INLINE {
    const double* own = q + k * even(size);
    double* scaled = v + k * even(size);
    for (int i = 0; i < size; i += 2) pairAt(scaled + i) = pairAt(own + i) * pairAt(inverses + i);
    const double square = dot(own, scaled, size), inverse = 1 / square;
    isIndependent &= square > 0 && std::isfinite(square);
    r[k + k * columns] = inverse;
    each(columns, [&](int j) LINKWORK_INLINE {
      if (j <= k) return;
      double* other = q + j * even(size);
      const double along = dot(other, scaled, size) * inverse;
      r[k + j * columns] = along;
      add(other, -along, own, size);
    });
  });
  return isIndependent;
}

}  // namespace linkwork::papers::block
