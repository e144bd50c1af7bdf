#pragma once

#include <optional>
#include <vector>

#include "linkwork/dynamics/body_paths.hpp"
#include "linkwork/mechanism.hpp"

namespace linkwork {

/// A force at a point of a body, constant in world axes; it moves with the point.
struct PointForce {
  int body;               ///< place in ClusterTree::bodies()
  Eigen::Vector3d point;  ///< in the mechanism's body frame [m]
  Eigen::Vector3d force;  ///< world axes [N]
};

/// A damped spring of zero length between a point of a body and a point of the world.
///   f = k (target − p) − d ṗ
struct Pull {
  int body;                ///< place in ClusterTree::bodies()
  Eigen::Vector3d point;   ///< in the mechanism's body frame [m]
  Eigen::Vector3d target;  ///< world [m]
  double stiffness;        ///< k [N/m]
  double damping;          ///< d [N·s/m]
};

/// All external forces on a running mechanism.
struct ExternalForces {
  explicit ExternalForces(const ClusterTree<double>& tree)
      : torque(Eigen::VectorXd::Zero(tree.velocitySize())),
        wrenches(tree.bodies().size(), Vector6<double>::Zero()) {}

  Eigen::VectorXd torque;                 ///< on the tree joints, dual to v
  std::vector<Vector6<double>> wrenches;  ///< on bodies(), world axes, about the world's origin
  bool hasWrenches = false;
  std::vector<PointForce> pointForces;
  std::optional<Pull> pull;

  /// Whether forces act on bodies rather than joints.
  bool actsOnBodies() const { return hasWrenches || !pointForces.empty() || pull.has_value(); }
};

/// The torques and wrenches of a state, which must be valid for the mechanism.
AppliedForces<double> appliedForces(const Mechanism& mechanism, const ClusterTree<double>& tree,
                                    const NamedState& state);

/// Force of the pull at a position and velocity of its point [N, world axes].
Eigen::Vector3d pullForce(const Pull& pull, const Eigen::Vector3d& point,
                          const Eigen::Vector3d& velocity);

/// Adds the forces on bodies to the torques, as generalized forces Jᵀ w; after
/// updateJointTransforms (group_motions.hpp) at the same q.
void projectForces(const ClusterTree<double>& tree, const ExternalForces& external,
                   const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                   Workspace<double>& work, VectorRef<double> torque);

/// Sums all external forces at a pose and velocity. If forces act on bodies, updates the transforms
/// of revolute joints.
void gatherForces(const ClusterTree<double>& tree, const ExternalForces& external,
                  const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                  Workspace<double>& work, AppliedForces<double>& gathered);

}  // namespace linkwork
