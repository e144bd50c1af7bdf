#pragma once

#include "linkwork/dynamics/end_effector.hpp"
#include "linkwork/dynamics/kinematics.hpp"

/// The motion of a frame on a body: all six components of its twist, at its origin, in its own axes
/// or in the world's; ignores the selected directions. After updateKinematics, and updatePoses for
/// the world's axes. The frame may be on the ground.
///
///   [ω; v] = J ẏ      d/dt [ω; v] = J ÿ + J̇ ẏ
///
/// In the world's axes the second is [ω̇; p̈] with p the frame's origin. In the frame's own axes it
/// is the rate of the components, Featherstone's spatial acceleration: its linear part is p̈ − ω ×
/// v in these axes.
namespace linkwork {

/// Pose in the world; after updatePoses.
template <typename Scalar>
Transform<Scalar> framePose(const ClusterTree<Scalar>& tree, const EndEffector<Scalar>& frame,
                            const Workspace<Scalar>& work) {
  return frame.body == ground ? frame.frame : bodyPose(tree, frame.body, work) * frame.frame;
}

/// [ω; v] [rad/s, m/s]
template <typename Scalar>
Vector6<Scalar> frameTwist(const ClusterTree<Scalar>& tree, const EndEffector<Scalar>& frame,
                           const Workspace<Scalar>& work);

/// d/dt [ω; v] [rad/s², m/s²], after updateAccelerations.
template <typename Scalar>
Vector6<Scalar> frameAcceleration(const ClusterTree<Scalar>& tree, const EndEffector<Scalar>& frame,
                                  const Workspace<Scalar>& work);

/// J, 6 × degreesOfFreedom: with X_k from the child body of joint k to the frame,
///
///   J_j = Σ_k X_kᵀ S_k G_kj      over the joints k between the frame and the ground
///
/// cost  O(d m) for d joints between them in clusters of m degrees of freedom; no allocation
template <typename Scalar>
void frameJacobian(const ClusterTree<Scalar>& tree, const EndEffector<Scalar>& frame,
                   const Workspace<Scalar>& work, Matrix6X<Scalar>& jacobian);

/// Accelerations of all bodies from ÿ, without gravity, after updateKinematics.
///
/// in    independent   ÿ; zero: the velocity-dependent part J̇ ẏ
/// cost  O(n); no allocation
template <typename Scalar>
void updateAccelerations(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& independent,
                         Workspace<Scalar>& work);

extern template Vector6<double> frameTwist(const ClusterTree<double>&, const EndEffector<double>&,
                                           const Workspace<double>&);
extern template Vector6<double> frameAcceleration(const ClusterTree<double>&,
                                                  const EndEffector<double>&,
                                                  const Workspace<double>&);
extern template void frameJacobian(const ClusterTree<double>&, const EndEffector<double>&,
                                   const Workspace<double>&, Matrix6X<double>&);
extern template void updateAccelerations(const ClusterTree<double>&, const ConstVectorRef<double>&,
                                         Workspace<double>&);

}  // namespace linkwork
