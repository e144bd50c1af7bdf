#pragma once

// H = Lᵀ D L along the branches of a tree (branch_factor.hpp), and what is solved by it.

#include "linkwork/dynamics/hinges/hinge.hpp"
#include "linkwork/dynamics/hinges/side_by_side.hpp"
#include "linkwork/spatial/scalar_traits.hpp"

namespace linkwork::hinges {
namespace {

/// Calls visit(first, end) for the runs of freedoms that carry k, the nearest first.
template <typename Visit>
inline void forEachRun(const DofRun* runs, int k, const Visit& visit) {
  int end = k;
  while (true) {
    const DofRun run = runs[k];
    if (run.first < end) visit(run.first, end);
    if (run.carrier < 0) return;
    k = run.carrier;
    end = k + 1;
  }
}

/// to −= ratio · from
template <typename S>
inline void subtractScaled(S ratio, const S* from, S* to, int count) {
  sideBySide<S>(count, [=](int i) { to[i] -= ratio * from[i]; });
}

/// In place, column by column above the diagonal: D on it, L(k, i) at (i, k). False where a joint
/// moves no mass.
template <typename S>
bool factorBranches(const DofRun* runs, int size, S* mass, std::ptrdiff_t stride) {
  for (int k = size - 1; k >= 0; --k) {
    S* column = mass + k * stride;
    if (!acceptPivot(column[k])) return false;
    const S inverse = S(1) / column[k];
    forEachRun(runs, k, [&](int first, int end) {
      for (int i = end - 1; i >= first; --i) {
        const S ratio = column[i] * inverse;
        S* to = mass + i * stride;
        forEachRun(runs, i, [&](int from, int last) {
          subtractScaled(ratio, column + from, to + from, last - from);
        });
        to[i] -= ratio * column[i];
        column[i] = ratio;
      }
    });
  }
  return true;
}

/// x ← H⁻¹ x, for `width` columns stored row by row.
template <typename S>
void solveBranches(const DofRun* runs, int size, const S* factor, std::ptrdiff_t stride, S* x,
                   int width) {
  const std::ptrdiff_t step = width;
  for (int k = size - 1; k >= 0; --k) {
    const S* column = factor + k * stride;
    forEachRun(runs, k, [&](int first, int end) {
      for (int i = first; i < end; ++i)
        subtractScaled(column[i], x + k * step, x + i * step, width);
    });
  }
  for (int k = 0; k < size; ++k) {
    const S* column = factor + k * stride;
    S* row = x + k * step;
    const S inverse = S(1) / column[k];
    for (int c = 0; c < width; ++c) row[c] *= inverse;
    forEachRun(runs, k, [&](int first, int end) {
      for (int i = first; i < end; ++i) subtractScaled(column[i], x + i * step, row, width);
    });
  }
}

/// H⁻¹, symmetric, row by row: of each row what stands right of the diagonal, then the rest.
template <typename S>
void invertBranches(const DofRun* runs, int size, const S* factor, std::ptrdiff_t stride,
                    S* inverse) {
  const std::ptrdiff_t step = size;
  for (int k = 0; k < size; ++k)
    for (int c = k; c < size; ++c) inverse[k * step + c] = S(c == k ? 1 : 0);
  for (int k = size - 1; k >= 0; --k) {
    const S* column = factor + k * stride;
    const S* row = inverse + k * step;
    const int end = runs[k].end;  // what k does not carry has no part in its row so far
    forEachRun(runs, k, [&](int first, int last) {
      for (int i = first; i < last; ++i)
        subtractScaled(column[i], row + k, inverse + i * step + k, end - k);
    });
  }
  for (int k = 0; k < size; ++k) {
    const S* column = factor + k * stride;
    S* row = inverse + k * step;
    const S scale = S(1) / column[k];
    for (int c = k; c < size; ++c) row[c] *= scale;
    forEachRun(runs, k, [&](int first, int end) {
      for (int i = first; i < end; ++i)
        subtractScaled(column[i], inverse + i * step + k, row + k, size - k);
    });
    for (int c = k + 1; c < size; ++c) inverse[c * step + k] = row[c];
  }
}

}  // namespace
}  // namespace linkwork::hinges
