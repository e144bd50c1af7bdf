#pragma once

#include "linkwork/dynamics/workspace.hpp"

namespace linkwork {

/// Entry in v of each independent velocity of a cluster, as updateKinematics chose them.
template <typename Scalar>
int independentVelocity(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                        int freedom, Workspace<Scalar>& work) {
  int local = freedom;
  if (cluster.constraint) {
    const auto place = static_cast<std::size_t>(cluster.constraint->rank + freedom);
    local = work.of(tree, cluster).order[place];
  }
  return cluster.velocities[static_cast<std::size_t>(local)];
}

/// Copies the choice of independent velocities to the workspace of another scalar at the same pose:
/// rounding could decide between equal pivots differently there.
template <typename Scalar, typename Other>
void keepCoordinates(const ClusterTree<Scalar>& tree, const Workspace<Scalar>& work,
                     const ClusterTree<Other>& otherTree, Workspace<Other>& other) {
  for (std::size_t c = 0; c < tree.clusters().size(); ++c) {
    const Cluster<Scalar>& cluster = tree.clusters()[c];
    if (!cluster.constraint) continue;
    const Cluster<Other>& otherCluster = otherTree.clusters()[c];
    VectorX<Other>& preference = other.of(otherTree, otherCluster).preference;
    preference = otherCluster.constraint->preference;
    for (int i = cluster.constraint->rank; i < cluster.spanning(); ++i)
      preference[work.of(cluster).order[static_cast<std::size_t>(i)]] *= Other(1e-30);
  }
}

/// ẏ from v: picks the independent entries of any vector laid out like v.
template <typename Scalar>
void pickIndependent(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& spanning,
                     Workspace<Scalar>& work, VectorRef<Scalar> independent) {
  for (const Cluster<Scalar>& cluster : tree.clusters())
    for (int j = 0; j < cluster.dofs; ++j)
      independent[cluster.firstDof + j] = spanning[independentVelocity(tree, cluster, j, work)];
}

/// The entry in v of the velocity at a place of the order of elimination.
template <typename Scalar>
int velocityAt(int place, const Cluster<Scalar>& cluster,
               const ConstraintWorkspace<Scalar>& workspace) {
  const auto local = static_cast<std::size_t>(workspace.order[static_cast<std::size_t>(place)]);
  return cluster.velocities[local];
}

/// G x of one cluster with the reduced K alone, for x over ẏ.
template <typename Scalar>
void spanByRows(const Cluster<Scalar>& cluster, const ConstraintWorkspace<Scalar>& workspace,
                const ConstVectorRef<Scalar>& independent, VectorRef<Scalar>& spanning) {
  const int rank = cluster.constraint->rank;
  for (int j = 0; j < cluster.dofs; ++j)
    spanning[velocityAt(rank + j, cluster, workspace)] = independent[cluster.firstDof + j];
  for (int i = 0; i < rank; ++i) {
    Scalar& entry = spanning[velocityAt(i, cluster, workspace)] = Scalar(0);
    for (int j = 0; j < cluster.dofs; ++j)
      entry += workspace.dependence(rank, i, j) * independent[cluster.firstDof + j];
  }
}

/// Gᵀ f of one cluster with the reduced K alone, for f over v.
template <typename Scalar>
void projectByRows(const Cluster<Scalar>& cluster, const ConstraintWorkspace<Scalar>& workspace,
                   const ConstVectorRef<Scalar>& spanning, VectorRef<Scalar>& independent) {
  const int rank = cluster.constraint->rank;
  for (int j = 0; j < cluster.dofs; ++j) {
    Scalar& entry = independent[cluster.firstDof + j] =
        spanning[velocityAt(rank + j, cluster, workspace)];
    for (int i = 0; i < rank; ++i)
      entry += workspace.dependence(rank, i, j) * spanning[velocityAt(i, cluster, workspace)];
  }
}

/// G x of one cluster, for x over ẏ.
template <typename Scalar>
void spanFromIndependent(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                         const ConstVectorRef<Scalar>& independent, Workspace<Scalar>& work,
                         VectorRef<Scalar> spanning) {
  if (!cluster.constraint) {
    for (int i = 0; i < cluster.spanning(); ++i)
      spanning[cluster.velocities[static_cast<std::size_t>(i)]] = independent[cluster.firstDof + i];
    return;
  }
  const ConstraintWorkspace<Scalar>& workspace = work.of(tree, cluster);
  if (!workspace.hasBasis) return spanByRows(cluster, workspace, independent, spanning);
  for (int i = 0; i < cluster.spanning(); ++i) {
    Scalar& entry = spanning[cluster.velocities[static_cast<std::size_t>(i)]];
    entry = Scalar(0);
    for (int j = 0; j < cluster.dofs; ++j)
      entry += workspace.basis(i, j) * independent[cluster.firstDof + j];
  }
}

/// G x, for x over ẏ: the spanning velocities that independent ones determine.
template <typename Scalar>
void spanFromIndependent(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& independent,
                         Workspace<Scalar>& work, VectorRef<Scalar> spanning) {
  for (const Cluster<Scalar>& cluster : tree.clusters())
    spanFromIndependent<Scalar>(tree, cluster, independent, work, spanning);
}

/// Gᵀ f of one cluster, for f over v.
template <typename Scalar>
void projectForces(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                   const ConstVectorRef<Scalar>& spanning, Workspace<Scalar>& work,
                   VectorRef<Scalar> independent) {
  if (!cluster.constraint) {
    for (int j = 0; j < cluster.dofs; ++j)
      independent[cluster.firstDof + j] = spanning[cluster.velocities[static_cast<std::size_t>(j)]];
    return;
  }
  const ConstraintWorkspace<Scalar>& workspace = work.of(tree, cluster);
  if (!workspace.hasBasis) return projectByRows(cluster, workspace, spanning, independent);
  for (int j = 0; j < cluster.dofs; ++j) {
    Scalar& entry = independent[cluster.firstDof + j];
    entry = Scalar(0);
    for (int i = 0; i < cluster.spanning(); ++i)
      entry += workspace.basis(i, j) * spanning[cluster.velocities[static_cast<std::size_t>(i)]];
  }
}

/// Gᵀ f, for f over v: generalized forces on the independent velocities.
template <typename Scalar>
void projectForces(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& spanning,
                   Workspace<Scalar>& work, VectorRef<Scalar> independent) {
  for (const Cluster<Scalar>& cluster : tree.clusters())
    projectForces<Scalar>(tree, cluster, spanning, work, independent);
}

}  // namespace linkwork
