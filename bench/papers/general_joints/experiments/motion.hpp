#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "linkwork/mechanism.hpp"

namespace linkwork::bench {

/// Some bodies of a mechanism in motion.
struct Motion {
  Mechanism mechanism;
  std::string slider;               ///< whose path is drawn
  std::vector<std::string> bodies;  ///< that are drawn as they are at some stillCount, in this order
  double seconds = 1;
  int stillCount = 6;
};

/// From its start, by RK4 at 1 ms: the slider's path every 20 ms, the bodies at the stillCount (which
/// are as far apart from each other), positions in [m]; and the most that the energy errs as a
/// share of the largest kinetic energy.
nlohmann::json picture(const Motion& motion);

}  // namespace linkwork::bench
