#include "linkwork/dynamics/centroidal.hpp"

#include "linkwork/dynamics/energy.hpp"
#include "linkwork/jet.hpp"
#include "linkwork/spatial/twist.hpp"

namespace linkwork {
namespace {

/// Moves a wrench or momentum from the world's origin to a point.
template <typename Scalar>
Vector6<Scalar> about(const Vector3<Scalar>& point, const Vector6<Scalar>& wrench) {
  return Force<Scalar>::from(wrench).shifted(-Vec3<Scalar>::from(point)).vector();
}

}  // namespace

template <typename Scalar>
Scalar totalMass(const ClusterTree<Scalar>& tree) {
  Scalar mass(0);
  for (const TreeBody<Scalar>& body : tree.bodies()) mass += body.inertia.mass;
  return mass;
}

template <typename Scalar>
Vector3<Scalar> centerOfMass(const ClusterTree<Scalar>& tree, const Workspace<Scalar>& work) {
  Vector3<Scalar> moment = Vector3<Scalar>::Zero();
  for (std::size_t i = 0; i < work.bodies.size(); ++i) {
    const RigidBodyInertia<Scalar>& inertia = tree.bodies()[i].inertia;
    const Transform<Scalar>& pose = work.bodies[i].pose;
    moment += inertia.mass * pose.translation + pose.rotation * inertia.moment.vector();
  }
  return moment / totalMass(tree);
}

template <typename Scalar>
void centroidalMomentumMatrix(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work,
                              Matrix6X<Scalar>& matrix) {
  matrix.setZero(6, tree.degreesOfFreedom());
  const Vector3<Scalar> center = centerOfMass(tree, work);
  for (std::size_t i = 0; i < work.bodies.size(); ++i)
    work.bodies[i].inertia = ArticulatedInertia<Scalar>::of(tree.bodies()[i].inertia);
  for (int i = static_cast<int>(work.bodies.size()) - 1; i >= 0; --i) {
    const TreeBody<Scalar>& body = tree.body(i);
    const Cluster<Scalar>& cluster = tree.clusterOf(body);
    const BodyWorkspace<Scalar>& here = work.of(i);
    for (int k = 0; k < body.velocities; ++k) {
      const Vector6<Scalar> twist = work.jointSubspaces.col(body.velocity + k);
      const Vector6<Scalar> momentum =
          about<Scalar>(center, here.pose.wrenchToParent(here.inertia * twist));
      if (!cluster.constraint) matrix.col(cluster.firstDof + k) = momentum;
      for (int j = 0; cluster.constraint && j < cluster.dofs; ++j)
        matrix.col(cluster.firstDof + j) += momentum * work.of(cluster).basis(body.local + k, j);
    }
    if (body.parent != ground)
      work.of(body.parent).inertia += inertiaToParent(here.toParent, here.inertia);
  }
}

template <typename Scalar>
Vector6<Scalar> centroidalMomentum(const ClusterTree<Scalar>& tree, const Workspace<Scalar>& work) {
  return about<Scalar>(centerOfMass(tree, work), momentum(tree, work));
}

template <typename Scalar>
Vector6<Scalar> centroidalMomentumRate(const ClusterTree<Scalar>& tree,
                                       const Workspace<Scalar>& work) {
  Vector6<Scalar> rate = Vector6<Scalar>::Zero();
  for (std::size_t i = 0; i < work.bodies.size(); ++i) {
    const BodyWorkspace<Scalar>& here = work.bodies[i];
    const RigidBodyInertia<Scalar>& inertia = tree.bodies()[i].inertia;
    rate += here.pose.wrenchToParent(inertia * here.acceleration +
                                     crossForce(here.velocity, inertia * here.velocity));
  }
  return about<Scalar>(centerOfMass(tree, work), rate);  // ċ × M ċ = 0
}

template double totalMass(const ClusterTree<double>&);
template Vector3<double> centerOfMass(const ClusterTree<double>&, const Workspace<double>&);
template void centroidalMomentumMatrix(const ClusterTree<double>&, Workspace<double>&,
                                       Matrix6X<double>&);
template Vector6<double> centroidalMomentum(const ClusterTree<double>&, const Workspace<double>&);
template Vector6<double> centroidalMomentumRate(const ClusterTree<double>&,
                                                const Workspace<double>&);

template void centroidalMomentumMatrix(const ClusterTree<DerivativeJet>&, Workspace<DerivativeJet>&,
                                       Matrix6X<DerivativeJet>&);

}  // namespace linkwork
