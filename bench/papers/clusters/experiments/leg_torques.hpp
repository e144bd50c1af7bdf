#pragma once

#include <string>
#include <vector>

namespace linkwork::bench {

/// Torques that drive the joints of the MIT Humanoid's leg along sinusoids, by three inverse
/// dynamics: exact, with rotors reflected, and without rotors.
struct LegTorques {
  struct Joint {
    std::string name;
    std::vector<double> exact, approximate, unconstrained;  ///< [N·m], by time
  };
  std::vector<double> times;  ///< [s]
  std::vector<Joint> joints;  ///< from the hip down
};

/// The base stands still; joint k of the leg moves about its starting angle by
///   A sin(2π f_k t),  A = 0.3 rad,  f_k = 1 + 0.25 k Hz
LegTorques legTorques();

}  // namespace linkwork::bench
