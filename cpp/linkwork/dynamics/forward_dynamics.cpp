#include "linkwork/dynamics/forward_dynamics.hpp"

#include "linkwork/dynamics/articulation_instances.hpp"
#include "linkwork/dynamics/plan_dynamics.hpp"
#include "linkwork/jet.hpp"
#include "linkwork/spatial/twist.hpp"

namespace linkwork {

template <typename Scalar>
const Cluster<Scalar>* tryArticulate(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work,
                                     VectorRef<Scalar> a) {
  startArticulation(tree, work);

  // Inward: the joints of each cluster are eliminated and what is left adds to its parent body.
  for (auto cluster = tree.clusters().rbegin(); cluster != tree.clusters().rend(); ++cluster) {
    if (!articulateInertia(tree, *cluster, work)) return &*cluster;
    articulateForce<Bias::withBias>(tree, *cluster, work);
  }

  // Outward: accelerations. Gravity enters as -g at the ground.
  Vector6<Scalar> atGround = Vector6<Scalar>::Zero();
  atGround.template tail<3>() = -tree.gravity();
  accelerate<Bias::withBias>(tree, atGround, work, a);
  return nullptr;
}

template <typename Scalar>
void articulate(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work, VectorRef<Scalar> a) {
  if (const Cluster<Scalar>* massless = tryArticulate(tree, work, a))
    throw masslessCluster(tree, *massless);
}

template <typename Scalar>
void forwardDynamics(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                     const ConstVectorRef<Scalar>& v, const AppliedForces<Scalar>& forces,
                     Workspace<Scalar>& work, VectorRef<Scalar> a) {
  tree.requireSizes(q.size(), a.size());
  if constexpr (std::is_same_v<Scalar, double>)
    if (tree.plan()) {
      turnHinges(tree, q, work);
      return planForwardDynamics(tree, q, v, forces, work, a);
    }
  updateKinematics(tree, q, v, work);
  if (forces.hasWrenches) updatePoses(tree, work);
  applyForces(tree, q, v, forces, work);
  articulate(tree, work, a);
}

template void forwardDynamics(const ClusterTree<double>&, const ConstVectorRef<double>&,
                              const ConstVectorRef<double>&, const AppliedForces<double>&,
                              Workspace<double>&, VectorRef<double>);
template void articulate(const ClusterTree<double>&, Workspace<double>&, VectorRef<double>);
template void articulate(const ClusterTree<DerivativeJet>&, Workspace<DerivativeJet>&,
                         VectorRef<DerivativeJet>);
template const Cluster<double>* tryArticulate(const ClusterTree<double>&, Workspace<double>&,
                                              VectorRef<double>);

// articulation_instances.hpp
template struct ArticulatedInertia<double>;
template bool articulateInertia(const ClusterTree<double>&, const Cluster<double>&,
                                Workspace<double>&);
template void articulateForce<Bias::withBias>(const ClusterTree<double>&, const Cluster<double>&,
                                              Workspace<double>&);
template void accelerate<Bias::withBias>(const ClusterTree<double>&, const Cluster<double>&,
                                         const Vector6<double>&, Workspace<double>&,
                                         VectorRef<double>&);

}  // namespace linkwork
