#include "linkwork/tree/inverse_dynamics.hpp"

#include "linkwork/spatial/twist.hpp"
#include "linkwork/tree/independent_coordinates.hpp"

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
  for (std::size_t i = 0; i < work.bodies.size(); ++i) {
    const TreeBody<Scalar>& body = tree.bodies()[i];
    BodyScratch<Scalar>& here = work.bodies[i];
    here.acceleration = here.toParent.twistToChild(
                            body.parent == ground ? atGround : work.of(body.parent).acceleration) +
                        here.jointBias;  // a = X a_p + S G ÿ + (S g + Ṡ q̇ + v × S q̇)
    for (int k = body.velocity; k < body.velocity + velocitySize(body.joint); ++k)
      here.acceleration += work.jointSubspaces.col(k) * work.spanningAccelerations[k];
    here.force += body.inertia * here.acceleration +
                  crossForce(here.velocity, body.inertia * here.velocity);  // f = I a + v ×* I v
  }

  // Inward: each body hands its force to the one that carries it. Passive forces act already.
  for (auto i = static_cast<int>(work.bodies.size()) - 1; i >= 0; --i) {
    const TreeBody<Scalar>& body = tree.body(i);
    const BodyScratch<Scalar>& here = work.of(i);
    for (int k = body.velocity; k < body.velocity + velocitySize(body.joint); ++k)
      work.jointForces[k] = work.jointSubspaces.col(k).dot(here.force) - work.jointForces[k];
    if (body.parent != ground)
      work.of(body.parent).force += here.toParent.wrenchToParent(here.force);
  }
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
  updateKinematics(tree, q, v, work);
  pickIndependent<Scalar>(tree, a, work, work.accelerations);
  recursiveNewtonEuler(tree, q, v, forces, work);
  torque.setZero();
  for (const Cluster<Scalar>& cluster : tree.clusters())
    for (int j = 0; j < cluster.freedoms; ++j)
      torque[independentVelocity(tree, cluster, j, work)] =
          work.accelerations[cluster.firstFreedom + j];
}

template <typename Scalar>
void biasForce(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
               const ConstVectorRef<Scalar>& v, const AppliedForces<Scalar>& forces,
               Workspace<Scalar>& work, VectorRef<Scalar> bias) {
  updateKinematics(tree, q, v, work);
  work.accelerations.setZero();
  recursiveNewtonEuler(tree, q, v, forces, work);
  bias = work.accelerations.head(tree.degreesOfFreedom());
}

template void inverseDynamics(const ClusterTree<double>&, const ConstVectorRef<double>&,
                              const ConstVectorRef<double>&, const ConstVectorRef<double>&,
                              const AppliedForces<double>&, Workspace<double>&, VectorRef<double>);
template void biasForce(const ClusterTree<double>&, const ConstVectorRef<double>&,
                        const ConstVectorRef<double>&, const AppliedForces<double>&,
                        Workspace<double>&, VectorRef<double>);

}  // namespace linkwork
