#pragma once

// H = Lᵀ D L along the branches of a tree (branch_factor.hpp), and solutions with it. Up to four
// dofs of a serial chain form one block. The block reads and writes the dofs that support it once.

#include <cstddef>

#include "linkwork/dynamics/kernels/revolute_joint.hpp"
#include "linkwork/dynamics/kernels/simd.hpp"
#include "linkwork/spatial/scalar_traits.hpp"

namespace linkwork::kernels {
namespace {

constexpr int mostInLine = 4;

/// Whether dof k and those before it form a serial chain.
inline bool areInLine(const Branches& branches, int k) {
  const int before = branches.depth(k) - (mostInLine - 1);
  return before >= 0 && branches.supports(k)[before] == k - (mostInLine - 1);
}

/// Columns k, k − 1 … of dofs in a serial chain. All have entries at the `rest` dofs that support
/// them all, then at each other.
template <int count, typename Number>
struct Line {
  Line(const Branches& branches, Number* numbers, int k)
      : supports(branches.supports(k)), rest(branches.depth(k) - (count - 1)) {
    for (int r = 0; r < count; ++r) column[r] = numbers + branches.start[k - r];
  }
  /// Index of dof k − r among the entries.
  int place(int r) const { return rest + count - 1 - r; }

  const int* supports;
  int rest;
  Number* column[count];
};

/// to −= Σ_r ratio_r column_r over the first `size` numbers.
template <int count, typename S>
inline void subtract(const S* ratio, S* const* column, int size, S* to) {
  int j = 0;
  const auto subtractNext = [&]<typename Numbers>(Numbers, int width) {
    Numbers sum, other;
    for (; j + width <= size; j += width) {
      load(to + j, sum);
      for (int r = 0; r < count; ++r) {
        load(column[r] + j, other);
        sum -= ratio[r] * other;
      }
      store(sum, to + j);
    }
  };
  subtractNext(Eight<S>(), Adjacent<S>::eight);
  subtractNext(Four<S>(), Adjacent<S>::four);
  for (; j < size; ++j)
    for (int r = 0; r < count; ++r) to[j] -= ratio[r] * column[r][j];
}

/// Eliminates dofs k, k − 1 … from H. Returns false if one moves no mass.
template <int count, typename S>
inline bool eliminate(const Branches& branches, int k, S* numbers) {
  const Line<count, S> line(branches, numbers, k);
  S inverse[count], ratio[count];
  for (int r = 0; r < count; ++r) {
    S* column = line.column[r];
    if (!acceptPivot(column[line.place(r)])) return false;
    inverse[r] = S(1) / column[line.place(r)];
    for (int s = r + 1; s < count; ++s) {
      ratio[0] = column[line.place(s)] * inverse[r];
      subtract<1>(ratio, &column, line.place(s) + 1, line.column[s]);
    }
  }
  for (int i = line.rest - 1; i >= 0; --i) {
    for (int r = 0; r < count; ++r) ratio[r] = line.column[r][i] * inverse[r];
    subtract<count>(ratio, line.column, i + 1, numbers + branches.start[line.supports[i]]);
  }
  for (int r = 0; r < count; ++r) {
    for (int i = 0; i < line.place(r); ++i) line.column[r][i] *= inverse[r];
    line.column[r][line.place(r)] = inverse[r];
  }
  return true;
}

/// In place: 1/D on the diagonal, L above. Returns false if a joint moves no mass.
template <typename S>
bool factorBranches(const Branches& branches, S* numbers) {
  for (int k = branches.size - 1; k >= 0;)
    if (areInLine(branches, k)) {
      if (!eliminate<mostInLine>(branches, k, numbers)) return false;
      k -= mostInLine;
    } else {
      if (!eliminate<1>(branches, k, numbers)) return false;
      --k;
    }
  return true;
}

/// x ← L⁻ᵀ x for dofs k, k − 1 …
template <int count, typename S>
inline void pushBackward(const Branches& branches, int k, const S* factor, S* x,
                         std::ptrdiff_t stride) {
  const Line<count, const S> line(branches, factor, k);
  Eight<S> here[count], other;
  for (int r = 0; r < count; ++r) load(x + (k - r) * stride, here[r]);
  for (int r = 0; r < count; ++r)
    for (int s = r + 1; s < count; ++s) here[s] -= line.column[r][line.place(s)] * here[r];
  for (int r = 1; r < count; ++r) store(here[r], x + (k - r) * stride);
  for (int i = 0; i < line.rest; ++i) {
    S* support = x + line.supports[i] * stride;
    load(support, other);
    for (int r = 0; r < count; ++r) other -= line.column[r][i] * here[r];
    store(other, support);
  }
}

/// x ← L⁻¹ D⁻¹ x for dofs k, k − 1 …
template <int count, typename S>
inline void pullForward(const Branches& branches, int k, const S* factor, S* x,
                        std::ptrdiff_t stride) {
  const Line<count, const S> line(branches, factor, k);
  Eight<S> here[count], other;
  for (int r = 0; r < count; ++r) {
    load(x + (k - r) * stride, here[r]);
    here[r] *= line.column[r][line.place(r)];
  }
  for (int i = 0; i < line.rest; ++i) {
    load(x + line.supports[i] * stride, other);
    for (int r = 0; r < count; ++r) here[r] -= line.column[r][i] * other;
  }
  for (int r = count - 1; r >= 0; --r) {
    for (int s = r + 1; s < count; ++s) here[r] -= line.column[r][line.place(s)] * here[s];
    store(here[r], x + (k - r) * stride);
  }
}

/// x ← H⁻¹ x for eight SIMD-batched columns, `stride` from row to row. Rows from `size` on are
/// zero. Only the result's rows before `size` are valid.
template <typename S>
void solveBranches(const Branches& branches, const S* factor, int size, S* x,
                   std::ptrdiff_t stride) {
  for (int k = size - 1; k >= 0;)
    if (areInLine(branches, k)) {
      pushBackward<mostInLine>(branches, k, factor, x, stride);
      k -= mostInLine;
    } else {
      pushBackward<1>(branches, k--, factor, x, stride);
    }
  for (int k = 0; k < size;)
    if (const int last = k + mostInLine - 1; last < size && areInLine(branches, last)) {
      pullForward<mostInLine>(branches, last, factor, x, stride);
      k += mostInLine;
    } else {
      pullForward<1>(branches, k++, factor, x, stride);
    }
}

}  // namespace
}  // namespace linkwork::kernels
