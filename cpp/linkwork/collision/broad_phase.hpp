#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <utility>
#include <vector>

namespace linkwork::collision {

/// A box along the world's axes.
struct Bounds {
  Eigen::Vector3d low, high;
};

/// Which of many bounds overlap: sorted along the axis on which they spread most, then swept.
///
/// The order of the last call is the first guess of the next one, put right by insertion: cost
/// O(n + swaps + overlaps along that axis) for n bounds, O(n log n) where the axis changes. No
/// allocation after the first calls.
/// Source: Baraff, "Dynamic Simulation of Non-Penetrating Rigid Bodies", 1992, section 2.3;
/// Ericson, "Real-Time Collision Detection", 2005, section 7.5.
class BroadPhase {
 public:
  /// Calls `meet(i, j)` once, i < j, for each two bounds that overlap on all axes.
  template <typename Meet>
  void find(const std::vector<Bounds>& bounds, const Meet& meet) {
    sort(bounds);
    for (std::size_t k = 0; k < order_.size(); ++k) {
      const Bounds& one = bounds[order_[k]];
      for (std::size_t l = k + 1; l < order_.size(); ++l) {
        const Bounds& other = bounds[order_[l]];
        if (other.low[axis_] > one.high[axis_]) break;
        if ((one.low.array() <= other.high.array()).all() &&
            (other.low.array() <= one.high.array()).all())
          meet(std::min(order_[k], order_[l]), std::max(order_[k], order_[l]));
      }
    }
  }

 private:
  void sort(const std::vector<Bounds>& bounds);

  std::vector<std::uint32_t> order_;  ///< by lower end along the axis
  int axis_ = 0;
};

}  // namespace linkwork::collision
