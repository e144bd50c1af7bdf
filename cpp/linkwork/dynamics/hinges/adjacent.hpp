#pragma once

namespace linkwork::hinges {
namespace {

/// Several numbers next to each other in memory, computed with at once where the processor can: as
/// vectors, whatever it has registers for. In other scalars than double there is one at a time.
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

/// From and to memory of any alignment.
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

}  // namespace
}  // namespace linkwork::hinges
