#include "linkwork/simulation/queries/overloaded_loops.hpp"

#include <algorithm>

namespace linkwork {

bool canBreak(const Mechanism& mechanism) {
  return std::any_of(mechanism.loops.begin(), mechanism.loops.end(),
                     [](const Loop& loop) { return loop.breaks.has_value(); });
}

std::vector<BrokenLoop> overloadedLoops(const Mechanism& mechanism,
                                        std::span<const double> wrenches, double time) {
  std::vector<BrokenLoop> found;
  std::size_t place = 6 * mechanism.joints.size();
  for (const Loop& loop : mechanism.loops) {
    const Eigen::Map<const Vector6<double>> wrench(&wrenches[place]);
    place += 6;
    const double moment = wrench.head<3>().norm(), force = wrench.tail<3>().norm();
    if (loop.breaks && (force > loop.breaks->force || moment > loop.breaks->moment))
      found.push_back({loop.name, time, force, moment});
  }
  return found;
}

}  // namespace linkwork
