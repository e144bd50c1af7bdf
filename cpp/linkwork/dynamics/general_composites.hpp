#pragma once

#include "linkwork/dynamics/cluster_columns.hpp"
#include "linkwork/dynamics/kernels/plan.hpp"

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

/// The composite kernel of clusters of any joints (crba.hpp), for all clusters of a tree, after
/// their kinematics. Adds the upper triangle of H over ẏ to `mass`, dense or by branches. Column j
/// of a cluster is the force on each of its bodies per ÿ_j with all other dofs fixed, propagated
/// backward to the ground.
template <typename Scalar, typename Mass>
class GeneralComposites {
 public:
  using Segment = Plan::Segment;

  /// `plan` names the rotors whose inertia their parent body has.
  GeneralComposites(const ClusterTree<Scalar>& tree, const Plan& plan, Workspace<Scalar>& work,
                    Mass& mass)
      : tree_(tree), plan_(plan), work_(work), mass_(mass) {}

  const std::vector<Segment>& segments() const { return work_.generalPlan.segments(); }
  void clearInertias() const {
    for (std::size_t i = 0; i < work_.bodies.size(); ++i)
      work_.bodies[i].inertia = ArticulatedInertia<Scalar>::of(work_.inertias[i]);
  }
  void forward(const Segment&) const {}

  /// Here `inertia` becomes the composite of a body and its subtree.
  void backward(const Segment& segment) const {
    for (int c = segment.last - 1; c >= segment.first; --c) {
      const Cluster<Scalar>& cluster = tree_.clusters()[static_cast<std::size_t>(c)];
      const int first = cluster.firstDof, m = cluster.dofs;
      const auto d = [&](int row, int column) -> Scalar& {
        return mass_(first + column, first + row);
      };
      auto output = work_.gains.middleCols(first, m);
      if (cluster.constraint)
        collectCluster(tree_, cluster, work_, d, output,
                       [&](int i) { return !plan_.isLumpedRotor(i); });
      else
        composite::collectBody(tree_, cluster, work_, d, output);
      if (cluster.parent == ground) continue;
      for (int j = 0; j < m; ++j)
        composite::walkToRoot<Scalar>(tree_, cluster.parent, output.col(j), first + j, work_,
                                      mass_);
    }
  }

 private:
  const ClusterTree<Scalar>& tree_;
  const Plan& plan_;
  Workspace<Scalar>& work_;
  Mass& mass_;
};

}  // namespace linkwork
