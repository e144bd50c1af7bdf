#pragma once

#include <cstddef>

namespace linkwork::kernels {
namespace {

/// Several adjacent numbers in memory, in vector registers if the processor has them. Scalars other
/// than double are processed one at a time.
template <typename S>
struct Adjacent {
  using Four = S;
  using Eight = S;
  static constexpr int four = 1, eight = 1;
};

template <>
struct Adjacent<double> {
  typedef double Four __attribute__((vector_size(32)));
  typedef double Eight __attribute__((vector_size(64)));
  static constexpr int four = 4, eight = 8;
};

template <typename S>
using Four = typename Adjacent<S>::Four;
template <typename S>
using Eight = typename Adjacent<S>::Eight;

/// Unaligned load and store.
template <typename S>
inline void load(const S* from, S& to) {
  to = *from;
}
template <typename S>
inline void store(const S& from, S* to) {
  *to = from;
}
template <typename Numbers>
inline void load(const double* from, Numbers& to) {
  __builtin_memcpy(&to, from, sizeof to);
}
template <typename Numbers>
inline void store(const Numbers& from, double* to) {
  __builtin_memcpy(to, &from, sizeof from);
}

/// Transposes a 4×4 tile.
template <typename S>
inline void transposeTile(S*) {}  // of one number
inline void transposeTile(Four<double>* rows) {
  const Four<double> x = __builtin_shufflevector(rows[0], rows[1], 0, 4, 2, 6),
                     y = __builtin_shufflevector(rows[0], rows[1], 1, 5, 3, 7),
                     z = __builtin_shufflevector(rows[2], rows[3], 0, 4, 2, 6),
                     w = __builtin_shufflevector(rows[2], rows[3], 1, 5, 3, 7);
  rows[0] = __builtin_shufflevector(x, z, 0, 1, 4, 5);
  rows[1] = __builtin_shufflevector(y, w, 0, 1, 4, 5);
  rows[2] = __builtin_shufflevector(x, z, 2, 3, 6, 7);
  rows[3] = __builtin_shufflevector(y, w, 2, 3, 6, 7);
}

/// to(i, j) = −from(j, i), for `rows` i and `columns` j; both are written column by column.
template <typename S>
void negateTransposed(const S* from, std::ptrdiff_t stride, int rows, int columns, S* to,
                      std::ptrdiff_t step) {
  constexpr int width = Adjacent<S>::four;
  const int wholeRows = rows - rows % width, wholeColumns = columns - columns % width;
  for (int i = 0; i < wholeRows; i += width)
    for (int j = 0; j < wholeColumns; j += width) {
      Four<S> tile[width];
      for (int k = 0; k < width; ++k) load(from + (i + k) * stride + j, tile[k]);
      transposeTile(tile);
      for (int k = 0; k < width; ++k) store(-tile[k], to + (j + k) * step + i);
    }
  for (int i = 0; i < rows; ++i)
    for (int j = i < wholeRows ? wholeColumns : 0; j < columns; ++j)
      to[j * step + i] = -from[i * stride + j];
}

}  // namespace
}  // namespace linkwork::kernels
