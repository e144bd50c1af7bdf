#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace linkwork {

/// The larger of two numbers, lane by lane for Lanes.
template <typename Scalar>
[[gnu::always_inline]] inline Scalar larger(const Scalar& one, const Scalar& other) {
  return std::max(one, other);
}

/// Chooses the pivots of an elimination. A number chooses its own; of Lanes, one lane chooses for
/// all (ensemble/lane_choice.hpp).
template <typename Scalar>
struct PivotChooser {
  static bool agrees() { return true; }
};

/// The best of the offered pivots, each with its row and the place of its unknown.
template <typename Scalar>
class PivotSearch {
 public:
  explicit PivotSearch(PivotChooser<Scalar>) {}

  /// Ignores pivots that are not larger than `least`.
  [[gnu::always_inline]] void offer(const Scalar& pivot, const Scalar& weight, const Scalar& least,
                                    int row, std::size_t place) {
    const Scalar score = pivot * weight;
    if (!(pivot > least) || !(score > best_)) return;
    best_ = score;
    row_ = row;
    place_ = place;
  }
  /// Ends the search.
  void choose() {}

  int row() const { return row_; }  ///< or −1
  std::size_t place() const { return place_; }

 private:
  Scalar best_{0};
  int row_ = -1;
  std::size_t place_ = 0;
};

}  // namespace linkwork
