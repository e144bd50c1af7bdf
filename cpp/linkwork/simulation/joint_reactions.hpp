#pragma once

#include "linkwork/integrators/multiplier_motion.hpp"
#include "linkwork/maximal/transmitted_wrenches.hpp"

namespace linkwork {

/// Room for what Simulation::reactions computes.
struct JointReactions {
  explicit JointReactions(const IntegratorContext& dynamics)
      : motion(dynamics), velocities(motion.forces), accelerations(motion.forces) {}

  MultiplierMotion motion;
  maximal::PartConfiguration placement;
  maximal::PartVector velocities, accelerations;
  maximal::TransmittedWrenches wrenches;
  std::vector<double> numbers;
};

}  // namespace linkwork
