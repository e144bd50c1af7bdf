#include "linkwork/dynamics/energy.hpp"

namespace linkwork {

template <typename Scalar>
Scalar kineticEnergy(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& v,
                     const Workspace<Scalar>& work) {
  Scalar energy(0);
  for (std::size_t i = 0; i < work.bodies.size(); ++i)
    energy += tree.bodies()[i].inertia.kineticEnergy(work.bodies[i].velocity);
  for (const TreeBody<Scalar>& body : tree.bodies())
    if (!(body.armature == Scalar(0)))
      energy +=
          Scalar(0.5) * body.armature * v.segment(body.velocity, body.velocities).squaredNorm();
  return energy;
}

template <typename Scalar>
Scalar potentialEnergy(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                       const Workspace<Scalar>& work) {
  Scalar energy = springEnergy<Scalar>(tree, q);
  for (std::size_t i = 0; i < work.bodies.size(); ++i) {
    const RigidBodyInertia<Scalar>& inertia = tree.bodies()[i].inertia;
    const Transform<Scalar>& pose = work.bodies[i].pose;
    energy -= tree.gravity().dot(inertia.mass * pose.translation +
                                 pose.rotation * inertia.moment.vector());
  }
  return energy;
}

template <typename Scalar>
Vector6<Scalar> momentum(const ClusterTree<Scalar>& tree, const Workspace<Scalar>& work) {
  Vector6<Scalar> total = Vector6<Scalar>::Zero();
  for (std::size_t i = 0; i < work.bodies.size(); ++i)
    total += work.bodies[i].pose.wrenchToParent(tree.bodies()[i].inertia * work.bodies[i].velocity);
  return total;
}

template double kineticEnergy(const ClusterTree<double>&, const ConstVectorRef<double>&,
                              const Workspace<double>&);
template double potentialEnergy(const ClusterTree<double>&, const ConstVectorRef<double>&,
                                const Workspace<double>&);
template Vector6<double> momentum(const ClusterTree<double>&, const Workspace<double>&);

}  // namespace linkwork
