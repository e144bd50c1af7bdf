#pragma once

#include <Eigen/Core>
#include <type_traits>

/// Products of small blocks, two rows at a time: Eigen has no vectors for WebAssembly.
namespace linkwork::linalg {

/// c += sign a b. The blocks are column-major and contiguous; c does not overlap a or b.
///
/// Entries are summed in the order of the columns of a. Sizes known at run time are left to Eigen.
template <int sign = 1, typename A, typename B, typename C>
void addProduct(const Eigen::DenseBase<A>& left, const Eigen::DenseBase<B>& right, C&& c) {
  constexpr int rows = A::RowsAtCompileTime, inner = A::ColsAtCompileTime,
                columns = B::ColsAtCompileTime;
  static_assert(sign == 1 || sign == -1);
  if constexpr (rows == Eigen::Dynamic || inner == Eigen::Dynamic || columns == Eigen::Dynamic) {
    if constexpr (sign == 1)
      c += left.derived().lazyProduct(right.derived());
    else
      c -= left.derived().lazyProduct(right.derived());
  } else {
    typedef double Pair __attribute__((vector_size(16), aligned(8), may_alias));
    const double *a = left.derived().data(), *b = right.derived().data();
    double* to = c.data();
    for (int j = 0; j < columns; ++j, b += inner, to += rows) {
      for (int i = 0; i + 1 < rows; i += 2) {
        Pair sum = *reinterpret_cast<const Pair*>(to + i);
        for (int k = 0; k < inner; ++k) {
          const double factor = sign * b[k];
          sum += *reinterpret_cast<const Pair*>(a + k * rows + i) * Pair{factor, factor};
        }
        *reinterpret_cast<Pair*>(to + i) = sum;
      }
      if constexpr (rows % 2 == 1)
        for (int k = 0; k < inner; ++k) to[rows - 1] += a[k * rows + rows - 1] * (sign * b[k]);
    }
  }
}

}  // namespace linkwork::linalg
