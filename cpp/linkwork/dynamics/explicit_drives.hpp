#pragma once

#include <string>

#include "linkwork/dynamics/tendons.hpp"

namespace linkwork {

/// The stiffest tendon, or actuator on several joints: their forces are explicit in all methods.
struct StiffestDrive {
  std::string name;  ///< `tendon "line"`
  double rate = 0;   ///< the larger of d W and √(k W), with W the response of its rate [1/s]
};

/// Measures it at the initial pose, by an O(n) solve for each.
StiffestDrive stiffestDrive(const Mechanism& mechanism, const ClusterTree<double>& tree,
                            const Tendons& tendons, const Drives& drives);

}  // namespace linkwork
