#pragma once

namespace linkwork {

/// What a comparison answers: whether it holds; of Lanes lane by lane.
template <typename Scalar>
struct TruthOf {
  using Type = bool;
};
template <typename Scalar>
using Truth = typename TruthOf<Scalar>::Type;

inline bool all(bool holds) { return holds; }

/// How many numbers a scalar stands for.
template <typename Scalar>
inline constexpr int laneCount = 1;

}  // namespace linkwork
