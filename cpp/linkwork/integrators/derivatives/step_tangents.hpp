#pragma once

#include <vector>

#include "linkwork/dynamics/derivatives.hpp"
#include "linkwork/model/motion_state.hpp"
#include "linkwork/simulation.hpp"

namespace linkwork {

/// The end of a step, with its derivatives A and B.
class EndTangents {
 public:
  /// @param closing  the workspace that closes the loops of the step
  EndTangents(const ClusterTree<double>& tree, Workspace<double>& closing);

  /// Chooses the coordinates there, the independent ones of updateKinematics.
  void chooseAt(const MotionState& end, std::vector<int>& coordinates);

  /// Closes loops of the state in jets, as closeLoops.
  void close(JetWorkspace& jets);

  /// Writes the columns of a pass from q and v in jets.
  void read(const JetWorkspace& jets, int first, StepMap& map);

 private:
  void findHeld(const MotionState& end);

  const ClusterTree<double>& tree_;
  Workspace<double>& closing_;
  Workspace<double> work_;
  VectorX<DerivativeJet> end_, moved_;
};

/// Momenta of bodies, in their own axes about their origins, and of joints.
struct MomentumJets {
  explicit MomentumJets(const ClusterTree<double>& tree);

  std::vector<Vector6<DerivativeJet>> bodies;
  VectorX<DerivativeJet> joints;
};

/// A time knot of a step on jets: its state, its mass matrix and its forces.
struct StepKnot {
  explicit StepKnot(const ClusterTree<double>& given);

  JetWorkspace& jets() { return work.jets; }

  /// Chooses coordinates at a state and computes M⁻¹ there.
  /// @throws SimulationError if M is singular
  void begin(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
             std::vector<int>& coordinates);

  /// Updates kinematics and poses.
  void updateKinematics();

  /// Computes the forces on bodies from the state.
  void applyLaw(const ForceLaw& law);

  /// Computes p = M v.
  void takeMomenta(MomentumJets& result);

  /// p += impulse · (gravity, springs, the given forces, and damping and friction at velocities v).
  void addForces(double impulse, const VectorX<DerivativeJet>& v);

  /// Gᵀ (p − `known`), in `rates`.
  void projectDifference(const MomentumJets& known);

  /// v ← v + G M⁻¹ (p − M v), with v = G ẏ. M⁻¹ is that of the values. If the values are M(q)⁻¹ p,
  /// the slopes are those of M(q)⁻¹ p.
  void correctVelocity();

  const ClusterTree<double>& tree;
  DerivativesWorkspace work;
  MomentumJets momenta;
  VectorX<DerivativeJet> rates, change;
  MomentumJets own;  ///< M v
  Eigen::MatrixXd mass;
};

}  // namespace linkwork
