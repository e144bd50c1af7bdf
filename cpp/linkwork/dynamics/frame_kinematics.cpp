#include "linkwork/dynamics/frame_kinematics.hpp"

#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/newton_euler.hpp"
#include "linkwork/jet.hpp"

namespace linkwork {

template <typename Scalar>
Vector6<Scalar> frameTwist(const ClusterTree<Scalar>& tree, const EndEffector<Scalar>& frame,
                           const Workspace<Scalar>& work) {
  if (frame.body == ground) return Vector6<Scalar>::Zero();
  return frameOn(tree, frame, work).twistToChild(work.of(frame.body).velocity);
}

template <typename Scalar>
Vector6<Scalar> frameAcceleration(const ClusterTree<Scalar>& tree, const EndEffector<Scalar>& frame,
                                  const Workspace<Scalar>& work) {
  if (frame.body == ground) return Vector6<Scalar>::Zero();
  Vector6<Scalar> rate = frameOn(tree, frame, work).twistToChild(work.of(frame.body).acceleration);
  if (frame.axes == DirectionAxes::world) {  // the reference point moves with the frame
    const Vector6<Scalar> twist = frameTwist(tree, frame, work);
    rate.template tail<3>() += twist.template head<3>().cross(twist.template tail<3>());
  }
  return rate;
}

template <typename Scalar>
void frameJacobian(const ClusterTree<Scalar>& tree, const EndEffector<Scalar>& frame,
                   const Workspace<Scalar>& work, Matrix6X<Scalar>& jacobian) {
  jacobian.setZero(6, tree.degreesOfFreedom());
  if (frame.body == ground) return;
  Transform<Scalar> pose = frameOn(tree, frame, work);
  for (int index = frame.body; index != ground; index = tree.body(index).parent) {
    const TreeBody<Scalar>& body = tree.body(index);
    const Cluster<Scalar>& cluster = tree.clusterOf(body);
    for (int k = 0; k < body.velocities; ++k) {
      const Vector6<Scalar> twist = pose.twistToChild(work.jointSubspaces.col(body.velocity + k));
      if (!cluster.constraint) jacobian.col(cluster.firstDof + k) = twist;
      for (int j = 0; cluster.constraint && j < cluster.dofs; ++j)
        jacobian.col(cluster.firstDof + j) += twist * work.of(cluster).basis(body.local + k, j);
    }
    pose = work.of(index).toParent * pose;
  }
}

template <typename Scalar>
void updateAccelerations(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& independent,
                         Workspace<Scalar>& work) {
  spanFromIndependent<Scalar>(tree, independent, work, work.spanningAccelerations);
  for (int i = 0; i < static_cast<int>(work.bodies.size()); ++i) {
    const int parent = tree.body(i).parent;
    accelerateBody(tree, i,
                   parent == ground ? Vector6<Scalar>::Zero().eval() : work.of(parent).acceleration,
                   work);
  }
}

template Vector6<double> frameTwist(const ClusterTree<double>&, const EndEffector<double>&,
                                    const Workspace<double>&);
template Vector6<double> frameAcceleration(const ClusterTree<double>&, const EndEffector<double>&,
                                           const Workspace<double>&);
template void frameJacobian(const ClusterTree<double>&, const EndEffector<double>&,
                            const Workspace<double>&, Matrix6X<double>&);
template void updateAccelerations(const ClusterTree<double>&, const ConstVectorRef<double>&,
                                  Workspace<double>&);

template void frameJacobian(const ClusterTree<DerivativeJet>&, const EndEffector<DerivativeJet>&,
                            const Workspace<DerivativeJet>&, Matrix6X<DerivativeJet>&);

}  // namespace linkwork
