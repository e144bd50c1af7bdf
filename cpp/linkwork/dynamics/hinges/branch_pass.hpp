#pragma once

// H = Lᵀ D L along the branches of a tree (branch_factor.hpp), and what is solved by it.

#include <cstddef>

#include "linkwork/dynamics/hinges/adjacent.hpp"
#include "linkwork/dynamics/hinges/hinge.hpp"
#include "linkwork/spatial/scalar_traits.hpp"

namespace linkwork::hinges {
namespace {

/// In place, column by column above the diagonal: 1/D on it, L(k, i) at (i, k). False where a joint
/// moves no mass.
template <typename S>
bool factorBranches(const Branches& branches, S* mass, std::ptrdiff_t stride) {
  for (int k = branches.size - 1; k >= 0; --k) {
    S* column = mass + k * stride;
    if (!acceptPivot(column[k])) return false;
    const S inverse = S(1) / column[k];
    for (const int* i = branches.begin(k); i != branches.end(k); ++i) {
      const S ratio = column[*i] * inverse;
      S* to = mass + *i * stride;
      for (const int* j = i; j != branches.end(k); ++j) to[*j] -= ratio * column[*j];
      column[*i] = ratio;
    }
    column[k] = inverse;
  }
  return true;
}

/// x ← H⁻¹ x for eight columns side by side, of which the rows from `size` on are zero; of the
/// result, the rows before.
template <typename S>
inline void solveEight(const Branches& branches, int size, const S* factor, std::ptrdiff_t stride,
                       S* x) {
  constexpr int width = Adjacent<S>::eight;
  Eight<S> here, other;
  for (int k = size - 1; k >= 0; --k) {
    const S* column = factor + k * stride;
    load(x + k * width, here);
    for (const int* i = branches.begin(k); i != branches.end(k); ++i) {
      load(x + *i * width, other);
      other -= column[*i] * here;
      store(other, x + *i * width);
    }
  }
  for (int k = 0; k < size; ++k) {
    const S* column = factor + k * stride;
    load(x + k * width, here);
    here *= column[k];
    for (const int* i = branches.begin(k); i != branches.end(k); ++i) {
      load(x + *i * width, other);
      here -= column[*i] * other;
    }
    store(here, x + k * width);
  }
}

/// x ← H⁻¹ x, column by column; `room` for eight of them.
template <typename S>
void solveBranches(const Branches& branches, const S* factor, std::ptrdiff_t stride, S* x,
                   int columns, std::ptrdiff_t step, S* room) {
  constexpr int width = Adjacent<S>::eight;
  const int size = branches.size;
  for (int first = 0; first < columns; first += width) {
    const int count = columns - first < width ? columns - first : width;
    for (int k = 0; k < size; ++k)
      for (int c = 0; c < width; ++c)
        room[k * width + c] = c < count ? x[(first + c) * step + k] : S(0);
    solveEight(branches, size, factor, stride, room);
    for (int c = 0; c < count; ++c)
      for (int k = 0; k < size; ++k) x[(first + c) * step + k] = room[k * width + c];
  }
}

/// H⁻¹, symmetric: of eight columns those rows that stand above the last of them, then the rest.
template <typename S>
void invertBranches(const Branches& branches, const S* factor, std::ptrdiff_t stride, S* inverse,
                    std::ptrdiff_t step, S* room) {
  constexpr int width = Adjacent<S>::eight;
  const int size = branches.size;
  for (int first = 0; first < size; first += width) {
    const int end = size < first + width ? size : first + width;
    for (int k = 0; k < width * end; ++k) room[k] = S(0);
    for (int c = first; c < end; ++c) room[c * width + c - first] = S(1);
    solveEight(branches, end, factor, stride, room);
    for (int c = first; c < end; ++c)
      for (int k = 0; k <= c; ++k)
        inverse[c * step + k] = inverse[k * step + c] = room[k * width + c - first];
  }
}

}  // namespace
}  // namespace linkwork::hinges
