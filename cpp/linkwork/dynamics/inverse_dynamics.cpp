#include "linkwork/dynamics/inverse_dynamics.hpp"

#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/newton_euler.hpp"
#include "linkwork/dynamics/plan_dynamics.hpp"
#include "linkwork/jet.hpp"

namespace linkwork {
namespace {

/// The recursion after updateKinematics: from ÿ in work.accelerations to τ_y in the same place.
template <typename Scalar>
void recursiveNewtonEuler(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                          const ConstVectorRef<Scalar>& v, const AppliedForces<Scalar>& forces,
                          Workspace<Scalar>& work) {
  if (forces.hasWrenches) updatePoses(tree, work);
  applyForces(tree, q, v, forces, work);  // leaves −f_ext in every body's force
  work.spanningAccelerations.setZero();
  spanFromIndependent<Scalar>(tree, work.accelerations.head(tree.degreesOfFreedom()), work,
                              work.spanningAccelerations);

  // Outward: accelerations, and the force each body needs. Gravity enters as -g at the ground.
  Vector6<Scalar> atGround = Vector6<Scalar>::Zero();
  atGround.template tail<3>() = -tree.gravity();
  const int count = static_cast<int>(work.bodies.size());
  for (int i = 0; i < count; ++i) {
    const TreeBody<Scalar>& body = tree.body(i);
    moveBody(tree, i, body.inertia,
             body.parent == ground ? atGround : work.of(body.parent).acceleration, work);
  }

  // Inward: each body hands its force to the one that carries it. Passive forces act already.
  for (int i = count - 1; i >= 0; --i) propagateForce(tree, i, work);
  projectForces<Scalar>(tree, work.jointForces, work, work.accelerations);  // τ_y = Gᵀ Sᵀ f
}

}  // namespace

template <typename Scalar>
void inverseDynamics(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                     const ConstVectorRef<Scalar>& v, const ConstVectorRef<Scalar>& a,
                     const AppliedForces<Scalar>& forces, Workspace<Scalar>& work,
                     VectorRef<Scalar> torque) {
  tree.requireSizes(q.size(), a.size());
  tree.requireSizes(q.size(), torque.size());
  if constexpr (std::is_same_v<Scalar, double>)
    if (tree.plan()) {
      turnHinges(tree, q, work);
      return planInverseDynamics(tree, q, v, a, forces, work, torque);
    }
  updateKinematics(tree, q, v, work);
  pickIndependent<Scalar>(tree, a, work, work.accelerations);
  recursiveNewtonEuler(tree, q, v, forces, work);
  torque.setZero();
  for (const Cluster<Scalar>& cluster : tree.clusters())
    for (int j = 0; j < cluster.dofs; ++j)
      torque[independentVelocity(tree, cluster, j, work)] =
          work.accelerations[cluster.firstDof + j];
}

template <typename Scalar>
void biasForce(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
               const ConstVectorRef<Scalar>& v, const AppliedForces<Scalar>& forces,
               Workspace<Scalar>& work, VectorRef<Scalar> bias) {
  if constexpr (std::is_same_v<Scalar, double>)
    if (tree.plan() && tree.plan()->keepsJoints()) {
      turnHinges(tree, q, work);
      return planBiasForce(tree, q, v, forces, work, bias);
    }
  updateKinematics(tree, q, v, work);
  work.accelerations.setZero();
  recursiveNewtonEuler(tree, q, v, forces, work);
  bias = work.accelerations.head(tree.degreesOfFreedom());
}

template void inverseDynamics(const ClusterTree<double>&, const ConstVectorRef<double>&,
                              const ConstVectorRef<double>&, const ConstVectorRef<double>&,
                              const AppliedForces<double>&, Workspace<double>&, VectorRef<double>);
template void inverseDynamics(const ClusterTree<DerivativeJet>&,
                              const ConstVectorRef<DerivativeJet>&,
                              const ConstVectorRef<DerivativeJet>&,
                              const ConstVectorRef<DerivativeJet>&,
                              const AppliedForces<DerivativeJet>&, Workspace<DerivativeJet>&,
                              VectorRef<DerivativeJet>);
template void biasForce(const ClusterTree<double>&, const ConstVectorRef<double>&,
                        const ConstVectorRef<double>&, const AppliedForces<double>&,
                        Workspace<double>&, VectorRef<double>);

}  // namespace linkwork
