#pragma once

#include "linkwork/dynamics/workspace.hpp"

namespace linkwork {

/// The inertia of a constrained cluster along its dofs, backward body by body. Each body propagates
/// its composite inertia A and the columns B: the force on it per ÿ with its own frame fixed. At a
/// joint with twist s and its row of G, before the step to its parent,
///
///   D += Gᵀ (sᵀA s + a) G + Gᵀ sᵀB + Bᵀs G      B += A s G      a: armature
///
/// This sums D = Sᵀ A S and B = A S without the cluster's motion subspace S.
///
/// in    inertia      of the bodies alone, with contributions of child clusters
/// out   D            lower triangle, added to the previous contents
///       B            at the output body
///       inertia      of each body with the bodies of the cluster that it supports, and with
///                    those with `propagates(body)`; also of the output body
/// cost  O(n m²) for n bodies; no allocation
template <int size, typename Scalar, typename Factor, typename Output, typename Propagates>
void collectCluster(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                    Workspace<Scalar>& work, Factor&& d, Output&& output, Propagates propagates) {
  const int m = size == Eigen::Dynamic ? cluster.dofs : size;
  ConstraintWorkspace<Scalar>& workspace = work.of(tree, cluster);
  auto across = workspace.projected.head(m);  // sᵀ B
  output.setZero();
  work.columns.middleCols(cluster.columns, cluster.bodyCount * m).setZero();
  for (int i = cluster.firstBody + cluster.bodyCount - 1; i >= cluster.firstBody; --i) {
    const TreeBody<Scalar>& body = tree.body(i);
    const BodyWorkspace<Scalar>& here = work.of(i);
    auto columns = work.columns.template middleCols<size>(tree.firstColumn(i), m);
    for (int k = 0; k < body.velocities; ++k) {
      const auto row = workspace.basis.row(body.local + k);
      const Vector6<Scalar> twist = work.jointSubspaces.col(body.velocity + k);
      const Vector6<Scalar> push = here.inertia * twist;
      const Scalar own = twist.dot(push) + body.armature;
      const bool isAlone = !body.hasChildInCluster && k == 0;  // B is still zero
      for (int j = 0; j < m; ++j) {
        across[j] = isAlone ? Scalar(0) : twist.dot(columns.col(j));
        for (int l = 0; l <= j; ++l)
          d(j, l) += row[j] * (own * row[l] + across[l]) + across[j] * row[l];
        columns.col(j) += push * row[j];
      }
    }
    const bool isRoot = body.parent < cluster.firstBody;
    for (int j = 0; j < m; ++j) {
      const Vector6<Scalar> onParent = here.toParent.wrenchToParent(columns.col(j));
      if (isRoot)
        output.col(j) += onParent;
      else
        work.columns.col(tree.firstColumn(body.parent) + j) += onParent;
    }
    if (body.parent != ground && propagates(i))
      work.of(body.parent).inertia += inertiaToParent(here.toParent, here.inertia);
  }
}

/// Adds Gᵀ a G of a cluster's armatures to `d`.
template <typename Scalar, typename Matrix>
void addArmature(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                 const Workspace<Scalar>& work, Matrix&& d) {
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    const TreeBody<Scalar>& body = tree.body(i);
    if (body.armature == Scalar(0)) continue;
    for (int k = 0; k < body.velocities; ++k) {
      if (!cluster.constraint) {
        d(k, k) += body.armature;
        continue;
      }
      const auto row = work.of(cluster).basis.row(body.local + k).head(cluster.dofs);
      d += body.armature * row.transpose() * row;
    }
  }
}

/// The same as collectCluster, with small numbers of dofs fixed at compile time.
template <typename Scalar, typename Factor, typename Output, typename Propagates>
void collectCluster(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                    Workspace<Scalar>& work, Factor&& d, Output&& output, Propagates propagates) {
  if (cluster.dofs == 1)
    collectCluster<1>(tree, cluster, work, d, output, propagates);
  else if (cluster.dofs == 2)
    collectCluster<2>(tree, cluster, work, d, output, propagates);
  else
    collectCluster<Eigen::Dynamic>(tree, cluster, work, d, output, propagates);
}

}  // namespace linkwork
