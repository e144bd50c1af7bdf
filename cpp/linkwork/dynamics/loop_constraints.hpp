#pragma once

#include "linkwork/dynamics/workspace.hpp"
#include "linkwork/linalg/gauss_jordan.hpp"

namespace linkwork {

/// Pivots below this part of the largest entry of K count as zero. Loops need only close to 1e-8.
/// Redundant rows (a planar loop in space has three) may therefore differ by that much.
inline constexpr double rankTolerance = 1e-7;

/// K x = k of a cluster in its workspace: all rows, or the first ones.
template <typename Scalar>
GaussJordan<Scalar> reductionOf(ConstraintWorkspace<Scalar>& workspace) {
  return {workspace.jacobian, workspace.rightSide, workspace.units, workspace.order};
}
template <typename Scalar>
GaussJordan<Scalar> reductionOf(ConstraintWorkspace<Scalar>& workspace, int rows,
                                PivotChooser<Scalar> chooser = {}) {
  return {workspace.jacobian, workspace.rightSide, workspace.units, workspace.order, rows, chooser};
}

/// The right-hand side of `assembleConstraints`.
enum class ConstraintLevel {
  position,      ///< φ(q): the violation of loops [length, rad] and couplings
  acceleration,  ///< k of K q̈ = k
};

/// Writes a cluster's K(q) and φ or k into its workspace; after updateJoints for its bodies.
///
/// Rows of a loop joint are those of constraint_rows.hpp, in the output body's axes and relative to
/// that body: T has their wrenches as columns, E is the relative pose of the joint's two frames and
/// q_l its closest coordinates,
///
///   φ = Tᵀ log(J(q_l)⁻¹ E)
///   K q̇ = Tᵀ (V_child − V_parent) = 0
///   K q̈ = −J̇ v at q̈ = 0
///
/// where rows of lengths are in units of ClusterConstraint::length.
/// On φ = 0 K is the derivative of φ, so Newton's method converges quadratically. A coupling's row
/// is its coefficients over the largest of them, with k = 0. Position and orientation both close,
/// for every joint type.
/// Source: Featherstone, "Rigid Body Dynamics Algorithms", section 8.2.
template <typename Scalar>
void assembleConstraints(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                         const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
                         ConstraintLevel level, Workspace<Scalar>& work);

/// Poses of a cluster's bodies in its output body, from updateJoints; assembleConstraints does it.
template <typename Scalar>
void updateRelativePoses(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                         Workspace<Scalar>& work);

/// The violation of a coupling: Σ coefficient · q − offset.
template <typename Scalar>
Scalar couplingGap(const CouplingRow<Scalar>& coupling, const ConstVectorRef<Scalar>& q) {
  Scalar gap = -coupling.offset;
  for (const auto& term : coupling.terms) gap += term.coefficient * q[term.position];
  return gap;
}

/// The pose error of a loop: J(q_l)⁻¹ E, the identity if it is closed. After assembleConstraints.
template <typename Scalar>
Transform<Scalar> loopPoseError(const Cluster<Scalar>& cluster, const LoopClosure<Scalar>& loop,
                                const ConstraintWorkspace<Scalar>& workspace);

/// G and g of a cluster: q̇ = G ẏ, q̈ = G ÿ + g. In closed form if the cluster has one that is
/// regular at the pose (explicit_constraint.hpp), else by pivoting on K. Returns false at a
/// singular pose.
template <typename Scalar>
bool solveConstraints(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                      const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
                      Workspace<Scalar>& work);

/// The same from K and k in the first rows of the workspace.
template <typename Number, typename Scalar>
bool reduceConstraints(const Cluster<Number>& cluster, ConstraintWorkspace<Scalar>& workspace,
                       int rows, PivotChooser<Scalar> chooser = {}) {
  const int rank = cluster.constraint->rank;
  const GaussJordan<Scalar> reduction = reductionOf(workspace, rows, chooser);
  if (reduction.eliminate(workspace.preference, rank, rankTolerance) < rank) return false;
  reduction.kernel(rank, workspace.basis.leftCols(cluster.dofs));
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
                                         Workspace<double>&);
extern template void updateRelativePoses(const ClusterTree<double>&, const Cluster<double>&,
                                         Workspace<double>&);
extern template Transform<double> loopPoseError(const Cluster<double>&, const LoopClosure<double>&,
                                                const ConstraintWorkspace<double>&);
extern template bool solveConstraints(const ClusterTree<double>&, const Cluster<double>&,
                                      const ConstVectorRef<double>&, const ConstVectorRef<double>&,
                                      Workspace<double>&);

}  // namespace linkwork
