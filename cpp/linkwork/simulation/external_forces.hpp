#pragma once

#include <optional>
#include <vector>

#include "linkwork/dynamics/body_paths.hpp"
#include "linkwork/mechanism.hpp"

namespace linkwork {

/// A force at a point of a body, constant in world axes; it travels with the point.
struct PointForce {
  int body;               ///< place in ClusterTree::bodies()
  Eigen::Vector3d point;  ///< in the mechanism's body frame [m]
  Eigen::Vector3d force;  ///< world axes [N]
};

/// A damped spring of no length between a point of a body and a point of the world: a hand.
///   f = k (target − p) − d ṗ
struct Pull {
  int body;                ///< place in ClusterTree::bodies()
  Eigen::Vector3d point;   ///< in the mechanism's body frame [m]
  Eigen::Vector3d target;  ///< world [m]
  double stiffness;        ///< k [N/m]
  double damping;          ///< d [N·s/m]
};

/// Everything a user applies to a running mechanism.
struct ExternalForces {
  explicit ExternalForces(const ClusterTree<double>& tree)
      : torque(Eigen::VectorXd::Zero(tree.velocitySize())),
        wrenches(tree.bodies().size(), Vector6<double>::Zero()) {}

  Eigen::VectorXd torque;                 ///< on the tree joints, dual to v
  std::vector<Vector6<double>> wrenches;  ///< on bodies(), world axes, about the world's origin
  bool hasWrenches = false;
  std::vector<PointForce> pointForces;
  std::optional<Pull> pull;

  /// Whether anything acts on bodies rather than joints.
  bool actsOnBodies() const { return hasWrenches || !pointForces.empty() || pull.has_value(); }
};

/// The torques and wrenches of a state, which must be valid for the mechanism.
AppliedForces<double> appliedForces(const Mechanism& mechanism, const ClusterTree<double>& tree,
                                    const NamedState& state);

/// Force of the pull where its point is and moves [N, world axes].
Eigen::Vector3d pullForce(const Pull& pull, const Eigen::Vector3d& point,
                          const Eigen::Vector3d& velocity);

/// Adds to the torques what acts on bodies, as generalised forces Jᵀ w; after updateJointTransforms
/// (group_motions.hpp) at the same q.
void projectForces(const ClusterTree<double>& tree, const ExternalForces& external,
                   const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                   Workspace<double>& work, VectorRef<double> torque);

/// Sums all external forces at a pose and velocity. Where something acts on bodies, revolute joints
/// are turned.
void gatherForces(const ClusterTree<double>& tree, const ExternalForces& external,
                  const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                  Workspace<double>& work, AppliedForces<double>& gathered);

}  // namespace linkwork
