#include "linkwork/tree/baselines/projection.hpp"

#include "linkwork/tree/independent_coordinates.hpp"
#include "linkwork/tree/loop_constraints.hpp"

namespace linkwork::baselines {
namespace {

/// The tree of independent coordinates: those of a cluster are a chain below those of the cluster
/// that carries it.
template <typename Scalar>
BranchPattern reducedPattern(const ClusterTree<Scalar>& tree) {
  std::vector<int> parents, last;
  for (const Cluster<Scalar>& cluster : tree.clusters()) {
    int above = cluster.parent == ground
                    ? ground
                    : last[static_cast<std::size_t>(tree.body(cluster.parent).cluster)];
    for (int j = 0; j < cluster.freedoms; ++j) {
      parents.push_back(above);
      above = cluster.firstFreedom + j;
    }
    last.push_back(above);
  }
  return BranchPattern(parents);
}

/// q̈ = G ÿ + g.
template <typename Scalar>
void spanAccelerations(const ClusterTree<Scalar>& tree, const VectorX<Scalar>& independent,
                       Workspace<Scalar>& work, VectorRef<Scalar> spanning) {
  spanFromIndependent<Scalar>(tree, independent, work, spanning);
  for (const Cluster<Scalar>& cluster : tree.clusters()) {
    if (!cluster.constraint) continue;
    const VectorX<Scalar>& offset = work.of(tree, cluster).offset;
    for (int i = 0; i < cluster.spanning(); ++i)
      spanning[cluster.velocities[static_cast<std::size_t>(i)]] += offset[i];
  }
}

}  // namespace

template <typename Scalar>
Projection<Scalar>::Projection(const ClusterTree<Scalar>& tree)
    : spanning_(tree),
      mass_(reducedPattern(tree)),
      row_(tree.degreesOfFreedom()),
      independent_(tree.degreesOfFreedom()),
      accelerations_(tree.velocitySize()) {
  for (const Cluster<Scalar>& cluster : tree.clusters()) {
    const int above = cluster.freedoms == 0 ? 0 : mass_.pattern().depth(cluster.firstFreedom);
    for (int i = 0; i < cluster.spanning(); ++i)
      if (cluster.constraint)
        reduced_.push_back({above, i, &spanning_.constraint(cluster).basis, cluster.freedoms});
      else
        reduced_.push_back({above + i, -1, nullptr, 1});
  }
}

template <typename Scalar>
void Projection<Scalar>::updateConstraints(const ConstVectorRef<Scalar>& q,
                                           const ConstVectorRef<Scalar>& v) {
  for (const Cluster<Scalar>& cluster : spanning_.tree().clusters())
    if (cluster.constraint && !solveConstraints(spanning_.tree(), cluster, q, v, spanning_.work()))
      throw singularPose(spanning_.tree(), cluster);
}

/// row_ ← the part of (H G)'s row k that belongs to coordinates above its own cluster; `above` of
/// H's entries do.
template <typename Scalar>
void Projection<Scalar>::projectAbove(int k, int above) {
  const std::span<const int> path = spanning_.pattern().path(k);
  const Scalar* const entries = spanning_.mass().row(k);
  for (int i = 0; i < above; ++i) {
    const Reduced& column = reduced_[static_cast<std::size_t>(path[static_cast<std::size_t>(i)])];
    if (!column.basis) {
      row_[column.row] = entries[i];
      continue;
    }
    for (int b = 0; b < column.freedoms; ++b)
      row_[column.row + b] += entries[i] * (*column.basis)(column.local, b);
  }
}

/// Adds Gᵀ H G of a constrained cluster's rows to the reduced matrix.
template <typename Scalar>
void Projection<Scalar>::projectCluster(const Cluster<Scalar>& cluster) {
  const MatrixX<Scalar>& basis = spanning_.constraint(cluster).basis;
  const int above = mass_.pattern().depth(cluster.firstFreedom);
  const int outside = spanning_.lastCoordinate(cluster.parent);
  const int carried = outside == ground ? 0 : spanning_.pattern().depth(outside) + 1;
  const int first = spanning_.firstCoordinate(cluster);
  for (int k = 0; k < cluster.spanning(); ++k) {
    row_.head(above).setZero();
    projectAbove(first + k, carried);
    for (int a = 0; a < cluster.freedoms; ++a) {
      const Scalar factor = basis(k, a);
      Scalar* const row = mass_.row(cluster.firstFreedom + a);
      for (int i = 0; i < above; ++i) row[i] += factor * row_[i];
    }

    const std::span<const int> path = spanning_.pattern().path(first + k);
    const Scalar* const entries = spanning_.mass().row(first + k);
    for (std::size_t i = static_cast<std::size_t>(carried); i < path.size(); ++i) {
      const int j = path[i] - first;
      for (int a = 0; a < cluster.freedoms; ++a) {
        Scalar* const row = mass_.row(cluster.firstFreedom + a) + above;
        for (int b = 0; b <= a; ++b) {
          row[b] += basis(k, a) * entries[i] * basis(j, b);
          if (j != k) row[b] += basis(j, a) * entries[i] * basis(k, b);
        }
      }
    }
  }
}

template <typename Scalar>
void Projection<Scalar>::projectMass() {
  mass_.setZero();
  for (const Cluster<Scalar>& cluster : spanning_.tree().clusters()) {
    if (cluster.freedoms == 0) continue;
    if (cluster.constraint) {
      projectCluster(cluster);
      continue;
    }
    const int above = mass_.pattern().depth(cluster.firstFreedom);
    const int first = spanning_.firstCoordinate(cluster);
    const int carried = spanning_.pattern().depth(first);
    for (int k = 0; k < cluster.freedoms; ++k) {
      row_.head(above).setZero();
      projectAbove(first + k, carried);
      Scalar* const row = mass_.row(cluster.firstFreedom + k);
      for (int i = 0; i < above; ++i) row[i] = row_[i];
      const Scalar* const own = spanning_.mass().row(first + k) + carried;
      for (int j = 0; j <= k; ++j) row[above + j] = own[j];
    }
  }
}

/// independent_ ← Gᵀ f, for f by coordinate.
template <typename Scalar>
void Projection<Scalar>::projectForces(const VectorX<Scalar>& spanning) {
  for (const Cluster<Scalar>& cluster : spanning_.tree().clusters()) {
    const auto own = spanning.segment(spanning_.firstCoordinate(cluster), cluster.spanning());
    auto free = independent_.segment(cluster.firstFreedom, cluster.freedoms);
    if (cluster.constraint)
      free.noalias() = spanning_.constraint(cluster)
                           .basis.leftCols(cluster.freedoms)
                           .transpose()
                           .lazyProduct(own);
    else
      free = own;
  }
}

template <typename Scalar>
void Projection<Scalar>::forwardDynamics(const ConstVectorRef<Scalar>& q,
                                         const ConstVectorRef<Scalar>& v,
                                         const AppliedForces<Scalar>& forces, VectorRef<Scalar> a) {
  const ClusterTree<Scalar>& tree = spanning_.tree();
  tree.requireSizes(q.size(), a.size());
  spanning_.update(q, v);
  updateConstraints(q, v);
  independent_.setZero();
  spanAccelerations<Scalar>(tree, independent_, spanning_.work(), accelerations_);  // q̈ = g
  projectForces(spanning_.unbalancedForces(q, v, accelerations_, forces));  // Gᵀ (H g + C − τ)
  spanning_.massMatrix();
  projectMass();
  if (!mass_.factor()) throw SimulationError("projection: the mass matrix is singular");
  independent_ = -independent_;
  mass_.solveTransposed(independent_);
  mass_.solve(independent_);
  spanAccelerations<Scalar>(tree, independent_, spanning_.work(), a);
}

template <typename Scalar>
void Projection<Scalar>::inverseDynamics(const ConstVectorRef<Scalar>& q,
                                         const ConstVectorRef<Scalar>& v,
                                         const ConstVectorRef<Scalar>& a,
                                         const AppliedForces<Scalar>& forces,
                                         VectorRef<Scalar> torque) {
  const ClusterTree<Scalar>& tree = spanning_.tree();
  tree.requireSizes(q.size(), a.size());
  tree.requireSizes(q.size(), torque.size());
  spanning_.update(q, v);
  updateConstraints(q, v);
  pickIndependent<Scalar>(tree, a, spanning_.work(), independent_);
  spanAccelerations<Scalar>(tree, independent_, spanning_.work(), accelerations_);
  projectForces(spanning_.unbalancedForces(q, v, accelerations_, forces));
  torque.setZero();
  for (const Cluster<Scalar>& cluster : tree.clusters())
    for (int j = 0; j < cluster.freedoms; ++j)
      torque[independentVelocity(tree, cluster, j, spanning_.work())] =
          independent_[cluster.firstFreedom + j];
}

template class Projection<double>;

}  // namespace linkwork::baselines
