#include "papers/clusters/lagrange_dense.hpp"

#include "linkwork/constraints/loop_constraints.hpp"

namespace linkwork::papers {
namespace {

PivotedRows allRows(const ClusterTree<double>& tree) {
  int rows = 0, rank = 0;
  for (const Cluster<double>& cluster : tree.clusters()) {
    if (!cluster.constraint) continue;
    rows += cluster.constraint->rows;
    rank += cluster.constraint->rank;
  }
  return {tree.velocitySize(), rows, rank};
}

}  // namespace

LagrangeDense::LagrangeDense(const ClusterTree<double>& tree)
    : spanning_(tree),
      mass_(MatrixX<double>::Zero(tree.velocitySize(), tree.velocitySize())),
      cholesky_(tree.velocitySize()),
      rows_(allRows(tree)),
      rightSide_(rows_.matrix().cols()),
      solution_(tree.velocitySize()) {}

/// Kᵀ into the matrix of rows_, and k.
void LagrangeDense::updateConstraints(const ConstVectorRef<double>& q,
                                      const ConstVectorRef<double>& v) {
  const ClusterTree<double>& tree = spanning_.tree();
  rows_.matrix().setZero();
  int row = 0;
  for (const Cluster<double>& cluster : tree.clusters()) {
    if (!cluster.constraint) continue;
    assembleConstraints(tree, cluster, q, v, ConstraintLevel::acceleration, spanning_.work());
    const ConstraintWorkspace<double>& workspace = spanning_.constraint(cluster);
    const int count = cluster.constraint->rows;
    rows_.matrix().block(spanning_.firstCoordinate(cluster), row, cluster.spanning(), count) =
        workspace.jacobian.transpose();
    rightSide_.segment(row, count) = workspace.rightSide;
    row += count;
  }
}

/// H = L Lᵀ and the decomposition of L⁻¹ Kᵀ.
void LagrangeDense::factor() {
  const BranchMatrix& packed = spanning_.massMatrix();
  if (spanning_.isSingular())
    for (const Cluster<double>& cluster : spanning_.tree().clusters())
      if (cluster.constraint) spanning_.stiffen(cluster, cluster.constraint->rows, solution_);
  for (int k = 0; k < spanning_.size(); ++k) {
    const double* entry = packed.row(k);
    for (const int j : packed.pattern().path(k)) mass_(k, j) = *entry++;
  }
  cholesky_.compute(mass_);
  bool isDefinite = cholesky_.info() == Eigen::Success;
  for (int k = 0; k < spanning_.size(); ++k) {
    const double root = cholesky_.matrixLLT()(k, k);
    isDefinite = isDefinite && spanning_.isDefinite(k, root * root);
  }
  if (!isDefinite)
    throw SimulationError(
        "lagrange-dense: the mass matrix of the spanning tree is singular at this pose");
  cholesky_.matrixL().solveInPlace(rows_.matrix());
  rows_.factor();
}

void LagrangeDense::forwardDynamics(const ConstVectorRef<double>& q,
                                    const ConstVectorRef<double>& v,
                                    const AppliedForces<double>& forces, VectorRef<double> a) {
  spanning_.tree().requireSizes(q.size(), a.size());
  spanning_.update(q, v);
  updateConstraints(q, v);
  a.setZero();
  solution_ = -spanning_.unbalancedForces(q, v, a, forces);  // τ − C
  factor();
  cholesky_.matrixL().solveInPlace(solution_);
  rows_.satisfy(rightSide_, solution_);
  cholesky_.matrixU().solveInPlace(solution_);
  for (int k = 0; k < spanning_.size(); ++k) a[spanning_.entry(k)] = solution_[k];
}

}  // namespace linkwork::papers
