#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "linkwork/mechanism.hpp"

namespace linkwork::bench {

/// Some bodies of a mechanism in motion.
struct Motion {
  Mechanism mechanism;
  std::string slider;               ///< body whose path is drawn
  std::vector<std::string> bodies;  ///< bodies that are drawn at some times, in this order
  double seconds = 1;
  int stillCount = 6;
};

/// Runs from the start by RK4 at 1 ms. Returns the slider's path every 20 ms, the bodies at
/// equidistant times, positions in [m], and the largest energy error relative to the largest
/// kinetic energy.
nlohmann::json picture(const Motion& motion);

}  // namespace linkwork::bench
