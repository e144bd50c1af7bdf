#pragma once

#include <vector>

#include "linkwork/model/cluster_tree.hpp"
#include "linkwork/spatial/articulated_inertia.hpp"

namespace linkwork {

template <typename Scalar>
using Matrix6X = Eigen::Matrix<Scalar, 6, Eigen::Dynamic>;

/// Scratch of one body; twists and wrenches in its own frame.
template <typename Scalar>
struct BodyWorkspace {
  RelativePose<Scalar> toParent;       ///< its frame in the parent body's: placement · J(q)
  Transform<Scalar> pose;              ///< its frame in the world (updatePoses)
  Vector6<Scalar> velocity;            ///< v
  Vector6<Scalar> subspaceRate;        ///< Ṡ q̇
  Vector6<Scalar> jointBias;           ///< Ṡ q̇ + v × S q̇, and S g of a constrained cluster
  Vector6<Scalar> bias;                ///< c: acceleration relative to the output body at ÿ = 0
  Vector6<Scalar> acceleration;        ///< a, gravity counted as -g at the ground
  Vector6<Scalar> force;               ///< bias force pᴬ, or the force through the joint
  ArticulatedInertia<Scalar> inertia;  ///< Iᴬ, or the inertia of the composite body
};

/// Scratch of a cluster whose loops are cut (dynamics/cut_loops.hpp), with r constraint rows and n
/// spanning velocities.
template <typename Scalar>
struct CutLoopsWorkspace {
  MatrixX<Scalar> rows;         ///< L⁻ᵀ Kᵀ by spanning velocity, r × n
  MatrixX<Scalar> wrenches;     ///< of rows, passed on to each body and last to the output body:
                                ///< 6 × r (bodies + 1)
  MatrixX<Scalar> delassus;     ///< K M⁻¹ Kᵀ, r × r, then its factor
  VectorX<Scalar> multipliers;  ///< λ, after elimination K M⁻¹ (τ − c)
  VectorX<Scalar> pivots;       ///< D⁻¹, n
  VectorX<Scalar> free;         ///< u = L⁻ᵀ (τ − c), n
  Matrix6X<Scalar> gains;       ///< U D⁻¹, 6 × n
  std::vector<int> active;      ///< rows that act on a velocity
};

/// Scratch of one constrained cluster with n spanning and m independent velocities.
template <typename Scalar>
struct ConstraintWorkspace {
  MatrixX<Scalar> jacobian;    ///< K, rows × n; reduced in place
  VectorX<Scalar> rightSide;   ///< k of K q̈ = k, or φ
  VectorX<Scalar> preference;  ///< ClusterConstraint's, unless a caller sets another choice
  VectorX<Scalar> units;       ///< ClusterConstraint's
  std::vector<int> order;      ///< dependent velocities first, then the m independent ones
  MatrixX<Scalar> basis;       ///< G, n × m, row by row for the spanning velocities
  bool hasBasis = true;        ///< false: G is known by the reduced K alone, in O(n + r m)
  VectorX<Scalar> offset;      ///< g, n
  VectorX<Scalar> correction;  ///< n
  VectorX<Scalar> projected;   ///< n: sᵀ B of a joint
  Matrix6X<Scalar> force;      ///< 6 × m, Σ X I S at the output body
  Matrix6X<Scalar> subspaces;  ///< S of the cluster's joints in the output body's frame, 6 × n
  std::vector<Transform<Scalar>> poses;        ///< of its bodies in the output body
  std::vector<Vector6<Scalar>> velocities;     ///< relative to the output body, in its frame
  std::vector<Vector6<Scalar>> accelerations;  ///< the same at q̈ = 0
  std::vector<Vector3<Scalar>> points;         ///< a rod's far end in its bodies' frames
  CutLoopsWorkspace<Scalar> cut;               ///< empty unless its loops are cut

  /// The entry of G of the i-th of `rank` dependent velocities and the j-th independent one, from
  /// the reduced K.
  Scalar dependence(int rank, int i, int j) const {
    return -jacobian(i, order[static_cast<std::size_t>(rank + j)]);
  }
};

/// Scratch memory of the general algorithms on one tree, allocated once.
template <typename Scalar>
struct TreeWorkspace {
  explicit TreeWorkspace(const ClusterTree<Scalar>& tree);

  std::vector<BodyWorkspace<Scalar>> bodies;
  /// Of constrained clusters; the first, which is empty, is that of all others.
  std::vector<ConstraintWorkspace<Scalar>> constraints;
  Matrix6X<Scalar> jointSubspaces;   ///< S_i of every joint, by its entries in v
  Matrix6X<Scalar> motionSubspaces;  ///< S of constrained clusters, m columns a body
  Matrix6X<Scalar> columns;          ///< B of constrained clusters, m columns a body
  Matrix6X<Scalar> gains;            ///< W = U L⁻ᵀ D⁻¹ by ẏ, with Sᵀ Iᴬ S = L D Lᵀ
  VectorX<Scalar> factors;           ///< of every cluster, m × m: L, with D⁻¹ on its diagonal
  VectorX<Scalar> jointForces;       ///< generalized forces on the spanning velocities
  VectorX<Scalar> reducedForces;     ///< D⁻¹ L⁻¹ u by ẏ
  VectorX<Scalar> accelerations;     ///< ÿ
  VectorX<Scalar> spanningAccelerations;  ///< G ÿ by v

  BodyWorkspace<Scalar>& of(int body) { return bodies[static_cast<std::size_t>(body)]; }
  const BodyWorkspace<Scalar>& of(int body) const { return bodies[static_cast<std::size_t>(body)]; }
  ConstraintWorkspace<Scalar>& of(const ClusterTree<Scalar>&, const Cluster<Scalar>& cluster) {
    return constraints[static_cast<std::size_t>(cluster.workspace)];
  }
  template <typename Other>
  const ConstraintWorkspace<Scalar>& of(const Cluster<Other>& cluster) const {
    return constraints[static_cast<std::size_t>(cluster.workspace)];
  }
};

/// The frame of a body in its cluster's output body, after updateKinematics.
template <typename Scalar>
const Transform<Scalar>& toOutput(const ClusterTree<Scalar>& tree, int body,
                                  TreeWorkspace<Scalar>& work) {
  const Cluster<Scalar>& cluster = tree.clusterOf(tree.body(body));
  if (!cluster.constraint) return work.of(body).toParent;
  return work.of(tree, cluster).poses[static_cast<std::size_t>(body - cluster.firstBody)];
}

template <typename Scalar>
TreeWorkspace<Scalar>::TreeWorkspace(const ClusterTree<Scalar>& tree)
    : bodies(tree.bodies().size()),
      constraints(1),
      jointSubspaces(Matrix6X<Scalar>::Zero(6, tree.velocitySize())),
      motionSubspaces(6, tree.motionColumns()),
      columns(6, tree.motionColumns()),
      gains(6, tree.velocitySize()),
      factors(tree.factorSize()),
      jointForces(tree.velocitySize()),
      reducedForces(tree.velocitySize()),
      accelerations(tree.velocitySize()),
      spanningAccelerations(tree.velocitySize()) {
  for (const Cluster<Scalar>& cluster : tree.clusters()) {
    if (!cluster.constraint) continue;
    const auto n = cluster.spanning();
    const auto count = static_cast<std::size_t>(cluster.bodyCount);
    ConstraintWorkspace<Scalar>& workspace = constraints.emplace_back();
    workspace.jacobian.resize(cluster.constraint->rows, n);
    workspace.rightSide.resize(cluster.constraint->rows);
    workspace.preference = cluster.constraint->preference;
    workspace.units = cluster.constraint->units;
    workspace.order.resize(static_cast<std::size_t>(n));
    workspace.basis.resize(n, n);
    workspace.offset.resize(n);
    workspace.correction.resize(n);
    workspace.projected.resize(n);
    workspace.force.resize(6, n);
    workspace.subspaces.resize(6, n);
    workspace.poses.resize(count);
    workspace.velocities.resize(count);
    workspace.accelerations.resize(count);
    workspace.points.resize(count);
    if (!cluster.isCut()) continue;
    const Eigen::Index rows = cluster.constraint->rank;
    CutLoopsWorkspace<Scalar>& cut = workspace.cut;
    cut.rows.resize(rows, n);
    cut.wrenches.resize(6, rows * (cluster.bodyCount + 1));
    cut.delassus.resize(rows, rows);
    cut.multipliers.resize(rows);
    cut.pivots.resize(n);
    cut.free.resize(n);
    cut.gains.resize(6, n);
    cut.active.reserve(static_cast<std::size_t>(rows));
  }
}

}  // namespace linkwork
