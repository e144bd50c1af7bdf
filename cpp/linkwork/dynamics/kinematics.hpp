#pragma once

#include "linkwork/dynamics/workspace.hpp"

namespace linkwork {

/// Position and velocity of every joint and body, forward from the ground:
///
///   X_i = placement · J(q_i)        v_i = X_iᵀ v_parent + S_i q̇_i
///   bias_i = Ṡ_i q̇_i + v_i × S_i q̇_i
///
/// For every constrained cluster: G, g, its motion subspace S and bias c with a = X a_p + S ÿ +
/// c, by the recursion  S_i^cluster = X_iᵀ S_parent^cluster + S_i G_i  over its bodies (this is
/// X_intra · blockdiag(S_i) · G without ever forming X_intra).
///
/// in    q, v   spanning positions and velocities on the loops
/// cost  O(n) for clusters of bounded size; no allocation
/// Source: Chignoli et al., section V.
/// Throws std::invalid_argument if a size is wrong, SimulationError at a singular pose of a loop.
template <typename Scalar>
void updateKinematics(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                      const ConstVectorRef<Scalar>& v, Workspace<Scalar>& work);

/// The same for the bodies of one cluster; its parent body must be up to date.
template <typename Scalar>
void updateKinematics(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                      const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
                      Workspace<Scalar>& work);

/// X, S and Ṡ q̇ of the joints of one cluster.
template <typename Scalar>
void updateJointSubspaces(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                          const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
                          Workspace<Scalar>& work);

/// The same with the velocities of its bodies: the joints' part of updateKinematics.
template <typename Scalar>
void updateJoints(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                  const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
                  Workspace<Scalar>& work);

/// The cluster's part of updateKinematics, from updateJoints, the relative poses and the current G,
/// g in its workspace: its motion subspace S and bias.
template <typename Scalar>
void updateClusterMotion(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                         Workspace<Scalar>& work);

/// Pose of every body in the world, from the toParent transforms of updateKinematics.
template <typename Scalar>
void updatePoses(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work);

/// Pose of the mechanism's body frame in the world, after updatePoses.
template <typename Scalar>
Transform<Scalar> bodyPose(const ClusterTree<Scalar>& tree, int treeBody,
                           const Workspace<Scalar>& work) {
  return work.of(treeBody).pose * tree.body(treeBody).userFrame;
}

/// Twist (ω; v) of the mechanism's body frame in its own axes [rad/s, m/s].
template <typename Scalar>
Vector6<Scalar> bodyTwist(const ClusterTree<Scalar>& tree, int treeBody,
                          const Workspace<Scalar>& work) {
  return tree.body(treeBody).userFrame.twistToChild(work.of(treeBody).velocity);
}

/// Velocity, in world axes, of a point given in the mechanism's body frame [m/s]; after
/// updatePoses.
template <typename Scalar>
Vector3<Scalar> pointVelocity(const ClusterTree<Scalar>& tree, int treeBody,
                              const Vector3<Scalar>& point, const Workspace<Scalar>& work) {
  const Vector6<Scalar> twist = bodyTwist(tree, treeBody, work);
  const Vector3<Scalar> inBody = twist.template tail<3>() + twist.template head<3>().cross(point);
  return bodyPose(tree, treeBody, work).rotation * inBody;
}

extern template void updateKinematics(const ClusterTree<double>&, const ConstVectorRef<double>&,
                                      const ConstVectorRef<double>&, Workspace<double>&);
extern template void updateKinematics(const ClusterTree<double>&, const Cluster<double>&,
                                      const ConstVectorRef<double>&, const ConstVectorRef<double>&,
                                      Workspace<double>&);
extern template void updateJointSubspaces(const ClusterTree<double>&, const Cluster<double>&,
                                          const ConstVectorRef<double>&,
                                          const ConstVectorRef<double>&, Workspace<double>&);
extern template void updateJoints(const ClusterTree<double>&, const Cluster<double>&,
                                  const ConstVectorRef<double>&, const ConstVectorRef<double>&,
                                  Workspace<double>&);
extern template void updateClusterMotion(const ClusterTree<double>&, const Cluster<double>&,
                                         Workspace<double>&);
extern template void updatePoses(const ClusterTree<double>&, Workspace<double>&);

}  // namespace linkwork
