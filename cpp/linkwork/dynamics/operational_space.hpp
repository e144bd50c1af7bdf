#pragma once

#include <vector>

#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/setup/force_paths.hpp"

namespace linkwork {

/// End-effectors on a tree, with their workspace: allocated once, for one thread.
///
/// Row r of every vector and matrix "by rows" is one direction of one end-effector, in the order of
/// the end-effectors.
template <typename Scalar>
struct OperationalSpace {
  /// Throws std::invalid_argument if an end-effector is not on a body of the tree.
  OperationalSpace(const ClusterTree<Scalar>& tree, std::vector<EndEffector<Scalar>> endEffectors);

  /// Throws std::invalid_argument unless a vector has one number per row.
  void requireRows(Eigen::Index found) const;

  std::vector<EndEffector<Scalar>> endEffectors;  ///< frames and directions may change, rows() not
  ForcePaths paths;
  int rows = 0;  ///< of all end-effectors

  Matrix6X<Scalar> propagators;  ///< χ of each node at the end of its path, in that body's axes
  MatrixX<Scalar> crossings;     ///< z of each node in the cluster it crossed last
  MatrixX<Scalar> inertia;       ///< Λ⁻¹ between all nodes
};

/// Poses of the bodies, if an end-effector's directions need them; after updateKinematics.
template <typename Scalar>
void updateFrames(const ClusterTree<Scalar>& tree, const OperationalSpace<Scalar>& space,
                  Workspace<Scalar>& work) {
  for (const EndEffector<Scalar>& endEffector : space.endEffectors)
    if (endEffector.axes == DirectionAxes::world) return updatePoses(tree, work);
}

/// Inverse operational-space inertia by extended force propagators on clusters (C-EFPA).
///
///   Λ⁻¹ = J H(q)⁻¹ Jᵀ          J ẏ: velocities of the end-effectors along their directions
///
/// Entry (r, s) is the acceleration of row r due to a unit force along row s. Symmetric, positive
/// semidefinite. Zero between end-effectors whose paths meet only at the ground; singular if rows
/// depend on each other or cannot move.
///
/// in    q        nq           spanning positions, on the loops
/// out   inverse  rows × rows  in units of acceleration per force: 1/kg, 1/(kg·m), 1/(kg·m²)
/// cost  O(n + d + m²), for clusters of bounded size, with m end-effectors whose paths cross d
///       clusters in all, shared ones counted once; no allocation
/// Source: Chignoli et al., section VIII, with the propagators joined where paths meet (as in
/// PV-OSIMr of Sathya et al., "Efficient Constrained Dynamics Algorithms based on an Equivalent LQR
/// Formulation using Gauss' Principle of Least Constraint").
/// Throws std::invalid_argument if a size is wrong; SimulationError at a singular pose of a loop or
/// if a joint moves no mass.
template <typename Scalar>
void inverseOperationalSpaceInertia(const ClusterTree<Scalar>& tree,
                                    const ConstVectorRef<Scalar>& q, Workspace<Scalar>& work,
                                    OperationalSpace<Scalar>& space, MatrixRef<Scalar> inverse);

/// The same after updateKinematics, at any velocity, and eliminateInertias.
template <typename Scalar>
void inverseOperationalSpaceInertia(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work,
                                    OperationalSpace<Scalar>& space, MatrixRef<Scalar> inverse);

/// Articulated inertias of all clusters, after updateKinematics: the part of the articulated-body
/// algorithm that does not depend on forces, for any number of responses at one pose.
/// Throws SimulationError if a joint moves no mass.
template <typename Scalar>
void eliminateInertias(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work);

extern template struct OperationalSpace<double>;
extern template void inverseOperationalSpaceInertia(const ClusterTree<double>&,
                                                    const ConstVectorRef<double>&,
                                                    Workspace<double>&, OperationalSpace<double>&,
                                                    MatrixRef<double>);
extern template void inverseOperationalSpaceInertia(const ClusterTree<double>&, Workspace<double>&,
                                                    OperationalSpace<double>&, MatrixRef<double>);
extern template void eliminateInertias(const ClusterTree<double>&, Workspace<double>&);

}  // namespace linkwork
