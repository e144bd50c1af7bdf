#include "linkwork/dynamics/kinematics.hpp"

#include "linkwork/constraints/loop_constraints.hpp"
#include "linkwork/jet.hpp"
#include "linkwork/model/body_joint.hpp"
#include "linkwork/spatial/twist.hpp"
#include "linkwork/symbolic/expression_scalar.hpp"

namespace linkwork {

template <typename Scalar>
void updateClusterMotion(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                         Workspace<Scalar>& work) {
  const ConstraintWorkspace<Scalar>& workspace = work.of(tree, cluster);
  const int m = cluster.dofs;
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    const TreeBody<Scalar>& body = tree.body(i);
    BodyWorkspace<Scalar>& here = work.of(i);
    const int nv = body.velocities;
    const auto jointSubspace = work.jointSubspaces.middleCols(body.velocity, nv);
    auto subspace = work.motionSubspaces.middleCols(tree.firstColumn(i), m);

    subspace.noalias() =
        jointSubspace.lazyProduct(workspace.basis.block(body.local, 0, nv, m));  // S_i G_i
    here.jointBias +=
        jointSubspace.lazyProduct(workspace.offset.segment(body.local, nv));  // S_i g_i
    here.bias = here.jointBias;
    if (body.parent < cluster.firstBody) continue;
    here.bias += here.toParent.twistToChild(work.of(body.parent).bias);
    const auto above = work.motionSubspaces.middleCols(tree.firstColumn(body.parent), m);
    for (int column = 0; column < m; ++column)
      subspace.col(column) += here.toParent.twistToChild(above.col(column));
  }
}

namespace {

template <bool withVelocities, typename Scalar>
void update(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
            const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
            Workspace<Scalar>& work) {
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    const TreeBody<Scalar>& body = tree.body(i);
    BodyWorkspace<Scalar>& here = work.of(i);
    withJoint(body, [&]<typename Joint>(const Joint& joint) {
      const typename Joint::Position position =
          q.template segment<Joint::positionSize>(body.position, body.positions);
      const typename Joint::Velocity velocity =
          v.template segment<Joint::velocitySize>(body.velocity, body.velocities);
      const auto motion = evaluate(joint, position, velocity);
      here.toParent = body.placement * motion.pose;
      here.subspaceRate = motion.bias;
      work.jointSubspaces.template middleCols<Joint::velocitySize>(body.velocity, body.velocities) =
          motion.subspace;
      if constexpr (withVelocities) {
        const Vector6<Scalar> relative = motion.subspace * velocity;
        here.velocity = relative;
        here.jointBias = motion.bias;
        if (body.parent != ground) {
          here.velocity += here.toParent.twistToChild(work.of(body.parent).velocity);
          here.jointBias += crossMotion(here.velocity, relative);
        }
        here.bias = here.jointBias;
      }
    });
  }
}

}  // namespace

template <typename Scalar>
void updateJointSubspaces(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                          const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
                          Workspace<Scalar>& work) {
  update<false>(tree, cluster, q, v, work);
}

template <typename Scalar>
void updateJoints(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                  const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
                  Workspace<Scalar>& work) {
  update<true>(tree, cluster, q, v, work);
}

template <typename Scalar>
void updateKinematics(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                      const ConstVectorRef<Scalar>& v, Workspace<Scalar>& work) {
  tree.requireSizes(q.size(), v.size());
  for (const Cluster<Scalar>& cluster : tree.clusters())
    updateKinematics(tree, cluster, q, v, work);
}

template <typename Scalar>
void updateKinematics(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                      const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
                      Workspace<Scalar>& work) {
  updateJoints(tree, cluster, q, v, work);
  if (!cluster.constraint) return;
  if (!solveConstraints(tree, cluster, q, v, work)) throw singularPose(tree, cluster);
  updateClusterMotion(tree, cluster, work);
}

template <typename Scalar>
void updatePoses(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work) {
  for (int i = 0; i < static_cast<int>(tree.bodies().size()); ++i) {
    const int parent = tree.body(i).parent;
    work.of(i).pose =
        parent == ground ? work.of(i).toParent : work.of(parent).pose * work.of(i).toParent;
  }
}

template void updateKinematics(const ClusterTree<double>&, const ConstVectorRef<double>&,
                               const ConstVectorRef<double>&, Workspace<double>&);
template void updateKinematics(const ClusterTree<double>&, const Cluster<double>&,
                               const ConstVectorRef<double>&, const ConstVectorRef<double>&,
                               Workspace<double>&);
template void updateJointSubspaces(const ClusterTree<double>&, const Cluster<double>&,
                                   const ConstVectorRef<double>&, const ConstVectorRef<double>&,
                                   Workspace<double>&);
template void updateJoints(const ClusterTree<double>&, const Cluster<double>&,
                           const ConstVectorRef<double>&, const ConstVectorRef<double>&,
                           Workspace<double>&);
template void updateClusterMotion(const ClusterTree<double>&, const Cluster<double>&,
                                  Workspace<double>&);
template void updatePoses(const ClusterTree<double>&, Workspace<double>&);

template void updateKinematics(const ClusterTree<DerivativeJet>&,
                               const ConstVectorRef<DerivativeJet>&,
                               const ConstVectorRef<DerivativeJet>&, Workspace<DerivativeJet>&);
template void updateJoints(const ClusterTree<DerivativeJet>&, const Cluster<DerivativeJet>&,
                           const ConstVectorRef<DerivativeJet>&,
                           const ConstVectorRef<DerivativeJet>&, Workspace<DerivativeJet>&);
template void updateClusterMotion(const ClusterTree<DerivativeJet>&, const Cluster<DerivativeJet>&,
                                  Workspace<DerivativeJet>&);
template void updatePoses(const ClusterTree<DerivativeJet>&, Workspace<DerivativeJet>&);

template void updateJointSubspaces(const ClusterTree<symbolic::Expression>&,
                                   const Cluster<symbolic::Expression>&,
                                   const ConstVectorRef<symbolic::Expression>&,
                                   const ConstVectorRef<symbolic::Expression>&,
                                   Workspace<symbolic::Expression>&);

}  // namespace linkwork
