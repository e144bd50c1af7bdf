#include "papers/clusters/projection.hpp"

#include <algorithm>

#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/loop_constraints.hpp"

namespace linkwork::papers {
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
    for (int j = 0; j < cluster.dofs; ++j) {
      parents.push_back(above);
      above = cluster.firstDof + j;
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
    const int above = cluster.dofs == 0 ? 0 : mass_.pattern().depth(cluster.firstDof);
    for (int i = 0; i < cluster.spanning(); ++i)
      if (cluster.constraint)
        reduced_.push_back({above, i, &spanning_.constraint(cluster).basis, cluster.dofs});
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
    for (int b = 0; b < column.dofs; ++b)
      row_[column.row + b] += entries[i] * (*column.basis)(column.local, b);
  }
}

/// Adds Gᵀ H G of a constrained cluster's rows to the reduced matrix.
template <typename Scalar>
void Projection<Scalar>::projectCluster(const Cluster<Scalar>& cluster) {
  const MatrixX<Scalar>& basis = spanning_.constraint(cluster).basis;
  const int above = mass_.pattern().depth(cluster.firstDof);
  const int outside = spanning_.lastCoordinate(cluster.parent);
  const int carried = outside == ground ? 0 : spanning_.pattern().depth(outside) + 1;
  const int first = spanning_.firstCoordinate(cluster);
  for (int k = 0; k < cluster.spanning(); ++k) {
    row_.head(above).setZero();
    projectAbove(first + k, carried);
    for (int a = 0; a < cluster.dofs; ++a) {
      const Scalar factor = basis(k, a);
      Scalar* const row = mass_.row(cluster.firstDof + a);
      for (int i = 0; i < above; ++i) row[i] += factor * row_[i];
    }

    const std::span<const int> path = spanning_.pattern().path(first + k);
    const Scalar* const entries = spanning_.mass().row(first + k);
    for (std::size_t i = static_cast<std::size_t>(carried); i < path.size(); ++i) {
      const int j = path[i] - first;
      for (int a = 0; a < cluster.dofs; ++a) {
        Scalar* const row = mass_.row(cluster.firstDof + a) + above;
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
    if (cluster.dofs == 0) continue;
    if (cluster.constraint) {
      projectCluster(cluster);
      continue;
    }
    const int above = mass_.pattern().depth(cluster.firstDof);
    const int first = spanning_.firstCoordinate(cluster);
    const int carried = spanning_.pattern().depth(first);
    for (int k = 0; k < cluster.dofs; ++k) {
      row_.head(above).setZero();
      projectAbove(first + k, carried);
      Scalar* const row = mass_.row(cluster.firstDof + k);
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
    auto free = independent_.segment(cluster.firstDof, cluster.dofs);
    if (cluster.constraint)
      free.noalias() =
          spanning_.constraint(cluster).basis.leftCols(cluster.dofs).transpose().lazyProduct(own);
    else
      free = own;
  }
}

/// mass_ ← the factor of Gᵀ H G.
template <typename Scalar>
void Projection<Scalar>::factorMass() {
  spanning_.massMatrix();
  projectMass();
  if (!mass_.factor()) throw SimulationError("projection: the mass matrix is singular");
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
  factorMass();
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
    for (int j = 0; j < cluster.dofs; ++j)
      torque[independentVelocity(tree, cluster, j, spanning_.work())] =
          independent_[cluster.firstDof + j];
}

/// The last independent velocity that moves a body; `ground` if none does.
template <typename Scalar>
int Projection<Scalar>::lastFreedom(int body) const {
  while (body != ground) {
    const Cluster<Scalar>& cluster = spanning_.tree().clusterOf(spanning_.tree().body(body));
    if (cluster.dofs > 0) return cluster.firstDof + cluster.dofs - 1;
    body = cluster.parent;
  }
  return ground;
}

/// Columns of Y from `first` on: Gᵀ Sᵀ f for the end-effector's unit forces f, then L⁻ᵀ of it.
template <typename Scalar>
void Projection<Scalar>::fillColumns(const EndEffector<Scalar>& endEffector, int first) {
  auto columns = columns_.middleCols(first, endEffector.rows());
  columns.setZero();
  const int last = lastFreedom(endEffector.body);
  const int lastCoordinate = spanning_.lastCoordinate(endEffector.body);
  if (last == ground || lastCoordinate == ground) return;
  const Transform<Scalar> frame =
      spanning_.pose(endEffector.body) * frameOn(spanning_.tree(), endEffector, spanning_.work());
  for (int k = 0; k < endEffector.rows(); ++k) {
    const Vector6<Scalar> force = frame.wrenchToParent(endEffector.directions.col(k));
    for (const int coordinate : spanning_.pattern().path(lastCoordinate)) {
      const Scalar along = spanning_.subspaces().col(coordinate).dot(force);
      const Reduced& place = reduced_[static_cast<std::size_t>(coordinate)];
      if (!place.basis) columns(place.row, k) += along;
      for (int b = 0; place.basis && b < place.dofs; ++b)
        columns(place.row + b, k) += along * (*place.basis)(place.local, b);
    }
  }
  mass_.solveTransposedOnPath(last, columns.topRows(mass_.pattern().depth(last) + 1));
}

template <typename Scalar>
void Projection<Scalar>::inverseOperationalSpaceInertia(const ConstVectorRef<Scalar>& q,
                                                        const OperationalSpace<Scalar>& space,
                                                        MatrixRef<Scalar> inverse) {
  space.requireRows(inverse.rows());
  space.requireRows(inverse.cols());
  if (columns_.cols() < space.rows)
    columns_.resize(spanning_.tree().degreesOfFreedom(), space.rows);
  accelerations_.setZero();
  spanning_.update(q, accelerations_);
  updateConstraints(q, accelerations_);
  factorMass();
  updateFrames(spanning_.tree(), space, spanning_.work());

  int row = 0;
  for (const EndEffector<Scalar>& here : space.endEffectors) {
    fillColumns(here, row);
    const int last = lastFreedom(here.body);
    int column = 0;
    for (const EndEffector<Scalar>& other : space.endEffectors) {
      if (column > row) break;
      // Both paths begin with the coordinates that carry both.
      const int otherLast = lastFreedom(other.body);
      int shared = 0;
      if (last != ground && otherLast != ground) {
        const std::span<const int> path = mass_.pattern().path(last);
        const std::span<const int> otherPath = mass_.pattern().path(otherLast);
        const auto ends =
            std::mismatch(path.begin(), path.end(), otherPath.begin(), otherPath.end());
        shared = static_cast<int>(ends.first - path.begin());
      }
      auto block = inverse.block(row, column, here.rows(), other.rows());
      block.noalias() = columns_.block(0, row, shared, here.rows())
                            .transpose()
                            .lazyProduct(columns_.block(0, column, shared, other.rows()));
      if (column < row) inverse.block(column, row, other.rows(), here.rows()) = block.transpose();
      column += other.rows();
    }
    row += here.rows();
  }
}

template class Projection<double>;

}  // namespace linkwork::papers
