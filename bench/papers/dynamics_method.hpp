#pragma once

#include <stdexcept>

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork::papers {

/// One method for the dynamics of one mechanism, with its own workspace, allocated at construction:
/// calls do not allocate. The tree must outlive it; one thread at a time.
///
/// All methods compute the same quantities of the same ClusterTree, in the same layout:
/// q, v, a and torque by tree joint as forwardDynamics and inverseDynamics have them.
class DynamicsMethod {
 public:
  DynamicsMethod() = default;
  DynamicsMethod(const DynamicsMethod&) = delete;
  DynamicsMethod& operator=(const DynamicsMethod&) = delete;
  virtual ~DynamicsMethod() = default;

  /// v̇ of all tree joints under forces.
  /// Throws std::invalid_argument if a size is wrong, SimulationError where loops are singular or
  /// the mass matrix is.
  virtual void forwardDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                               const AppliedForces<double>& forces, VectorRef<double> a) = 0;

  /// Forces on the independent tree joints, zero on the others, that produce v̇ = a in addition to
  /// the given forces. Methods that only solve for accelerations have no inverse dynamics. Throws
  /// like forwardDynamics, and std::logic_error if there is none.
  virtual void inverseDynamics(const ConstVectorRef<double>& /*q*/,
                               const ConstVectorRef<double>& /*v*/,
                               const ConstVectorRef<double>& /*a*/,
                               const AppliedForces<double>& /*forces*/,
                               VectorRef<double> /*torque*/) {
    throw std::logic_error("this method has no inverse dynamics");
  }
};

/// q̈ = G ÿ + g, G and g as updateKinematics left them in `work`.
inline void spanAccelerations(const ClusterTree<double>& tree, const VectorX<double>& independent,
                              Workspace<double>& work, VectorRef<double> spanning) {
  spanFromIndependent<double>(tree, independent, work, spanning);
  for (const Cluster<double>& cluster : tree.clusters()) {
    if (!cluster.constraint) continue;
    const VectorX<double>& offset = work.of(tree, cluster).offset;
    for (int i = 0; i < cluster.spanning(); ++i) spanning[cluster.velocities[at(i)]] += offset[i];
  }
}

}  // namespace linkwork::papers
