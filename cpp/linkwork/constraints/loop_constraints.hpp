#pragma once

#include <algorithm>
#include <cmath>

#include "linkwork/constraints/rows.hpp"
#include "linkwork/linalg/gauss_jordan.hpp"
#include "linkwork/model/workspace.hpp"

namespace linkwork {

/// Pivots below this part of the largest entry of K count as zero. Loops close to 1e-8 only:
/// redundant rows (a planar loop in space has three) may differ by that much.
inline constexpr double rankTolerance = 1e-7;

/// The elimination of K x = k in a cluster's workspace: of all rows, or of the first ones.
template <typename Scalar>
GaussJordan<Scalar> reductionOf(ConstraintWorkspace<Scalar>& workspace) {
  return {workspace.jacobian, workspace.rightSide, workspace.units, workspace.order};
}
template <typename Scalar>
GaussJordan<Scalar> reductionOf(ConstraintWorkspace<Scalar>& workspace, int rows,
                                PivotChooser<Scalar> chooser = {}) {
  return {workspace.jacobian, workspace.rightSide, workspace.units, workspace.order, rows, chooser};
}

/// The right side that `assembleConstraints` writes.
enum class ConstraintLevel {
  position,      ///< φ(q): the violation of loops [length, rad] and couplings
  acceleration,  ///< k of K q̈ = k
};

/// Writes the constraint Jacobian K(q) of a cluster and φ or k to its workspace; needs
/// updateJoints.
///
/// Rows of a loop joint are those of rows.hpp, in the axes of the output body and relative to it. T
/// has their wrenches as columns, E is the relative pose of the joint's two frames and q_l its
/// closest coordinates:
///
///   φ = Tᵀ log(J(q_l)⁻¹ E)
///   K q̇ = Tᵀ (V_child − V_parent) = 0
///   K q̈ = −J̇ v at q̈ = 0
///
/// Rows that are lengths are in units of ClusterConstraint::length. At φ = 0, K is the derivative
/// of φ and Newton's method converges quadratically. The row of a coupling is c f'(q) over the
/// largest c, with k = −Σ c f''(q) q̇². Position and orientation both close, for every joint type.
/// Source: Featherstone, "Rigid Body Dynamics Algorithms", section 8.2.
template <typename Scalar>
void assembleConstraints(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                         const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
                         ConstraintLevel level, TreeWorkspace<Scalar>& work);

/// Writes the poses of a cluster's bodies in its output body; needs updateJoints. Part of
/// assembleConstraints.
template <typename Scalar>
void updateRelativePoses(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                         TreeWorkspace<Scalar>& work);

/// The violation of a coupling: Σ coefficient · f(q) − offset [rad, m].
template <typename Scalar>
Scalar couplingViolation(const CouplingRow<Scalar>& coupling, const ConstVectorRef<Scalar>& q) {
  Scalar gap = -coupling.offset;
  for (const auto& term : coupling.terms) gap += term.value(q[term.position]);
  return gap;
}

/// The largest coefficient of a coupling, which is the unit of its row: a gear of 1000:1 must not
/// make short levers look like none.
template <typename Scalar>
Scalar largestCoefficient(const CouplingRow<Scalar>& coupling) {
  using std::abs;
  Scalar largest(0);
  for (const auto& term : coupling.terms)
    largest = std::max(largest, Scalar(abs(term.coefficient)));
  return largest;
}

/// The pose of a body of a cluster, or of its output body, in the output body.
///
/// @param poses  of the cluster's bodies in the output body
template <typename Scalar>
Transform<Scalar> poseInOutput(int body, const Cluster<Scalar>& cluster,
                               const std::vector<Transform<Scalar>>& poses) {
  if (body < cluster.firstBody) return Transform<Scalar>::Identity();
  return poses[static_cast<std::size_t>(body - cluster.firstBody)];
}

/// Adds sign · wrenchᵀ S_j to a row of K, for the joints between a loop's body and the output body.
///
/// @param wrench     of the row, in the output body's frame
/// @param subspaces  S of the cluster's joints in the output body's frame, 6×n
template <typename Scalar>
void addPath(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster, int body,
             const Scalar& sign, const Vector6<Scalar>& wrench, const Matrix6X<Scalar>& subspaces,
             int row, MatrixX<Scalar>& jacobian) {
  for (; body >= cluster.firstBody; body = tree.body(body).parent) {
    const TreeBody<Scalar>& here = tree.body(body);
    for (int j = here.local; j < here.local + here.velocities; ++j)
      jacobian(row, j) += sign * wrench.dot(subspaces.col(j));
  }
}

/// The violation of a loop: J(q_l)⁻¹ E, the identity if it is closed; after assembleConstraints.
template <typename Scalar>
Transform<Scalar> violationOf(const Cluster<Scalar>& cluster, const LoopClosure<Scalar>& loop,
                              const ConstraintWorkspace<Scalar>& workspace);

/// Which clusters need G: all, or those whose loops are not cut (dynamics/cut_loops.hpp).
enum class BasisOf { all, uncut };

/// Writes G and g of a cluster: q̇ = G ẏ, q̈ = G ÿ + g. It uses the closed form of the cluster if
/// there is one that is regular at the pose (explicit_constraint.hpp), else pivots on K. Returns
/// false at a singular pose.
template <typename Scalar>
bool solveConstraints(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                      const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
                      TreeWorkspace<Scalar>& work, BasisOf basis = BasisOf::all);

/// The same from K and k in the first rows of the workspace.
template <typename Number, typename Scalar>
bool reduceConstraints(const Cluster<Number>& cluster, ConstraintWorkspace<Scalar>& workspace,
                       int rows, PivotChooser<Scalar> chooser = {}, BasisOf basis = BasisOf::all) {
  const int rank = cluster.constraint->rank;
  const GaussJordan<Scalar> reduction = reductionOf(workspace, rows, chooser);
  if (reduction.eliminate(workspace.preference, rank, rankTolerance) < rank) return false;
  workspace.hasBasis = basis == BasisOf::all || !cluster.isCut();
  if (workspace.hasBasis) reduction.kernel(rank, workspace.basis.leftCols(cluster.dofs));
  reduction.solution(rank, workspace.offset);
  return true;
}

/// The error for a cluster whose loops lose rank at the pose.
template <typename Scalar>
SimulationError singularPose(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster) {
  return SimulationError("the loops through joint \"" + tree.jointName(cluster.firstBody) +
                         "\" are at a singular pose: they leave more freedom here than nearby");
}

extern template void assembleConstraints(const ClusterTree<double>&, const Cluster<double>&,
                                         const ConstVectorRef<double>&,
                                         const ConstVectorRef<double>&, ConstraintLevel,
                                         TreeWorkspace<double>&);
extern template void updateRelativePoses(const ClusterTree<double>&, const Cluster<double>&,
                                         TreeWorkspace<double>&);
extern template Transform<double> violationOf(const Cluster<double>&, const LoopClosure<double>&,
                                              const ConstraintWorkspace<double>&);
extern template bool solveConstraints(const ClusterTree<double>&, const Cluster<double>&,
                                      const ConstVectorRef<double>&, const ConstVectorRef<double>&,
                                      TreeWorkspace<double>&, BasisOf);

}  // namespace linkwork
