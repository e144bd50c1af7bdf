#include "papers/clusters/projection.hpp"

#include <algorithm>

#include "linkwork/constraints/loop_constraints.hpp"

namespace linkwork::papers {
namespace {

/// The tree of independent coordinates: those of a cluster are a chain below those of its parent
/// cluster.
BranchPattern reducedPattern(const ClusterTree<double>& tree) {
  std::vector<int> parents, last;
  for (const Cluster<double>& cluster : tree.clusters()) {
    int above = cluster.parent == ground ? ground : last[at(tree.body(cluster.parent).cluster)];
    for (int j = 0; j < cluster.dofs; ++j) {
      parents.push_back(above);
      above = cluster.firstDof + j;
    }
    last.push_back(above);
  }
  return BranchPattern(parents);
}

}  // namespace

Projection::Projection(const ClusterTree<double>& tree)
    : spanning_(tree),
      mass_(reducedPattern(tree)),
      row_(tree.degreesOfFreedom()),
      independent_(tree.degreesOfFreedom()),
      accelerations_(tree.velocitySize()) {
  for (const Cluster<double>& cluster : tree.clusters()) {
    const int above = cluster.dofs == 0 ? 0 : mass_.pattern().depth(cluster.firstDof);
    for (int i = 0; i < cluster.spanning(); ++i)
      if (cluster.constraint)
        reduced_.push_back({above, i, &spanning_.constraint(cluster).basis, cluster.dofs});
      else
        reduced_.push_back({above + i, -1, nullptr, 1});
  }
}

void Projection::updateConstraints(const ConstVectorRef<double>& q,
                                   const ConstVectorRef<double>& v) {
  for (const Cluster<double>& cluster : spanning_.tree().clusters())
    if (cluster.constraint && !solveConstraints(spanning_.tree(), cluster, q, v, spanning_.work()))
      throw singularPose(spanning_.tree(), cluster);
}

/// row_ ← the part of (H G)'s row k that belongs to coordinates above its own cluster; `above` of
/// H's entries do.
void Projection::projectAbove(int k, int above) {
  const std::span<const int> path = spanning_.pattern().path(k);
  const double* const entries = spanning_.mass().row(k);
  for (int i = 0; i < above; ++i) {
    const Reduced& column = reduced_[at(path[at(i)])];
    if (!column.basis) {
      row_[column.row] = entries[i];
      continue;
    }
    for (int b = 0; b < column.dofs; ++b)
      row_[column.row + b] += entries[i] * (*column.basis)(column.local, b);
  }
}

/// Adds Gᵀ H G of a constrained cluster's rows to the reduced matrix.
void Projection::projectCluster(const Cluster<double>& cluster) {
  const MatrixX<double>& basis = spanning_.constraint(cluster).basis;
  const int above = mass_.pattern().depth(cluster.firstDof);
  const int outside = spanning_.lastCoordinate(cluster.parent);
  const int carried = outside == ground ? 0 : spanning_.pattern().depth(outside) + 1;
  const int first = spanning_.firstCoordinate(cluster);
  for (int k = 0; k < cluster.spanning(); ++k) {
    row_.head(above).setZero();
    projectAbove(first + k, carried);
    for (int a = 0; a < cluster.dofs; ++a) {
      const double factor = basis(k, a);
      double* const row = mass_.row(cluster.firstDof + a);
      for (int i = 0; i < above; ++i) row[i] += factor * row_[i];
    }

    const std::span<const int> path = spanning_.pattern().path(first + k);
    const double* const entries = spanning_.mass().row(first + k);
    for (std::size_t i = at(carried); i < path.size(); ++i) {
      const int j = path[i] - first;
      for (int a = 0; a < cluster.dofs; ++a) {
        double* const row = mass_.row(cluster.firstDof + a) + above;
        for (int b = 0; b <= a; ++b) {
          row[b] += basis(k, a) * entries[i] * basis(j, b);
          if (j != k) row[b] += basis(j, a) * entries[i] * basis(k, b);
        }
      }
    }
  }
}

void Projection::projectMass() {
  mass_.setZero();
  for (const Cluster<double>& cluster : spanning_.tree().clusters()) {
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
      double* const row = mass_.row(cluster.firstDof + k);
      for (int i = 0; i < above; ++i) row[i] = row_[i];
      const double* const own = spanning_.mass().row(first + k) + carried;
      for (int j = 0; j <= k; ++j) row[above + j] = own[j];
    }
  }
}

/// independent_ ← Gᵀ f, for f by coordinate.
void Projection::projectForces(const VectorX<double>& spanning) {
  for (const Cluster<double>& cluster : spanning_.tree().clusters()) {
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
void Projection::factorMass() {
  spanning_.massMatrix();
  projectMass();
  if (!mass_.factor()) throw SimulationError("projection: the mass matrix is singular");
}

void Projection::forwardDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                                 const AppliedForces<double>& forces, VectorRef<double> a) {
  const ClusterTree<double>& tree = spanning_.tree();
  tree.requireSizes(q.size(), a.size());
  spanning_.update(q, v);
  updateConstraints(q, v);
  independent_.setZero();
  spanAccelerations(tree, independent_, spanning_.work(), accelerations_);  // q̈ = g
  projectForces(spanning_.unbalancedForces(q, v, accelerations_, forces));  // Gᵀ (H g + C − τ)
  factorMass();
  independent_ = -independent_;
  mass_.solveTransposed(independent_);
  mass_.solve(independent_);
  spanAccelerations(tree, independent_, spanning_.work(), a);
}

void Projection::inverseDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                                 const ConstVectorRef<double>& a,
                                 const AppliedForces<double>& forces, VectorRef<double> torque) {
  const ClusterTree<double>& tree = spanning_.tree();
  tree.requireSizes(q.size(), a.size());
  tree.requireSizes(q.size(), torque.size());
  spanning_.update(q, v);
  updateConstraints(q, v);
  pickIndependent<double>(tree, a, spanning_.work(), independent_);
  spanAccelerations(tree, independent_, spanning_.work(), accelerations_);
  projectForces(spanning_.unbalancedForces(q, v, accelerations_, forces));
  torque.setZero();
  for (const Cluster<double>& cluster : tree.clusters())
    for (int j = 0; j < cluster.dofs; ++j)
      torque[independentVelocity(tree, cluster, j, spanning_.work())] =
          independent_[cluster.firstDof + j];
}

/// The last independent velocity that moves a body; `ground` if none does.
int Projection::lastFreedom(int body) const {
  while (body != ground) {
    const Cluster<double>& cluster = spanning_.tree().clusterOf(spanning_.tree().body(body));
    if (cluster.dofs > 0) return cluster.firstDof + cluster.dofs - 1;
    body = cluster.parent;
  }
  return ground;
}

/// Columns of Y from `first` on: Gᵀ Sᵀ f for the end-effector's unit forces f, then L⁻ᵀ of it.
void Projection::fillColumns(const EndEffector<double>& endEffector, int first) {
  auto columns = columns_.middleCols(first, endEffector.rows());
  columns.setZero();
  const int last = lastFreedom(endEffector.body);
  const int lastCoordinate = spanning_.lastCoordinate(endEffector.body);
  if (last == ground || lastCoordinate == ground) return;
  const Transform<double> frame =
      spanning_.pose(endEffector.body) * frameOn(spanning_.tree(), endEffector, spanning_.work());
  for (int k = 0; k < endEffector.rows(); ++k) {
    const Vector6<double> force = frame.wrenchToParent(endEffector.directions.col(k));
    for (const int coordinate : spanning_.pattern().path(lastCoordinate)) {
      const double along = spanning_.subspaces().col(coordinate).dot(force);
      const Reduced& place = reduced_[at(coordinate)];
      if (!place.basis) columns(place.row, k) += along;
      for (int b = 0; place.basis && b < place.dofs; ++b)
        columns(place.row + b, k) += along * (*place.basis)(place.local, b);
    }
  }
  mass_.solveTransposedOnPath(last, columns.topRows(mass_.pattern().depth(last) + 1));
}

void Projection::inverseOperationalSpaceInertia(const ConstVectorRef<double>& q,
                                                const OperationalSpace<double>& space,
                                                MatrixRef<double> inverse) {
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
  for (const EndEffector<double>& here : space.endEffectors) {
    fillColumns(here, row);
    const int last = lastFreedom(here.body);
    int column = 0;
    for (const EndEffector<double>& other : space.endEffectors) {
      if (column > row) break;
      // Both paths begin with the coordinates that support both bodies.
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

}  // namespace linkwork::papers
