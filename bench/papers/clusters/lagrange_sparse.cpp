#include "papers/clusters/lagrange_sparse.hpp"

#include "linkwork/constraints/loop_constraints.hpp"

namespace linkwork::papers {

LagrangeSparse::LagrangeSparse(const ClusterTree<double>& tree)
    : spanning_(tree),
      rows_(tree.clusters().size()),
      solution_(tree.velocitySize()),
      spanningAccelerations_(tree.velocitySize()) {
  int row = 0;
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    const Cluster<double>& cluster = tree.clusters()[c];
    rows_[c] = {row, cluster.constraint ? cluster.constraint->rank : 0, 0};
    row += rows_[c].count;
    rows_[c].end = row;
  }
  for (std::size_t c = rows_.size(); c-- > 0;) {
    const int parent = tree.clusters()[c].parent;
    if (parent == ground) continue;
    Rows& above = rows_[at(tree.body(parent).cluster)];
    above.end = std::max(above.end, rows_[c].end);
  }
  z_.setZero(spanning_.size(), row);
  delassus_.resize(row, row);
  cholesky_ = Eigen::LLT<RowMajor>(row);
  rightSide_.resize(row);
}

/// Z = L⁻ᵀKᵀ for the rows of one cluster: down from its own coordinates to the root.
void LagrangeSparse::solveRows(const Cluster<double>& cluster, const Rows& rows) {
  const BranchMatrix& mass = spanning_.mass();
  const int first = spanning_.firstCoordinate(cluster);
  const auto solveAt = [&](int k) {
    const std::span<const int> path = mass.pattern().path(k);
    const double* const entries = mass.row(k);
    double* const here = &z_(k, rows.first);
    const double scale = mass.inverseDiagonal(k);
    for (int i = 0; i < rows.count; ++i) here[i] *= scale;
    for (std::size_t t = 0; t + 1 < path.size(); ++t) {
      double* const above = &z_(path[t], rows.first);
      for (int i = 0; i < rows.count; ++i) above[i] -= entries[t] * here[i];
    }
  };

  const int parent = spanning_.lastCoordinate(cluster.parent);
  const std::span<const int> parents =
      parent == ground ? std::span<const int>() : mass.pattern().path(parent);
  for (const int k : parents) z_.row(k).segment(rows.first, rows.count).setZero();
  for (int k = first + cluster.spanning() - 1; k >= first; --k) solveAt(k);
  for (auto k = parents.rbegin(); k != parents.rend(); ++k) solveAt(*k);
}

/// Kᵀ into z_, at the clusters' own coordinates, and k.
void LagrangeSparse::updateConstraints(const ConstVectorRef<double>& q,
                                       const ConstVectorRef<double>& v) {
  const ClusterTree<double>& tree = spanning_.tree();
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    const Cluster<double>& cluster = tree.clusters()[c];
    if (!cluster.constraint) continue;
    assembleConstraints(tree, cluster, q, v, ConstraintLevel::acceleration, spanning_.work());
    ConstraintWorkspace<double>& workspace = spanning_.work().of(tree, cluster);
    const ClusterConstraint<double>& constraint = *cluster.constraint;
    if (constraint.rows > constraint.rank &&
        reductionOf(workspace).eliminate(constraint.preference, constraint.rank, rankTolerance) <
            constraint.rank)
      throw singularPose(tree, cluster);
    z_.block(spanning_.firstCoordinate(cluster), rows_[c].first, cluster.spanning(),
             rows_[c].count) = workspace.jacobian.topRows(rows_[c].count).transpose();
    rightSide_.segment(rows_[c].first, rows_[c].count) = workspace.rightSide.head(rows_[c].count);
  }
}

/// H = LᵀL, Z, and the Cholesky factor of ZᵀZ.
void LagrangeSparse::factor() {
  const ClusterTree<double>& tree = spanning_.tree();
  spanning_.massMatrix();
  if (spanning_.isSingular())
    for (std::size_t c = 0; c < rows_.size(); ++c)
      if (rows_[c].count > 0) spanning_.stiffen(tree.clusters()[c], rows_[c].count, solution_);
  if (!spanning_.factor())
    throw SimulationError(
        "lagrange-sparse: the mass matrix of the spanning tree is singular at this pose");
  for (std::size_t c = 0; c < rows_.size(); ++c)
    if (rows_[c].count > 0) solveRows(tree.clusters()[c], rows_[c]);

  delassus_.setZero();
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    const Rows& rows = rows_[c];
    const int first = spanning_.firstCoordinate(tree.clusters()[c]);
    for (int k = first; k < first + tree.clusters()[c].spanning(); ++k) {
      const double* const z = z_.row(k).data();
      for (int i = rows.first; i < rows.end; ++i) {
        double* const to = delassus_.row(i).data();
        for (int j = rows.first; j <= i; ++j) to[j] += z[i] * z[j];
      }
    }
  }
  cholesky_.compute(delassus_);
  if (cholesky_.info() != Eigen::Success)
    throw SimulationError("lagrange-sparse: the loops are at a singular pose");
}

void LagrangeSparse::forwardDynamics(const ConstVectorRef<double>& q,
                                     const ConstVectorRef<double>& v,
                                     const AppliedForces<double>& forces, VectorRef<double> a) {
  spanning_.tree().requireSizes(q.size(), a.size());
  spanning_.update(q, v);
  updateConstraints(q, v);
  a.setZero();
  solution_ = -spanning_.unbalancedForces(q, v, a, forces);  // τ − C
  factor();
  spanning_.mass().solveTransposed(solution_);
  rightSide_.noalias() -= z_.transpose().lazyProduct(solution_);
  cholesky_.solveInPlace(rightSide_);
  solution_.noalias() += z_.lazyProduct(rightSide_);
  spanning_.mass().solve(solution_);
  for (int k = 0; k < spanning_.size(); ++k) a[spanning_.entry(k)] = solution_[k];
}

/// Calls visit(dependent, free, entry) for the entries of K_r, places among a cluster's velocities.
template <typename Visit>
void LagrangeSparse::eachReduced(const Cluster<double>& cluster, const Visit& visit) {
  const ConstraintWorkspace<double>& workspace = spanning_.constraint(cluster);
  for (int i = 0; i < cluster.constraint->rank; ++i)
    for (int j = cluster.constraint->rank; j < cluster.spanning(); ++j) {
      const int free = workspace.order[at(j)];
      visit(workspace.order[at(i)], free, workspace.jacobian(i, free));
    }
}

/// The dependent ones of a cluster's accelerations from the others, which stand there.
void LagrangeSparse::spanAccelerations(const Cluster<double>& cluster,
                                       const ConstVectorRef<double>& q,
                                       const ConstVectorRef<double>& v) {
  const ClusterTree<double>& tree = spanning_.tree();
  const ClusterConstraint<double>& constraint = *cluster.constraint;
  ConstraintWorkspace<double>& workspace = spanning_.work().of(tree, cluster);
  workspace.preference = constraint.preference;
  if (constraint.explicitForm) {  // its choice may differ from that of pivots
    if (!solveConstraints(tree, cluster, q, v, spanning_.work())) throw singularPose(tree, cluster);
    for (int i = constraint.rank; i < cluster.spanning(); ++i)
      workspace.preference[workspace.order[at(i)]] *= 1e-30;
  }
  assembleConstraints(tree, cluster, q, v, ConstraintLevel::acceleration, spanning_.work());
  if (reductionOf(workspace).eliminate(workspace.preference, constraint.rank, rankTolerance) <
      constraint.rank)
    throw singularPose(tree, cluster);
  const auto acceleration = [&](int local) -> double& {
    return spanningAccelerations_[cluster.velocities[at(local)]];
  };
  for (int i = 0; i < constraint.rank; ++i)
    acceleration(workspace.order[at(i)]) = workspace.rightSide[i];
  eachReduced(cluster, [&](int dependent, int free, const double& entry) {
    acceleration(dependent) -= entry * acceleration(free);
  });
}

void LagrangeSparse::inverseDynamics(const ConstVectorRef<double>& q,
                                     const ConstVectorRef<double>& v,
                                     const ConstVectorRef<double>& a,
                                     const AppliedForces<double>& forces,
                                     VectorRef<double> torque) {
  const ClusterTree<double>& tree = spanning_.tree();
  tree.requireSizes(q.size(), a.size());
  tree.requireSizes(q.size(), torque.size());
  spanning_.update(q, v);
  spanningAccelerations_ = a;
  for (const Cluster<double>& cluster : tree.clusters())
    if (cluster.constraint) spanAccelerations(cluster, q, v);
  const VectorX<double>& f = spanning_.unbalancedForces(q, v, spanningAccelerations_, forces);
  for (int k = 0; k < spanning_.size(); ++k) torque[spanning_.entry(k)] = f[k];
  for (const Cluster<double>& cluster : tree.clusters()) {
    if (!cluster.constraint) continue;
    const int first = spanning_.firstCoordinate(cluster);
    const auto force = [&](int local) -> double& { return torque[spanning_.entry(first + local)]; };
    eachReduced(cluster, [&](int dependent, int free, const double& entry) {
      force(free) -= entry * f[first + dependent];
    });
    const std::vector<int>& order = spanning_.constraint(cluster).order;
    for (int i = 0; i < cluster.constraint->rank; ++i) force(order[at(i)]) = 0.0;
  }
}

}  // namespace linkwork::papers
