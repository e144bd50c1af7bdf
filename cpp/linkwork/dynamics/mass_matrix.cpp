#include "linkwork/dynamics/mass_matrix.hpp"

#include <stdexcept>
#include <string>

namespace linkwork {
namespace {

/// Columns by which a body moves with the dofs of its cluster.
template <typename Scalar>
auto subspaceOf(const ClusterTree<Scalar>& tree, int body, const Workspace<Scalar>& work) {
  const Cluster<Scalar>& cluster = tree.clusterOf(tree.body(body));
  return cluster.constraint
             ? work.motionSubspaces.middleCols(tree.firstColumn(body), cluster.dofs)
             : work.jointSubspaces.middleCols(tree.body(body).velocity, cluster.dofs);
}

/// Writes what a force at a body asks of the clusters that carry it, inward to the ground.
template <typename Scalar>
void walkInward(const ClusterTree<Scalar>& tree, int body, Vector6<Scalar> force, int column,
                Workspace<Scalar>& work, Eigen::Ref<MatrixX<Scalar>> mass) {
  while (body != ground) {
    const Cluster<Scalar>& cluster = tree.clusterOf(tree.body(body));
    const auto subspace = subspaceOf(tree, body, work);
    for (int k = 0; k < cluster.dofs; ++k) {
      const int row = cluster.firstDof + k;
      mass(row, column) += subspace.col(k).dot(force);
      mass(column, row) = mass(row, column);
    }
    force = toOutput(tree, body, work).wrenchToParent(force);
    body = cluster.parent;
  }
}

}  // namespace

template <typename Scalar>
void massMatrix(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                Workspace<Scalar>& work, Eigen::Ref<MatrixX<Scalar>> mass) {
  if (mass.rows() != tree.degreesOfFreedom() || mass.cols() != tree.degreesOfFreedom())
    throw std::invalid_argument("massMatrix: expected a square matrix of " +
                                std::to_string(tree.degreesOfFreedom()) + " rows");
  work.spanningAccelerations.setZero();
  updateKinematics<Scalar>(tree, q, work.spanningAccelerations, work);
  mass.setZero();
  for (std::size_t i = 0; i < work.bodies.size(); ++i)
    work.bodies[i].inertia = ArticulatedInertia<Scalar>(tree.bodies()[i].inertia);

  for (auto i = static_cast<int>(work.bodies.size()) - 1; i >= 0; --i) {
    const TreeBody<Scalar>& body = tree.body(i);
    const Cluster<Scalar>& cluster = tree.clusterOf(body);
    const BodyScratch<Scalar>& here = work.of(i);
    // Here `inertia` is the composite of this body and all clusters that hang from it.
    const auto subspace = subspaceOf(tree, i, work);
    for (int j = 0; j < cluster.dofs; ++j) {
      const int column = cluster.firstDof + j;
      const Vector6<Scalar> force = here.inertia * Vector6<Scalar>(subspace.col(j));
      for (int row = column; row < cluster.firstDof + cluster.dofs; ++row) {
        mass(row, column) += subspace.col(row - cluster.firstDof).dot(force);
        mass(column, row) = mass(row, column);
      }
      walkInward<Scalar>(tree, cluster.parent, toOutput(tree, i, work).wrenchToParent(force),
                         column, work, mass);
    }
    if (cluster.dofs == 1) mass(cluster.firstDof, cluster.firstDof) += body.reflectedInertia;
    if (cluster.parent != ground)
      work.of(cluster.parent).inertia += here.inertia.toParent(toOutput(tree, i, work));
  }
}

template void massMatrix(const ClusterTree<double>&, const ConstVectorRef<double>&,
                         Workspace<double>&, Eigen::Ref<MatrixX<double>>);

}  // namespace linkwork
