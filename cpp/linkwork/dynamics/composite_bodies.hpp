#pragma once

#include "linkwork/dynamics/cluster_columns.hpp"
#include "linkwork/dynamics/kernels/plan.hpp"

/// The composite-body algorithm over the clusters of a tree, after their kinematics.
/// Source: Featherstone, "Rigid Body Dynamics Algorithms", section 6.2; by clusters: Chignoli et
/// al., section VI.
namespace linkwork {

namespace composite {

/// Writes the forces at the joints that support a body, for a force on it, backward to the ground.
template <typename Scalar, typename Mass>
void walkToRoot(const ClusterTree<Scalar>& tree, int index, Vector6<Scalar> force, int column,
                Workspace<Scalar>& work, Mass& mass) {
  while (index != ground) {
    const TreeBody<Scalar>& body = tree.body(index);
    const Cluster<Scalar>& cluster = tree.clusterOf(body);
    const auto add = [&](int dof, const Scalar& value) {
      mass(cluster.firstDof + dof, column) += value;
    };
    for (int k = 0; k < body.velocities; ++k) {
      const Scalar own = work.jointSubspaces.col(body.velocity + k).dot(force);
      if (!cluster.constraint) add(k, own);
      for (int j = 0; cluster.constraint && j < cluster.dofs; ++j)
        add(j, work.of(tree, cluster).basis(body.local + k, j) * own);
    }
    if (body.parent != ground) force = work.of(index).toParent.wrenchToParent(force);
    index = body.parent;
  }
}

/// D and B of a cluster of one body; adds its inertia to the parent.
template <typename Scalar, typename Factor, typename Output>
void collectBody(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                 Workspace<Scalar>& work, Factor&& d, Output&& output) {
  const TreeBody<Scalar>& body = tree.body(cluster.firstBody);
  const BodyWorkspace<Scalar>& here = work.of(cluster.firstBody);
  const auto subspace = work.jointSubspaces.middleCols(body.velocity, body.velocities);
  for (int k = 0; k < body.velocities; ++k) {
    const Vector6<Scalar> push = here.inertia * Vector6<Scalar>(subspace.col(k));
    for (int row = k; row < body.velocities; ++row) d(row, k) += subspace.col(row).dot(push);
    d(k, k) += body.armature;
    if (body.parent != ground) output.col(k) = here.toParent.wrenchToParent(push);
  }
  if (body.parent != ground)
    work.of(body.parent).inertia += inertiaToParent(here.toParent, here.inertia);
}

}  // namespace composite

/// Adds the upper triangle of H over ẏ to `mass`, dense or by branches. Column j of a cluster is
/// the force on each of its bodies per ÿ_j with all other dofs fixed, propagated backward to the
/// ground.
template <typename Scalar, typename Mass>
void compositeBodies(const ClusterTree<Scalar>& tree, const Plan& plan, Workspace<Scalar>& work,
                     Mass& mass) {
  for (int i = 0; i < static_cast<int>(work.bodies.size()); ++i)
    work.of(i).inertia = ArticulatedInertia<Scalar>::of(work.inertias[static_cast<std::size_t>(i)]);

  // Here `inertia` becomes the composite of a body and its subtree.
  for (auto it = tree.clusters().rbegin(); it != tree.clusters().rend(); ++it) {
    const Cluster<Scalar>& cluster = *it;
    const int first = cluster.firstDof, m = cluster.dofs;
    const auto d = [&](int row, int column) -> Scalar& {
      return mass(first + column, first + row);
    };
    auto output = work.gains.middleCols(first, m);
    if (cluster.constraint)
      collectCluster(tree, cluster, work, d, output, [&](int i) { return !plan.isLumpedRotor(i); });
    else
      composite::collectBody(tree, cluster, work, d, output);
    if (cluster.parent == ground) continue;
    for (int j = 0; j < m; ++j)
      composite::walkToRoot<Scalar>(tree, cluster.parent, output.col(j), first + j, work, mass);
  }
}

}  // namespace linkwork
