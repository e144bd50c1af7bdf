#pragma once

#include <vector>

#include "linkwork/dynamics/derivatives.hpp"

namespace linkwork {

/// Momenta of bodies, in their own axes about their origins, and of joints.
struct MomentumJets {
  explicit MomentumJets(const ClusterTree<double>& tree);

  std::vector<Vector6<DerivativeJet>> bodies;
  VectorX<DerivativeJet> joints;
};

/// An end of a step on jets: where it is, how it may move, what acts there.
struct StepNode {
  explicit StepNode(const ClusterTree<double>& given);

  JetWorkspace& jets() { return work.jets; }

  /// Coordinates at a state, and M⁻¹ there. Throws SimulationError where M is singular.
  void begin(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
             std::vector<int>& coordinates);

  /// With poses.
  void updateKinematics();

  /// Lets the forces on bodies follow the state.
  void applyLaw(const ForceLaw& law);

  /// p = M v.
  void takeMomenta(MomentumJets& result);

  /// p += impulse · (gravity, springs, the forces given, and what resists velocities v).
  void addForces(double impulse, const VectorX<DerivativeJet>& v);

  /// Gᵀ (p − `known`), in `rates`.
  void projectDifference(const MomentumJets& known);

  /// v ← v + G M⁻¹ (p − M v), v being G ẏ: with M⁻¹ that of the values alone, slopes are those of
  /// M(q)⁻¹ p where values are.
  void correctVelocity();

  const ClusterTree<double>& tree;
  DerivativesWorkspace work;
  MomentumJets momenta;
  VectorX<DerivativeJet> rates, change;
  MomentumJets own;  ///< M v
  Eigen::MatrixXd mass;
};

}  // namespace linkwork
