#include "linkwork/collision/broad_phase.hpp"

#include <algorithm>
#include <numeric>

namespace linkwork::collision {

void BroadPhase::sort(const std::vector<Bounds>& bounds) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero(), squares = sum;
  for (const Bounds& each : bounds) {
    const Eigen::Vector3d middle = 0.5 * (each.low + each.high);
    sum += middle;
    squares += middle.cwiseAbs2();
  }
  const double count = static_cast<double>(std::max<std::size_t>(bounds.size(), 1));
  const Eigen::Vector3d spread = squares - sum.cwiseAbs2() / count;
  int widest = 0;
  spread.maxCoeff(&widest);

  const auto isBefore = [&](std::uint32_t a, std::uint32_t b) {
    return bounds[a].low[axis_] < bounds[b].low[axis_];
  };
  // The axis changes for a clear gain alone, since the order begins again with it.
  if (order_.size() != bounds.size() || spread[widest] > 2 * spread[axis_]) {
    axis_ = widest;
    order_.resize(bounds.size());
    std::iota(order_.begin(), order_.end(), 0u);
    std::make_heap(order_.begin(), order_.end(), isBefore);
    std::sort_heap(order_.begin(), order_.end(), isBefore);
    return;
  }
  for (std::size_t k = 1; k < order_.size(); ++k) {
    const std::uint32_t here = order_[k];
    std::size_t place = k;
    for (; place > 0 && isBefore(here, order_[place - 1]); --place)
      order_[place] = order_[place - 1];
    order_[place] = here;
  }
}

}  // namespace linkwork::collision
