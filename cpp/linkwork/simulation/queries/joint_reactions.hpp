#pragma once

#include <span>
#include <vector>

#include "linkwork/integrators/multiplier_motion.hpp"
#include "linkwork/maximal/queries/transmitted_wrenches.hpp"
#include "linkwork/simulation.hpp"
#include "linkwork/simulation/simulation_state.hpp"

namespace linkwork {

/// Reactions of joints and loops (Simulation::reactions), with the memory for them.
class JointReactions {
 public:
  /// Both arguments must outlive it.
  JointReactions(const Mechanism& mechanism, const ClusterTree<double>& tree);

  /// Computes the reactions at a state, under all forces.
  ///
  /// @param contacts  those of the last step act as well; null: none
  /// @return          valid until the next call
  std::span<const double> at(SimulationState& state, StepForces& forces,
                             const contact::UnilateralConstraints* contacts, ReactionAxes axes);

 private:
  void addJointForce(const contact::JointReading& reading);
  void solve(const SimulationState& state, const contact::UnilateralConstraints* constraints);

  MultiplierMotion motion_;
  maximal::PartConfiguration placement_;
  maximal::PartVector velocities_, accelerations_;
  maximal::TransmittedWrenches wrenches_;
  std::vector<int> children_;  ///< tree bodies on joints, then on loops
  std::vector<double> numbers_;
};

}  // namespace linkwork
