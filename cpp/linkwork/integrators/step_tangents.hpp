#pragma once

#include "linkwork/dynamics/derivatives.hpp"
#include "linkwork/model/motion_state.hpp"
#include "linkwork/simulation.hpp"

/// The directions in which a step is differentiated, y, ẏ and τ, one after the other, as many at a
/// time as a jet has partials.
namespace linkwork {

inline int directionsOf(const ClusterTree<double>& tree) {
  return 2 * tree.degreesOfFreedom() + tree.velocitySize();
}

/// Calls `visit(first)` with the first direction of every pass.
template <typename Visitor>
void forEachPass(const ClusterTree<double>& tree, Visitor&& visit) {
  for (int first = 0; first < directionsOf(tree); first += DerivativeJet::directions) visit(first);
}

/// The slopes of τ in a pass.
void moveTorque(const ClusterTree<double>& tree, int first, VectorX<DerivativeJet>& torque);

/// Where a step ends: how a state in jets moves there, as A and B tell it.
class EndTangents {
 public:
  /// On the workspace that closes the step's loops.
  EndTangents(const ClusterTree<double>& tree, Workspace<double>& closing);

  /// The coordinates there, the independent ones of updateKinematics.
  void chooseAt(const MotionState& end, std::vector<int>& coordinates);

  /// closeLoops on the state in jets.
  void close(JetWorkspace& jets);

  /// Writes a pass's columns from q and v, whose values are the end's.
  void read(const JetWorkspace& jets, int first, StepMap& map);

 private:
  void findHeld(const MotionState& end);

  const ClusterTree<double>& tree_;
  Workspace<double>& closing_;
  Workspace<double> work_;
  VectorX<DerivativeJet> end_, moved_;
};

}  // namespace linkwork
