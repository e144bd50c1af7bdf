#include "linkwork/dynamics/hybrid_dynamics.hpp"

#include <numeric>
#include <stdexcept>

#include "linkwork/dynamics/articulation.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/spatial/twist.hpp"

namespace linkwork {

namespace {

/// Columns of a body's motion per dof of its cluster.
template <typename Scalar>
auto subspaceOf(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster, int body,
                const Workspace<Scalar>& work) {
  return cluster.constraint
             ? work.motionSubspaces.middleCols(tree.firstColumn(body), cluster.dofs)
             : work.jointSubspaces.middleCols(tree.body(body).velocity, cluster.dofs);
}

/// S ÿ of a body: its acceleration relative to the output body, without velocity terms.
template <typename Scalar>
Vector6<Scalar> drivenAcceleration(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                                   int body, const Workspace<Scalar>& work) {
  const auto subspace = subspaceOf(tree, cluster, body, work);
  Vector6<Scalar> result = Vector6<Scalar>::Zero();
  for (int j = 0; j < cluster.dofs; ++j)
    result += subspace.col(j) * work.accelerations[cluster.firstDof + j];
  return result;
}

/// Backward over a driven cluster: it propagates its whole inertia, because its ÿ is given.
template <typename Scalar>
void propagateDriven(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                     Workspace<Scalar>& work) {
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    BodyWorkspace<Scalar>& here = work.of(i);
    here.force += here.inertia * (here.bias + drivenAcceleration(tree, cluster, i, work));
    if (cluster.parent == ground) continue;
    const Transform<Scalar>& placement = toOutput(tree, i, work);
    work.of(cluster.parent).inertia += here.inertia.toParent(placement);
    work.of(cluster.parent).force += placement.wrenchToParent(here.force);
  }
}

/// Forward over a driven cluster: accelerations, and the force of its ÿ.
template <typename Scalar>
void drive(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
           const Vector6<Scalar>& parent, Workspace<Scalar>& work, VectorRef<Scalar>& a,
           VectorRef<Scalar>& torque) {
  auto taken = work.reducedForces.segment(cluster.firstDof, cluster.dofs);
  taken.setZero();
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    BodyWorkspace<Scalar>& here = work.of(i);
    const auto subspace = subspaceOf(tree, cluster, i, work);
    here.acceleration = toOutput(tree, i, work).twistToChild(parent);
    const Vector6<Scalar> force = here.force + here.inertia * here.acceleration;
    for (int j = 0; j < cluster.dofs; ++j) taken[j] += subspace.col(j).dot(force);
    here.acceleration += here.bias + drivenAcceleration(tree, cluster, i, work);
  }
  for (int k = 0; k < cluster.spanning(); ++k) {
    const int entry = cluster.velocities[static_cast<std::size_t>(k)];
    const auto independent = work.accelerations.segment(cluster.firstDof, cluster.dofs);
    if (!cluster.constraint) {
      a[entry] = independent[k];
      taken[k] -= work.jointForces[entry];
      continue;
    }
    const ConstraintWorkspace<Scalar>& workspace = work.of(tree, cluster);
    a[entry] = workspace.offset[k];
    for (int j = 0; j < cluster.dofs; ++j) {
      a[entry] += workspace.basis(k, j) * independent[j];
      taken[j] -= workspace.basis(k, j) * work.jointForces[entry];
    }
  }
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    const TreeBody<Scalar>& body = tree.body(i);
    if (body.armature == Scalar(0)) continue;
    for (int k = 0; k < body.velocities; ++k)
      for (int j = 0; j < cluster.dofs; ++j)
        taken[j] += (cluster.constraint ? work.of(tree, cluster).basis(body.local + k, j)
                                        : Scalar(k == j ? 1 : 0)) *
                    body.armature * a[body.velocity + k];
  }
  for (int j = 0; j < cluster.dofs; ++j)
    torque[independentVelocity(tree, cluster, j, work)] = taken[j];
}

}  // namespace

template <typename Scalar>
void hybridDynamics(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                    const ConstVectorRef<Scalar>& v, const AppliedForces<Scalar>& forces,
                    const std::vector<bool>& isDriven, Workspace<Scalar>& work, VectorRef<Scalar> a,
                    VectorRef<Scalar> torque) {
  tree.requireSizes(q.size(), a.size());
  updateKinematics(tree, q, v, work);
  if (forces.hasWrenches) updatePoses(tree, work);
  applyForces(tree, q, v, forces, work);
  pickIndependent<Scalar>(tree, a, work, work.accelerations);
  std::vector<int> all(tree.clusters().size());
  std::iota(all.begin(), all.end(), 0);
  eliminateDriven<Scalar>(tree, all, isDriven, work, a, torque);
}

template <typename Scalar>
std::vector<int> clustersWithDriven(const ClusterTree<Scalar>& tree,
                                    const std::vector<bool>& isDriven) {
  const auto& clusters = tree.clusters();
  std::vector<std::size_t> roots(clusters.size());
  std::vector<bool> isDrivenTree(clusters.size(), false);
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    const int parent = clusters[c].parent;
    roots[c] = parent == ground ? c : roots[static_cast<std::size_t>(tree.body(parent).cluster)];
    if (isDriven[c]) isDrivenTree[roots[c]] = true;
  }
  std::vector<int> result;
  for (std::size_t c = 0; c < clusters.size(); ++c)
    if (isDrivenTree[roots[c]]) result.push_back(static_cast<int>(c));
  return result;
}

template <typename Scalar>
void eliminateDriven(const ClusterTree<Scalar>& tree, std::span<const int> clusters,
                     const std::vector<bool>& isDriven, Workspace<Scalar>& work,
                     VectorRef<Scalar> a, VectorRef<Scalar> torque) {
  tree.requireSizes(tree.positionSize(), a.size());
  tree.requireSizes(tree.positionSize(), torque.size());
  if (isDriven.size() != tree.clusters().size())
    throw std::invalid_argument("hybrid dynamics: isDriven has " + std::to_string(isDriven.size()) +
                                " entries; expected one per cluster");
  startArticulation(tree, work);

  // Backward: a driven cluster propagates its whole inertia, another the remainder.
  for (auto index = clusters.rbegin(); index != clusters.rend(); ++index) {
    const auto c = static_cast<std::size_t>(*index);
    const Cluster<Scalar>& cluster = tree.clusters()[c];
    if (isDriven[c]) {
      propagateDriven(tree, cluster, work);
      continue;
    }
    if (!eliminateInertia(tree, cluster, work)) throw masslessJoint(tree, cluster.firstBody);
    eliminateForce<Bias::withBias>(tree, cluster, work);
  }

  // Forward: accelerations and forces. Gravity enters as -g at the ground.
  torque.setZero();
  Vector6<Scalar> atGround = Vector6<Scalar>::Zero();
  atGround.template tail<3>() = -tree.gravity();
  for (const int index : clusters) {
    const auto c = static_cast<std::size_t>(index);
    const Cluster<Scalar>& cluster = tree.clusters()[c];
    const Vector6<Scalar>& parent =
        cluster.parent == ground ? atGround : work.of(cluster.parent).acceleration;
    if (isDriven[c])
      drive(tree, cluster, parent, work, a, torque);
    else
      accelerate<Bias::withBias>(tree, cluster, parent, work, a);
  }
}

template void hybridDynamics(const ClusterTree<double>&, const ConstVectorRef<double>&,
                             const ConstVectorRef<double>&, const AppliedForces<double>&,
                             const std::vector<bool>&, Workspace<double>&, VectorRef<double>,
                             VectorRef<double>);
template void eliminateDriven(const ClusterTree<double>&, std::span<const int>,
                              const std::vector<bool>&, Workspace<double>&, VectorRef<double>,
                              VectorRef<double>);
template std::vector<int> clustersWithDriven(const ClusterTree<double>&, const std::vector<bool>&);

}  // namespace linkwork
