#pragma once

#include "linkwork/dynamics.hpp"
#include "linkwork/dynamics/kinematics.hpp"

namespace linkwork {

/// Inertial parameters of a rigid body: m [kg], m c [kg·m] and the inertia xx, yy, zz, xy, xz, yz
/// about the origin [kg·m²], all in the body's frame.
inline constexpr int inertialParameterCount = 10;

/// Y of  H ÿ + C = Y π  without the forces of springs, dampers and friction. π has the inertial
/// parameters of the mechanism's bodies, in their order. Y includes gravity. A body's force is
/// linear in its inertia, and the body's Jacobian maps it to the joints:
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

/// π of the tree.
VectorX<double> inertialParameters(const ClusterTree<double>& tree);

/// Least squares Y π = τ over many samples. Stores only a triangular factor.
class InertialFit {
 public:
  explicit InertialFit(const VectorX<double>& prior);

  /// Adds one sample Y π = τ_y.
  void add(const MatrixX<double>& regressor, const VectorX<double>& torque);

  /// Returns the π nearest to the prior among those of least residual. Each parameter is scaled by
  /// its effect on the torques of all samples. Directions of π with an effect below `tolerance`
  /// times the strongest count as zero.
  InertialParametersFit solve(double tolerance);

 private:
  void factor();

  VectorX<double> prior_;
  MatrixX<double> rows_;    ///< R of [Y, τ − Y prior], and rows not yet in it
  Eigen::Index used_ = 0;   ///< number of used rows
  Eigen::Index count_ = 0;  ///< number of all added rows
};

}  // namespace linkwork
