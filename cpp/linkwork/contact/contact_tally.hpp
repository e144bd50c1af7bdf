#pragma once

#include <algorithm>
#include <array>
#include <vector>

namespace linkwork::contact {

/// Two colliders that touched.
struct Touch {
  std::array<int, 2> colliders{};  ///< the smaller one first
  double impulse = 0;              ///< along the normal, 0 of sensors [N·s]
};

/// Pairs of colliders that pushed each other, or overlapped a sensor, in the parts of a step.
class ContactTally {
 public:
  void clear() { touches_.clear(); }
  void add(const std::array<int, 2>& colliders, double impulse) {
    const auto place = std::lower_bound(
        touches_.begin(), touches_.end(), colliders,
        [](const Touch& touch, const std::array<int, 2>& pair) { return touch.colliders < pair; });
    if (place != touches_.end() && place->colliders == colliders)
      place->impulse += impulse;
    else
      touches_.insert(place, {colliders, impulse});
  }
  /// In ascending order of colliders.
  const std::vector<Touch>& touches() const { return touches_; }

 private:
  std::vector<Touch> touches_;
};

}  // namespace linkwork::contact
