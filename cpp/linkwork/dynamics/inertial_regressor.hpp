#pragma once

#include "linkwork/dynamics.hpp"
#include "linkwork/dynamics/kinematics.hpp"

namespace linkwork {

/// Inertial parameters of a rigid body: m [kg], m c [kg·m] and the inertia xx, yy, zz, xy, xz, yz
/// about the origin of its frame [kg·m²], in which all are.
inline constexpr int inertialParameterCount = 10;

/// Y of  H ÿ + C = Y π  without the forces of springs, dampers and friction: π has the inertial
/// parameters of the mechanism's bodies, in their order, gravity is in Y. A body's force is linear
/// in its inertia, and the joints feel it by the body's Jacobian:
///
///   Y_i = J_iᵀ ∂(I_i a_i + v_i ×* I_i v_i)/∂π_i
///
/// out   regressor   degreesOfFreedom × 10 · bodies; after updateKinematics, updatePoses and
///                   updateAccelerations
/// cost  O(n d) for n bodies of depth d
/// Source: Atkeson, An & Hollerbach, "Estimation of inertial parameters of manipulator loads and
/// links" (1986), by clusters.
void inertialRegressor(const ClusterTree<double>& tree, const Workspace<double>& work,
                       MatrixX<double>& regressor);

/// π as the tree has it.
VectorX<double> inertialParameters(const ClusterTree<double>& tree);

/// Least squares Y π = τ over many samples, of which a triangular factor is all that is kept.
class InertialFit {
 public:
  explicit InertialFit(const VectorX<double>& prior);

  /// Y π = τ_y of one sample.
  void add(const MatrixX<double>& regressor, const VectorX<double>& torque);

  /// The π nearest to the prior among those of least residual, each parameter counted by what it
  /// does to the torques of all samples. Directions of π that do less than this part of what the
  /// strongest does count as doing nothing.
  InertialParametersFit solve(double tolerance);

 private:
  void factor();

  VectorX<double> prior_;
  MatrixX<double> rows_;    ///< R of [Y, τ − Y prior] so far, and rows not yet in it
  Eigen::Index used_ = 0;   ///< of them
  Eigen::Index count_ = 0;  ///< of all rows that came
};

}  // namespace linkwork
