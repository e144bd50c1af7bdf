#pragma once

#include "linkwork/dynamics/workspace.hpp"

/// The composite-body algorithm over the clusters of a tree, after their kinematics.
/// Source: Featherstone, "Rigid Body Dynamics Algorithms", section 6.2; by clusters: Chignoli et
/// al., section VI.
namespace linkwork {

/// From a body's frame to that of its cluster's output body, by formed transforms.
template <typename Scalar>
struct FormedFrames {
  const ClusterTree<Scalar>& tree;
  Workspace<Scalar>& work;

  Vector6<Scalar> forceToOutput(int body, const Vector6<Scalar>& force) const {
    return toOutput(tree, body, work).wrenchToParent(force);
  }
  ArticulatedInertia<Scalar> inertiaToOutput(int body,
                                             const ArticulatedInertia<Scalar>& inertia) const {
    return inertia.toParent(toOutput(tree, body, work));
  }
};

namespace composite {

/// Columns by which a body moves with the dofs of its cluster.
template <typename Scalar>
auto subspaceOf(const ClusterTree<Scalar>& tree, int body, const Workspace<Scalar>& work) {
  const Cluster<Scalar>& cluster = tree.clusterOf(tree.body(body));
  return cluster.constraint
             ? work.motionSubspaces.middleCols(tree.firstColumn(body), cluster.dofs)
             : work.jointSubspaces.middleCols(tree.body(body).velocity, cluster.dofs);
}

/// Writes what a force at a body asks of the clusters that carry it, inward to the ground.
template <typename Scalar, typename Frames>
void walkInward(const ClusterTree<Scalar>& tree, const Frames& frames, int body,
                Vector6<Scalar> force, int column, const Workspace<Scalar>& work,
                MatrixRef<Scalar> mass) {
  while (body != ground) {
    const Cluster<Scalar>& cluster = tree.clusterOf(tree.body(body));
    const auto subspace = subspaceOf(tree, body, work);
    for (int k = 0; k < cluster.dofs; ++k) {
      const int row = cluster.firstDof + k;
      mass(row, column) += subspace.col(k).dot(force);
      mass(column, row) = mass(row, column);
    }
    if (cluster.parent != ground) force = frames.forceToOutput(body, force);
    body = cluster.parent;
  }
}

}  // namespace composite

/// H over ẏ. Column j of a cluster is the force on each of its bodies per ÿ_j where all else stands
/// still, handed inward to the ground.
template <typename Scalar, typename Frames>
void compositeBodies(const ClusterTree<Scalar>& tree, const Frames& frames, Workspace<Scalar>& work,
                     MatrixRef<Scalar> mass) {
  mass.setZero();
  for (std::size_t i = 0; i < work.bodies.size(); ++i)
    work.bodies[i].inertia = ArticulatedInertia<Scalar>(tree.bodies()[i].inertia);

  // Here `inertia` becomes the composite of a body and all clusters that hang from it.
  for (auto it = tree.clusters().rbegin(); it != tree.clusters().rend(); ++it) {
    const Cluster<Scalar>& cluster = *it;
    const int last = cluster.firstBody + cluster.bodyCount, end = cluster.firstDof + cluster.dofs;
    for (int column = cluster.firstDof; column < end; ++column) {
      Vector6<Scalar> onOutput = Vector6<Scalar>::Zero();
      for (int i = cluster.firstBody; i < last; ++i) {
        const auto subspace = composite::subspaceOf(tree, i, work);
        const Vector6<Scalar> force =
            work.of(i).inertia * Vector6<Scalar>(subspace.col(column - cluster.firstDof));
        for (int row = column; row < end; ++row) {
          mass(row, column) += subspace.col(row - cluster.firstDof).dot(force);
          mass(column, row) = mass(row, column);
        }
        if (cluster.parent != ground) onOutput += frames.forceToOutput(i, force);
      }
      composite::walkInward<Scalar>(tree, frames, cluster.parent, onOutput, column, work, mass);
    }
    for (int i = cluster.firstBody; i < last; ++i) {
      if (cluster.dofs == 1)
        mass(cluster.firstDof, cluster.firstDof) += tree.body(i).reflectedInertia;
      if (cluster.parent != ground)
        work.of(cluster.parent).inertia += frames.inertiaToOutput(i, work.of(i).inertia);
    }
  }
}

}  // namespace linkwork
