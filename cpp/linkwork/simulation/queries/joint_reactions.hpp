#pragma once

#include <span>
#include <vector>

#include "linkwork/integrators/multiplier_motion.hpp"
#include "linkwork/maximal/queries/transmitted_wrenches.hpp"
#include "linkwork/simulation.hpp"
#include "linkwork/simulation/simulation_state.hpp"

namespace linkwork {

/// Computes the reactions of joints and loops (Simulation::reactions), with their workspace.
class JointReactions {
 public:
  /// The objects that the context refers to must outlive it.
  explicit JointReactions(const IntegratorContext& context);

  /// Reactions at a state under all forces, including the contact forces of the last step (null:
  /// none). Valid until the next call.
  std::span<const double> at(SimulationState& state, const contact::UnilateralConstraints* pushing,
                             ReactionAxes axes);

 private:
  void addJointForce(const contact::JointReading& reading);
  void solve(const SimulationState& state, const contact::UnilateralConstraints* pushing);

  MultiplierMotion motion_;
  maximal::PartConfiguration placement_;
  maximal::PartVector velocities_, accelerations_;
  maximal::TransmittedWrenches wrenches_;
  std::vector<int> children_;  ///< tree bodies on joints, then on loops
  std::vector<double> numbers_;
};

}  // namespace linkwork
